import Foundation
import Testing

/// Start and end of the process.
@Suite("Lifecycle") struct LifecycleTests {
    private let search = #""method":"bookShelf.search","params":{"query":"swift"}"#

    @Test("P1: the end of input without a request is the end, with status 0 and nothing on stdout")
    func emptyInput() throws {
        let process = try GalleriaProcess()
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("P1: requests in flight at the end of input are answered, each once")
    func drains() throws {
        let process = try GalleriaProcess()
        for id in 0..<20 { try process.send(line: #"{"jsonrpc":"2.0","id":\#(id),\#(search)}"#) }
        process.closeInput()
        let answers = try process.readToEnd().compactMap { WireValue($0) }
        #expect(answers.count == 20)
        let missing = (0..<20).filter { id in !answers.contains { $0["id"] == .number(String(id)) } }
        #expect(missing == [], "these ids were not answered")
        #expect(answers.allSatisfy { $0["result"] != nil })
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("P2: a signal to end is followed", arguments: [SIGTERM, SIGINT])
    func signals(_ number: Int32) throws {
        let process = try GalleriaProcess()
        try process.send(line: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        #expect(try process.readLine() != nil)
        process.signal(number)
        let ending = try process.waitForEnd()
        #expect(ending == .exited(0) || ending == .exited(128 + number))
    }

    @Test("P3: a reader that is gone ends the process quietly, not by SIGPIPE")
    func readerGone() throws {
        let process = try GalleriaProcess()
        try process.send(line: #"{"jsonrpc":"2.0","id":0,"method":"ping"}"#)
        #expect(try process.readLine() != nil)
        process.closeOutput()
        for id in 0..<20 { try process.send(line: #"{"jsonrpc":"2.0","id":\#(id),\#(search)}"#) }
        guard case .exited(let status) = try process.waitForEnd() else {
            Issue.record("ended by a signal")
            return
        }
        #expect(status != 141)
        #expect(process.errorText.split(separator: "\n").count <= 1)
    }

    @Test("P11: a file as stdin is a script of requests", arguments: [["serve"], []])
    func withoutArguments(_ arguments: [String]) throws {
        let process = try GalleriaProcess(arguments)
        try process.send(line: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        process.closeInput()
        #expect(try process.readToEnd().count == 1)
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test(
        "wrong usage and wrong settings end with status 2, said on stderr alone",
        arguments: [
            ["no-such-command"], ["serve", "--no-such-flag"], ["serve", "--set", "network.timeout=soon"],
            ["serve", "--set", "no.such.key=1"], ["serve", "--config", "/nowhere/galleria.yaml"],
            ["call", "bookShelf.serch", "query=swift"], ["call", "bookShelf.search", "colour=red"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        let process = try GalleriaProcess(arguments)
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(2))
        #expect(!process.errorText.isEmpty)
        #expect(!process.errorText.contains("Fatal error"))
    }

    @Test("one operation is called, printed as text or as JSON", arguments: [true, false])
    func call(asJSON: Bool) throws {
        let process = try GalleriaProcess(["call", "bookShelf.search", "query=swift"] + (asJSON ? ["--json"] : []))
        process.closeInput()
        let output = try process.readToEnd().joined(separator: "\n")
        #expect(try process.waitForEnd() == .exited(0))
        #expect(!output.isEmpty)
        if asJSON { #expect(WireValue(output)?["query"]?.text == "swift") }
    }

    @Test("C6: the settings files of a working directory, which may be a stranger's, are not read")
    func strangersSettings() throws {
        let home = try TemporaryHome()
        try "modules: { bookShelf: { enabled: false } }\n"
            .write(toFile: "\(home.path)/galleria.yaml", atomically: true, encoding: .utf8)
        let process = try GalleriaProcess(["call", "bookShelf.search", "query=swift", "--json"], home: home)
        process.closeInput()
        _ = try process.readToEnd()
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("the version is told")
    func version() throws {
        let process = try GalleriaProcess(["--version"])
        process.closeInput()
        let lines = try process.readToEnd()
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#/[0-9]+\.[0-9]+\.[0-9]+/#) == true)
        #expect(try process.waitForEnd() == .exited(0))
    }
}
