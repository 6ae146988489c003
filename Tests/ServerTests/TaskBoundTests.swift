import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import MCPExtensions
@testable import Server

/// Bounds of tasks: owners, number and lifetime.
@Suite("Bounds of tasks") struct TaskBoundTests {
    private static let plain = #"{"elicitation":{},"roots":{}}"#
    private static let required: JSONValue = [
        "requiredCapabilities": ["extensions": ["io.modelcontextprotocol/tasks": [:]]]
    ]

    private func talk(
        _ flags: [(key: String, value: String)] = [], taskClock: TaskClock = .system
    ) throws -> TaskTalk {
        TaskTalk(
            client: try Client(flags, features: [Feature(Probe.self), Feature(Worker.self)], taskClock: taskClock))
    }

    // MARK: Who

    @Test("a client that does not follow tasks waits for the end, and is refused what is always a task")
    func undeclared() throws {
        let talk = try talk()
        let waited = try talk.tool("fail", with: "busy", capabilities: Self.plain)["result"]
        #expect(waited?["resultType"] == "complete" && waited?["isError"] == true && waited?["taskId"] == nil)
        for tool in ["must", "first"] {
            let refused = try talk.tool(tool, capabilities: Self.plain)["error"]
            #expect(refused?["code"] == -32021 && refused?["data"] == Self.required)
        }
        let task = try talk.start("wait", with: "undeclared")
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let refused = try talk.call(
                method, #""taskId":"\#(task)","inputResponses":{}"#, capabilities: Self.plain)["error"]
            #expect(refused?["code"] == -32021 && refused?["data"] == Self.required)
        }
        #expect(try talk.listen([task], capabilities: Self.plain) == [:])
        #expect(try talk.status(task) == "working")
    }

