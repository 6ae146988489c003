package import DesignSystem
package import JSON
package import Settings

/// What reading a row needs besides its bytes: the settings and the locale in force.
package struct RowContext: Sendable {
    let settings: Settings
    let locale: TextLocale

    package init(_ settings: Settings, _ locale: TextLocale) {
        self.settings = settings
        self.locale = locale
    }
}

extension RowLayout {
    /// Reads an upstream's array of rows. Reading is lenient: numbers may come as text, and what can't be read is missing. A row
    /// without a key is left out: it could not be told from another.
    /// - Parameter array: an array of objects; anything else has no rows.
    package func read(_ array: JSONNode, _ context: RowContext) -> RowSet {
        var reader = RowReader(self, of: array, context)
        for element in array.elements { reader.read(element) }
        return reader.end()
    }

    /// Reads one row.
    /// - Returns: nil when it has no key.
    package func read(row object: JSONNode, _ context: RowContext) -> Row? {
        var reader = RowReader(self, of: object, context)
        reader.read(object)
        let set = reader.end()
        return set.count == 1 ? Row(set: set, index: 0) : nil
    }
}

/// Makes slots of an upstream's rows.
private struct RowReader {
    private let layout: RowLayout
    private let context: RowContext
    private let bytes: [UInt8]
    private var places: ContiguousArray<JSONPlace>
    private var own: [UInt8] = []
    private var slots: ContiguousArray<Slot> = []
    private var currencies: [Currency] = []
    private var texts: [[String]] = []
    private var groups: [RowSet] = []

    init(_ layout: RowLayout, of node: JSONNode, _ context: RowContext) {
        self.layout = layout
        self.context = context
        bytes = node.documentText
        places = ContiguousArray(repeating: .missing, count: layout.members.count)
        slots.reserveCapacity(max(1, node.kind == .array ? node.count : 1) * layout.fields.count)
    }

    mutating func read(_ row: JSONNode) {
        let start = slots.count
        row.find(layout.members, into: &places)
        for _ in layout.fields.indices { slots.append(.missing) }
        for (field, member, rest) in layout.reading {
            var place = places[member]
            if place.kind == .missing || place.kind == .null { continue }
            if rest.contains("*") {
                slots[start + field] = first(of: layout.fields[field], rest[...], in: row.node(at: place))
                continue
            }
            if !rest.isEmpty {
                guard let node = rest.reduce(row.node(at: place), { $0?[$1] }) else { continue }
                place = node.place
                if place.kind == .null { continue }
            }
            slots[start + field] = slot(layout.fields[field], place, in: row)
        }
        for place in layout.positions { slots[start + place] = .whole(start / layout.fields.count + 1) }
        if layout.hasKey, slots[start + layout.key].isMissing {
            slots.removeLast(layout.fields.count)
            return
        }
        judgePrices(at: start)
    }

    /// The value at a path through arrays, whose elements `*` stands for: all of them for a list of texts, else the first that can be
    /// read.
    private mutating func first(of field: FieldDeclaration, _ path: ArraySlice<String>, in node: JSONNode) -> Slot {
        if case .texts = field.kind {
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
        for node in nodes(path, in: node) {
            let slot = slot(field, node.place, in: node)
            if !slot.isMissing { return slot }
        }
        return .missing
    }

    private func nodes(_ path: ArraySlice<String>, in node: JSONNode) -> [JSONNode] {
        guard let name = path.first else { return [node] }
        if name == "*" { return node.elements.flatMap { nodes(path.dropFirst(), in: $0) } }
        return node[name].map { nodes(path.dropFirst(), in: $0) } ?? []
    }

    /// A reduced price counts where it is above nothing and below the regular one; the rate beside it is the upstream's where
    /// that can be, else it is computed.
    private mutating func judgePrices(at start: Int) {
        guard let reduced = layout.reduced, let price = layout.price else { return }
        let sale = amount(slots[start + reduced]).flatMap { reduced in
            amount(slots[start + price]).flatMap { regular in
                reduced > .zero && reduced < regular ? (reduced: reduced, regular: regular) : nil
            }
        }
        if sale == nil { slots[start + reduced] = .missing }
        guard let discount = layout.discount else { return }
        let told = slots[start + discount]
        if let sale, told.kind == .whole, percentages.contains(told.whole), sale.reduced < sale.regular { return }
        slots[start + discount] =
            sale.flatMap { percentOff($0.reduced, insteadOf: $0.regular) }.map(Slot.whole) ?? .missing
    }

    private func amount(_ slot: Slot) -> DecimalAmount? {
        slot.kind == .money
            ? DecimalAmount(coefficient: Int64(bitPattern: slot.bits), scale: Int(slot.scale)) : nil
    }

    // MARK: - Values

    private mutating func slot(_ field: FieldDeclaration, _ place: JSONPlace, in row: JSONNode) -> Slot {
        switch field.kind {
        case .text, .word, .prose:
            let slot = text(place, in: row)
            guard field.marks.contains(.html), slot.kind == .text else { return slot }
            let given = string(slot)
            guard given.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
                return slot
            }
            if case .prose = field.kind { return add(plainText(html: given)) }
            return add(trimmed(decodingHTMLEntities(given)))
        case .whole:
            let node = row.node(at: place)
            // A key that is nearly another one is none.
            let value = field.role == .key ? node.looseInteger : node.integer ?? node.looseText.flatMap(wholeNumber)
            return value.map(Slot.whole) ?? .missing
        case .number:
            let slot = text(place, in: row)
            return slot.kind == .missing || DecimalAmount(string(slot)) == nil ? .missing : Self.number(slot)
        case .flag:
            switch place.kind {
            case .true: return .flag(true)
            case .false: return .flag(false)
            default:
                let node = row.node(at: place)
                return .flag(node.isString("true") || node.looseInteger == 1)
            }
        case .money(let unit): return money(row.node(at: place), unit, in: row)
        case .date: return day(row.node(at: place)).map(Slot.date) ?? .missing
        case .link, .picture:
            let slot = text(place, in: row)
            guard slot.kind == .text else { return .missing }
            let given = string(slot)
            guard let address = webAddress(given) else { return .missing }
            return address.utf8.count == given.utf8.count ? slot : add(address)
        case .texts:
            let all = row.node(at: place).elements.compactMap(\.looseText)
            if all.isEmpty { return .missing }
            texts.append(all)
            return Slot(bits: UInt64(texts.count - 1), kind: .texts)
        case .route, .position: return .missing
        case .rows(let layout):
            groups.append(layout.read(row.node(at: place), context))
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

    private func string(_ slot: Slot) -> String {
        let all = slot.isOwn ? own : bytes
        return String(decoding: all[slot.start..<slot.start + slot.count], as: UTF8.self)
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
                return .text(start, count, isOwn: false, isClean: isCleanText(text))
            }
        case .escapedString: return row.node(at: place).boundedText.map { add($0) } ?? .missing
        default: return .missing
        }
    }

