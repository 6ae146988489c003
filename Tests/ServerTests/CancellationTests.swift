import JSON
import Testing

/// Ids in flight, and calls that are cancelled.
@Suite("Cancellation") struct CancellationTests {
    private static func hold(_ gate: String, id: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"probe.hold","params":{"gate":"\#(gate)"}}"#
    }

    @Test("W10: an id in flight is refused to another request; afterwards it is free")
    func reuse() throws {
        let client = try Client()
        client.send(Self.hold("reuse", id: "5"))
        #expect(try client.call("ping", id: "5")["error"]?["code"] == -32600)
        #expect(try client.call("ping", id: #""5""#)["result"] == .object([]))
        #expect(try client.ask(Self.hold("reuse", id: "5"))["error"]?["code"] == -32600)
        Gate.named("reuse").open()
        #expect(try client.message() == ["jsonrpc": "2.0", "id": 5, "result": ["gate": "reuse"]])
        #expect(try client.call("ping", id: "5")["result"] == .object([]))
    }

    @Test("W16: $/cancelRequest is answered with -32800, once, and the work is cancelled")
    func cancelRequest() throws {
        let client = try Client()
        client.send(
            Self.hold("cancel-request", id: "1"), #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
        let answer = try client.message()
        #expect(answer["id"] == 1)
        #expect(answer["error"]?["code"] == -32800)
        #expect(Gate.named("cancel-request").cancelledCount == 1)
        client.endInput()
        #expect(try client.rest() == [])
    }

    @Test("W16: notifications/cancelled is silence, and the work is cancelled")
    func silentCancel() throws {
        let client = try Client()
        try client.initialize()
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_hold","arguments":{"gate":"silent"}}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}"#)
        client.endInput()
        #expect(try client.rest() == [])
        #expect(Gate.named("silent").cancelledCount == 1)
        #expect(try client.exitStatus() == 0)
    }

    @Test(
        "W16: unknown, late and malformed cancellations are ignored",
        arguments: [
            #"{"requestId":99}"#, #"{"requestId":"1"}"#, #"{"requestId":1.0}"#, #"{"requestId":null}"#,
            #"{"requestId":{}}"#, "{}", "null", "[1]",
        ])
    func ignored(_ params: String) throws {
        let client = try Client()
        let gate = "ignored-\(params)".replacing("\"", with: "'")
        client.send(Self.hold(gate, id: "1"))
        for method in ["notifications/cancelled", "$/cancelRequest"] {
            client.send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
        }
        #expect(try client.call("ping", id: "2")["result"] == .object([]))
        Gate.named(gate).open()
        #expect(try client.message()["result"] == ["gate": .string(gate)])
    }

    @Test("W16: 1,000 calls in flight or waiting are cancelled: those by $/cancelRequest get one answer each")
    func storm() throws {
        let client = try Client([("limits.inFlight", "16")])
        for id in 0..<1000 { client.send(Self.hold("storm", id: "\(id)")) }
        for id in 0..<1000 {
            let method = id.isMultiple(of: 2) ? "$/cancelRequest" : "notifications/cancelled"
            let name = id.isMultiple(of: 2) ? "id" : "requestId"
            client.send(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"\#(name)":\#(id)}}"#)
        }
        client.endInput()
        let answers = try client.rest()
        #expect(answers.allSatisfy { $0["error"]?["code"] == -32800 })
        #expect(answers.compactMap { $0["id"]?.integer }.sorted() == Array(stride(from: 0, to: 1000, by: 2)))
        #expect(try client.exitStatus() == 0)
    }

    @Test("P12: calls beyond limits.inFlight wait, and each is answered once")
    func flood() throws {
        let client = try Client([("limits.inFlight", "4")])
        for id in 0..<200 { client.send(Self.hold("flood", id: "\(id)")) }
        #expect(try client.call("ping", id: #""ping""#)["result"] == .object([]))
        Gate.named("flood").open()
        client.endInput()
        let ids = try client.rest().compactMap { $0["id"]?.integer }
        #expect(ids.sorted() == Array(0..<200))
    }

    @Test("W16: a call cancelled in a batch leaves the others their array")
    func inBatch() throws {
        let client = try Client()
        client.send(
            "[\(Self.hold("in-batch", id: "1")),\(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)]",
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        #expect(try client.message() == [["jsonrpc": "2.0", "id": 2, "result": [:]]])
    }
}
