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
    package func pretty() -> String { laidOut(isIndented: true) { $1 } }

    /// The value as JSON with its parts painted.
    /// - Parameters:
    ///   - isIndented: as `pretty`; otherwise on one line.
    ///   - paint: gives a part its look.
    package func laidOut(isIndented: Bool, painting paint: (JSONPart, String) -> String) -> String {
        var text = ""
        append(to: &text, indent: isIndented ? 0 : nil, paint)
        return text
    }

    /// - Parameter indent: of the line on which the value begins; nil for one line.
    private func append(to text: inout String, indent: Int?, _ paint: (JSONPart, String) -> String) {
        let literal = { String(decoding: serialized(), as: UTF8.self) }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            Self.appendLines("[", "]", elements.count, to: &text, indent, paint) { position, inner, text in
                elements[position].append(to: &text, indent: inner, paint)
            }
        case .object(let members) where !members.isEmpty:
            Self.appendLines("{", "}", members.count, to: &text, indent, paint) { position, inner, text in
                let name = JSONValue.string(members[position].key).serialized()
                text += paint(.name, String(decoding: name, as: UTF8.self))
                text += paint(.punctuation, inner == nil ? ":" : ": ")
                members[position].value.append(to: &text, indent: inner, paint)
            }
        case .array, .object: text += paint(.punctuation, literal())
        case .string: text += paint(.string, literal())
        case .integer, .number: text += paint(.number, literal())
        case .null, .bool: text += paint(.word, literal())
        }
    }

    /// Brackets, on lines of their own where there are lines, and `count` parts between them.
    private static func appendLines(
        _ opening: String, _ closing: String, _ count: Int, to text: inout String, _ indent: Int?,
        _ paint: (JSONPart, String) -> String, part: (Int, Int?, inout String) -> Void
    ) {
        func line(_ indent: Int?) -> String { indent.map { "\n" + String(repeating: " ", count: $0) } ?? "" }
        let inner = indent.map { $0 + 2 }
        text += paint(.punctuation, opening)
        for position in 0..<count {
            if position > 0 { text += paint(.punctuation, ",") }
            text += line(inner)
            part(position, inner, &text)
        }
        text += line(indent) + paint(.punctuation, closing)
    }
}

/// Part of a JSON text, for what paints it.
package enum JSONPart: Sendable {
    /// Name of a member, with its quotes.
    case name
    /// A string, with its quotes.
    case string
    case number
    /// `true`, `false` and `null`.
    case word
    /// Brackets, commas, colons.
    case punctuation
}
