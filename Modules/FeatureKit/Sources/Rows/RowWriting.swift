import DesignSystem
package import JSON
import Values

extension Row {
    /// Writes the fields at some places as one object; a field without a value is left out.
    package func write(_ places: [Int], into writer: inout JSONWriter) {
        set.writeRow(index, places, set.layout, set.codec, into: &writer)
    }

    /// Writes the fields at some places as members of an object that is begun.
    func writeMembers(_ places: [Int], into writer: inout JSONWriter) {
        set.writeMembers(index, places, set.layout, set.codec, into: &writer)
    }
}

extension [Row] {
    /// Writes the rows as the elements of an array that is begun.
    func write(_ places: [Int], into writer: inout JSONWriter) {
        for index in indices {
            withSet(of: index) { set, row in set.writeRow(row, places, set.layout, set.codec, into: &writer) }
        }
    }
}

/// Rows are written by the set, with its layout handed on: each reference that is taken on the way is counted, by instructions
/// that wait for all stores before them.
extension RowSet {
    /// - Parameters:
    ///   - layout: of the set.
    ///   - codec: of the set.
    fileprivate func writeRow(
        _ row: Int, _ places: [Int], _ layout: RowLayout, _ codec: RowCodec, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writeMembers(row, places, layout, codec, into: &writer)
        writer.endObject()
    }

    fileprivate func writeMembers(
        _ row: Int, _ places: [Int], _ layout: RowLayout, _ codec: RowCodec, into writer: inout JSONWriter
    ) {
        var (number, room) = (0, Self.usualRoom)
        while number < places.count {
            writer.members(atLeast: room) { target, commaIsDue in
                (number, room) = writePlain(places, from: number, of: row, layout, codec, to: &target, &commaIsDue)
            }
            guard number < places.count, room == 0 else { continue }
            let place = places[number]
            let slot = slots[row, place]
            number &+= 1
            if slot.kind == .missing {
                writeRoute(row, place, layout, codec, into: &writer)
            } else {
                codec.keys.with(place) { writer.key(encoded: $0) }
                write(slot, codec.forms[place], into: &writer)
            }
        }
    }

    /// Bytes to make room for at first, and beside the key and the text of a value.
    private static var usualRoom: Int { 64 }

    /// Writes the values from one on, up to one that has to be looked at, as few have, or that does not fit.
    /// - Returns: the number of places that are done, and the bytes that the next value needs; 0 for one that has to be looked at.
    private func writePlain(
        _ places: [Int], from first: Int, of row: Int, _ layout: RowLayout, _ codec: RowCodec,
        to target: inout ByteTarget, _ commaIsDue: inout Bool
    ) -> (number: Int, room: Int) {
        bytes.withUnsafeBufferPointer { bytes in
            own.withUnsafeBufferPointer { own in
                codec.keys.withAll { keys in
                    // A copy of its own, whose ends stay in registers.
                    var rest = target.rest
                    var (number, lacking) = (first, 0)
                    values: while number < places.count {
                        let place = places[number]
                        let slot = slots[row, place]
                        var need = Self.usualRoom
                        switch slot.kind {
                        case .text:
                            guard slot.isClean else { break values }
                            need &+= slot.count
                        case .whole: break
                        case .missing:
                            guard place != layout.route else { break values }
                            number &+= 1
                            continue values
                        case .flag where slot.bits == 0 && codec.forms[place].isReadBadge:
                            number &+= 1
                            continue values
                        case .flag: break
                        case .money:
                            guard let room = toldRoom(slot) else { break values }
                            need &+= room
                        default: break values
                        }
                        let key = codec.keys.part(place, of: keys)
                        need &+= key.count
                        guard rest.room >= need else {
                            lacking = need
                            break values
                        }
                        if commaIsDue { rest.append(UInt8(ascii: ",")) }
                        commaIsDue = true
                        rest.append(copying: key)
                        switch slot.kind {
                        case .text:
                            let text = (slot.isOwn ? own : bytes)[slot.start..<slot.start &+ slot.count]
                            rest.append(UInt8(ascii: "\""))
                            rest.append(copying: UnsafeBufferPointer(rebasing: text))
                            rest.append(UInt8(ascii: "\""))
                        case .whole: rest.append(decimal: slot.whole)
                        case .money:
                            rest.append(UInt8(ascii: "\""))
                            currency(slot)?._withUnsafeGuaranteedRef { $0.writeTold(slot.amount, to: &rest) }
                            rest.append(UInt8(ascii: "\""))
                        default: rest.append(slot.bits == 1 ? "true" : "false")
                        }
                        number &+= 1
                    }
                    target.skip(to: rest)
                    return (number, lacking)
                }
            }
        }
    }

    /// Writes the member of the route, if the row has one.
    private func writeRoute(
        _ row: Int, _ place: Int, _ layout: RowLayout, _ codec: RowCodec, into writer: inout JSONWriter
    ) {
        codec.keys.with(place) { encodedKey in
            let row = Row(set: self, index: row)
            // In three parts, without a string: nearly all keys are letters and digits.
            let isWritten = row.withPlainRoute(of: layout, between: codec.routeEnds) { before, key, after in
                writer.member(encodedKey, before, key, after)
            }
            if isWritten { return }
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
            writer.string(Row(set: self, index: 0).money(slot)?.told ?? "")
        case .date: writer.string(Row(set: self, index: 0).date(slot)?.text ?? "")
        case .texts:
            writer.beginArray()
            for text in texts[slot.whole] { writer.string(text) }
            writer.endArray()
        case .rows:
            let rows = groups[slot.whole]
            let (layout, codec) = (rows.layout, rows.codec)
            if form.isRow, rows.count > 0 { return rows.writeRow(0, layout.given, layout, codec, into: &writer) }
            writer.beginArray()
            for row in 0..<rows.count {
                if form.isAmounts {
                    if let money = Row(set: rows, index: row)[RowLayout.amount] { writer.string(money.told) }
                } else {
                    rows.writeRow(row, layout.given, layout, codec, into: &writer)
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

extension FieldDeclaration {
    /// The JSON Schema of one value.
    var schema: ValueSchema {
        switch kind {
        case .text, .prose, .link, .picture, .route, .money, .date: .type(.string)
        case .word(let words): .words(words)
        case .whole, .position, .duration: .type(.integer)
        case .number: .type(.number)
        case .flag: .type(.boolean)
        case .texts, .amounts: .array(of: .type(.string))
        case .rows(let layout): .array(of: .row(layout, layout.given))
        case .row(let layout): .row(layout, layout.given)
        }
    }
}