    @Test("an extension that is no object is invalid", arguments: ["true", "null", "[]", #""yes""#])
    func malformed(_ value: String) throws {
        let capabilities = #"{"extensions":{"io.modelcontextprotocol/tasks":\#(value)}}"#
        #expect(try talk().tool("must", capabilities: capabilities)["error"]?["code"] == -32021)
    }

    @Test("a client that shook hands has no tasks, whatever it declares")
    func handshake() throws {
        let client = try Client(features: [Feature(Probe.self), Feature(Worker.self)])
        let hello = try client.initialize(capabilities: TaskTalk.all)
        #expect(hello["result"]?["capabilities"]?["extensions"]?["io.modelcontextprotocol/tasks"] == nil)
        let must = try client.call("tools/call", #"{"name":"worker_must","arguments":{"with":"a"}}"#)
        #expect(must["result"]?["isError"] == true && must["result"]?["resultType"] == nil)
        #expect(must["result"]?["_meta"]?["galleria/error"]?["code"] == "client_incapable")
        let fails = try client.call("tools/call", #"{"name":"worker_fail","arguments":{"with":"busy"}}"#)
        #expect(fails["result"]?["isError"] == true)
        #expect(try client.call("tasks/get", #"{"taskId":"a"}"#)["error"]?["code"] == -32601)
    }

    @Test("a plain call of the method waits for the end")
    func plain() throws {
        let client = try Client(features: [Feature(Probe.self), Feature(Worker.self)])
        Gate.named("plain").open()
        #expect(try client.call("worker.must", #"{"with":"plain"}"#)["result"]?["text"] == "plain")
    }

    @Test("a program without tasks tells of none, and answers each call when it is done")
    func without() throws {
        let client = try Client(features: [Feature(Probe.self), Feature(Worker.self)], taskClock: nil)
        let talk = TaskTalk(client: client)
        let capabilities = try talk.call("server/discover")["result"]?["capabilities"]
        #expect(capabilities?["extensions"]?["io.modelcontextprotocol/tasks"] == nil)
        let answer = try talk.call("tools/call", #""name":"worker_fail","arguments":{"with":"busy"}"#)
        #expect(answer["result"]?["isError"] == true && answer["result"]?["taskId"] == nil)
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            #expect(try talk.call(method, #""taskId":"t""#)["error"]?["code"] == -32601)
        }
    }

    @Test("discovery tells of tasks where something may be one, and elsewhere they are unknown")
    func advertised() throws {
        let talk = try talk()
        let capabilities = try talk.call("server/discover")["result"]?["capabilities"]
        let name = "io.modelcontextprotocol/tasks"
        #expect(capabilities?["extensions"]?[name] == [:] && capabilities?["tasks"] == nil)
        let other = TaskTalk(client: try Client())
        #expect(try other.call("server/discover")["result"]?["capabilities"]?["extensions"]?[name] == nil)
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            #expect(try other.call(method, #""taskId":"a""#)["error"]?["code"] == -32601)
            #expect(try other.client.call(method)["error"]?["code"] == -32601)
        }
    }

    @Test("what is never a task is invalid for any client, whatever it hints")
    func never() throws {
        let talk = try talk()
        let result = try talk.call(
            "tools/call", #""name":"probe_echo","arguments":{"text":"a"},"task":{"ttl":1000,"pollInterval":5}"#)[
                "result"]
        #expect(result?["resultType"] == "complete" && result?["taskId"] == nil)
    }

    @Test(
        "what names no task is -32602, what the extension does not have -32601",
        arguments: [
            ("tasks/get", "", -32602), ("tasks/get", #""taskId":7"#, -32602), ("tasks/get", #""taskId":"x""#, -32602),
            ("tasks/cancel", "", -32602), ("tasks/cancel", #""taskId":"x""#, -32602),
            ("tasks/update", #""inputResponses":{}"#, -32602), ("tasks/update", #""taskId":"x""#, -32602),
            ("tasks/update", #""taskId":"x","inputResponses":[]"#, -32602),
            ("tasks/update", #""taskId":"x","inputResponses":{}"#, -32602),
            ("tasks/result", #""taskId":"x""#, -32601), ("tasks/list", "", -32601),
        ] as [(String, String, Int)])
    func refused(_ method: String, _ members: String, _ code: Int) throws {
        #expect(try talk().call(method, members)["error"]?["code"]?.integer == code)
    }

    // MARK: How many, and for how long

    @Test("where there is no room, a call waits for its end, and what is always a task is refused")
    func full() throws {
        let talk = try talk([("limits.inFlight", "2")])
        let tasks = try (0..<2).map { _ in try talk.start("wait", with: "full") }
        let waited = try talk.tool("fail", with: "not_found")["result"]
        #expect(waited?["resultType"] == "complete" && waited?["_meta"]?["galleria/error"]?["code"] == "not_found")
        #expect(try talk.tool("must")["result"]?["_meta"]?["galleria/error"]?["code"] == "busy")
        #expect(try tasks.map { try talk.status($0) } == ["working", "working"])
        try talk.cancel(tasks[0])
        // It has ended and is kept, so there is still no room.
        #expect(try talk.tool("must")["result"]?["_meta"]?["galleria/error"]?["code"] == "busy")
    }

    @Test("what has ended is there for its time, and gone after it")
    func expires() throws {
        let clock = ManualClock()
        let talk = try talk(
            [("limits.inFlight", "1")], taskClock: TaskClock(start: 0) { clock.now.offset })
        clock.advance(by: .seconds(10))
        let task = try talk.start("fail", with: "busy")
        #expect(try talk.get(task)["createdAt"] == "1970-01-01T00:00:10.000Z")
        clock.advance(by: ClientTasks.lifetime - .milliseconds(1))
        #expect(try talk.status(task) == "completed")
        clock.advance(by: .milliseconds(1))
        #expect(try talk.call("tasks/get", #""taskId":"\#(task)""#)["error"]?["code"] == -32602)
        #expect(try talk.start("fail", with: "busy") != task)
    }

    @Test("what runs is there however long; what waits for a silent client is cancelled")
    func waits() throws {
        let clock = ManualClock()
        let talk = try talk(taskClock: TaskClock(start: 0) { clock.now.offset })
        let (running, asking) = (try talk.start("wait", with: "waits"), try talk.start("survey"))
        clock.advance(by: ClientTasks.lifetime - .seconds(1))
        #expect(try talk.status(asking) == "input_required")
        clock.advance(by: .seconds(2))
        #expect(try talk.status(asking) == "input_required", "its client is not silent")
        clock.advance(by: ClientTasks.lifetime)
        #expect(try talk.status(asking) == "cancelled" && talk.status(running) == "working")
        clock.advance(by: ClientTasks.lifetime)
        #expect(try talk.call("tasks/get", #""taskId":"\#(asking)""#)["error"]?["code"] == -32602)
        #expect(try talk.status(running) == "working")
    }

    @Test(
        "the end of input ends what runs and what asks", arguments: [["wait"], ["survey"], ["wait", "survey", "must"]])
    func ends(_ tools: [String]) throws {
        // Longer than the test waits: nobody drains what nobody can ask after.
        let talk = try talk([("limits.drain", "60s")])
        for tool in tools { _ = try talk.start(tool, with: "ends") }
        talk.client.endInput()
        #expect(try talk.client.rest() == [])
        #expect(try talk.client.exitStatus() == 0)
    }

    @Test(
        "a moment is told by ISO 8601 in UTC",
        arguments: [
            (0, Duration.zero, "1970-01-01T00:00:00.000Z"), (951_782_399_999, .zero, "2000-02-28T23:59:59.999Z"),
            (951_782_399_999, .milliseconds(1), "2000-02-29T00:00:00.000Z"),
            (1_785_230_000_005, .seconds(59), "2026-07-28T09:14:19.005Z"),
            (.max, .seconds(1), "1970-01-01T00:00:00.000Z"),
        ] as [(Int, Duration, String)])
    func moments(_ start: Int, _ elapsed: Duration, _ text: String) {
        #expect(TaskClock(start: start) { .zero }.text(elapsed) == text)
    }
}
