package import Values

/// A value of a field that is made here: computed, stored, or of a row that no upstream sent.
package enum FieldValue: Sendable {
    case text(String)
    case whole(Int)
    case number(DecimalAmount)
    case flag(Bool)
    case money(Money)
    case amounts([Money])
    case date(CivilDate)
    case texts([String])
    case rows(RowSet)
}

/// A type that fields have: `String` of texts, `[Row]` of rows within rows.
package protocol FieldContent: Sendable {
    var fieldValue: FieldValue { get }
}

extension String: FieldContent {
    package var fieldValue: FieldValue { .text(self) }
}

extension Int: FieldContent {
    package var fieldValue: FieldValue { .whole(self) }
}

extension DecimalAmount: FieldContent {
    package var fieldValue: FieldValue { .number(self) }
}

extension Bool: FieldContent {
    package var fieldValue: FieldValue { .flag(self) }
}

extension Money: FieldContent {
    package var fieldValue: FieldValue { .money(self) }
}

extension CivilDate: FieldContent {
    package var fieldValue: FieldValue { .date(self) }
}

/// A type of which fields have several.
package protocol FieldElement: Sendable {
    static func fieldValue(of all: [Self]) -> FieldValue
}

extension String: FieldElement {
    package static func fieldValue(of all: [String]) -> FieldValue { .texts(all) }
}

extension Money: FieldElement {
    package static func fieldValue(of all: [Money]) -> FieldValue { .amounts(all) }
}

extension Array: FieldContent where Element: FieldElement {
    package var fieldValue: FieldValue { Element.fieldValue(of: self) }
}

/// The values of a row that is made here.
package struct RowValues {
    fileprivate let layout: RowLayout
    fileprivate var values: [FieldValue?]

    /// Sets a field; nil is no value. A field of another layout is ignored.
    package mutating func set<Value: FieldContent>(_ field: Field<Value>, _ value: Value?) {
        set(field.declaration, value?.fieldValue)
    }

    /// Sets the rows within the row.
    package mutating func set(_ field: Field<[Row]>, _ rows: RowSet) { set(field.declaration, .rows(rows)) }

    /// Sets the one row within the row.
    package mutating func set(_ field: Field<Row>, _ row: Row) { set(field.declaration, .rows(row.alone)) }

    private mutating func set(_ field: FieldDeclaration, _ value: FieldValue?) {
        guard let place = layout.place(of: field) else { return }
        values[place] = value
    }
}

extension RowLayout {
    /// The rows that hold several amounts.
    static let amount = Field.money("amount", "One of them.", .code(""))
    fileprivate static let amounts = RowLayout("amount", [amount])

    /// Rows made here, such as those of the state.
    /// - Parameter fill: sets the fields of the row of one source.
    package func rows<Sources: Collection>(
        of sources: Sources, _ fill: (Sources.Element, inout RowValues) -> Void
    ) -> RowSet {
        // As the state often has none: the runtime would be asked for a type, 500 instructions.
        sources.isEmpty ? none : filled(of: sources, fill)
    }

    @inline(never)
    private func filled<Sources: Collection>(
        of sources: Sources, _ fill: (Sources.Element, inout RowValues) -> Void
    ) -> RowSet {
        var all: [[FieldValue?]] = []
        let nothing: [FieldValue?] = Array(repeating: nil, count: fields.count)
        for source in sources {
            var row = RowValues(layout: self, values: nothing)
            fill(source, &row)
            all.append(row.values)
        }
        let empty = RowSet(
            self, bytes: [], own: [], slots: ContiguousArray(repeating: .missing, count: all.count * fields.count),
            currencies: [], texts: [], groups: [])
        return empty.setting(Array(fields.indices)) { row, place in all[row.index][place] }
            .computing()
    }

    /// No rows.
    package var none: RowSet {
        RowSet(self, bytes: [], own: [], slots: [], currencies: [], texts: [], groups: [])
    }

    /// One row made here.
    package func row(_ fill: (inout RowValues) -> Void) -> Row {
        Row(set: rows(of: CollectionOfOne(())) { _, row in fill(&row) }, index: 0)
    }
}

extension Row {
    package subscript(field: Field<[Money]>) -> [Money] {
        layout.place(of: field.declaration).map(amounts) ?? []
    }

    /// Several amounts; none of a field of another kind.
    func amounts(_ place: Int) -> [Money] {
        let slot = slot(place)
        guard slot.kind == .rows, case .amounts = layout.fields[place].kind else { return [] }
        return set.groups[slot.whole].rows.compactMap { $0[RowLayout.amount] }
    }

    /// The row in a set of its own.
    var alone: RowSet {
        if set.count == 1 { return set }
        return RowSet(
            layout, bytes: set.bytes, own: set.own, slots: set.slots.rows(CollectionOfOne(index)),
            currencies: set.currencies, texts: set.texts, groups: set.groups)
    }

    /// The same row with other values of some fields.
    package func changing(_ fill: (inout RowValues) -> Void) -> Row {
        var row = RowValues(layout: layout, values: Array(repeating: nil, count: layout.fields.count))
        fill(&row)
        let places = layout.fields.indices.filter { row.values[$0] != nil }
        return Row(set: alone.setting(places) { _, place in row.values[place] }, index: 0)
    }
}

