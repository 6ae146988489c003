/// A text on a terminal that is printed over the one before it: the cursor stands at the beginning of the line below.
struct InPlaceText: Sendable, Equatable {
    /// Nil when it is not known where they are.
    private let lines: [Substring]?

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    init(lines: [Substring]?) { self.lines = lines }

    /// Sequences that replace the previous text on the terminal by this one.
    /// - Parameters:
    ///   - old: nil when this is the first one.
    ///   - rows: of the window. What is longer begins at the top of the window, and scrolls.
    func sequences(after old: InPlaceText?, rows: Int) -> String {
        let lines = lines ?? []
        let whole = lines.map { $0 + "\n" }.joined()
        guard let old else { return whole }
        guard let before = old.lines, before.count < rows, lines.count < rows else {
            return update("\u{1B}[H\u{1B}[2J" + whole)
        }
        var output = before.isEmpty ? "" : "\u{1B}[\(before.count)A"
        for (index, line) in lines.enumerated() {
            if !before.indices.contains(index) || before[index] != line { output += "\(line)\u{1B}[K" }
            output += "\n"
        }
        if before.count > lines.count { output += "\u{1B}[J" }
        return update(output)
    }

    /// One update for terminals that know synchronized ones; the others leave the marks out.
    private func update(_ output: String) -> String { "\u{1B}[?2026h\(output)\u{1B}[?2026l" }
}
