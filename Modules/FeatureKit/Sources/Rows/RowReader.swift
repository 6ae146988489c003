import JSON
import Settings
import Values

/// Makes slots of an upstream's rows.
struct RowReader {
    let layout: RowLayout
    let context: RowContext
    let bytes: [UInt8]
    /// Whether the rows are as we wrote them, and not as an upstream did.
    let isTold: Bool
    /// Whether descriptions stay the HTML that they came as until they are given: of a list few ever are.
    private let leavesHTML: Bool
    private let reading: ContiguousArray<RowLayout.Reading>
    private var members: MemberFinder
    var own: [UInt8] = []
    /// The address that a field's addresses are relative to, with a slash at its end.
    var base: (field: FieldDeclaration, address: [UInt8])?
    var slots: ContiguousArray<Slot> = []
    var currencies: [Currency] = []
    private var texts: [[String]] = []
    private var groups: [RowSet] = []
    /// The places of currencies that are the same in every row, by the field of their amounts.
    var units: [(field: FieldDeclaration, place: UInt8)] = []

    init(
        _ layout: RowLayout, of node: JSONNode, _ context: RowContext, isTold: Bool = false, leavesHTML: Bool = false
    ) {
        self.layout = layout
        self.context = context
        self.isTold = isTold
        self.leavesHTML = leavesHTML && !isTold
        let (reading, members) = isTold ? layout.toldReading : (layout.reading, layout.members)
        self.reading = reading
        self.members = MemberFinder(members)
        bytes = node.documentText
        slots.reserveCapacity(max(1, node.kind == .array ? node.count : 1) * layout.fields.count)
    }

    /// - Parameter name: of the row, where it is a member of an object.
    mutating func read(_ row: JSONNode, name: String? = nil) {
        let start = slots.count
        let layout = layout
        members.find(in: row)
        slots += layout.blank
        for index in reading.indices {
            let (field, place) = (reading[index].field, members.places[reading[index].member])
            switch place.kind {
            case .missing, .null: continue
            default: break
            }
            let declaration = layout.fields[field]
            var slot: Slot
            if reading[index].rest.isEmpty {
                slot =
                    if let below = declaration.below { address(place, of: declaration, below) } else {
                        self.slot(declaration, place, in: row)
                    }
            } else {
                if case .texts = declaration.kind, reading[index].isOfMany {
                    let path = declaration.path?.dropFirst() ?? []
                    slots[start + field] = all(of: declaration, path, in: row.node(at: place))
                    continue
                }
                let isOfMany = reading[index].isOfMany
                slot = first(
                    of: declaration, reading[index].rest, from: 0, at: place, in: row, isOfMany: isOfMany)
                // Values behind elements are taken as they are.
                if isOfMany {
                    slots[start + field] = slot
                    continue
                }
            }
            if declaration.accepts != nil, !isAccepted(slot, declaration) { slot = .missing }
            slots[start + field] = slot
        }
        if !isTold, !layout.derived.isEmpty { derive(row, at: start) }
        if let name {
            for (place, field) in layout.fields.enumerated() where field.path?.first == "$key" {
                slots[start + place] = add(trimmed(name))
            }
        }
        for place in layout.positions { slots[start + place] = .whole(start / layout.fields.count + 1) }
        if layout.hasKey, !isKey(slots[start + layout.key]) {
            slots.removeLast(layout.fields.count)
            return
        }
        judgePrices(at: start)
    }

    /// Steps that the derived fields of one row may take together.
    private static let mostSteps = 10_000

    private mutating func derive(_ row: JSONNode, at start: Int) {
        var steps = Self.mostSteps
        for place in layout.derived {
            let field = layout.fields[place]
            guard let value = field.derive?(row, context, &steps) else { continue }
            let slot =
                switch value {
                case .node(let node): slot(field, node.place, in: node)
                case .text(let text): derived(field, .string(text), in: row)
                case .number(let text): derived(field, .number(text), in: row)
                case .value(let value): own(value)
                }
            slots[start + place] = isAccepted(slot, field) ? slot : .missing
        }
    }

