import DesignSystem
import JSON
import Synchronization
package import Values

/// Rows of one layout: the bytes that they came from, and a slot for each field of each row. Immutable.
package final class RowSet: Sendable {
    package let layout: RowLayout
    let codec: RowCodec
    /// As the upstream sent it.
    let bytes: [UInt8]
    /// The texts that are not told as they came.
    let own: [UInt8]
    let slots: SlotTable
    let currencies: [Currency]
    /// Whether amounts of them need no escape in JSON.
    private let hasPlainCurrencies: Bool
    /// Bytes that any of the rows takes at most in a list, for `RowsAnswer.isSurelyBounded`; 0 before somebody asks, -1 before somebody
    /// asks again.
    let widest = Atomic(0)
    /// For `surelyHasDistinctKeys`.
    let keyState = Atomic(KeyState.unasked)
    let texts: [[String]]
    let groups: [RowSet]

    /// - Parameters:
    ///   - slots: row by row, as many as the layout has fields.
    ///   - isWhole: false where further ones are yet to be computed.
    init(
        _ layout: RowLayout, bytes: [UInt8], own: [UInt8], slots: ContiguousArray<Slot>, currencies: [Currency],
        texts: [[String]], groups: [RowSet], isWhole: Bool = true
    ) {
        self.layout = layout
        codec = layout.codec
        self.bytes = bytes
        self.own = own
        let width = layout.fields.count
        self.slots = isWhole ? SlotTable(slots, width: width, codec) : SlotTable(unshared: slots, width: width)
        self.currencies = currencies
        hasPlainCurrencies = currencies.allSatisfy(\.isPlain)
        self.texts = texts
        self.groups = groups
    }

    package var count: Int { slots.count }

    /// Bytes in memory, about: of a row of few letters its slots are most.
    var heldBytes: Int { bytes.count + ownBytes }

    /// Without the upstream's bytes, which rows within rows share, unless they have left a large answer.
    private var ownBytes: Int {
        var sum = own.count + slots.heldBytes + texts.reduce(0) { $0 + 32 * ($1.count + 1) }
        var counted = bytes.withUnsafeBufferPointer(\.baseAddress)
        for group in groups {
            let place = group.bytes.withUnsafeBufferPointer(\.baseAddress)
            if place != counted { sum += group.bytes.count }
            counted = place
            sum += group.ownBytes
        }
        return sum
    }

    /// The rows, in the upstream's order.
    package var rows: [Row] { (0..<count).map { Row(set: self, index: $0) } }

    /// True if all that is held of the rows is the same, byte by byte.
    func isExactly(_ other: RowSet) -> Bool {
        if self === other { return true }
        return layout === other.layout && slots == other.slots && bytes == other.bytes && own == other.own
            && currencies == other.currencies
            && texts.elementsEqual(other.texts) { $0.elementsEqual($1) { $0.isExactly($1) } }
            && groups.elementsEqual(other.groups) { $0.isExactly($1) }
    }

    @inline(__always)
    func withText<Result>(_ slot: Slot, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if slot.isHTML { return withPlainText(slot, body) }
        // Slots are made by the reader alone, of bytes that it has looked at.
        return slot.isOwn
            ? own.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[slot.start..<slot.start &+ slot.count]))
            }
            : bytes.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[slot.start..<slot.start &+ slot.count]))
            }
    }

    func string(_ slot: Slot) -> String { withText(slot) { String(wellFormed: $0.span) } }

    /// The currency of an amount; nil for any other slot. No reference to it is counted: the set holds it.
    @inline(__always)
    func currency(_ slot: Slot) -> Unmanaged<Currency>? {
        guard slot.kind == .money, Int(slot.unit) < currencies.count else { return nil }
        return currencies.withUnsafeBufferPointer { .passUnretained($0[Int(slot.unit)]) }
    }

    /// Bytes of an amount in JSON at most; nil where one may need an escape.
    @inline(__always)
    func toldRoom(_ slot: Slot) -> Int? {
        guard hasPlainCurrencies, let currency = currency(slot) else { return nil }
        return currency._withUnsafeGuaranteedRef { $0.toldRoom }
    }
}

extension Slot {
    /// The amount of a slot that is one.
    @inline(__always)
    var amount: DecimalAmount { DecimalAmount(coefficient: Int64(bitPattern: bits), scale: Int(scale)) }
}

extension [Row] {
    /// Gives `body` the set of a row and its place there, without counting a reference to the set: the array holds it meanwhile. What is
    /// counted waits for all stores before it.
    @inline(__always)
    func withSet<Result>(of index: Int, _ body: (RowSet, Int) -> Result) -> Result {
        withUnsafeBufferPointer { rows in
            precondition(rows.indices.contains(index), "no such row")
            let (set, row) = (Unmanaged.passUnretained(rows[index].set), rows[index].index)
            return set._withUnsafeGuaranteedRef { body($0, row) }
        }
    }
}

