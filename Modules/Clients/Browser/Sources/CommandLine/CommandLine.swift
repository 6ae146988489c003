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

/// The words of a line: parted by spaces, but for those between quotes.
func commandWords(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var (isQuoted, hasWord) = (false, false)
    for character in line {
        if character == "\"" {
            isQuoted.toggle()
            hasWord = true
        } else if character == " ", !isQuoted {
            if hasWord { words.append(word) }
            (word, hasWord) = ("", false)
        } else {
            word.append(character)
            hasWord = true
        }
    }
    return hasWord ? words + [word] : words
}

/// True behind a space that parts words.
private func endsWord(_ line: String) -> Bool {
    line.last == " " && line.count { $0 == "\"" } % 2 == 0
}

/// The line up to its last word.
private func commandBase(_ line: String) -> String {
    var (end, isQuoted) = (line.startIndex, false)
    for index in line.indices {
        if line[index] == "\"" { isQuoted.toggle() }
        if line[index] == " ", !isQuoted { end = line.index(after: index) }
    }
    return String(line[..<end])
}

/// A word as it is typed: its value between quotes where it has spaces.
private func quoted(_ word: String, isWhole: Bool = true) -> String {
    guard word.contains(" ") else { return word }
    let end = isWhole ? "\"" : ""
    guard let equals = word.firstIndex(of: "=") else { return "\"\(word)\(end)" }
    return "\(word[...equals])\"\(word[word.index(after: equals)...])\(end)"
}
