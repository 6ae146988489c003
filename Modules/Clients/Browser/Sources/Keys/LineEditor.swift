import DesignSystem

/// A line that is being typed. What is one character to its reader is one here, however many scalars it took.
struct LineEditor: Sendable, Equatable {
    /// The most characters of one line.
    static let limit = 1000

    private(set) var text: String
    /// Characters before the caret.
    private(set) var caret: Int

    init(_ text: String = "") {
        self.text = String(String.UnicodeScalarView(text.unicodeScalars.compactMap(Self.kept)))
        caret = self.text.count
    }

    /// Whether a key changed the line or the caret.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .text(let text), .pasted(let text): insert(text)
        case .backspace: remove(caret - 1..<caret)
        case .delete, .control("d"): remove(caret..<caret + 1)
        case .left, .control("b"): caret = max(0, caret - 1)
        case .right, .control("f"): caret = min(text.count, caret + 1)
        case .home, .control("a"): caret = 0
        case .end, .control("e"): caret = text.count
        case .control("u"): remove(0..<caret)
        case .control("k"): remove(caret..<text.count)
        case .control("w"): removeWord()
        default: return false
        }
        return true
    }

    /// Visible part of the line in a number of columns, around the caret, and the caret's column in it.
    func visible(columns: Int, ambiguous: Int) -> (text: String, caret: Int) {
        let characters = Array(text)
        let widths = characters.map { displayWidth(of: $0, ambiguous: ambiguous) }
        var first = caret
        var before = 0
        // One column stays for the caret itself, or what stands under it.
        while first > 0, before + widths[first - 1] < columns {
            first -= 1
            before += widths[first]
        }
        var last = caret
        var width = before
        while last < characters.count, width + widths[last] <= columns {
            width += widths[last]
            last += 1
        }
        return (String(characters[first..<last]), before)
    }

    private mutating func insert(_ typed: String) {
        let typed = String(String.UnicodeScalarView(typed.unicodeScalars.compactMap(Self.kept)))
        let characters = Array(text)
        // The parts may join to other characters than they were apart: a base and its mark, jamo and jamo.
        let before = String(characters[..<caret]) + typed
        let whole = before + String(characters[caret...])
        guard whole.count <= Self.limit else { return }
        (text, caret) = (whole, min(before.count, whole.count))
    }

    /// Controls and what turns text around are no part of a line. Joiners are: what they join comes after them.
    private static func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: " "
        case .control: scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : nil
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}" ? scalar : nil
        default: scalar
        }
    }

    private mutating func remove(_ range: Range<Int>) {
        var characters = Array(text)
        let range = range.clamped(to: 0..<characters.count)
        guard !range.isEmpty else { return }
        characters.removeSubrange(range)
        (text, caret) = (String(characters), range.lowerBound)
    }

    private mutating func removeWord() {
        let characters = Array(text)
        var first = caret
        while first > 0, characters[first - 1] == " " { first -= 1 }
        while first > 0, characters[first - 1] != " " { first -= 1 }
        remove(first..<caret)
    }
}
