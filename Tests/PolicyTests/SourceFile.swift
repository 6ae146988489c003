/// A Swift source file, with its text taken apart by `SourceScanner`.
struct SourceFile {
    /// Relative to the repository's root, e.g. `Modules/FeatureKit/Sources/Paging.swift`.
    let path: String
    /// The text itself, line by line.
    let lines: [Substring]
    /// The text line by line, with comments and string contents blanked: only what the compiler takes for code.
    let codeLines: [Substring]
    /// The contents of the string literals, as written.
    let literals: [SourceScanner.Literal]
    /// The names of the modules imported, with their lines.
    let imports: [(module: String, line: Int)]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let scan = SourceScanner.scan(text)
        codeLines = scan.code.split(separator: "\n", omittingEmptySubsequences: false)
        literals = scan.literals
        imports = codeLines.enumerated().compactMap { index, line in
            // Few lines have the word: the pattern would take seconds for all.
            guard line.contains("import"),
                let match = line.firstMatch(
                    of:
                        #/^\s*(?:(?:@\w+|package|public|internal|private)\s+)*import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
                )
            else { return nil }
            return (String(match.1), index + 1)
        }
    }

    var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }

    /// The number of lines; a newline at the end does not begin another one.
    var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

    /// One finding for each line of code on which the pattern matches. `\b` lies between a word and anything else; without
    /// that choice Unicode takes `a.b` for one word.
    func findings(of pattern: Regex<some Any>, _ sentence: String) -> [Finding] {
        let pattern = pattern.wordBoundaryKind(.simple)
        return codeLines.enumerated().compactMap { index, line in
            (try? pattern.firstMatch(in: line)) == nil ? nil : Finding(path, line: index + 1, sentence)
        }
    }
}
