import Foundation
import TestSupport
import Testing

/// One line that says what is waited for: on a terminal's standard error, while it takes long, and nowhere else.
@Suite("Progress") struct ProgressTests {
    private static let waiting = "galleria: Waiting for bookShelf.search …"
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        server.answer(
            "/1.0/search/a/1", .json(#"{"error":"0","total":"0","page":"1","books":[]}"#, after: "the test"))
    }

    private var call: [String] {
        [
            "call", "bookShelf.search", "query=a", "--json", "--set", "network.data=live", "--set",
            "modules.bookShelf.endpoint=\(server.endpoint("1.0"))", "--set", "network.timeout=60s", "--set",
            "modules.bookShelf.timeout=60s",
        ]
    }

    private func terminal(_ more: [String] = [], environment: [String: String] = ["TERM": "xterm-256color"]) throws
        -> InteractiveTerminal
    {
        try InteractiveTerminal([GalleriaProcess.executable] + call + more, environment: environment, columns: 200)
    }

    @Test("the line is there while the call waits, and gone when it is answered")
    func erased() throws {
        let terminal = try terminal()
        try terminal.wait(for: Self.waiting)
        server.release("the test")
        #expect(try terminal.end() == 0)
        #expect(!terminal.screen.text.contains("Waiting"))
        #expect(
            terminal.screen.lines.prefix(2).map { $0.trimmingCharacters(in: .whitespaces) } == ["{", #""query": "a","#])
        #expect(terminal.screen.unknown.isEmpty)
    }

    @Test(
        "where control sequences are unwanted it is a plain line, once",
        arguments: [
            (["--plain"], ["TERM": "xterm-256color"]), ([], ["TERM": "xterm-256color", "NO_COLOR": "1"]),
            ([], ["TERM": "dumb"]),
        ])
    func plain(_ more: [String], _ environment: [String: String]) throws {
        let terminal = try terminal(more, environment: environment)
        try terminal.wait(for: Self.waiting)
        server.release("the test")
        #expect(try terminal.end() == 0)
        #expect(!terminal.written.contains(0x1B))
        let lines = String(decoding: terminal.written, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines.first.map(String.init) == Self.waiting)
        #expect(lines.count { $0 == Self.waiting } == 1 && lines.dropFirst().first == "{")
    }

    @Test("nothing at all where standard error is no terminal, however long it takes")
    func redirected() throws {
        let quiet = try GalleriaProcess(call)
        try server.waitForRequests(1, of: "/1.0/search/a/1")
        // Began later and shows its line: so the other has waited long enough for one.
        let terminal = try terminal()
        try terminal.wait(for: Self.waiting)
        server.release("the test")
        quiet.closeInput()
        #expect(try quiet.readToEnd().count == 1)
        #expect(try quiet.waitForEnd() == .exited(0))
        #expect(quiet.errors.isEmpty)
        #expect(try terminal.end() == 0)
    }

    @Test("a line that is too long for the terminal is cut")
    func narrow() throws {
        let terminal = try InteractiveTerminal([GalleriaProcess.executable] + call, columns: 20, rows: 10)
        try terminal.wait(for: "galleria: Waiting")
        #expect(terminal.screen.lines.count { !$0.isEmpty } == 1)
        server.release("the test")
        #expect(try terminal.end() == 0)
        #expect(!terminal.screen.text.contains("Waiting"))
    }
}