    /// A derived text or number, as the field's kind reads one that stands in an answer.
    private mutating func derived(_ field: FieldDeclaration, _ value: JSONValue, in row: JSONNode) -> Slot {
        switch (field.kind, value) {
        case (.text, .string(let text)), (.prose, .string(let text)): return add(text)
        case (.link, .string(let text)), (.picture, .string(let text)):
            return webAddress(TextBound.limited(text)).map { add($0) } ?? .missing
        default: break
        }
        guard let node = try? JSONDocument(parsing: value.serialized()).root else { return .missing }
        var reader = RowReader(layout, of: node, context)
        var slot = reader.slot(field, node.place, in: node)
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
        let start = slots.count
        for field in layout.fields {
            switch field.path?.first {
            case "$key": slots.append(add(trimmed(name)))
            case "$value": slots.append(slot(field, value.place, in: value))
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
    private mutating func all(of field: FieldDeclaration, _ path: ArraySlice<String>, in node: JSONNode) -> Slot {
        var all: [String] = []
        for node in nodes(path, in: node) {
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
    /// - Parameter start: number of the first step to take from `place`.
    private mutating func first(
        of field: FieldDeclaration, _ path: [MemberName?], from start: Int, at place: JSONPlace, in row: JSONNode,
        isOfMany: Bool
    ) -> Slot {
        var (place, number) = (place, start)
        while number < path.count {
            guard let name = path[number] else {
                for element in row.node(at: place).elements {
                    let slot = first(of: field, path, from: number + 1, at: element.place, in: row, isOfMany: true)
                    if !slot.isMissing { return slot }
                }
                return .missing
            }
            place = name.member(of: place, in: row)
            number += 1
        }
        switch place.kind {
        case .missing, .null: return .missing
        default: return slot(field, place, in: isOfMany ? row.node(at: place) : row)
        }
    }

    private func nodes(_ path: ArraySlice<String>, in node: JSONNode) -> [JSONNode] {
        guard let name = path.first else { return [node] }
        if name == "*" { return node.elements.flatMap { nodes(path.dropFirst(), in: $0) } }
        return node[name].map { nodes(path.dropFirst(), in: $0) } ?? []
    }

    // MARK: - Values

    private mutating func slot(_ field: FieldDeclaration, _ place: JSONPlace, in row: JSONNode) -> Slot {
        if leavesHTML, field.canStayHTML, let slot = html(place) { return slot }
        if place.kind == .number, let slot = plainMoney(field, place) { return slot }
        switch field.kind {
        case .text, .word, .prose:
            let slot = text(place, in: row)
            // A word that the schema does not know is missing.
            if case .word(let words) = field.kind, slot.kind == .text, !words.contains(string(slot)) { return .missing }
            guard field.marks.contains(.html), !isTold, slot.kind == .text else { return slot }
            let isProse = if case .prose = field.kind { true } else { false }
            // Most texts are plain as they came, and stay where they lie.
            if withText(slot, { isProse ? isPlainText(html: $0) : isPlainLine(html: $0) }) { return slot }
            let given = string(slot)
            return add(isProse ? plainText(html: given) : trimmed(decodingHTMLEntities(given)))
        case .whole:
            let node = row.node(at: place)
            // A key that is nearly another one does not count.
            let value = field.role == .key ? node.looseInteger : node.integer ?? node.looseText.flatMap(wholeNumber)
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
        case .money(let unit):
            let slot = money(row.node(at: place), unit, in: row)
            switch unit {
            // The unit of a plain number is the declared one.
            case .code, .setting: if place.kind == .number, !slot.isMissing { units.append((field, slot.unit)) }
            case .path: break
            }
            return slot
        case .date: return row.node(at: place).looseDay.map(Slot.date) ?? .missing
        case .link, .picture:
            let slot = text(place, in: row)
            guard slot.kind == .text else { return .missing }
            if withText(slot, { isWebAddress($0, isLink: slot.isLink) }) { return slot }
            return webAddress(string(slot)).map { add($0) } ?? .missing
        case .amounts: return .missing
        case .texts:
            let all = row.node(at: place).elements.compactMap(\.looseText)
            if all.isEmpty { return .missing }
            texts.append(all)
            return Slot(bits: UInt64(texts.count - 1), kind: .texts)
        case .route, .position: return .missing
        case .rows(let layout):
            let node = row.node(at: place)
            let rows =
                isTold
                ? layout.read(told: node, context)
                : node.kind == .object ? layout.read(membersOf: node, context) : layout.read(node, context)
            if rows.count == 0 { return .missing }
            groups.append(rows)
            return Slot(bits: UInt64(groups.count - 1), kind: .rows)
        case .row(let layout):
            guard let inner = layout.read(row: row.node(at: place), context) else { return .missing }
            groups.append(inner.set)
            return Slot(bits: UInt64(groups.count - 1), kind: .rows)
        }
    }

    private static func number(_ text: Slot) -> Slot {
        var number = text
        number.kind = .number
        return number
    }

    private func wholeNumber(_ text: String) -> Int? {
        DecimalAmount(text).flatMap { Int($0.rounded(toFraction: 0).text) }
    }

    func withText<Result>(_ slot: Slot, _ body: (Swift.Span<UInt8>) -> Result) -> Result {
        slot.isOwn
            ? body(own.span.extracting(slot.start..<slot.start + slot.count))
            : body(bytes.span.extracting(slot.start..<slot.start + slot.count))
    }

    // Well-formed: of a document that was read, or written here.
    func string(_ slot: Slot) -> String { withText(slot) { String(wellFormed: $0) } }

    /// A text that stays HTML; nil for one that is plain as it stands, or may have nothing to be seen.
    private func html(_ place: JSONPlace) -> Slot? {
        guard place.kind == .string || place.kind == .escapedString, place.length <= TextBound.scalars else {
            return nil
        }
        let (start, count) = (Int(place.offset), Int(place.length))
        return showsText(html: bytes.span.extracting(start..<start &+ count)) ? .html(at: start, count: count) : nil
    }

    /// A text, or a number as its digits; a text of blanks alone is missing.
    private mutating func text(_ place: JSONPlace, in row: JSONNode) -> Slot {
        switch place.kind {
        case .string, .number:
            let (start, count) = (Int(place.offset), Int(place.length))
            guard count <= TextBound.scalars else { return row.node(at: place).looseText.map { add($0) } ?? .missing }
            return bytes.withUnsafeBufferPointer { all in
                let text = UnsafeBufferPointer(rebasing: all[start..<start &+ count])
                guard let first = text.first else { return .missing }
                if first <= 0x20 || first >= 0x80, trimmed(String(decoding: text, as: UTF8.self)).isEmpty {
                    return .missing
                }
                return .text(text, at: start, isOwn: false)
            }
        case .escapedString: return row.node(at: place).boundedText.map { add($0) } ?? .missing
        default: return .missing
        }
    }

    /// A text of our own.
    mutating func add(_ text: String) -> Slot {
        if trimmed(text).isEmpty { return .missing }
        var text = text
        let start = own.count
        return text.withUTF8 { bytes in
            own.append(contentsOf: bytes)
            return .text(bytes, at: start, isOwn: true)
        }
    }

    // MARK: - End

    /// The rows, with what is computed from what was read.
    func end() -> RowSet {
        let read = RowSet(
            layout, bytes: bytes, own: own, slots: slots, currencies: currencies, texts: texts, groups: groups)
        return read.setting(layout.computed) { row, place in layout.fields[place].compute?(row) }
    }
}
