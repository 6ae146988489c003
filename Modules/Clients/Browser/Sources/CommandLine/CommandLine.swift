/// A word that may stand where the caret is.
package struct CompletedWord: Sendable, Equatable {
    package let word: String
    /// Description; may be empty.
    package let doc: String

    package init(_ word: String, _ doc: String = "") {
        self.word = word
        self.doc = doc
    }
}

/// The line behind `:` while it is typed: its completions, and the lines typed before.
struct CommandLine: Sendable {
    var editor = LineEditor()
    let history: [String]
    /// The place in the history; behind its end is the line of now.
    private var place: Int
    private var draft = ""
    /// Words that may stand in the place of the last one; empty before they were asked for.
    private(set) var completions: [CompletedWord] = []
    private(set) var chosen: Int?
    /// The line before the word that is completed.
    private var base = ""

    init(history: [String]) {
        self.history = history
        place = history.count
    }

    /// The line in words; the last one is being typed, and may be empty.
    var words: [String] {
        let words = commandWords(editor.text)
        return editor.text.isEmpty || endsWord(editor.text) ? words + [""] : words
    }

    /// - Returns: whether the key changed the line.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .up: recall(-1)
        case .down: recall(1)
        default:
            guard editor.take(key) else { return false }
        }
        (completions, chosen) = ([], nil)
        return true
    }

    private mutating func recall(_ step: Int) {
        guard (0...history.count).contains(place + step) else { return }
        if place == history.count { draft = editor.text }
        place += step
        editor = LineEditor(place == history.count ? draft : history[place])
    }

    /// Takes the next or the previous of the completions.
    mutating func complete(_ step: Int) {
        guard !completions.isEmpty else { return }
        let next =
            chosen.map { ($0 + step + completions.count) % completions.count } ?? (step > 0 ? 0 : completions.count - 1)
        chosen = next
        editor = LineEditor(base + quoted(completions[next].word))
    }

    /// Offers words: a single one is taken at once, of several what all begin with.
    mutating func offer(_ words: [CompletedWord]) {
        let typed = self.words.last ?? ""
        let fitting = words.filter { $0.word.utf8.starts(with: typed.utf8) }
        base = commandBase(editor.text)
        (completions, chosen) = (fitting, nil)
        guard let first = fitting.first else { return }
        if fitting.count == 1 {
            let isOpen = ["=", "/", "."].contains { first.word.hasSuffix($0) }
            editor = LineEditor(base + quoted(first.word) + (isOpen ? "" : " "))
            completions = []
            return
        }
        let common = fitting.dropFirst().reduce(first.word) { common, next in
            String(zip(common, next.word).prefix { $0 == $1 }.map(\.0))
        }
        if common.count > typed.count { editor = LineEditor(base + quoted(common, isWhole: false)) }
    }
}

/// The words of a line: parted by spaces, but for those between quotes, and those of a value that is written as JSON.
func commandWords(_ line: String) -> [String] { CommandWords(line).words }

/// A line taken apart as it is typed.
private struct CommandWords {
    private(set) var words: [String] = []
    /// Begins the last word, or stands behind the space after it.
    private(set) var lastStart: String.Index
    /// True behind a space that parts words.
    private(set) var endsWord = false

    init(_ line: String) {
        lastStart = line.startIndex
        var (word, hasWord): (String, Bool) = ("", false)
        // The quote that is open; how deep the brackets of JSON are, and whether a string in it is open.
        var (quote, depth, isString, isEscaped): (Character?, Int, Bool, Bool) = (nil, 0, false, false)
        for index in line.indices {
            let character = line[index]
            endsWord = false
            if depth > 0 {
                word.append(character)
                if isString {
                    if character == "\"", !isEscaped { isString = false }
                    isEscaped = character == "\\" && !isEscaped
                    continue
                }
                switch character {
                case "\"": isString = true
                case "{", "[": depth += 1
                case "}", "]": depth -= 1
                default: break
                }
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" && (word.isEmpty || word.last == "=") {
                // An apostrophe within a word is a letter of it.
                (quote, hasWord) = (character, true)
            } else if character == " " {
                if hasWord { words.append(word) }
                (word, hasWord, endsWord) = ("", false, true)
                lastStart = line.index(after: index)
            } else {
                if character == "{" || character == "[", word.isEmpty || word.last == "=" { depth = 1 }
                word.append(character)
                hasWord = true
            }
        }
        if hasWord { words.append(word) }
    }
}

/// True behind a space that parts words.
private func endsWord(_ line: String) -> Bool { CommandWords(line).endsWord }

/// The line up to its last word.
private func commandBase(_ line: String) -> String { String(line[..<CommandWords(line).lastStart]) }

/// A word as it is typed: its value, or the whole of it, between quotes where it would be read otherwise. A word with both kinds of
/// quotes may have no such spelling, and is left as it is.
private func quoted(_ word: String, isWhole: Bool = true) -> String {
    // The word has to end there: whatever is typed next begins another one.
    if commandWords(word + " ") == [word] { return word }
    let value = word.firstIndex(of: "=").map { word.index(after: $0) } ?? word.startIndex
    for (start, quote) in [(value, "\""), (value, "'"), (word.startIndex, "\""), (word.startIndex, "'")] {
        let open = "\(word[..<start])\(quote)\(word[start...])"
        if commandWords("\(open)\(quote) ") == [word] { return isWhole ? open + quote : open }
    }
    return word
}
