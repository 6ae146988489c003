/// Rules for the language of doc comments, help and errors: noun or verb first, the field's terms, short sentences.
enum LanguageRules {
    /// The file of the rules, which names the phrases.
    private static let ownFile = "Tests/PolicyTests/LanguageRules.swift"

    static let longestSentence = 20

    static func applies(to path: String) -> Bool {
        path != ownFile
    }

    private static let firstWords: Set<Substring> = ["What", "Where", "How", "That", "Who", "Whose", "Of"]

    /// Words after "Whether" that stand for a noun. "Whether the module is on" is fine.
    private static let nounless: Set<Substring> = [
        "it", "they", "that", "this", "there", "what", "one", "all", "any", "some", "something", "nothing",
    ]

    /// Summaries of doc comments begin with a noun or a verb.
    static func summaries(in file: SourceFile) -> [Finding] {
        var isInComment = false
        return file.lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            let begins = text.hasPrefix("/// ") && !isInComment
            isInComment = text.hasPrefix("///")
            guard begins else { return nil }
            let words = text.dropFirst(4).split(separator: " ", maxSplits: 2).map { $0.prefix { $0.isLetter } }
            guard let first = words.first,
                firstWords.contains(first) || first == "Whether" && words.count > 1 && nounless.contains(words[1])
            else { return nil }
            return Finding(file.path, line: index + 1, "a summary begins with a noun or a verb, not with “\(first)”")
        }
    }

    /// Phrases that have a plain term. Names in Swift code are not looked at.
    static func phrases(in file: SourceFile) -> [Finding] {
        zip(file.lines, file.codeLines).enumerated().compactMap { index, pair in
            guard let phrase = phrase(in: pair.0), Self.phrase(in: pair.1) == nil else { return nil }
            return Finding(file.path, line: index + 1, phrase)
        }
    }

    /// The same for a text that is not Swift.
    static func phrases(path: String, text: String) -> [Finding] {
        guard text.contains("none") || text.contains("anew") || text.contains("as once") else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            phrase(in: line).map { Finding(path, line: index + 1, $0) }
        }
    }

    /// A sentence on the first such phrase. "There is none" and "is none of" are plain English.
    private static func phrase(in line: Substring) -> String? {
        if line.contains("anew"), line.contains(#/\banew\b/#.wordBoundaryKind(.simple)) {
            return "“anew” is “again”, or the verb alone"
        }
        if line.contains("wice is as once") { return "the term is “idempotent”" }
        guard line.contains(" none"),
            line.matches(of: #/(\w*)\W*\b(?:is|are) none\b(?! of\b)/#.wordBoundaryKind(.simple)).contains(where: {
                $0.1.lowercased() != "there"
            })
        else { return nil }
        return "“is none” is “is an error”, “is invalid” or “is missing”"
    }

    /// Sentences in the literals of one line: short, and without "you", but for "did you mean".
    static func sentences(in file: SourceFile) -> [Finding] {
        let end = #/[.;:!?] /#
        return file.literals.filter { !$0.text.contains("\n") }.flatMap { literal in
            literal.text.split(separator: end).compactMap { sentence -> Finding? in
                mistake(in: sentence).map { Finding(file.path, line: literal.line, $0) }
            }
        }
    }

    private static func mistake(in sentence: Substring) -> String? {
        let count = sentence.split(separator: " ").count
        if count > longestSentence { return "a sentence has \(count) words; the most is \(longestSentence)" }
        // A regex is slow, and few sentences have the word.
        if sentence.lowercased().contains("you"),
            sentence.replacing("id you mean", with: "").contains(
                #/\b[Yy]ou(?:r|rs|rself)?\b/#.wordBoundaryKind(.simple))
        {
            return "help and errors don't say “you”"
        }
        return nil
    }
}
