import JSON
import Settings
import Values

/// Makes slots of an upstream's rows.
struct RowReader {
    let layout: RowLayout
    let codec: RowCodec
    let context: RowContext
    let bytes: [UInt8]
    /// Whether the rows are as we wrote them, and not as an upstream did.
    let isTold: Bool
    /// Whether descriptions stay the HTML that they came as until they are given: of a list few ever are.
    private let leavesHTML: Bool
    private let fields: Fields
    private var members: MemberFinder
    var own: [UInt8] = []
    /// Rows that are there to be read.
    private let rows: Int
    /// Bytes of texts of their own that room is made for ahead, at most.
    private static let roomAhead = 16_384
    /// The address that a field's addresses are relative to, with a slash at its end.
    var base: (field: Int, address: [UInt8])?
    var slots: ContiguousArray<Slot> = []
    var currencies: [Currency] = []
    private var texts: [[String]] = []
    private var groups: [RowSet] = []
    /// The places of currencies that are the same in every row, by the field of their amounts.
    var units: [(field: Int, place: UInt8)] = []

    /// Facts of the fields that each row is read by. Handed on: each use of a member of the reader counts a
    /// reference to it, 700 of a page of 27 rows.
    private struct Fields {
        let layout: RowLayout
        let codec: RowCodec
        let reading: ContiguousArray<RowCodec.Reading>
        let forms: ContiguousArray<FieldForm>
        let paths: MemberPaths
        let blank: ContiguousArray<Slot>
    }

    init(
        _ layout: RowLayout, of node: JSONNode, _ context: RowContext, isTold: Bool = false, leavesHTML: Bool = false
    ) {
        self.layout = layout
        let codec = layout.codec
        self.codec = codec
        self.context = context
        self.isTold = isTold
        self.leavesHTML = leavesHTML && !isTold
        let (reading, members) = isTold ? RowCodec.toldReading(layout.fields) : (codec.reading, codec.members)
        fields = Fields(
            layout: layout, codec: codec, reading: reading, forms: codec.forms, paths: codec.paths, blank: codec.blank)
        self.members = MemberFinder(members)
        bytes = node.documentText
        rows = max(1, node.kind == .array ? node.count : 1)
        slots.reserveCapacity(rows * layout.fields.count)
    }

    /// Reads the objects among an array's elements.
    mutating func read(objectsOf array: JSONNode) {
        let fields = fields
        var (place, left) = array.elements(at: array.place)
        while left > 0 {
            if case .object = place.kind { read(place, in: array, fields) }
            left -= 1
            if left > 0 { place = array.element(after: place) }
        }
    }

    /// - Parameter name: of the row, where it is a member of an object.
    mutating func read(_ row: JSONNode, name: String? = nil) { read(row.place, in: row, name: name, fields) }

    /// - Parameter node: of the same document: nodes of its own for each row would count a reference to it each.
    private mutating func read(_ row: JSONPlace, in node: JSONNode, name: String? = nil, _ fields: Fields) {
        let (start, layout, codec) = (slots.count, fields.layout, fields.codec)
        members.find(in: row, of: node)
        // Read beside the others: each that is put among them asks whether they are shared, 10 times a row.
        withUnsafeTemporaryAllocation(of: Slot.self, capacity: fields.blank.count) { own in
            _ = own.initialize(fromContentsOf: fields.blank)
            readSlots(of: codec.hasUnitPaths ? node.node(at: row) : node, into: own, fields)
            slots.append(contentsOf: own)
        }
        if !isTold, !codec.derived.isEmpty { derive(node.node(at: row), at: start) }
        if let name {
            for (place, field) in layout.fields.enumerated() where field.path?.first == "$key" {
                slots[start + place] = add(trimmed(name))
            }
        }
        for place in codec.positions { slots[start + place] = .whole(start / layout.fields.count + 1) }
        if layout.hasKey, !isKey(slots[start + layout.key]) {
            slots.removeLast(layout.fields.count)
            return
        }
        judgePrices(at: start)
        // The other rows mostly have texts of their own as the first one has; what they lack stays with the rows, so it is little.
        if start == 0, !own.isEmpty { own.reserveCapacity(min(own.count * rows * 5 / 4, Self.roomAhead)) }
    }

