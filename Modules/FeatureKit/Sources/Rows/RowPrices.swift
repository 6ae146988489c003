import JSON
import Settings
import Values

// Amounts of a row as slots, and which of two prices counts.
extension RowReader {
    /// An amount that is a number, of a field whose currency is known; nil for one below nothing.
    func plainMoney(_ field: Int, _ place: JSONPlace) -> Slot? {
        guard let unit = units.first(where: { $0.field == field })?.place else { return nil }
        let start = Int(place.offset)
        let amount = DecimalAmount(utf8: bytes.span.extracting(start..<start &+ Int(place.length)))
        return amount.flatMap { value in
            value.isNegative
                ? nil
                : Slot(
                    bits: UInt64(bitPattern: value.coefficient), kind: .money,
                    scale: UInt8(truncatingIfNeeded: value.scale), unit: unit)
        }
    }

    mutating func money(_ node: JSONNode, _ unit: MoneyUnit, in row: JSONNode) -> Slot {
        var amount = node
        var code: String? =
            switch unit {
            case .code(let code): code
            case .setting(let key): context.settings[key].uppercased()
            case .path(let path): path.split(separator: ".").reduce(row) { $0?[String($1)] }?.string?.uppercased()
            }
        if isTold, let told = node.string {
            // `USD 44.99`
            let parts = told.split(separator: " ")
            guard parts.count == 2, let value = DecimalAmount(String(parts[1])), let place = place(of: String(parts[0]))
            else { return .missing }
            return Slot(
                bits: UInt64(bitPattern: value.coefficient), kind: .money,
                scale: UInt8(truncatingIfNeeded: value.scale),
                unit: place)
        }
        if node.kind == .object {
            code = node["currency"]?.string?.uppercased() ?? code
            guard let inner = node["amount"] ?? node["value"] else { return .missing }
            amount = inner
        }
        let text = amount.looseText
        // As rows tell it themselves, `AUD 97.49`.
        if let told = text?.utf8, told.count > 4, told.prefix(3).allSatisfy({ (0x41...0x5A).contains($0) }),
            told.dropFirst(3).first == 0x20
        {
            code = String(Substring(told.prefix(3)))
        }
        // A price below nothing does not count, nor one that can't be read.
        guard let code, code.utf8.count == 3, let value = text.flatMap(spelledAmount), !value.isNegative,
            let place = place(of: code)
        else { return .missing }
        return Slot(
            bits: UInt64(bitPattern: value.coefficient), kind: .money, scale: UInt8(truncatingIfNeeded: value.scale),
            unit: place)
    }

    mutating func place(of code: String) -> UInt8? {
        if let place = currencies.firstIndex(where: { $0.code == code }) { return UInt8(truncatingIfNeeded: place) }
        guard currencies.count < 255 else { return nil }
        currencies.append(context.currency(code))
        return UInt8(truncatingIfNeeded: currencies.count - 1)
    }

    /// A reduced price counts where it is above nothing and below the regular one, also in the digits that people see: A$19.499
    /// takes nothing off A$19.50. The rate beside it is the upstream's where that can be, else it is computed.
    mutating func judgePrices(at start: Int) {
        guard let reduced = layout.reduced, let price = layout.price else { return }
        let sale = Self.sale(slots[start + reduced], of: slots[start + price], currencies)
        if sale == nil { slots[start + reduced] = .missing }
        guard let discount = layout.discount else { return }
        let told = slots[start + discount]
        if let sale, told.kind == .whole, percentages.contains(told.whole), sale.reduced < sale.regular { return }
        slots[start + discount] =
            sale.flatMap { percentOff($0.reduced, insteadOf: $0.regular) }.map(Slot.whole) ?? .missing
    }

    private static func sale(
        _ reduced: Slot, of price: Slot, _ currencies: [Currency]
    ) -> (reduced: DecimalAmount, regular: DecimalAmount)? {
        guard let paid = amount(reduced), let regular = amount(price), paid.coefficient > 0, paid < regular,
            currencies.indices.contains(Int(price.unit))
        else { return nil }
        let currency = currencies[Int(price.unit)]
        return currency.shown(paid) < currency.shown(regular) ? (paid, regular) : nil
    }

    private static func amount(_ slot: Slot) -> DecimalAmount? {
        slot.kind == .money
            ? DecimalAmount(coefficient: Int64(bitPattern: slot.bits), scale: Int(slot.scale)) : nil
    }
}
