extension JSONWriter {
    /// A whole value.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let literal): number(literal: literal)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        }
    }
}

extension JSONValue {
    /// The value as compact JSON on one line.
    package func serialized() -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The value as JSON for people: one element or member a line, indented by two spaces a level, no line break at the
    /// end. Empty arrays and objects stay on their line.
    package func pretty() -> String {
        var text: [UInt8] = []
        appendPretty(to: &text, indent: 0)
        return String(decoding: text, as: UTF8.self)
    }

    private func appendPretty(to text: inout [UInt8], indent: Int) {
        switch self {
        case .array(let elements) where !elements.isEmpty:
            Self.appendLines("[", "]", elements.count, to: &text, indent) { position, text in
                elements[position].appendPretty(to: &text, indent: indent + 2)
            }
        case .object(let members) where !members.isEmpty:
            Self.appendLines("{", "}", members.count, to: &text, indent) { position, text in
                text += JSONValue.string(members[position].key).serialized()
                text += ": ".utf8
                members[position].value.appendPretty(to: &text, indent: indent + 2)
            }
        default:
            text += serialized()
        }
    }

    /// Brackets on lines of their own and `count` lines between them.
    private static func appendLines(
        _ opening: String, _ closing: String, _ count: Int, to text: inout [UInt8], _ indent: Int,
        line: (Int, inout [UInt8]) -> Void
    ) {
        text += opening.utf8
        for position in 0..<count {
            text += (position == 0 ? "\n" : ",\n").utf8
            text += repeatElement(UInt8(ascii: " "), count: indent + 2)
            line(position, &text)
        }
        text += "\n".utf8
        text += repeatElement(UInt8(ascii: " "), count: indent)
        text += closing.utf8
    }
}
