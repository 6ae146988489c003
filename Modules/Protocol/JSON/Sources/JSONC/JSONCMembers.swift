/// One member of an object, as places in the text.
struct JSONCMember {
    /// With its quotes.
    let name: Range<Int>
    let value: Range<Int>
}

/// Walks over the plain text, which is known to be strict JSON: what stands where is never in doubt.
extension JSONCText {
    /// The members of the object whose brace is at `brace`, and where its closing brace is; nil when no object is there.
    func members(of brace: Int) -> (members: [JSONCMember], close: Int)? {
        guard byte(brace) == UInt8(ascii: "{") else { return nil }
        var members: [JSONCMember] = []
        var position = firstContent(from: brace + 1)
        while let here = byte(position), here != UInt8(ascii: "}") {
            let name = position..<end(ofValueAt: position)
            // Behind the colon, and later behind the comma.
            let start = firstContent(from: firstContent(from: name.upperBound) + 1)
            let value = start..<end(ofValueAt: start)
            guard !name.isEmpty, !value.isEmpty else { return nil }
            members.append(JSONCMember(name: name, value: value))
            position = firstContent(from: value.upperBound)
            if byte(position) == UInt8(ascii: ",") { position = firstContent(from: position + 1) }
        }
        return position < plain.count ? (members, position) : nil
    }

    /// The offset of the first byte from `position` on that is neither white space nor of a comment.
    func firstContent(from position: Int) -> Int {
        var position = position
        while let byte = byte(position), Self.isBlank(byte) { position += 1 }
        return position
    }

    /// The name of a member, unescaped.
    func name(of member: JSONCMember) -> String? {
        (try? JSONDocument(parsing: Array(plain[member.name])))?.root.string
    }

    private func byte(_ position: Int) -> UInt8? { plain.indices.contains(position) ? plain[position] : nil }

    private func end(ofValueAt start: Int) -> Int {
        var position = start
        var depth = 0
        while let byte = byte(position) {
            switch byte {
            case UInt8(ascii: "\""): position = endOfString(at: position) - 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return position }
                depth -= 1
            default:
                let isEnd = Self.isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
                if depth == 0, isEnd { return position }
                position += 1
                continue
            }
            position += 1
            if depth == 0 { return position }
        }
        return position
    }

    private func endOfString(at quote: Int) -> Int {
        var position = quote + 1
        while let byte = byte(position) {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return position }
        }
        return position
    }
}
