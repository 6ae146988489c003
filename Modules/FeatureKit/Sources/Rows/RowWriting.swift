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
        let start = index &* layout.fields.count
        for place in places {
            let slot = set.slots[start &+ place]
            if slot.isMissing {
                guard place == layout.route else { continue }
                writeRoute(place, into: &writer)
                continue
            }
            // What a badge says it says by being there.
            if slot.kind == .flag, slot.bits == 0, layout.badges.contains(place), layout.fields[place].overlay == nil {
                continue
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

    /// Writes the member of the route, if the row has one.
    private func writeRoute(_ place: Int, into writer: inout JSONWriter) {
        let encodedKey = layout.fields[place].encodedKey
        // In three parts, without a string: nearly all keys are letters and digits.
        if let ends = layout.encodedRouteEnds {
            let isWritten = withPlainKey { key in
                writer.key(encoded: encodedKey)
                writer.string(before: ends.before, key, after: ends.after)
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
        case .text: set.withText(slot) { writer.string(utf8: $0, isClean: slot.isClean) }
        case .number: writer.number(literal: set.string(slot))
        case .whole: writer.integer(slot.whole)
        case .flag: writer.bool(slot.bits == 1)
        case .money:
            if let money = money(slot) {
                money.currency.withToldText(money.amount) { writer.string(utf8: $0, isClean: false) }
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
            for row in rows.rows { row.write(rows.layout.given, into: &writer) }
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
        case .whole, .position: ["type": "integer"]
        case .number: ["type": "number"]
        case .flag: ["type": "boolean"]
        case .texts, .amounts: ["type": "array", "items": ["type": "string"]]
        case .rows(let layout): ["type": "array", "items": layout.schema(layout.given)]
        case .row(let layout): layout.schema(layout.given)
        }
    }
}
