import Testing

/// Language of doc comments, help and errors. Each rule is tried on the tree, then on bad examples that it must report.
@Suite("Language") struct LanguageTests {
    let tree = SourceTree.repository

    private func file(_ text: String) -> SourceFile { SourceFile(path: "Modules/A.swift", text: text) }

    @Test("doc comments begin with a noun or a verb, and Swift files have no phrases that have a plain term")
    func comments() throws {
        let files = try SourceTree.sources.get() + tree.swiftFiles(in: "Tests", "Tools")
        for file in files where LanguageRules.applies(to: file.path) {
            expectNone(LanguageRules.summaries(in: file))
            expectNone(LanguageRules.phrases(in: file))
        }
    }

    @Test("pages and scripts have no phrases that have a plain term")
    func pages() {
        let kept = ["/Corpus/", "/samples/", "/results/", "/__pycache__/"]
        for path in ["README.md", "Package.swift"] + tree.files(in: ["Apps", "Config", "Modules", "Tests", "Tools"])
        where !path.hasSuffix(".swift") && LanguageRules.applies(to: path) && !kept.contains(where: path.contains) {
            guard let text = try? tree.text(of: path) else { continue }
            expectNone(LanguageRules.phrases(path: path, text: text))
        }
    }

    @Test("sentences of help and errors have at most 20 words, and no “you”")
    func sentences() throws {
        // The table of a language has the words that the original says to its user.
        for file in try SourceTree.sources.get()
        where LanguageRules.applies(to: file.path) && file.name != "Language.swift" {
            expectNone(LanguageRules.sentences(in: file))
        }
    }

    @Test(
        "a summary without a noun or a verb is reported",
        arguments: [
            "What it is.", "Where it lies.", "How much.", "That of the task.", "Who asks.", "Whose it is.",
            "Of all files.", "Whether it is on.", "Whether there is one.",
        ])
    func summariesAreReported(_ text: String) {
        #expect(LanguageRules.summaries(in: file("a\n    /// \(text)\n    /// More.\nlet b = 1")).map(\.line) == [2])
    }

    @Test(
        "other summaries, further lines and other comments are not reported",
        arguments: [
            "/// Whether the module is on.", "/// Number of files.\n/// Of all folders.", "/// However it ends.",
            "// What follows is C.", "/// Offset, in bytes.", "let a = \"/// What\"",
        ])
    func goodSummaries(_ text: String) {
        #expect(LanguageRules.summaries(in: file(text)) == [])
    }

    @Test(
        "a phrase with a plain term is reported",
        arguments: ["a cursor that is no" + "ne", "they are no" + "ne.", "made an" + "ew", "Tw" + "ice is as once."])
    func phrasesAreReported(_ text: String) {
        #expect(LanguageRules.phrases(in: file("// \(text)")).count == 1)
        #expect(LanguageRules.phrases(in: file("let a = \"\(text)\"")).count == 1)
        #expect(LanguageRules.phrases(path: "P", text: "\n\(text)").map(\.line) == [2])
    }

    @Test(
        "plain English and names in code are not reported",
        arguments: [
            "// nil when there is none", "// it is none of these", "let an" + "ew = 1", "case none", "// or none",
        ])
    func goodPhrases(_ text: String) {
        #expect(LanguageRules.phrases(in: file(text)) == [])
    }

    @Test("a long sentence and “you” are reported; short ones, and “did you mean”, are not")
    func sentencesAreReported() {
        func count(_ text: String) -> Int { LanguageRules.sentences(in: file("let a = \"\(text)\"")).count }
        let words = Array(repeating: "word", count: 20).joined(separator: " ")
        #expect(count("\(words). \(words)") == 0)
        #expect(count("one \(words)") == 1)
        #expect(count("It is yo" + "urs. So are you.") == 2)
        #expect(count("Did you mean “a”? A young yew.") == 0)
    }

    @Test("folders under rewriting are skipped, others are not")
    func skipped() {
        #expect(LanguageRules.applies(to: "Modules/Features/Cafe/A.swift"))
        #expect(LanguageRules.applies(to: "Modules/Server/A.swift"))
    }
}