    /// Reads the fields that have a place in the upstream's row, found before.
    /// - Parameters:
    ///   - row: any node of its document will do, but where a currency stands elsewhere in the row.
    ///   - slots: of the row.
    private mutating func readSlots(
        of row: JSONNode, into slots: UnsafeMutableBufferPointer<Slot>, _ fields: Fields
    ) {
        for index in fields.reading.indices {
            let one = fields.reading[index]
            let place = members.places[one.member]
            switch place.kind {
            case .missing, .null: continue
            default: break
            }
            let form = fields.forms[one.field].read
            var slot: Slot
            if one.rest.isEmpty {
                slot =
                    form.isBelow
                    ? address(place, of: one.field, fields.layout)
                    : self.slot(one.field, place, in: row, fields.layout, form)
            } else {
                if form.reading == .texts, one.isOfMany {
                    slots[one.field] = all(of: fields.layout.fields[one.field], in: row.node(at: place))
                    continue
                }
                slot = first(
                    of: one.field, one.rest, fields.paths, at: place, in: row, fields.layout, form,
                    isOfMany: one.isOfMany)
                // Values behind elements are taken as they are.
                if one.isOfMany {
                    slots[one.field] = slot
                    continue
                }
            }
            if form.isJudged, !isAccepted(slot, fields.layout.fields[one.field]) { slot = .missing }
            slots[one.field] = slot
        }
    }

    /// Steps that the derived fields of one row may take together.
    private static let mostSteps = 10_000

    private mutating func derive(_ row: JSONNode, at start: Int) {
        var steps = Self.mostSteps
        let layout = layout
        for place in codec.derived {
            let field = layout.fields[place]
            guard let value = field.derive?(row, context, &steps) else { continue }
            let slot =
                switch value {
                case .node(let node): slot(place, node.place, in: node, layout, codec.forms[place].read)
                case .text(let text): derived(place, .string(text))
                case .number(let text): derived(place, .number(text))
                case .value(let value): own(value)
                }
            slots[start + place] = isAccepted(slot, field) ? slot : .missing
        }
    }

    /// A derived text or number, as the field's kind reads one that stands in an answer.
    private mutating func derived(_ field: Int, _ value: JSONValue) -> Slot {
        switch (codec.forms[field].read.reading, value) {
        case (.text, .string(let text)), (.prose, .string(let text)): return add(text)
        case (.link, .string(let text)):
            return webAddress(TextBound.limited(text)).map { add($0) } ?? .missing
        default: break
        }
        guard let node = try? JSONDocument(parsing: value.serialized()).root else { return .missing }
        var reader = RowReader(layout, of: node, context)
        var slot = reader.slot(field, node.place, in: node, layout, codec.forms[field].read)
        switch slot.kind {
        case .text, .number:
            let kind = slot.kind
            slot = add(reader.string(slot))
            if !slot.isMissing { slot.kind = kind }
            return slot
        case .money:
            guard currencies.count < 255, Int(slot.unit) < reader.currencies.count,
                let unit = place(of: reader.currencies[Int(slot.unit)].code)
            else { return .missing }
            slot.unit = unit
            return slot
        case .texts, .rows: return .missing
        case .missing, .whole, .flag, .date: return slot
        }
    }

    private mutating func own(_ value: FieldValue) -> Slot {
        switch value {
        case .text(let text): return add(text)
        case .whole(let value): return .whole(value)
        case .flag(let value): return .flag(value)
        case .date(let date): return .date(date)
        case .number(let amount): return Self.number(add(amount.text))
        case .money(let money):
            guard !money.amount.isNegative, let unit = place(of: money.currency.code) else { return .missing }
            return Slot(
                bits: UInt64(bitPattern: money.amount.coefficient), kind: .money,
                scale: UInt8(truncatingIfNeeded: money.amount.scale), unit: unit)
        case .amounts, .texts, .rows: return .missing
        }
    }

