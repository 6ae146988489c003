import Foundation
import TestSupport
import Testing

/// `galleria replay`: the same conversation once more, and what is told of one that goes otherwise.
@Suite("Replay") struct ReplayTests {
    private func replay(_ more: [String] = [], home: TemporaryHome) throws -> Ended {
        try Ended(GalleriaProcess(["replay", "session.jsonl"] + more, home: home))
    }

    /// Records what `client` says, in a home that is given back with the recording in it.
    private func record(_ more: [String] = [], _ client: (GalleriaProcess) throws -> Void) throws -> TemporaryHome {
        let process = try GalleriaProcess(["serve", "--record", "session.jsonl"] + more)
        try client(process)
        _ = try process.finish()
        return process.home
    }

    /// Everything that a client may say: errors, a batch, what is not JSON or not UTF-8, notifications, Korean, screens.
    private func everything(_ process: GalleriaProcess) throws {
        _ = try process.call("bookShelf.search", #"{"query":"스위프트 책"}"#)
        _ = try process.call("bookShelf.setMemo", #"{"isbn13":"9781617294136","text":"읽을 것 📚"}"#, id: 2)
        _ = try process.call("bookShelf.serch", id: 3)
        _ = try process.ask(#"{"not": json"#)
        _ = try process.ask(#"{"id":1,"id":2}"#)
        try process.send([0xC0, 0x80, UInt8(ascii: "\n")])
        _ = try process.answer()
        _ = try process.ask(
            #"[{"jsonrpc":"2.0","id":4,"method":"ping"},{"jsonrpc":"2.0","method":"x"},1,{"jsonrpc":"2.0","id":5,"method":"host.info"}]"#
        )
        _ = try process.call("screen.open", #"{"route":"galleria://shelf"}"#, id: 6)
        #expect(try process.answer()["method"]?.text == "screen.changed")
        _ = try process.call("screen.send", #"{"screen":"s1","action":"search","params":{"query":"swift"}}"#, id: 7)
        // In flight together.
        for id in 10..<20 { try process.send(line: ChildProcess.request("catalog.list", id: id)) }
        try process.send(line: #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":19}}"#)
    }

    @Test(
        "a conversation with all that can be said is the same again, to people and to programs; twice at once as well")
    func same() throws {
        let home = try record([]) { try everything($0) }
        let first = try GalleriaProcess(["replay", "session.jsonl"], home: home)
        let second = try GalleriaProcess(["replay", "session.jsonl", "--json"], home: home)
        let (people, programs) = (try Ended(first), try Ended(second))
        #expect(people.status == .exited(0), "\(people.output)")
        #expect(people.output == "The same: 21 answers to 20 messages.")
        #expect(programs.status == .exited(0), "\(programs.output)")
        #expect(programs.json?["same"] == .bool(true))
        #expect(programs.json?["differences"]?.elements == [])
        #expect(people.errors.isEmpty && programs.errors.isEmpty)
        let strict = try replay(["--strict"], home: home)
        #expect(strict.status == .exited(0), "\(strict.output)")
        // Nothing is left of either.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy { !$0.contains("replay-") })
    }

    @Test("a replay neither reads nor writes the user's state")
    func state() throws {
        let home = try record { process in
            _ = try process.call("bookShelf.setMemo", #"{"isbn13":"9781617294136","text":"mine"}"#)
        }
        let setting = try GalleriaProcess(
            ["call", "bookShelf.setMemo", "isbn13=9781617294136", "text=newer"], home: home)
        #expect(try Ended(setting).status == .exited(0))
        #expect(try replay(home: home).status == .exited(0))
        let asking = try Ended(GalleriaProcess(["call", "bookShelf.show", "isbn13s=9781617294136"], home: home))
        #expect(asking.output.contains("newer"))
    }

    @Test("a setting that is another one now is told with exactly what it changes")
    func settings() throws {
        let home = try record { process in
            _ = try process.call("bookShelf.search", #"{"query":"swift"}"#)
            _ = try process.call("host.info", id: 2)
        }
        let ended = try replay(["--set", "modules.forecast.enabled=false", "--json"], home: home)
        #expect(ended.status == .exited(1))
        let paths = ended.json?["differences"]?.elements?.compactMap { $0["path"]?.text }
        #expect(
            paths == [
                "result.modules[5].enabled", "result.modules[5].operations[0]", "result.modules[5].routes[0]",
                "result.modules[5].routes[1]", "result.modules[5].reason",
            ])
        let first = ended.json?["differences"]?.elements?.first
        #expect(first?["id"]?.integer == 2 && first?["method"]?.text == "host.info")
        #expect(first?["old"] == .bool(true) && first?["new"] == .bool(false))
        #expect(ended.json?["settings"]?.elements?.compactMap { $0["key"]?.text } == ["modules.forecast.enabled"])
        let text = try replay(["--set", "modules.forecast.enabled=false"], home: home).output
        #expect(text.contains("line 5, host.info, id 2"))
        #expect(text.contains("5 differences in 2 answers to 2 messages."))
    }

    @Test("an answer of a server that changed is told with its place; ports are not")
    func servers() throws {
        let book = { (price: String) in
            #"{"error":"0","total":"1","page":"1","books":[{"title":"책","subtitle":"","isbn13":"9781617294136","price":"\#(price)","image":"https://itbook.store/img/books/9781617294136.png","url":"https://itbook.store/books/9781617294136"}]}"#
        }
        func arguments(_ server: ScriptedServer) -> [String] {
            [
                "--set", "network.data=live", "--set", "network.retries=0", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("1.0"))",
            ]
        }
        let old = try ScriptedServer()
        old.answer("/1.0/search/a/1", .json(book("$1.00")))
        old.answer("/1.0/search/slow/1", .json(book("$1.00"), after: "never"))
        let home = try record(arguments(old)) { process in
            _ = try process.call("bookShelf.search", #"{"query":"a"}"#)
            #expect(try process.call("bookShelf.search", #"{"query":"gone"}"#, id: 2)["error"] != nil)
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"slow"}"#, id: 3))
            try old.waitForRequests(1, of: "/1.0/search/slow/1")
            try process.send(line: #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"#)
            #expect(try process.answer()["error"] != nil)
        }
        let new = try ScriptedServer()
        new.answer("/1.0/search/a/1", .json(book("$1.00")))
        new.answer("/1.0/search/slow/1", .json(book("$1.00"), after: "never"))
        let same = try replay(arguments(new), home: home)
        #expect(same.status == .exited(0), "\(same.output)")
        let cheaper = try ScriptedServer()
        cheaper.answer("/1.0/search/a/1", .json(book("$0.50")))
        cheaper.answer("/1.0/search/slow/1", .json(book("$1.00"), after: "never"))
        let ended = try replay(arguments(cheaper) + ["--json"], home: home)
        #expect(ended.status == .exited(1))
        #expect(
            ended.json?["differences"]?.elements?.compactMap { $0["path"]?.text } == [
                "result.items[0].price"
            ])
    }

    @Test("what a client repeats of an answer, such as a proof, is that of the new answer")
    func carried() throws {
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#
        let call = #""name":"friends_respond","arguments":{"answers":[{"fid":"001","action":"decline"}]},\#(meta)"#
        let home = try record { process in
            let asked = try process.call("tools/call", "{\(call)}")
            let state = try #require(asked["result"]?["requestState"]?.text)
            guard case .object(let requests) = asked["result"]?["inputRequests"], let name = requests.first?.name else {
                Issue.record("nothing was asked: \(asked)")
                return
            }
            let answers =
                #"{"\#(String(String.UnicodeScalarView(name)))":{"action":"accept","content":{"confirm":true}}}"#
            let done = try process.call(
                "tools/call", #"{\#(call),"inputResponses":\#(answers),"requestState":"\#(state)"}"#, id: 2)
            #expect(done["error"] == nil, "\(done)")
        }
        let ended = try replay(home: home)
        #expect(ended.status == .exited(0), "\(ended.output)")
        #expect(try replay(["--strict"], home: home).status == .exited(1))
    }

    @Test("what was served restricted is replayed restricted")
    func restricted() throws {
        let home = try record(["--read-only", "--modules", "bookShelf"]) { process in
            _ = try process.call("host.info")
            _ = try process.call("bookShelf.setMemo", #"{"isbn13":"9781617294136","text":"a"}"#, id: 2)
        }
        #expect(try replay(home: home).output == "The same: 2 answers to 2 messages.")
    }

    @Test("input that was skipped: what is too long is too long again, a bad header is left out and told")
    func skipped() throws {
        let small = ["--set", "limits.messageBytes=64KiB"]
        let home = try record(small) { process in
            _ = try process.ask(
                #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\#(String(repeating: "x", count: 70_000))"}}"#)
        }
        #expect(try replay(small, home: home).output == "The same: 1 answer to 1 message.")
        let headers = try GalleriaProcess(["serve", "--record", "session.jsonl", "--framing", "headers"])
        try headers.send(Array("Content-Length: x\r\n\r\n".utf8))
        headers.closeInput()
        _ = try headers.readToEnd()
        _ = try headers.waitForEnd()
        let ended = try replay(home: headers.home)
        #expect(ended.status == .exited(0), "\(ended.output)")
        #expect(ended.output.contains("Line 2 can't be played"))
    }

    @Test("a killed server's recording is refused with its line, and played in part when asked")
    func killed() throws {
        let process = try GalleriaProcess(["serve", "--record", "session.jsonl"])
        _ = try process.call("bookShelf.search", #"{"query":"swift"}"#)
        // Written by a thread of its own, a moment after the answer.
        let path = "\(process.home.path)/session.jsonl"
        try #require(
            waitUntil { (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").count == 3 })
        process.signal(SIGKILL)
        _ = try process.waitForEnd()
        let refused = try replay(home: process.home)
        #expect(refused.status == .exited(2))
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("does not end after line 3"))
        #expect(refused.errors.contains("--partial"))
        let ended = try replay(["--partial"], home: process.home)
        #expect(ended.status == .exited(0), "\(ended.output)")
        #expect(ended.output.contains("Played in part"))
        #expect(ended.output.contains("The same: 1 answer to 1 message."))
    }

    /// Polls as long as the tests are patient.
    private func waitUntil(_ isDone: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + ChildProcess.patience
        while !isDone() {
            if ContinuousClock.now > deadline { return false }
            sched_yield()
        }
        return true
    }

    @Test("an answer that does not come is waited for no longer than was said, and told")
    func missing() throws {
        let home = try record { process in _ = try process.call("host.info") }
        let path = "\(home.path)/session.jsonl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // A notification in the place of the request: nobody answers it.
        try text.replacing(#""id":1,"method":"host.info""#, with: #""method":"host.info""#)
            .write(toFile: path, atomically: true, encoding: .utf8)
        let ended = try replay(["--timeout", "1"], home: home)
        #expect(ended.status == .exited(1))
        #expect(ended.output.contains("No answer came."))
        #expect(ended.output.contains("1 difference in 0 answers to 1 message."))
    }

    @Test("a replay that is interrupted ends at once, and leaves nothing behind")
    func interrupted() throws {
        let home = try record { process in _ = try process.call("bookShelf.search", #"{"query":"a"}"#) }
        let server = try ScriptedServer()
        server.answer("/1.0/search/a/1", .json("{}", after: "never"))
        let process = try GalleriaProcess(
            [
                "replay", "session.jsonl", "--timeout", "3600", "--set", "network.data=live", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("1.0"))",
            ], home: home)
        // What asks the server was sent by a replay that is set up.
        try server.waitForRequests(1, of: "/1.0/search/a/1")
        process.signal(SIGINT)
        let ended = try Ended(process)
        #expect(ended.status == .exited(1))
        #expect(ended.output.contains("signal 2"), "\(ended.output)")
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(!left.contains { $0.hasPrefix("galleria-replay-") }, "\(left)")
    }

    @Test(
        "wrong usage is status 2",
        arguments: [
            (["replay"], "FILE is missing"), (["replay", "a", "b"], "too many"),
            (["replay", "/none"], "can't be read"),
            (["replay", "/etc/hostname"], "not the first line of a recording"),
            (["replay", "/none", "--timeout", "0"], "1 to 3600"),
            (["replay", "x", "--set", "no.key=1"], "unknown key"),
        ])
    func usage(_ arguments: [String], _ words: String) throws {
        let ended = try Ended(GalleriaProcess(arguments))
        #expect(ended.status == .exited(2))
        #expect(ended.errors.contains(words), "\(ended.errors)")
    }
}
