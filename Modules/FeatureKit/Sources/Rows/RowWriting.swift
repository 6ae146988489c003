import DesignSystem
package import JSON
import Values

extension Row {
    /// Writes the fields at some places as one object; a field without a value is left out.
    package func write(_ places: [Int], into writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(places, into: &writer)
        writer.endObject()
    }

    /// Writes the fields at some places as members of an object that is begun.
    func writeMembers(_ places: [Int], into writer: inout JSONWriter) {
        let (set, layout) = (self.set, self.set.layout)
        let start = index &* layout.fields.count
        var done = 0
        for (number, place) in places.enumerated() where number >= done {
            let slot = set.slots[start &+ place]
            switch slot.kind {
            case .text where slot.isClean:
                done = writeTexts(places, from: number, into: &writer)
                continue
            case .text:
                let key = layout.fields[place].encodedKey
                set.withText(slot) { writer.member(key, string: $0, isClean: false) }
                continue
            case .missing:
                if place == layout.route { writeRoute(place, into: &writer) }
                continue
            case .money:
                if let money = money(slot) {
                    let key = layout.fields[place].encodedKey
                    money.currency.withToldText(money.amount) { writer.member(key, string: $0, isClean: false) }
                    continue
                }
            // What a badge says it says by being there.
            case .flag where slot.bits == 0 && layout.badges.contains(place) && layout.fields[place].overlay == nil:
                continue
            default: break
            }
            writer.key(encoded: layout.fields[place].encodedKey)
            switch layout.fields[place].kind {
            case .row(let inner) where slot.kind == .rows:
                set.groups[slot.whole].rows.first?.write(inner.given, into: &writer)
            case .amounts:
                writer.beginArray()
                for money in amounts(place) { writer.string(money.told) }
                writer.endArray()
            default: write(slot, into: &writer)
            }
        }
    }

    /// Writes the texts from one on up to a field of another kind, as most fields of a row are, in one piece.
    /// - Returns: the number of places that are done.
    private func writeTexts(_ places: [Int], from first: Int, into writer: inout JSONWriter) -> Int {
        let (set, layout) = (self.set, self.set.layout)
        let start = index &* layout.fields.count
        var (end, room) = (first, 0)
        while end < places.count {
            let slot = set.slots[start &+ places[end]]
            guard slot.kind == .text, slot.isClean else { break }
            room &+= layout.keys.ranges[places[end]].count &+ slot.count &+ 3
            end &+= 1
        }
        set.bytes.withUnsafeBufferPointer { bytes in
            set.own.withUnsafeBufferPointer { own in
                layout.keys.bytes.withUnsafeBufferPointer { keys in
                    writer.members(room: room) { target in
                        for number in first..<end {
                            let slot = set.slots[start &+ places[number]]
                            let text = (slot.isOwn ? own : bytes)[slot.start..<slot.start &+ slot.count]
                            JSONWriter.appendMember(
                                UnsafeBufferPointer(rebasing: keys[layout.keys.ranges[places[number]]]),
                                string: UnsafeBufferPointer(rebasing: text), isFirst: number == first, to: &target)
                        }
                    }
                }
            }
        }
        return end
    }

    /// Writes the member of the route, if the row has one.
    private func writeRoute(_ place: Int, into writer: inout JSONWriter) {
        let encodedKey = layout.fields[place].encodedKey
        // In three parts, without a string: nearly all keys are letters and digits.
        if let ends = layout.encodedRouteEnds {
            let isWritten = withPlainKey { key in
                writer.member(encodedKey, before: ends.before, key, after: ends.after)
            }
            if isWritten { return }
        }
        guard let route else { return }
        writer.key(encoded: encodedKey)
        writer.string(route)
    }

    private func write(_ slot: Slot, into writer: inout JSONWriter) {
        switch slot.kind {
        case .missing: writer.null()
        case .text: set.withText(slot) { writer.string(utf8: $0) }
        case .number: writer.number(literal: set.string(slot))
        case .whole: writer.integer(slot.whole)
        case .flag: writer.bool(slot.bits == 1)
        case .money:
            if let money = money(slot) {
                money.currency.withToldText(money.amount) { writer.string(utf8: $0) }
            } else {
                writer.string("")
            }
        case .date: writer.string(date(slot)?.text ?? "")
        case .texts:
            writer.beginArray()
            for text in set.texts[slot.whole] { writer.string(text) }
            writer.endArray()
        case .rows:
            let rows = set.groups[slot.whole]
            writer.beginArray()
            for index in 0..<rows.count { Row(set: rows, index: index).write(rows.layout.given, into: &writer) }
            writer.endArray()
        }
    }
}

extension RowSet {
    /// The rows as a JSON array, with every field.
    package func serialized() -> [UInt8] {
        var writer = JSONWriter(reserving: 128 * (count + 1))
        writer.beginArray()
        for row in rows { row.write(layout.given, into: &writer) }
        writer.endArray()
        return writer.bytes
    }
}

extension RowLayout {
    /// The JSON Schema of a row with the fields at some places, of which all but the key may be missing.
    func schema(_ places: [Int]) -> JSONValue {
        var members = [
            JSONMember("type", "object"),
            JSONMember("properties", .object(places.map { JSONMember(fields[$0].name, fields[$0].schema) })),
        ]
        if hasKey, places.contains(key) { members.append(JSONMember("required", .array([.string(fields[key].name)]))) }
        return .object(members)
    }
}

extension FieldDeclaration {
    /// The JSON Schema of one value.
    var schema: JSONValue {
        switch kind {
        case .text, .prose, .link, .picture, .route, .money, .date: ["type": "string"]
        case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
        case .whole, .position, .duration: ["type": "integer"]
        case .number: ["type": "number"]
        case .flag: ["type": "boolean"]
        case .texts, .amounts: ["type": "array", "items": ["type": "string"]]
        case .rows(let layout): ["type": "array", "items": layout.schema(layout.given)]
        case .row(let layout): layout.schema(layout.given)
        }
    }
}
