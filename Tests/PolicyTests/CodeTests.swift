import Testing

/// Rules for the code. Each rule is tried on the tree, then on bad examples that it must report.
@Suite("Code") struct CodeTests {
    let sources: [SourceFile]

    init() throws {
        sources = try SourceTree.sources.get()
    }

    private func file(_ text: String, at path: String = "Modules/FeatureKit/Sources/A.swift") -> [SourceFile] {
        [SourceFile(path: path, text: text)]
    }

    @Test("there are sources to look at")
    func sourcesAreFound() {
        #expect(sources.count >= 12)
    }

    @Test("no Swift traps: try!, as!, fatalError, force unwraps")
    func traps() {
        expectNone(CodeRules.traps(in: sources))
    }

    @Test(
        "a trap is reported once",
        arguments: [
            "let a = try! f()", "let a = b as! C", "fatalError(\"no\")", "let a = b!", "f()!.c", "a[0]!", "var a: B!",
            "\"\\(a!)\"", "a.b!.c", "a?.b!", "x.unsafelyUnwrapped", "let c: [Int]!", "if a! == b { }",
        ])
    func trapsAreReported(_ line: String) {
        #expect(CodeRules.traps(in: file(line)).count == 1)
    }

    @Test(
        "what only looks like a trap is not reported",
        arguments: [
            "if a != b { }", "if a!=b { }", "if !a { }", "f(!a)", "[!a]", "a && !b", "// really!", "\"done!\"",
            "return !a", "a ? !b : c", "/* b! */", "let x = !y", "\"\"\"\n wow!\n\"\"\"",
        ])
    func noTrap(_ line: String) {
        #expect(CodeRules.traps(in: file(line)) == [])
    }

    @Test("17.A3 no try? on the state")
    func silencedState() {
        expectNone(CodeRules.silencedState(in: sources))
    }

    @Test(
        "17.A3 try? on the state is reported, on anything else not",
        arguments: [
            ("let a = try? storage.savedSearch()", 1), ("(try? await library.storage.memo(x)) ?? \"\"", 1),
            ("let a = try? store.value(for: key)", 1), ("try? likes.isLiked(sku)", 1), ("try? await api.store()", 0),
            ("let a = try? JSONDocument(parsing: bytes)", 0), ("try storage.memo(x)", 0),
        ])
    func silencedStateIsReported(_ line: String, _ count: Int) {
        #expect(CodeRules.silencedState(in: file(line)).count == count)
    }

    @Test("no unchecked concurrency outside StdioTransport")
    func uncheckedConcurrency() {
        expectNone(CodeRules.uncheckedConcurrency(in: sources))
    }

    @Test(
        "unchecked concurrency is reported",
        arguments: ["extension A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1"]
    )
    func uncheckedConcurrencyIsReported(_ line: String) {
        #expect(CodeRules.uncheckedConcurrency(in: file(line)).count == 1)
        let runtime = file(line, at: "Modules/Runtime/Sources/A.swift")
        #expect(CodeRules.uncheckedConcurrency(in: runtime) == [])
    }

    @Test("JSON text exists only in Protocol")
    func jsonText() {
        expectNone(CodeRules.jsonText(in: sources))
    }

    @Test(
        "JSON text is reported", arguments: [#"let a = "{\"id\":1}""#, ##"let a = #"{ "id": 1 }"#"##, #"",\"a\":[""#])
    func jsonTextIsReported(_ line: String) {
        #expect(CodeRules.jsonText(in: file(line)).count == 1)
        #expect(CodeRules.jsonText(in: file(line, at: "Modules/Protocol/JSON/Sources/A.swift")) == [])
    }

    @Test("plain sentences are not JSON text", arguments: [#"let a = "{name}""#, #"let a = "say \"a\": b""#])
    func noJSONText(_ line: String) {
        #expect(CodeRules.jsonText(in: file(line)) == [])
    }

    @Test("P9: stdin and stdout are touched only by StdioTransport")
    func descriptors() {
        expectNone(CodeRules.descriptors(in: sources))
    }

    @Test(
        "P9: touching stdin or stdout is reported",
        arguments: [
            "isatty(STDIN_FILENO)", "write(STDOUT_FILENO, a, 1)", "fflush(stdout)", "print(\"a\")", "debugPrint(a)",
            "read(0, &a, 1)", "write(1, a, 1)", "puts(a)",
        ])
    func descriptorsAreReported(_ line: String) {
        #expect(CodeRules.descriptors(in: file(line)).count == 1)
        #expect(CodeRules.descriptors(in: file(line, at: "Modules/Protocol/StdioTransport/Sources/A.swift")) == [])
    }

    @Test(
        "methods called print and words like it are not reported",
        arguments: ["document.print(a)", "func print(a: Int) {}", "sprint(a)", "write(log, 1)", "STDERR_FILENO"])
    func noDescriptor(_ line: String) {
        #expect(CodeRules.descriptors(in: file(line)) == [])
    }

    @Test("no marks of unfinished work in Modules, Apps and Tools")
    func unfinished() throws {
        for path in SourceTree.repository.files(in: ["Modules", "Apps", "Tools"]) {
            guard let text = try? SourceTree.repository.text(of: path) else { continue }
            expectNone(CodeRules.unfinished(path: path, text: text))
        }
    }

    @Test("marks of unfinished work are reported", arguments: ["// TO" + "DO: a", "# FIX" + "ME", "a XX" + "X b"])
    func unfinishedIsReported(_ line: String) {
        #expect(CodeRules.unfinished(path: "Tools/a", text: "ok\n" + line).map(\.line) == [2])
    }
}