/// One row: facts over the bytes that they came from. Cheap to copy: a reference and a number.
package struct Row: Sendable {
    package let set: RowSet
    let index: Int

    package var layout: RowLayout { self.set.layout }

    @inline(__always)
    func slot(_ place: Int) -> Slot { self.set.slots[index, place] }

    private func slot(of field: FieldDeclaration) -> Slot { layout.place(of: field).map(slot) ?? .missing }

    /// True for the same row of the same set: nothing of it differs.
    func isSame(as other: Row) -> Bool { set === other.set && index == other.index }

    /// The key, which tells the row from all others.
    package var key: String { text(layout.key) ?? "" }

    /// The row's name; nil when the upstream does not say.
    package var title: String? { layout.title.flatMap(text) }

    /// The screen that shows it.
    package var route: String? {
        let layout = self.set.layout
        guard let place = layout.route else { return nil }
        var route: String?
        if withPlainRoute(of: layout, between: set.codec.routeEnds, { route = joined($0, $1, $2) }), let route {
            return route
        }
        guard case .route(let template) = layout.fields[place].kind else { return nil }
        let key = key
        return template.filled { name in layout.place(named: name).flatMap(text) ?? key }
    }

    package subscript(field: Field<String>) -> String? { layout.place(of: field.declaration).flatMap(text) }

    package subscript(field: Field<Int>) -> Int? {
        let slot = slot(of: field.declaration)
        return slot.kind == .whole ? slot.whole : nil
    }

    package subscript(field: Field<Bool>) -> Bool { slot(of: field.declaration).bits == 1 }

    package subscript(field: Field<Money>) -> Money? { money(slot(of: field.declaration)) }

    package subscript(field: Field<DecimalAmount>) -> DecimalAmount? {
        let slot = slot(of: field.declaration)
        return slot.kind == .number ? DecimalAmount(self.set.string(slot)) : nil
    }

    package subscript(field: Field<CivilDate>) -> CivilDate? { date(slot(of: field.declaration)) }

    package subscript(field: Field<[String]>) -> [String] {
        let slot = slot(of: field.declaration)
        return slot.kind == .texts ? self.set.texts[slot.whole] : []
    }

    package subscript(field: Field<[Row]>) -> [Row] {
        let slot = slot(of: field.declaration)
        return slot.kind == .rows ? self.set.groups[slot.whole].rows : []
    }

    package subscript(field: Field<Row>) -> Row? {
        let slot = slot(of: field.declaration)
        return slot.kind == .rows ? self.set.groups[slot.whole].rows.first : nil
    }

    /// The price to pay: the reduced one where there is one.
    package var paid: Money? {
        paidSlot.flatMap(money)
    }

    /// The part of the regular price that is paid, 0 to 1. Equal parts are equal numbers up to 15 digits of a price.
    var paidPart: Double {
        guard let price, let paid, price.amount.coefficient > 0 else { return 1 }
        let scale = max(price.amount.scale, paid.amount.scale)
        func digits(_ amount: DecimalAmount) -> Double {
            Double(amount.coefficient) * (amount.scale..<scale).reduce(1) { power, _ in power * 10 }
        }
        return digits(paid.amount) / digits(price.amount)
    }

    private var price: Money? { layout.price.flatMap { money(slot($0)) } }

    /// Whether a key stands in a route as it is.
    func isPlainKey(_ key: String) -> Bool {
        var key = key
        return key.withUTF8(areLettersOrDigits)
    }

    /// Gives `body` the key as UTF-8.
    /// - Parameter layout: of the row: handed on, so that its references are counted once.
    /// - Returns: false for one that does not stand in a route as it is; `body` is not called.
    @inline(__always)
    func withPlainKey(of layout: RowLayout, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        let key = self.set.slots[index, layout.key]
        switch key.kind {
        case .text:
            return self.set.withText(key) { text in
                guard areLettersOrDigits(text) else { return false }
                body(text)
                return true
            }
        case .whole where key.whole >= 0:
            var digits = String(decimal: key.whole)
            digits.withUTF8(body)
            return true
        default: return false
        }
    }

    func money(_ slot: Slot) -> Money? {
        guard slot.kind == .money, Int(slot.unit) < set.currencies.count else { return nil }
        return Money(slot.amount, set.currencies[Int(slot.unit)])
    }

    func date(_ slot: Slot) -> CivilDate? {
        guard slot.kind == .date else { return nil }
        let digits = slot.whole
        return CivilDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }

    /// A value of any kind as a text of one line; nil when there is none, or it has no such text.
    func text(_ place: Int) -> String? {
        let slot = slot(place)
        return switch slot.kind {
        case .missing, .texts, .rows: nil
        case .text, .number: set.string(slot)
        case .whole: String(decimal: slot.whole)
        case .flag: slot.bits == 1 ? "true" : "false"
        case .money: money(slot)?.text
        case .date: date(slot)?.text
        }
    }
}

/// A text of three parts, made at once: to put strings together took six times the instructions.
private func joined(
    _ before: UnsafeBufferPointer<UInt8>, _ key: UnsafeBufferPointer<UInt8>, _ after: UnsafeBufferPointer<UInt8>
) -> String {
    String(unsafeUninitializedCapacity: before.count + key.count + after.count) { text in
        var end = text.initialize(fromContentsOf: before)
        end = text[end...].initialize(fromContentsOf: key)
        return text[end...].initialize(fromContentsOf: after)
    }
}
