/// JSON text laid out for people by its bytes alone: what was written is not read again.
package enum JSONLayout {
    /// Lays a value out.
    /// - Parameters:
    ///   - json: one value as `JSONWriter` writes it; blanks that others put between its parts are left out.
    ///   - isIndented: one element or member a line, indented by two spaces a level, without a line break at the end, and
    ///     empty arrays and objects on their line; otherwise all on one line.
    ///   - paint: gives a part its look.
    package static func text(
        _ json: [UInt8], isIndented: Bool, painting paint: (JSONPart, String) -> String = { $1 }
    ) -> String {
        var (text, level, index) = ("", 0, 0)
        func line() -> String { isIndented ? "\n" + String(repeating: "  ", count: level) : "" }
        while index < json.count {
            let end = Self.end(of: index, in: json)
            let part = String(decoding: json[index..<end], as: UTF8.self)
            switch json[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text += paint(.punctuation, part)
                if end - index == 1 {
                    level += 1
                    text += line()
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level = max(0, level - 1)
                text += line() + paint(.punctuation, part)
            case UInt8(ascii: ","): text += paint(.punctuation, part) + line()
            case UInt8(ascii: ":"): text += paint(.punctuation, isIndented ? ": " : ":")
            case UInt8(ascii: "\""):
                text += paint(end < json.count && json[end] == UInt8(ascii: ":") ? .name : .string, part)
            case UInt8(ascii: "-"), 0x30...0x39: text += paint(.number, part)
            case 0...0x20: break
            default: text += paint(.word, part)
            }
            index = end
        }
        return text
    }

    /// The end of the part that begins at an index. An empty array or object is one part.
    private static func end(of start: Int, in json: [UInt8]) -> Int {
        let next = start + 1
        switch json[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // Two behind: `}` behind `{`, `]` behind `[`.
            return next < json.count && json[next] == json[start] + 2 ? next + 1 : next
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20: return next
        case UInt8(ascii: "\""):
            var end = next
            while end < json.count, json[end] != UInt8(ascii: "\"") {
                end += json[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(end + 1, json.count)
        default:
            let ends = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
            return json[next...].firstIndex { $0 <= 0x20 || ends.contains($0) } ?? json.endIndex
        }
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
