/// Rules for source code: no way to crash, no JSON text, no descriptors of the process.
enum CodeRules {
    private static let transport = "Modules/Protocol/StdioTransport/"
    private static let runtime = "Modules/Runtime/"

    /// Swift traps: a crash nobody can catch.
    static func traps(in files: [SourceFile]) -> [Finding] {
        files.flatMap { file -> [Finding] in
            file.findings(of: #/\btry!/#, "try! crashes on an error; handle it")
                + file.findings(of: #/\bas!/#, "as! crashes on another type; use as? and handle nil")
                + file.findings(of: #/\bfatalError\(/#, "fatalError ends the process; throw instead")
                + file.findings(of: #/\bunsafelyUnwrapped\b/#, "unsafelyUnwrapped is undefined for nil; handle nil")
                + forceUnwraps(in: file)
        }
    }

    /// A `!` after a value or a type. `try!` and `as!` look alike, and are named by their own rules.
    private static func forceUnwraps(in file: SourceFile) -> [Finding] {
        let words = #/\b(?:try|as)!/#.wordBoundaryKind(.simple)
        let unwrap = #/[\w)\]}>"`?]!(?!=)/#
        return file.codeLines.enumerated().compactMap { index, line in
            guard line.contains("!"), line.replacing(words, with: "").contains(unwrap) else { return nil }
            return Finding(file.path, line: index + 1, "a force unwrap crashes on nil; use if let, guard let or ??")
        }
    }

    /// A state that can't be read must be said: it never counts as empty.
    static func silencedState(in files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.findings(
                of: #/\btry\?\s*(?:await\s+)?[\w.]*\b(?:storage|store|state|likes|answers)\b\.\w/#,
                "try? on the state takes what can't be read for nothing; say why it can't be read")
        }
    }

    /// Promises to the compiler that it cannot check. The event loop confines objects to its thread.
    static func uncheckedConcurrency(in files: [SourceFile]) -> [Finding] {
        files.filter { !$0.path.hasPrefix(runtime) }.flatMap { file in
            file.findings(of: #/@unchecked\b/#, "@unchecked Sendable is not checked; hold the state in a Mutex")
                + file.findings(of: #/nonisolated\(unsafe\)/#, "nonisolated(unsafe) is not checked; use a Mutex")
        }
    }

    /// Texts that attack, JSON among them: they are never read as JSON.
    private static let naughtyTexts = "Modules/Conformance/Sources/Hostile/NaughtyTexts.swift"

    /// JSON is read and written by Modules/Protocol/JSON alone; nobody else puts its text together.
    static func jsonText(in files: [SourceFile]) -> [Finding] {
        let pattern = #/\{\s*"|"\s*:\s*["\[{]/#
        return files.filter { !$0.path.hasPrefix("Modules/Protocol/") && $0.path != naughtyTexts }.flatMap { file in
            file.literals.filter { $0.text.contains(pattern) }.map {
                Finding(file.path, line: $0.line, "JSON text is written by the JSON module only; build a value")
            }
        }
    }

    /// A byte on stdout that is not a message breaks every client.
    static func descriptors(in files: [SourceFile]) -> [Finding] {
        files.filter { !$0.path.hasPrefix(transport) }.flatMap { file in
            file.findings(
                of: #/\bSTD(?:IN|OUT)_FILENO\b|\bstd(?:in|out)\b(?!:)|\b(?:read|write)\(\s*[01]\s*,/#,
                "stdin and stdout belong to StdioTransport")
                + file.findings(
                    of: #/(?:^|[^.\w])(?:print|debugPrint|dump|puts|putchar|printf)\(/#,
                    "printing reaches stdout, which carries messages only; use the log or the command's output"
                ).filter { !isDeclaration($0, in: file) }
        }
    }

    /// A method may be called `print`.
    private static func isDeclaration(_ finding: Finding, in file: SourceFile) -> Bool {
        finding.line.map { file.codeLines[$0 - 1].contains(#/\bfunc\s+\w+\(/#.wordBoundaryKind(.simple)) } ?? false
    }

    /// Marks of unfinished work.
    static func unfinished(path: String, text: String) -> [Finding] {
        let mark = #/\b(TODO|FIXME|XXX)\b/#.wordBoundaryKind(.simple)
        guard text.contains(mark) else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard let match = line.firstMatch(of: mark) else { return nil }
            return Finding(path, line: index + 1, "\(match.1) marks unfinished work; finish it or open an issue")
        }
    }
}
