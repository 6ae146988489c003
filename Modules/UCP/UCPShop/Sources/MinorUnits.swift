import FeatureKit
import JSON
package import Values

/// Amounts as UCP has them: whole numbers of the currency's minor unit (ISO 4217).
package enum MinorUnits {
    private static let none: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]
    private static let three: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    /// Digits after the point of an amount in a currency.
    package static func digits(_ currency: String) -> Int {
        if none.contains(currency) { return 0 }
        if three.contains(currency) { return 3 }
        return currency == "CLF" || currency == "UYW" ? 4 : 2
    }

    /// True for three capital letters.
    package static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    /// An exact amount.
    static func money(_ amount: Int, _ currency: String, _ locale: TextLocale) -> Money {
        Money(DecimalAmount(coefficient: Int64(amount), scale: digits(currency)), Currency(currency, locale))
    }

    /// The amount of an object `{amount, currency}`; nil for anything else, and for one below nothing.
    static func money(_ price: JSONNode?, _ locale: TextLocale) -> Money? {
        guard let amount = price?["amount"]?.integer, amount >= 0, let code = price?["currency"]?.string,
            isCurrency(code)
        else { return nil }
        return money(amount, code, locale)
    }

    /// An amount in minor units.
    /// - Parameter up: whether a part of a unit counts as a whole one, so that a bound holds.
    /// - Returns: nil for what is out of range.
    package static func units(_ amount: DecimalAmount, _ currency: String, up: Bool) -> Int? {
        let digits = digits(currency)
        let text = amount.rounded(toFraction: digits)
        guard let shifted = text.times(DecimalAmount(coefficient: [1, 10, 100, 1_000, 10_000][digits], scale: 0)),
            let units = Int(shifted.rounded(toFraction: 0).text)
        else { return nil }
        if up, text < amount { return units + 1 }
        if !up, amount < text { return units - 1 }
        return units
    }
}

/// Judges an answer's shape where a shop that gets it wrong would mislead: names the first thing that is wrong.
enum ShopShape {
    /// - Throws: `upstream_malformed` with the place.
    static func price(_ node: JSONNode?, at place: String, _ currency: String?, module: String) throws(Fault) {
        guard let node, node.kind == .object else { throw .malformed(place, "is missing", module: module) }
        try amount(node["amount"], at: "\(place).amount", module: module)
        guard let code = node["currency"]?.string, MinorUnits.isCurrency(code) else {
            throw .malformed("\(place).currency", "is no ISO 4217 code", module: module)
        }
        try self.currency(code, currency, module: module)
    }

    static func amount(
        _ node: JSONNode?, at place: String, isSigned: Bool = false, module: String
    ) throws(Fault) {
        guard let node, !node.isNull else { throw .malformed(place, "is missing", module: module) }
        if let text = node.string {
            throw .malformed(
                place, "is the text \(Fault.quoted(text, limit: 30)) and not a whole number of minor units",
                module: module)
        }
        guard let amount = node.integer else {
            throw .malformed(place, "is not a whole number of minor units", module: module)
        }
        if amount < 0, !isSigned { throw .malformed(place, "is below nothing", module: module) }
    }

    /// - Parameter wanted: the currency of the settings.
    static func currency(_ code: String, _ wanted: String?, module: String) throws(Fault) {
        if let wanted, code != wanted { throw .otherCurrency(code, not: wanted, module: module) }
    }

    static func product(_ node: JSONNode, at place: String, _ currency: String?, module: String) throws(Fault) {
        guard node.kind == .object else { throw .malformed(place, "is no object", module: module) }
        for name in ["id", "title"] where node[name]?.string?.isEmpty ?? true {
            throw .malformed("\(place).\(name)", "is missing or no text", module: module)
        }
        try price(node["price_range"]?["min"], at: "\(place).price_range.min", currency, module: module)
        guard let variants = node["variants"], variants.kind == .array, variants.count > 0 else {
            throw .malformed("\(place).variants", "is missing or empty", module: module)
        }
        for (index, variant) in variants.elements.enumerated() {
            let place = "\(place).variants[\(index)]"
            guard variant.kind == .object, !(variant["id"]?.string?.isEmpty ?? true) else {
                throw .malformed("\(place).id", "is missing or no text", module: module)
            }
            try price(variant["price"], at: "\(place).price", currency, module: module)
        }
    }
}
