import DesignSystem
package import JSON
import Values

extension Row {
    /// Writes the fields at some places as one object; a field without a value is left out.
    package func write(_ places: [Int], into writer: inout JSONWriter) {
        self.set.writeRow(index, places, self.set.layout, into: &writer)
    }

    /// Writes the fields at some places as members of an object that is begun.
    func writeMembers(_ places: [Int], into writer: inout JSONWriter) {
        self.set.writeMembers(index, places, self.set.layout, into: &writer)
    }
}

/// Rows are written by the set, with its layout handed on: each reference that is taken on the way is counted, by instructions
/// that wait for all stores before them.
extension RowSet {
    /// - Parameter layout: of the set.
    fileprivate func writeRow(_ row: Int, _ places: [Int], _ layout: RowLayout, into writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(row, places, layout, into: &writer)
        writer.endObject()
    }

    fileprivate func writeMembers(_ row: Int, _ places: [Int], _ layout: RowLayout, into writer: inout JSONWriter) {
        var number = 0
        while number < places.count {
            let place = places[number]
            let slot = slots[row, place]
            number &+= 1
            switch slot.kind {
            case .text where slot.isClean:
                number = writeTexts(places, from: number &- 1, of: row, layout, into: &writer)
                continue
            case .missing:
                if place == layout.route { writeRoute(row, place, layout, into: &writer) }
                continue
            case .flag where slot.bits == 0 && layout.forms[place].isReadBadge: continue
            default: break
            }
            layout.keys.with(place) { writer.key(encoded: $0) }
            write(slot, layout.forms[place], into: &writer)
        }
    }

    /// Writes the texts from one on up to a field of another kind, as most fields of a row are, in one piece.
    /// - Returns: the number of places that are done.
    private func writeTexts(
        _ places: [Int], from first: Int, of row: Int, _ layout: RowLayout, into writer: inout JSONWriter
    ) -> Int {
        var (end, room) = (first, 0)
        while end < places.count {
            let slot = slots[row, places[end]]
            guard slot.kind == .text, slot.isClean else { break }
            room &+= layout.keys.count(places[end]) &+ slot.count &+ 3
            end &+= 1
        }
        bytes.withUnsafeBufferPointer { bytes in
            own.withUnsafeBufferPointer { own in
                layout.keys.withAll { keys in
                    writer.members(room: room) { target in
                        for number in first..<end {
                            let slot = slots[row, places[number]]
                            let text = (slot.isOwn ? own : bytes)[slot.start..<slot.start &+ slot.count]
                            JSONWriter.appendMember(
                                layout.keys.part(places[number], of: keys), string: UnsafeBufferPointer(rebasing: text),
                                isFirst: number == first, to: &target)
                        }
                    }
                }
            }
        }
        return end
    }

    /// Writes the member of the route, if the row has one.
    private func writeRoute(_ row: Int, _ place: Int, _ layout: RowLayout, into writer: inout JSONWriter) {
        layout.keys.with(place) { encodedKey in
            let row = Row(set: self, index: row)
            // In three parts, without a string: nearly all keys are letters and digits.
            if let ends = layout.encodedRouteEnds {
                let isWritten = row.withPlainKey(of: layout) { key in
                    writer.member(encodedKey, before: ends.before, key, after: ends.after)
                }
                if isWritten { return }
            }
            guard let route = row.route else { return }
            writer.key(encoded: encodedKey)
            writer.string(route)
        }
    }

    private func write(_ slot: Slot, _ form: FieldForm, into writer: inout JSONWriter) {
        switch slot.kind {
        case .missing: writer.null()
        case .text: withText(slot) { writer.string(utf8: $0) }
        case .number: writer.number(literal: string(slot))
        case .whole: writer.integer(slot.whole)
        case .flag: writer.bool(slot.bits == 1)
        case .money:
            if let money = Row(set: self, index: 0).money(slot) {
                money.currency.withToldText(money.amount) { writer.string(utf8: $0) }
            } else {
                writer.string("")
            }
        case .date: writer.string(Row(set: self, index: 0).date(slot)?.text ?? "")
        case .texts:
            writer.beginArray()
            for text in texts[slot.whole] { writer.string(text) }
            writer.endArray()
        case .rows:
            let rows = groups[slot.whole]
            let layout = rows.layout
            if form.isRow, rows.count > 0 { return rows.writeRow(0, layout.given, layout, into: &writer) }
            writer.beginArray()
            for row in 0..<rows.count {
                if form.isAmounts {
                    if let money = Row(set: rows, index: row)[RowLayout.amount] { writer.string(money.told) }
                } else {
                    rows.writeRow(row, layout.given, layout, into: &writer)
                }
            }
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
