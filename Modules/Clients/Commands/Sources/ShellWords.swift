/// Words as one line of a shell: bash, zsh and fish read them as they are.
func shellLine(_ words: [String]) -> String { words.map(shellQuoted).joined(separator: " ") }

/// A word as a shell reads it: quoted where it has to be, behind a parameter's `=` where it has one.
func shellQuoted(_ word: String) -> String {
    if let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), isName(word.utf8[..<equals]) {
        let value = word[word.utf8.index(after: equals)...]
        return word[...equals] + (value.isEmpty ? "" : quoted(String(value)))
    }
    return quoted(word)
}

/// Whether these bytes are a name that may stand before `=`: of a parameter, a setting or an option.
func isName(_ bytes: Substring.UTF8View) -> Bool {
    !bytes.isEmpty
        && bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
}

private func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        byte > 0x7F || isName(Substring(String(UnicodeScalar(byte))).utf8) || ":/,@+%".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    // Inside double quotes a shell looks at these; inside single quotes at none but the quote itself.
    if !text.utf8.contains(where: { "\"$`\\!".utf8.contains($0) }) { return "\"\(text)\"" }
    return "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
}

/// A command line that is being typed, as bash has it: blanks part its words, quotes and backslashes keep them.
struct TypedLine {
    /// The last is being typed, and may be empty.
    private(set) var words: [String] = []
    /// The quote that is open at the end.
    private var quote: Character?
    /// Characters of the last word up to its last `=` or `:` outside of quotes, where bash begins a word of its own.
    private var cut = 0

    init(_ line: String) {
        var word: String?
        var isEscaped = false
        for character in line {
            switch character {
            case _ where isEscaped:
                // Inside double quotes a backslash is itself before most characters.
                let keepsBackslash = quote == "\"" && !"\"$`\\".contains(character)
                word = (word ?? "") + (keepsBackslash ? "\\" : "") + String(character)
                isEscaped = false
            case "\\" where quote != "'": isEscaped = true
            case "'" where quote != "\"", "\"" where quote != "'":
                quote = quote == nil ? character : nil
                word = word ?? ""
            case " " where quote == nil, "\t" where quote == nil:
                if let word { words.append(word) }
                (word, cut) = (nil, 0)
            default:
                word = (word ?? "") + String(character)
                if quote == nil, character == "=" || character == ":" { cut = word?.count ?? 0 }
            }
        }
        words.append(word ?? "")
    }

    /// Text that bash puts in place of its own last word for a candidate.
    func inserted(_ candidate: String) -> String {
        let text = candidate.dropFirst(cut)
        switch quote {
        case "'": return String(text)
        case "\"": return text.map { "\"$`\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        default: return text.map { " \t\"'`$\\&|;<>()*?[]!#~".contains($0) ? "\\\($0)" : String($0) }.joined()
        }
    }
}
