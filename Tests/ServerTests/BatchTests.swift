import JSON
import Testing

/// Batches: JSON-RPC 2.0 section 6, and the revisions of MCP that took them out.
@Suite("Batches") struct BatchTests {
    @Test("W4: the answers of a batch are one array; what is not a request is an error in it")
    func mixed() throws {
        let answers = try Client().ask(
            #"[{"jsonrpc":"2.0","id":"1","method":"ping"},{"jsonrpc":"2.0","method":"foo"},{"foo":1},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"probe.echo","params":{"text":"a"}},7]"#)
        #expect(answers.array?.count == 4)
        #expect(answers.array?.filter { $0["error"]?["code"] == -32600 }.count == 2)
        #expect(answers.array?.contains { $0["id"] == "1" && $0["result"] == .object([]) } == true)
        #expect(answers.array?.contains { $0["id"] == 2 && $0["result"] == ["text": "a"] } == true)
    }

    @Test("W4: a batch is answered when its last call is, once", .timeLimit(.minutes(5)))
    func waits() throws {
        let client = try Client()
        client.send(
            #"[{"jsonrpc":"2.0","id":1,"method":"probe.hold","params":{"gate":"batch"}},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"ping"}]"#)
        #expect(try client.call("ping", id: "3")["result"] == .object([]))
        Gate.named("batch").open()
        #expect(try client.message().array?.compactMap { $0["id"] } == [1, 2])
    }

    @Test("W4: an empty batch is one -32600, a batch of notifications is silence")
    func empty() throws {
        let client = try Client()
        #expect(try client.ask("[]")["error"]?["code"] == -32600)
        client.send(#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]"#)
        #expect(try client.call("ping")["result"] == .object([]))
    }

    @Test("W4: a batch of 10,000 is answered whole")
    func large() throws {
        let one = (0..<10_000).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
        let answers = try Client().ask("[" + one.joined(separator: ",") + "]")
        #expect(Set(answers.array?.compactMap { $0["id"]?.integer } ?? []) == Set(0..<10_000))
    }

    @Test("W4: an id twice in one batch, while the first is in flight, is one result and one -32600")
    func sameID() throws {
        let client = try Client()
        let call = #"{"jsonrpc":"2.0","id":1,"method":"probe.hold","params":{"gate":"batch-same"}}"#
        client.send("[\(call),\(call)]")
        #expect(try client.call("ping", id: "3")["result"] == .object([]))
        Gate.named("batch-same").open()
        let answers = try client.message().array ?? []
        #expect(answers.count == 2)
        #expect(answers.filter { $0["error"]?["code"] == -32600 }.count == 1)
        #expect(answers.filter { $0["result"] != nil }.count == 1)
    }

    @Test(
        "W4: MCP has batches up to 2025-03-26, later one -32600 for the whole",
        arguments: [("2024-11-05", true), ("2025-03-26", true), ("2025-06-18", false), ("2025-11-25", false)])
    func revisions(_ revision: String, _ hasBatches: Bool) throws {
        let client = try Client()
        try client.initialize(revision)
        let answer = try client.ask(
            #"[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]"#)
        if hasBatches {
            #expect(answer.array?.compactMap { $0["id"] } == [2, 3])
        } else {
            #expect(answer["id"] == .some(.null))
            #expect(answer["error"]?["code"] == -32600)
        }
    }
}