    /// Whether a value is one that the field takes.
    private func isAccepted(_ slot: Slot, _ field: FieldDeclaration) -> Bool {
        guard let accepts = field.accepts else { return true }
        return switch slot.kind {
        case .text: accepts(.text(string(slot)))
        case .whole: accepts(.whole(slot.whole))
        default: true
        }
    }

    mutating func read(member name: String, _ value: JSONNode) {
        if value.kind == .object { return read(value, name: name) }
        let (start, layout) = (slots.count, layout)
        for (place, field) in layout.fields.enumerated() {
            switch field.path?.first {
            case "$key": slots.append(add(trimmed(name)))
            case "$value": slots.append(slot(place, value.place, in: value, layout, codec.forms[place].read))
            default: slots.append(.missing)
            }
        }
        if layout.hasKey, slots[start + layout.key].isMissing { slots.removeLast(layout.fields.count) }
    }

    /// Whether a slot can be a key: not a text that no route could hold.
    private func isKey(_ slot: Slot) -> Bool {
        switch slot.kind {
        case .missing: false
        case .text where slot.count > RowLayout.longestKey:
            string(slot).unicodeScalars.count <= RowLayout.longestKey
        default: true
        }
    }

    /// The texts at a path through arrays, whose elements `*` stands for.
    /// - Parameter node: the member that the path begins with.
    private mutating func all(of field: FieldDeclaration, in node: JSONNode) -> Slot {
        var all: [String] = []
        for node in nodes(field.path?.dropFirst() ?? [], in: node) {
            let text = node.boundedText.flatMap {
                field.marks.contains(.html) ? decodingHTMLEntities($0) : webAddress($0)
            }
            if let text, !all.contains(text) { all.append(text) }
        }
        if all.isEmpty { return .missing }
        texts.append(all)
        return Slot(bits: UInt64(texts.count - 1), kind: .texts)
    }

    /// The value at a path; the first that can be read where it leads through elements.
    /// - Parameter steps: to take from `place`.
    private mutating func first(
        of field: Int, _ steps: Range<Int>, _ paths: MemberPaths, at place: JSONPlace, in row: JSONNode,
        _ layout: RowLayout, _ form: ReadForm, isOfMany: Bool
    ) -> Slot {
        var place = place
        for step in steps {
            if paths.isOfElements(step) {
                var (element, left) = row.elements(at: place)
                while left > 0 {
                    let slot = first(
                        of: field, step + 1..<steps.upperBound, paths, at: element, in: row, layout, form,
                        isOfMany: true)
                    if !slot.isMissing { return slot }
                    left -= 1
                    if left > 0 { element = row.element(after: element) }
                }
                return .missing
            }
            place = paths.member(step, of: place, in: row)
        }
        switch place.kind {
        case .missing, .null: return .missing
        default: return slot(field, place, in: row, layout, form, isOfMany: isOfMany)
        }
    }

    private func nodes(_ path: ArraySlice<String>, in node: JSONNode) -> [JSONNode] {
        guard let name = path.first else { return [node] }
        if name == "*" { return node.elements.flatMap { nodes(path.dropFirst(), in: $0) } }
        return node[name].map { nodes(path.dropFirst(), in: $0) } ?? []
    }

    // MARK: - Values

