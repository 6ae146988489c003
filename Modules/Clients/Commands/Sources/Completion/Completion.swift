/// Completion of a command line's last word, from the table of commands and the live registry.
struct Completion {
    let commands: [Command]
    let facts: CompletionFacts

    /// - Parameter words: behind the program's name; the last is being typed, and may be empty.
    /// - Returns: words that may stand there; nil where a file's name belongs, and when what stands before is wrong.
    func candidates(for words: [String]) -> [Candidate]? {
        guard let typed = words.last else { return [] }
        let before = Array(words.dropLast())
        let parser = CommandParser(commands: commands)
        if let last = before.last, last.utf8.starts(with: "--".utf8),
            let option = option(String(last.dropFirst(2)), on: try? parser.parse(before.dropLast()))
        {
            return candidates(option.words, CompletionPlace(facts: facts, before: [], typed: typed))
        }
        guard let line = try? parser.parse(before) else { return [] }
        if typed.utf8.starts(with: "--".utf8) {
            let options = options(of: line.command) + Options.common
            return matching(typed, options.map { Candidate("--\($0.name)", $0.doc) })
        }
        let place = CompletionPlace(facts: facts, before: line.arguments, typed: typed)
        guard let subject = line.subject else { return candidates(.commands, place) }
        if !subject.actions.isEmpty, line.arguments.isEmpty {
            return matching(typed, subject.actions.map { Candidate($0.name, $0.doc) })
        }
        var left = line.arguments.count
        for argument in subject.arguments {
            if left < argument.count.upperBound { return candidates(argument.words, place) }
            left -= argument.count.upperBound
        }
        return []
    }

    private func options(of command: Command?) -> [any DeclaredOption] { command?.options ?? [] }

    /// The option of a name that takes a value.
    private func option(_ name: String, on line: ParsedLine?) -> (any DeclaredOption)? {
        let known = Options.common + (line?.command.map(options) ?? commands.flatMap(\.options))
        return known.first { $0.name == name && $0.metavariable != nil }
    }

    private func candidates(_ words: Words, _ place: CompletionPlace) -> [Candidate]? {
        switch words {
        case .none: []
        case .files: nil
        case .fixed(let candidates): matching(place.typed, candidates())
        case .live(let candidates): matching(place.typed, candidates(place))
        }
    }

    private func matching(_ typed: String, _ candidates: [Candidate]) -> [Candidate] {
        candidates.filter { $0.word.utf8.starts(with: typed.utf8) }
    }
}
