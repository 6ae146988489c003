/// Layout of a text; inserted members follow it.
struct JSONCStyle {
    /// Indentation of one level.
    let unit: [UInt8]
    let newline: [UInt8]
    private let bytes: [UInt8]

    /// - Parameters:
    ///   - brace: where the outermost object begins: what its line begins with is of no level.
    ///   - first: its first member; nil without one.
    init(_ bytes: [UInt8], brace: Int = 0, first: JSONCMember?) {
        self.bytes = bytes
        let feed = bytes.firstIndex(of: 0x0A)
        newline = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false ? [0x0D, 0x0A] : [0x0A]
        let indent = first.flatMap { Self.indent(before: $0.name.lowerBound, in: bytes) } ?? []
        let outer = Self.indentOfLine(at: brace, in: bytes)
        let level = indent.starts(with: outer) ? Array(indent.dropFirst(outer.count)) : indent
        unit = level.isEmpty ? [0x20, 0x20] : level
    }

    /// The white space between the line's start and `offset`; nil when more than that is there.
    func indent(before offset: Int) -> [UInt8]? { Self.indent(before: offset, in: bytes) }

    /// The white space that the line of `offset` begins with.
    func indentOfLine(at offset: Int) -> [UInt8] { Self.indentOfLine(at: offset, in: bytes) }

    private static func indentOfLine(at offset: Int, in bytes: [UInt8]) -> [UInt8] {
        var start = min(offset, bytes.count)
        while start > 0, !breaks(bytes[start - 1]) { start -= 1 }
        return Array(bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 })
    }

    /// A value as it is written: objects over several lines, arrays of scalars on one.
    /// - Parameter indent: of the line on which the value begins; nil to write all on one line.
    func rendered(_ value: JSONValue, indent: [UInt8]?) -> [UInt8] {
        switch value {
        case .object(let members) where !members.isEmpty:
            let inner = indent.map { $0 + unit }
            let parts = members.map { member($0.key, $0.value, indent: inner) }
            return joined(parts, "{", "}", indent: indent)
        case .array(let elements) where !elements.isEmpty:
            let indent = elements.contains { $0.isContainer } ? indent : nil
            let inner = indent.map { $0 + unit }
            return joined(elements.map { rendered($0, indent: inner) }, "[", "]", indent: indent)
        default: return value.serialized()
        }
    }

    /// A member as it is written, without a comma.
    func member(_ name: String, _ value: JSONValue, indent: [UInt8]?) -> [UInt8] {
        JSONValue.string(name).serialized() + [UInt8](": ".utf8) + rendered(value, indent: indent)
    }

    private func joined(_ parts: [[UInt8]], _ opening: String, _ closing: String, indent: [UInt8]?) -> [UInt8] {
        var text = [UInt8](opening.utf8)
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if let indent { text += newline + indent + unit } else if index > 0 { text.append(0x20) }
            text += part
        }
        if let indent { text += newline + indent }
        return text + [UInt8](closing.utf8)
    }

    private static func indent(before offset: Int, in bytes: [UInt8]) -> [UInt8]? {
        var start = offset
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start == 0 || breaks(bytes[start - 1]) ? Array(bytes[start..<offset]) : nil
    }

    private static func breaks(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

extension JSONValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
