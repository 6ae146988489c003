/// Why a text can't take a value at a path.
package enum JSONCEditFault: Error, Sendable, Equatable {
    /// At this path, the empty one for the whole text, is something else than an object.
    case notAnObject(path: [String])
}

extension JSONCText {
    /// The text with a value at a path of member names; objects on the way are made where they are missing. Every byte
    /// outside the inserted or replaced value stays, comments and layout included. Comments inside a replaced value come to
    /// stand before its name.
    /// - Parameters:
    ///   - path: at least one name.
    ///   - value: in the layout of the text; a text on one line stays one.
    /// - Throws: ``JSONCEditFault`` when an object is needed where something else is.
    package func setting(_ path: [String], to value: JSONValue) throws(JSONCEditFault) -> [UInt8] {
        guard document != nil else { return appending(Self.nested(path[...], value)) }
        var brace = firstContent(from: 0)
        let style = JSONCStyle(bytes, brace: brace, first: members(of: brace)?.members.first)
        for (index, name) in path.enumerated() {
            guard let (members, close) = members(of: brace) else { throw .notAnObject(path: Array(path[..<index])) }
            guard let member = members.first(where: { isNamed(name, $0) }) else {
                let inserted = Self.nested(path[(index + 1)...], value)
                return inserting(name, inserted, behind: members, of: brace, closedAt: close, style)
            }
            if index == path.count - 1 { return replacing(member, with: value, style) }
            brace = member.value.lowerBound
        }
        return bytes
    }

    private func isNamed(_ name: String, _ member: JSONCMember) -> Bool {
        self.name(of: member)?.utf8.elementsEqual(name.utf8) ?? false
    }

    private static func nested(_ path: ArraySlice<String>, _ value: JSONValue) -> JSONValue {
        path.reversed().reduce(value) { .object([JSONMember($1, $0)]) }
    }

    /// The first value of a text without one.
    private func appending(_ value: JSONValue) -> [UInt8] {
        let style = JSONCStyle(bytes, first: nil)
        let hasOpenLine = bytes.last.map { !Self.breaks($0) } ?? false && bytes.contains { $0 < 0x80 }
        return bytes + (hasOpenLine ? style.newline : []) + style.rendered(value, indent: []) + style.newline
    }

    private func replacing(_ member: JSONCMember, with value: JSONValue, _ style: JSONCStyle) -> [UInt8] {
        let indent = style.indent(before: member.name.lowerBound)
        var kept: [UInt8] = []
        for comment in comments where member.value.contains(comment.lowerBound) {
            kept += bytes[comment]
            let needsLine = indent != nil || bytes[comment.lowerBound + 1] == UInt8(ascii: "/")
            kept += needsLine ? style.newline + (indent ?? []) : [0x20]
        }
        return Array(bytes[..<member.name.lowerBound]) + kept
            + Array(bytes[member.name.lowerBound..<member.value.lowerBound]) + style.rendered(value, indent: indent)
            + Array(bytes[member.value.upperBound...])
    }

    /// Behind the last member and the comments that follow it.
    private func inserting(
        _ name: String, _ value: JSONValue, behind members: [JSONCMember], of brace: Int, closedAt close: Int,
        _ style: JSONCStyle
    ) -> [UInt8] {
        let lastEnd = members.last?.value.upperBound ?? brace + 1
        var place = close
        while place > lastEnd, Self.isBlank(bytes[place - 1]) { place -= 1 }
        // The comma of the text's own style is kept, and given to the new member too.
        let hasTrailingComma = trailingCommas.contains { $0 >= lastEnd && $0 < close }
        let comma: [UInt8] = members.isEmpty || hasTrailingComma ? [] : [UInt8(ascii: ",")]
        let end: [UInt8] = hasTrailingComma ? [UInt8(ascii: ",")] : []
        var inserted: [UInt8]
        if members.isEmpty {
            let outer = style.indentOfLine(at: brace)
            let indent = outer + style.unit
            inserted = style.newline + indent + style.member(name, value, indent: indent)
            if !bytes[place..<close].contains(where: Self.breaks) { inserted += style.newline + outer }
        } else if bytes[lastEnd..<close].contains(where: Self.breaks) {
            let indent =
                members.last.flatMap { style.indent(before: $0.name.lowerBound) }
                ?? style.indentOfLine(at: close) + style.unit
            inserted = style.newline + indent + style.member(name, value, indent: indent) + end
        } else {
            inserted = [0x20] + style.member(name, value, indent: nil) + end
        }
        return Array(bytes[..<lastEnd]) + comma + Array(bytes[lastEnd..<place]) + inserted + Array(bytes[place...])
    }

    private static func breaks(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