extension RowSet {
    /// The same rows, with values for some fields.
    /// - Parameter value: of a row and the place of a field; nil for no value.
    func setting(_ places: [Int], _ value: (Row, Int) -> FieldValue?) -> RowSet {
        var writer: SlotWriter?
        for place in places { fill(place, into: &writer) { value($0, place) } }
        return writer?.end(layout, bytes: bytes) ?? self
    }

    /// The same rows with what is computed from their other fields.
    func computing() -> RowSet {
        let (layout, codec) = (layout, codec)
        if codec.computed.isEmpty { return self }
        var writer: SlotWriter? = SlotWriter(self)
        for place in codec.computed {
            // Taken once for all rows.
            if let compute = layout.fields[place].compute { fill(place, into: &writer, compute) }
        }
        return writer?.end(layout, bytes: bytes) ?? self
    }

    /// - Parameter writer: made for the first value that the rows don't have already.
    private func fill(_ place: Int, into writer: inout SlotWriter?, _ value: (Row) -> FieldValue?) {
        let width = layout.fields.count
        for index in 0..<count {
            let value = value(Row(set: self, index: index))
            if holds(value, slots[index, place]) { continue }
            if writer == nil { writer = SlotWriter(self) }
            writer?.write(value, at: index * width + place)
        }
    }

    /// Whether a slot has a value already; false where that takes longer to know than to write it.
    func holds(_ value: FieldValue?, _ slot: Slot) -> Bool {
        switch (value, slot.kind) {
        case (nil, .missing): true
        case (.text(let value)?, .missing): value.isEmpty
        case (.flag(let value)?, .flag): value == (slot.bits == 1)
        case (.text(let value)?, .text): withText(slot) { $0.elementsEqual(value.utf8) }
        default: false
        }
    }
}

extension RowSet {
    /// The same rows with values that the upstream's rows don't hold, such as the local day at a place. What is computed is computed
    /// from these.
    /// - Parameter fill: sets fields of one row; false leaves the row out.
    package func refined(_ fill: (Row, inout RowValues) -> Bool) -> RowSet {
        let width = layout.fields.count
        let unchanged = RowValues(layout: layout, values: Array(repeating: nil, count: width))
        var writer = SlotWriter(self)
        var kept: [Int] = []
        for row in rows {
            var given = unchanged
            guard fill(row, &given) else { continue }
            kept.append(row.index)
            for (place, value) in given.values.enumerated() where value != nil {
                writer.write(value, at: row.index * width + place)
            }
        }
        let all = writer.end(layout, bytes: bytes)
        let rest = RowSet(
            layout, bytes: all.bytes, own: all.own,
            slots: all.slots.rows(kept), currencies: all.currencies, texts: all.texts, groups: all.groups)
        return rest.computing()
    }
}

/// Puts values into slots.
private struct SlotWriter {
    private var slots: ContiguousArray<Slot>
    private var own: [UInt8]
    private var currencies: [Currency]
    private var texts: [[String]]
    private var groups: [RowSet]
    /// The last text that was written: words repeat from row to row, and lie there once.
    private var last: (text: String, slot: Slot)?

    init(_ set: RowSet) {
        (slots, own, currencies) = (set.slots.all, set.own, set.currencies)
        (texts, groups) = (set.texts, set.groups)
    }

    mutating func write(_ value: FieldValue?, at place: Int) { slots[place] = slot(value) }

    func end(_ layout: RowLayout, bytes: [UInt8]) -> RowSet {
        RowSet(
            layout, bytes: bytes, own: own, slots: slots, currencies: currencies, texts: texts, groups: groups)
    }

    private mutating func slot(_ value: FieldValue?) -> Slot {
        switch value {
        case nil: return .missing
        case .whole(let value): return .whole(value)
        case .flag(let value): return .flag(value)
        case .date(let date): return .date(date)
        case .text(let text): return add(text, .text)
        case .number(let amount): return add(amount.text, .number)
        case .texts(let all):
            if all.isEmpty { return .missing }
            texts.append(all)
            return Slot(bits: UInt64(texts.count - 1), kind: .texts)
        case .amounts(let amounts):
            if amounts.isEmpty { return .missing }
            return slot(
                .rows(RowLayout.amounts.rows(of: amounts) { money, row in row.set(RowLayout.amount, money) }))
        case .rows(let rows):
            groups.append(rows)
            return Slot(bits: UInt64(groups.count - 1), kind: .rows)
        case .money(let money):
            let place = currencies.firstIndex(of: money.currency) ?? currencies.count
            guard place < 255 else { return .missing }
            if place == currencies.count { currencies.append(money.currency) }
            return Slot(
                bits: UInt64(bitPattern: money.amount.coefficient), kind: .money,
                scale: UInt8(truncatingIfNeeded: money.amount.scale), unit: UInt8(truncatingIfNeeded: place))
        }
    }

    /// An empty text is no value.
    private mutating func add(_ text: String, _ kind: Slot.Kind) -> Slot {
        if text.isEmpty { return .missing }
        if let last, last.slot.kind == kind, last.text.isExactly(text) { return last.slot }
        var bytes = text
        let start = own.count
        let slot = bytes.withUTF8 { bytes in
            own.append(contentsOf: bytes)
            return Slot.text(bytes, at: start, isOwn: true, kind: kind)
        }
        last = (text, slot)
        return slot
    }
}