    /// - Parameters:
    ///   - field: its place in the layout.
    ///   - isOfMany: whether the value stands in an element of an array: the row says no more of it then.
    private mutating func slot(
        _ field: Int, _ place: JSONPlace, in row: JSONNode, _ layout: RowLayout, _ form: ReadForm,
        isOfMany: Bool = false
    ) -> Slot {
        if leavesHTML, form.canStayHTML, let slot = html(place) { return slot }
        switch form.reading {
        case .text, .prose: return text(place, in: row, form)
        case .word:
            let slot = text(place, in: row)
            // A word that the schema does not know is missing.
            if slot.kind == .text, !isKnownWord(slot, form) { return .missing }
            return form.isHTML ? text(place, in: row, form) : slot
        case .whole:
            let node = row.node(at: place)
            // A key that is nearly another one does not count.
            let value = form.isKey ? node.looseInteger : node.integer ?? node.looseText.flatMap(Self.wholeNumber)
            return value.map(Slot.whole) ?? .missing
        case .duration:
            if isTold { return row.node(at: place).integer.map(Slot.whole) ?? .missing }
            return row.node(at: place).looseText.flatMap(wholeSeconds).map(Slot.whole) ?? .missing
        case .number:
            let slot = text(place, in: row)
            guard slot.kind == .text, let amount = DecimalAmount(string(slot)) else { return .missing }
            if case .number = place.kind { return Self.number(slot) }
            // JSON does not spell every number as texts do: `007`.
            return Self.number(add(amount.text))
        case .flag:
            switch place.kind {
            case .true: return .flag(true)
            case .false: return .flag(false)
            default:
                let node = row.node(at: place)
                if node.isString("true") || node.looseInteger == 1 { return .flag(true) }
                return node.isString("false") || node.looseInteger == 0 ? .flag(false) : .missing
            }
        case .money:
            if case .number = place.kind, let slot = plainMoney(field, place) { return slot }
            guard case .money(let unit) = layout.fields[field].kind else { return .missing }
            let node = row.node(at: place)
            let slot = money(node, unit, in: isOfMany ? node : row)
            switch unit {
            // The unit of a plain number is the declared one.
            case .code, .setting: if case .number = place.kind, !slot.isMissing { units.append((field, slot.unit)) }
            case .path: break
            }
            return slot
        case .date: return row.node(at: place).looseDay.map(Slot.date) ?? .missing
        case .link:
            let slot = text(place, in: row)
            guard slot.kind == .text else { return .missing }
            if withText(slot, { isWebAddress($0, isLink: slot.isLink) }) { return slot }
            return webAddress(string(slot)).map { add($0) } ?? .missing
        case .texts:
            let all = row.node(at: place).elements.compactMap(\.looseText)
            if all.isEmpty { return .missing }
            texts.append(all)
            return Slot(bits: UInt64(texts.count - 1), kind: .texts)
        case .rows, .row: return rows(layout.fields[field], row.node(at: place))
        case .nothing: return .missing
        }
    }

    /// Rows within the row.
    private mutating func rows(_ field: FieldDeclaration, _ node: JSONNode) -> Slot {
        switch field.kind {
        case .rows(let layout):
            let rows =
                isTold
                ? layout.read(told: node, context)
                : node.kind == .object ? layout.read(membersOf: node, context) : layout.read(node, context)
            if rows.count == 0 { return .missing }
            groups.append(rows)
        case .row(let layout):
            guard let inner = layout.read(row: node, context) else { return .missing }
            groups.append(inner.set)
        default: return .missing
        }
        return Slot(bits: UInt64(groups.count - 1), kind: .rows)
    }

    private static func number(_ text: Slot) -> Slot {
        var number = text
        number.kind = .number
        return number
    }

    private static func wholeNumber(_ text: String) -> Int? {
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) { return number }
        return DecimalAmount(text).flatMap { Int($0.rounded(toFraction: 0).text) }
    }

    // MARK: - End

    /// The rows, with what is computed from what was read.
    func end() -> RowSet {
        let read = RowSet(
            layout, bytes: bytes, own: own, slots: slots, currencies: currencies, texts: texts, groups: groups,
            isWhole: codec.computed.isEmpty)
        return read.leavingLargeAnswer().computing()
    }
}
