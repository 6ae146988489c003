import Foundation
import Testing

/// The tools of these tests, tried on small shell scripts: a harness that sees no fault proves nothing.
@Suite("Harness") struct HarnessTests {
    private func shell(_ script: String) throws -> ChildProcess {
        try ChildProcess("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "A": "b"])
    }

    @Test("lines go in and come out, and the exit status is told")
    func lines() throws {
        let process = try shell("while read -r line; do echo \"$line$A\"; done; echo end >&2; exit 7")
        try process.send(line: "one")
        try process.send(Array("two\nth".utf8))
        #expect(try process.readLine() == "oneb")
        #expect(try process.readLine() == "twob")
        try process.send(Array("ree\n".utf8))
        process.closeInput()
        #expect(try process.readToEnd() == ["threeb"])
        #expect(try process.waitForEnd() == .exited(7))
        #expect(process.errorText == "end\n")
    }

    @Test("more than the pipes hold passes in both directions at once")
    func large() throws {
        let process = try shell("cat")
        let line = String(repeating: "x", count: 3_000_000)
        try process.send(line: line)
        #expect(try process.readLine() == line)
    }

    @Test("a program that says nothing is a fault that shows its stderr")
    func silence() throws {
        let process = try shell("echo why >&2; cat >/dev/null")
        try process.send(line: "x")
        let fault = #expect(throws: HarnessFault.self) { try process.readLine(within: .milliseconds(200)) }
        #expect(fault?.description.contains("why") == true)
        #expect(throws: HarnessFault.self) { try process.waitForEnd(within: .milliseconds(1)) }
    }

    @Test("signals reach the program with their default meaning")
    func signals() throws {
        let process = try shell("exec cat")
        process.signal(SIGTERM)
        #expect(try process.waitForEnd() == .signalled(SIGTERM))
        let writer = try shell("read -r line; echo a; echo b; echo c")
        writer.closeOutput()
        try writer.send(line: "go")
        #expect(try writer.waitForEnd() == .signalled(SIGPIPE))
        try writer.send(line: "nobody reads this")
    }

    @Test("a program that is not there cannot be started")
    func missing() {
        #expect(throws: HarnessFault.self) { try ChildProcess("/nowhere/galleria", [], environment: [:]) }
    }

    @Test("a home is empty, its own, and removed")
    func homes() throws {
        var first: TemporaryHome? = try TemporaryHome()
        let path = try #require(first?.path)
        #expect(try TemporaryHome().path != path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
        first = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "JSON is read strictly",
        arguments: [
            ("null", true), (#"{"a":[1,-0.5e+3,true,"\u00e9\ud83d\ude00"]}"#, true), (" [ ] ", true), ("", false),
            ("[1,]", false), ("01", false), (#"{"a":1,"a":2}"#, false), (#""\ud800""#, false), ("[1] x", false),
            ("\"\t\"", false), ("nul", false), ("{\"a\"}", false), ("+1", false),
        ])
    func reads(_ text: String, _ isJSON: Bool) {
        #expect((WireValue(text) != nil) == isJSON)
    }

    @Test(
        "a subset says where it differs",
        arguments: [
            (#"{"a":1}"#, #"{"b":2,"a":1}"#, nil),
            (#"{"a":{"b":[1,{"c":2}]}}"#, #"{"a":{"b":[1,{"c":3}]}}"#, "a.b[1].c"),
            (#"{"a":1}"#, #"{}"#, "a"), ("[1]", "[1,2]", "the value itself"),
            (#"{"id":9007199254740993}"#, #"{"id":9007199254740992}"#, "id"), (#"{"id":1}"#, #"{"id":"1"}"#, "id"),
            (#"{"id":1}"#, #"{"id":1.0}"#, "id"), (#"{"id":null}"#, #"{"id":0}"#, "id"),
            (#"{"id":"\u00e9"}"#, #"{"id":"e\u0301"}"#, "id"), (#"{"id":"\u00e9"}"#, #"{"id":"é"}"#, nil),
        ] as [(String, String, String?)])
    func subset(_ expected: String, _ actual: String, _ place: String?) throws {
        #expect(try #require(WireValue(expected)).difference(from: try #require(WireValue(actual))) == place)
    }

    /// A server that answers each line with the line itself, and exits with 0.
    private func echo(_ transcript: String) throws -> String? {
        try TranscriptRunner.firstDifference(try Transcript(transcript), with: try shell("cat"))
    }

    @Test(
        "a transcript that holds has no difference",
        arguments: [
            "> a\n< a\n! exit 0\n", "# note\n\n> a\n> b\n< a\n< b\n", "> v 1.2.3-beta!\n< v {version}!\n",
            "> {\"a\":1,\"b\":2}\n<~ {\"b\":2}\n", "",
        ])
    func holds(_ text: String) throws {
        #expect(try echo(text) == nil)
    }

    @Test(
        "a transcript that does not hold says at which line",
        arguments: [
            ("> a\n< b\n", "line 2:\n- b\n+ a"), ("> a\n", "line 2: not expected:\n+ a"),
            ("> a\n< a\n! exit 1\n", "line 3:\n- exit 1"), ("> v \n< v {version}\n", "line 2:\n- v {version}"),
            ("> {\"a\":1}\n<~ {\"a\":2}\n", "(they differ at a)"), ("> x\n<~ {}\n", "line 2:\n- {}\n+ x"),
        ])
    func differs(_ text: String, _ expected: String) throws {
        #expect(try echo(text)?.contains(expected) == true)
    }

    @Test("a server that ends early is a difference, not a wait")
    func earlyEnd() throws {
        let transcript = try Transcript("> a\n< a\n< b\n")
        let difference = try TranscriptRunner.firstDifference(transcript, with: try shell("read -r a; echo $a; exit 3"))
        #expect(difference == "line 3:\n- b\n+ (end of output)")
    }

    @Test("a row of another kind is refused", arguments: ["x", ">a", "! exit a", "<- a"])
    func syntax(_ row: String) {
        #expect(throws: Transcript.SyntaxFault.self) { try Transcript("# ok\n\(row)\n") }
    }

    @Test("recording writes the answers down, and keeps notes and what still holds")
    func record() throws {
        let old = "# note\n$ serve -x\n> {\"a\":1}\n<~ {}\n> b\n< wrong\n\n! exit 5\n"
        let new = "$ serve -x\n# note\n> {\"a\":1}\n<~ {}\n> b\n< b\n\n! exit 0\n"
        #expect(try TranscriptRunner.record(try Transcript(old), with: try shell("cat")) == new)
    }

    @Test("arguments are split at spaces, and are serve if not given")
    func arguments() throws {
        #expect(try Transcript("> a\n").arguments == ["serve"])
        #expect(
            try Transcript("# a\n$ serve --set limits.depth=8\n").arguments == ["serve", "--set", "limits.depth=8"])
    }
}
