import JSON
import Testing

/// `notifications/progress`, and the pages it tells of.
@Suite("Progress") struct ProgressTests {
    @Test(
        "17.16: a call with pages and a token tells each page but the last",
        arguments: ["7", #""token""#, "9007199254740993"])
    func pages(_ token: String) throws {
        let client = try Client()
        try client.initialize()
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_list","arguments":{"pages":3},"#
                + #""_meta":{"progressToken":\#(token)}}}"#)
        for number in 1...2 {
            let message = try client.message()
            #expect(message["method"] == "notifications/progress")
            #expect(message["params"]?["progressToken"] == (try JSONValue(parsing: token)))
            #expect(message["params"]?["progress"] == .integer(number))
            #expect(message["params"]?["total"] == 3)
        }
        let structured = try client.message()["result"]?["structuredContent"]
        #expect(structured?["items"]?.array?.compactMap { $0["number"] } == [1, 2, 3, 4, 5, 6])
        #expect(structured?["nextCursor"] == "4")
    }

    @Test("a call that tells nothing itself is told of again and again, rising, until it is answered")
    func heartbeat() throws {
        let client = try Client(heartbeat: .milliseconds(1))
        let gate = "heartbeat"
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"probe.hold","params":{"gate":"\#(gate)","_meta":{"progressToken":7}}}"#)
        var told: [String] = []
        for _ in 0..<3 {
            let message = try client.message()
            #expect(message["method"] == "notifications/progress")
            #expect(message["params"]?["progressToken"] == 7)
            #expect(message["params"]?["message"]?.string == "Still waiting.")
            if case .number(let progress)? = message["params"]?["progress"] { told.append(progress) }
        }
        #expect(told == ["0.001", "0.002", "0.003"])
        Gate.named(gate).open()
        var message = try client.message()
        while message["method"] != nil { message = try client.message() }
        #expect(message["result"]?["gate"]?.string == gate)
        // The call is over, and so is what is told of it.
        #expect(try client.call("ping", "{}", id: "2")["result"] != nil)
    }

    @Test("a cancelled call is told of no more, although it has not ended yet")
    func cancelledHeartbeat() throws {
        let client = try Client(heartbeat: .milliseconds(1))
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"probe.hold","params":{"gate":"never","_meta":{"progressToken":7}}}"#)
        _ = try client.message()
        client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        client.send(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
        // Up to the ping's answer beats may be on their way; behind it there is none, for whatever is asked next.
        while try client.message()["id"] != 2 {}
        for id in 3...20 { #expect(try client.call("ping", "{}", id: "\(id)")["result"] != nil) }
    }

    @Test("17.16: the answer keeps its distance from the last notification; other calls don't wait for it")
    func distance() throws {
        let client = try Client(progressGap: .seconds(600))
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"probe.list","params":{"pages":2,"_meta":{"progressToken":7}}}"#)
        #expect(try client.message()["method"] == "notifications/progress")
        #expect(try client.call("ping", "{}", id: "2")["result"] != nil)
        #expect(try client.call("probe.list", #"{"pages":1,"_meta":{"progressToken":8}}"#, id: "3")["result"] != nil)
        // Cancelled, it does not wait on: an editor's is answered at once.
        client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
        let answer = try client.message()
        #expect(answer["id"] == 1 && answer["error"]?["code"] == -32800)
    }

    @Test("fewer pages than were asked for end the progress early")
    func end() throws {
        let client = try Client()
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"probe.list","params":{"pages":20,"_meta":{"progressToken":"p"}}}"#)
        for _ in 1...4 { #expect(try client.message()["method"] == "notifications/progress") }
        let result = try client.message()["result"]
        #expect(result?["items"]?.array?.count == 10)
        #expect(result?["nextCursor"] == nil)
    }

    @Test(
        "without a token, or with one that is neither text nor a whole number, there is no progress",
        arguments: ["{}", #"{"progressToken":null}"#, #"{"progressToken":1.5}"#, #"{"progressToken":{}}"#])
    func noToken(_ meta: String) throws {
        let client = try Client()
        let answer = try client.call("probe.list", #"{"pages":2,"_meta":\#(meta)}"#)
        #expect(answer["result"]?["items"]?.array?.count == 4)
    }

    @Test("a list is paged to its end by its cursors")
    func cursors() throws {
        let client = try Client()
        var numbers: [Int] = []
        var params = "{}"
        for _ in 0..<6 {
            let result = try client.call("probe.list", params)["result"]
            numbers += result?["items"]?.array?.compactMap { $0["number"]?.integer } ?? []
            guard let cursor = result?["nextCursor"]?.string else { break }
            params = #"{"cursor":"\#(cursor)"}"#
        }
        #expect(numbers == Array(1...10))
    }
}