    /// A text of our own.
    private mutating func add(_ text: String) -> Slot {
        if trimmed(text).isEmpty { return .missing }
        var text = text
        let start = own.count
        return text.withUTF8 { bytes in
            own.append(contentsOf: bytes)
            return .text(start, bytes.count, isOwn: true, isClean: isCleanText(bytes))
        }
    }

    private mutating func money(_ node: JSONNode, _ unit: MoneyUnit, in row: JSONNode) -> Slot {
        var amount = node
        var code: String? =
            switch unit {
            case .code(let code): code
            case .setting(let key): context.settings[key].uppercased()
            case .path(let path): path.split(separator: ".").reduce(row) { $0?[String($1)] }?.string?.uppercased()
            }
        if node.kind == .object {
            code = node["currency"]?.string?.uppercased() ?? code
            guard let inner = node["amount"] ?? node["value"] else { return .missing }
            amount = inner
        }
        // A price below nothing is none, and neither is one that can't be read.
        guard let code, let value = amount.looseText.flatMap(spelledAmount), !value.isNegative,
            let place = place(of: code)
        else { return .missing }
        return Slot(
            bits: UInt64(bitPattern: value.coefficient), kind: .money, scale: UInt8(truncatingIfNeeded: value.scale),
            unit: place)
    }

    private mutating func place(of code: String) -> UInt8? {
        if let place = currencies.firstIndex(where: { $0.code == code }) { return UInt8(truncatingIfNeeded: place) }
        guard currencies.count < 255 else { return nil }
        currencies.append(Currency(code, context.locale))
        return UInt8(truncatingIfNeeded: currencies.count - 1)
    }

    // MARK: - End

    /// The rows, with what is computed from what was read.
    func end() -> RowSet {
        let read = RowSet(
            layout, bytes: bytes, own: own, slots: slots, currencies: currencies, texts: texts, groups: groups)
        return read.setting(layout.computed) { row, field in field.compute?(row) }
    }
}

extension RowSet {
    /// The same rows, with values for some fields.
    /// - Parameter value: nil for no value.
    func setting(_ places: [Int], _ value: (Row, FieldDeclaration) -> FieldValue?) -> RowSet {
        if places.isEmpty { return self }
        var (slots, own, currencies) = (slots, own, currencies)
        let width = layout.fields.count
        for index in 0..<count {
            let row = Row(set: self, index: index)
            for place in places {
                slots[index * width + place] = Self.slot(value(row, layout.fields[place]), &own, &currencies)
            }
        }
        return RowSet(
            layout, bytes: bytes, own: own, slots: slots, currencies: currencies, texts: texts, groups: groups)
    }

    private static func slot(_ value: FieldValue?, _ own: inout [UInt8], _ currencies: inout [Currency]) -> Slot {
        switch value {
        case nil: return .missing
        case .whole(let value): return .whole(value)
        case .flag(let value): return .flag(value)
        case .date(let date): return .date(date)
        case .text(var text):
            let start = own.count
            return text.withUTF8 { bytes in
                own.append(contentsOf: bytes)
                return .text(start, bytes.count, isOwn: true, isClean: isCleanText(bytes))
            }
        case .money(let money):
            let place = currencies.firstIndex(of: money.unit) ?? currencies.count
            guard place < 255 else { return .missing }
            if place == currencies.count { currencies.append(money.unit) }
            return Slot(
                bits: UInt64(bitPattern: money.amount.coefficient), kind: .money,
                scale: UInt8(truncatingIfNeeded: money.amount.scale), unit: UInt8(truncatingIfNeeded: place))
        }
    }
}
