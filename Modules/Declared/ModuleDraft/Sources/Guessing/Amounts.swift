import JSON
import Values

/// Judgements on prices: which values are amounts, and of what currency.
enum Amounts {
    private static let signs: [String: String] = [
        "$": "USD", "US$": "USD", "A$": "AUD", "€": "EUR", "£": "GBP", "₩": "KRW", "NT$": "TWD", "HK$": "HKD",
        "원": "KRW", "元": "CNY", "¥": "JPY", "₹": "INR",
    ]
    private static let codes: Set<String> = ["USD", "EUR", "KRW", "GBP", "JPY", "CNY", "TWD", "AUD", "HKD"]
    /// Currencies without a smaller unit in prices.
    private static let wholeCurrencies = ["KRW", "JPY", "VND", "CLP", "ISK", "HUF", "TWD", "IDR"]

    static func isCurrencyName(_ key: String) -> Bool {
        ["currency", "ccy", "currencycode", "currencyiso", "ccycode", "ccyiso"].contains(MemberName(key).joined)
    }

    /// Whether a name is that of a price, wherever in the path it stands.
    static func isPriceName(_ path: [String]) -> Bool {
        let name = nameOfPath(path)
        return name.words.contains { word in
            word.hasPrefix("price") || word.hasSuffix("price") || word.hasSuffix("prices")
                || word.hasPrefix("cost")
                    && word.utf8.count <= 5
        } || name.ends(in: ["fee", "fees", "fare", "fares", "msrp", "rrp"])
    }

    /// Whether a name is that of an amount where a currency stands beside it.
    static func isAmountName(_ key: MemberName) -> Bool {
        key.has(anyOf: ["amount", "amounts", "balance"]) || key.ends(in: ["total", "sum", "value"])
    }

    /// Whether a name speaks of something else, although it has a price's word.
    static func isNoPriceName(_ key: MemberName) -> Bool {
        key.has(anyOf: [
            "cents", "minor", "count", "rate", "percent", "level", "range", "type", "change", "index", "score",
        ]) || key.holds(anyOf: ["perunitof"])
    }

    /// The currency that a text names beside its amount: `$1,299.00`, `23,000원`, `5 EUR`. Empty for a number alone; nil for
    /// what is no amount.
    static func currency(in text: String) -> String? {
        guard let amount = spelledAmount(text), !amount.isNegative else { return nil }
        let isDigit = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
        let scalars = text.unicodeScalars
        let isMark = { (scalar: Unicode.Scalar) in
            !scalar.properties.isWhitespace && !".,-".unicodeScalars.contains(scalar)
        }
        let before = String(String.UnicodeScalarView(scalars.prefix { !isDigit($0) }.filter(isMark)))
        let after = String(
            String.UnicodeScalarView(scalars.reversed().prefix { !isDigit($0) }.reversed().filter(isMark)))
        guard before.isEmpty || after.isEmpty else { return nil }
        let mark = before + after
        if mark.isEmpty { return "" }
        if let known = signs[mark] { return known }
        return isCode(mark) ? mark : nil
    }

    static func isCode(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    /// The currency that a name ends in: `price_krw`, `priceUSD`.
    static func code(endOf key: MemberName) -> String? {
        guard key.words.count > 1, let last = key.words.last?.uppercased() else { return nil }
        return codes.contains(last) ? last : nil
    }

    /// Whether amounts may count the currency's smaller unit: whole numbers alone, of 100 or more.
    static func mayBeCents(_ field: DraftField) -> Bool {
        guard case .money(let currency) = field.kind, !field.values.isEmpty else { return false }
        return !wholeCurrencies.contains { currency.has($0) }
            && field.values.allSatisfy { $0.kind == .number && ($0.integer ?? 0) >= 100 }
    }

    static func isReduced(_ path: [String]) -> Bool {
        let name = nameOfPath(path)
        return name.has(anyOf: ["sale", "special", "final", "promo", "offer", "offers", "deal", "member", "reduced"])
            || name.holds(anyOf: ["discounted", "discountprice", "saleprice", "specialprice"])
    }

    static func isRegular(_ path: [String]) -> Bool {
        nameOfPath(path).has(anyOf: [
            "regular", "list", "original", "was", "msrp", "rrp", "old", "full", "compare", "before", "normal", "retail",
        ]) || nameOfPath(path).holds(anyOf: ["listprice", "originalprice", "regularprice", "retailprice"])
    }
}
