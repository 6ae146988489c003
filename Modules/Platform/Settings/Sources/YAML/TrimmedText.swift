/// A text of YAML without the words of its comments, for libyaml: it looks at each character of a comment several times, nearly 60 instructions
/// in all, and the file that is shipped is comments but for one line.
///
/// Marks of comments stay where they are, so that whatever ends at one still does. Only lines that are comments and nothing else are
/// cut, and only as long as nothing came that may hold such lines as its content: texts in quotes, and blocks. A quote behind a
/// character beyond ASCII counts as one also in a comment, which that character may end.
struct TrimmedText {
    /// A place, in scalars of these bytes, and all that was cut up to there.
    private struct Cut {
        let place: Int
        let total: Int
    }

    private(set) var bytes: [UInt8] = []
    private var cuts: [Cut] = []

    /// - Parameter text: UTF-8 without a byte order mark, of characters that YAML takes.
    init(_ text: [UInt8]) {
        bytes.reserveCapacity(text.count)
        var (line, kept, scalars, total) = (0, 0, 0, 0)
        while line < text.count {
            var at = line
            while at < text.count, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
            if at < text.count, text[at] == UInt8(ascii: "#") {
                // Up to a line end, or any character beyond ASCII: U+2028 is a line end as well.
                let start = at + 1
                at = endOfPrintable(text, from: start)
                if at > start {
                    scalars += text[kept..<start].count { $0 & 0xC0 != 0x80 }
                    bytes.append(contentsOf: text[kept..<start])
                    total += at - start
                    cuts.append(Cut(place: scalars, total: total))
                    kept = at
                }
            }
            while at < text.count, text[at] != UInt8(ascii: "\n"), text[at] != UInt8(ascii: "\r"), !Self.opens(text[at])
            {
                at += 1
            }
            if at < text.count, Self.opens(text[at]) { break }
            line = at + 1
        }
        bytes.append(contentsOf: text[kept...])
    }

    /// Whether a byte may begin a text that holds lines like comments.
    private static func opens(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: ">"): true
        default: false
        }
    }

    /// The place in the whole text, in scalars, of one in these bytes.
    func whole(_ place: Int) -> Int {
        var (low, high) = (0, cuts.count)
        while low < high {
            let middle = (low + high) / 2
            if cuts[middle].place <= place { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? place : place + cuts[low - 1].total
    }
}
