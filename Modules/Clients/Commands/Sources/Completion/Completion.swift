/// Completion of a command line's last word, from the table of commands, the live registry and live data.
struct Completion: Sendable {
    let commands: [Command]
    let facts: CompletionFacts

    /// - Parameter words: behind the program's name; the last is being typed, and may be empty.
    /// - Returns: words that may stand there; nil where a file's name belongs, and when what stands before is wrong.
    func candidates(for words: [String]) async -> [Candidate]? {
        guard let typed = words.last else { return [] }
        let before = Array(words.dropLast())
        let parser = CommandParser(commands: commands)
        if let last = before.last, last.utf8.starts(with: "--".utf8) {
            let line = try? parser.parse(before.dropLast())
            if let option = option(String(last.dropFirst(2)), on: line) {
                return await candidates(option.words, place(typed, on: line))
            }
        }
        guard let line = try? parser.parse(before) else { return [] }
        if typed.utf8.starts(with: "--".utf8) { return await candidates(forOption: typed, on: line) }
        let place = place(typed, on: line)
        guard let subject = line.subject else { return await candidates(.commands, place) }
        if !subject.actions.isEmpty, line.arguments.isEmpty {
            return matching(typed, subject.actions.map { Candidate($0.name, $0.doc) })
        }
        var left = line.arguments.count
        for argument in subject.arguments {
            if left < argument.count.upperBound { return await candidates(argument.words, place) }
            left -= argument.count.upperBound
        }
        return []
    }

    /// - Parameter typed: an option's name, or a part of it, or its name, `=` and a part of its value.
    private func candidates(forOption typed: String, on line: ParsedLine) async -> [Candidate]? {
        if let equals = typed.firstIndex(of: "="), let option = option(String(typed[..<equals].dropFirst(2)), on: line)
        {
            let value = String(typed[typed.index(after: equals)...])
            return await candidates(option.words, place(value, on: line))?.map {
                Candidate("\(typed[...equals])\($0.word)", $0.doc)
            }
        }
        let options = options(of: line.command) + Options.common
        return matching(typed, options.map { Candidate("--\($0.name)", $0.doc) })
    }

    private func place(_ typed: String, on line: ParsedLine?) -> CompletionPlace {
        CompletionPlace(facts: facts, before: line?.arguments ?? [], typed: typed)
    }

    private func options(of command: Command?) -> [any DeclaredOption] { command?.options ?? [] }

    /// The option of a name that takes a value.
    private func option(_ name: String, on line: ParsedLine?) -> (any DeclaredOption)? {
        let known = Options.common + (line?.command.map(options) ?? commands.flatMap(\.options))
        return known.first { $0.name == name && $0.metavariable != nil }
    }

    private func candidates(_ words: Words, _ place: CompletionPlace) async -> [Candidate]? {
        switch words {
        case .none: []
        case .files: nil
        case .fixed(let candidates): matching(place.typed, candidates())
        case .live(let candidates): matching(place.typed, await candidates(place))
        }
    }

    private func matching(_ typed: String, _ candidates: [Candidate]) -> [Candidate] {
        candidates.filter { $0.word.utf8.starts(with: typed.utf8) }
    }
}
