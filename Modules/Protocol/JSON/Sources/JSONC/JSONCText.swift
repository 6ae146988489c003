/// A JSON text as people keep settings in it: with `//` and `/* */` comments, a comma before a closing bracket, and maybe
/// a byte order mark. Everything else is as strict as ``JSONDocument``: what is not understood is refused whole.
package struct JSONCText: Sendable {
    /// The text as it came.
    package let bytes: [UInt8]
    /// The text with spaces in the place of what JSON does not have: the same length, so that offsets are the same.
    let plain: [UInt8]
    /// Offsets of the commas before a closing bracket, ascending.
    let trailingCommas: [Int]
    /// Ranges of the comments, ascending: with their marks, without a line comment's line break.
    let comments: [Range<Int>]
    /// Nil when the text holds no value: nothing, white space, or comments alone.
    let document: JSONDocument?

    /// - Parameter bytes: the whole text.
    /// - Throws: the first fault, with its offset in `bytes`.
    package init(_ bytes: [UInt8]) throws(JSONFault) {
        var blanking = JSONCBlanking(bytes)
        try blanking.run()
        self.bytes = bytes
        plain = blanking.plain
        trailingCommas = blanking.trailingCommas
        comments = blanking.comments
        document =
            plain.allSatisfy(JSONCText.isBlank)
            ? nil : try JSONDocument(parsing: plain, limits: JSONLimits(depth: JSONLimits.deepest))
    }

    /// The value at a path of member names; nil when nothing is there.
    package func value(at path: [String]) -> JSONValue? {
        var node = document?.root
        for name in path { node = node?[name] }
        return node.map(JSONValue.init)
    }

    /// Space, tab, line feed, carriage return.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

/// Turns a JSONC text into JSON of the same length.
struct JSONCBlanking {
    private(set) var plain: [UInt8]
    private(set) var trailingCommas: [Int] = []
    private(set) var comments: [Range<Int>] = []
    private var position = 0
    /// The last byte that was neither space nor comment.
    private var previous: UInt8 = 0
    /// The comma that was that byte, if one may be left out there: it follows a value.
    private var comma: Int?

    init(_ bytes: [UInt8]) { plain = bytes }

    mutating func run() throws(JSONFault) {
        if plain.starts(with: [0xEF, 0xBB, 0xBF]) { blank(to: 3) }
        while position < plain.count {
            let byte = plain[position]
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                take(byte)
            case UInt8(ascii: "/"):
                try skipComment()
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma {
                    plain[comma] = 0x20
                    trailingCommas.append(comma)
                }
                take(byte)
                position += 1
            case UInt8(ascii: ","):
                let followsValue = !Self.opens(previous)
                take(byte)
                comma = followsValue ? position : nil
                position += 1
            default:
                if !JSONCText.isBlank(byte) { take(byte) }
                position += 1
            }
        }
    }

    private static func opens(_ byte: UInt8) -> Bool {
        byte == 0 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
            || byte == UInt8(ascii: ":")
    }

    private mutating func take(_ byte: UInt8) {
        previous = byte
        comma = nil
    }

    /// To behind the closing quote, or to the end: the strict reader then says what is wrong.
    private mutating func skipString() {
        position += 1
        while position < plain.count {
            let byte = plain[position]
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        position = min(position, plain.count)
    }

    private mutating func skipComment() throws(JSONFault) {
        let start = position
        switch start + 1 < plain.count ? plain[start + 1] : 0 {
        case UInt8(ascii: "/"):
            var end = start
            while end < plain.count, plain[end] != 0x0A, plain[end] != 0x0D { end += 1 }
            blank(to: end)
        case UInt8(ascii: "*"):
            var end = start + 2
            while end + 1 < plain.count, plain[end] != UInt8(ascii: "*") || plain[end + 1] != UInt8(ascii: "/") {
                end += 1
            }
            guard end + 1 < plain.count else { throw JSONFault(.unexpectedEnd, at: plain.count) }
            blank(to: end + 2)
        default: throw JSONFault(.unexpectedByte(UInt8(ascii: "/")), at: start)
        }
        comments.append(start..<position)
    }

    /// Line breaks stay, so that what is on which line stays true.
    private mutating func blank(to end: Int) {
        while position < end {
            if plain[position] != 0x0A, plain[position] != 0x0D { plain[position] = 0x20 }
            position += 1
        }
    }
}
