import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// A call goes on as a task, and its client asks after it.
@Suite("Tasks") struct TaskTests {
    private func talk(_ flags: [(key: String, value: String)] = []) throws -> TaskTalk {
        TaskTalk(client: try Client(flags, features: [Feature(Probe.self), Feature(Worker.self)]))
    }

    @Test("a task is there as soon as its call is answered, and keeps its result")
    func lifecycle() throws {
        let talk = try talk()
        let task = try talk.start("wait", with: "lifecycle")
        #expect(try talk.status(task) == "working")
        #expect(try talk.listen([task, "other"]) == ["taskIds": .array([.string(task)])])
        Gate.named("lifecycle").open()
        let told = try talk.heard()
        #expect(told["status"] == "completed" && told["taskId"]?.string == task)
        for _ in 0..<2 {
            let result = try talk.get(task)
            #expect(result["status"] == "completed" && result["ttlMs"] == 300_000 && result["error"] == nil)
            #expect(result["result"]?["structuredContent"] == ["text": "lifecycle"])
            #expect(result["result"]?["isError"] == false && result["result"]?["resultType"] == "complete")
            #expect(result["result"] == told["result"])
        }
    }

    @Test("ids are not to be guessed, and no two are the same")
    func ids() throws {
        let talk = try talk()
        let ids = try (0..<20).map { _ in try talk.start("fail", with: "busy") }
        #expect(Set(ids).count == 20 && ids.allSatisfy { $0.utf8.count == 32 })
    }

    @Test("a task asks under ids of its own, takes answers one by one, and asks again under others")
    func asks() throws {
        let talk = try talk()
        let task = try talk.start("survey")
        let ids = try talk.asked(task)
        try #require(ids.count == 2)
        let requests = try talk.get(task)["inputRequests"]
        #expect(requests?[ids[0]]?["method"] == "elicitation/create" && requests?[ids[1]]?["method"] == "roots/list")
        try talk.update(task, #""\#(ids[1])":\#(TaskTalk.folders)"#)
        #expect(try talk.asked(task) == [ids[0]])
        // What is no answer to it leaves it open, and what nobody asked is ignored.
        try talk.update(task, #""\#(ids[0])":{"action":"accept"},"x":7,"\#(ids[1])":{"roots":[]}"#)
        #expect(try talk.asked(task) == [ids[0]])
        try talk.update(task, #""\#(ids[0])":\#(TaskTalk.ann)"#)
        let further = try talk.asked(task)
        #expect(further.count == 1 && !ids.contains(further[0]))
        try talk.update(task, #""\#(ids[0])":\#(TaskTalk.ann)"#)
        #expect(try talk.asked(task) == further)
        try talk.update(task, #""\#(further[0])":\#(TaskTalk.bob)"#)
        #expect(try talk.get(task)["result"]?["structuredContent"] == ["text": "Ann, 1, Bob"])
        try talk.update(task, #""\#(further[0])":\#(TaskTalk.ann)"#)
        #expect(try talk.status(task) == "completed")
    }

    @Test("whoever listens hears of every change")
    func heard() throws {
        let talk = try talk()
        let task = try talk.start("survey")
        let ids = try talk.asked(task)
        try #require(ids.count == 2)
        _ = try talk.listen([task])
        talk.send("tasks/update", #""taskId":"\#(task)","inputResponses":{"\#(ids[0])":\#(TaskTalk.ann)}"#, id: 2)
        let half = try talk.heard()
        #expect(half["status"] == "input_required" && half["inputRequests"]?.members?.map(\.key) == [ids[1]])
        #expect(try talk.client.message()["id"] == 2)
        talk.send("tasks/cancel", #""taskId":"\#(task)""#, id: 3)
        #expect(try talk.heard()["status"] == "cancelled")
        #expect(try talk.client.message()["id"] == 3)
        #expect(try talk.status(task) == "cancelled")
    }

    @Test("cancelled is cancelled, also while it asks; what has ended stays as it is", arguments: ["wait", "survey"])
    func cancels(_ tool: String) throws {
        let talk = try talk()
        let task = try talk.start(tool, with: "cancels-\(tool)")
        try talk.cancel(task)
        Gate.named("cancels-\(tool)").open()
        for _ in 0..<2 {
            let ended = try talk.get(task)
            #expect(ended["status"] == "cancelled" && ended["result"] == nil && ended["error"] == nil)
            #expect(ended["inputRequests"] == nil)
            try talk.cancel(task)
        }
        let done = try talk.start("fail", with: "busy")
        #expect(try talk.status(done) == "completed")
        try talk.cancel(done)
        #expect(try talk.status(done) == "completed")
    }

    @Test(
        "a tool that fails has come to its end; a failure of ours has not",
        arguments: [("not_found", nil), ("busy", nil), ("internal", -32603), ("client_incapable", -32021)]
            as [(String, Int?)])
    func fails(_ code: String, _ error: Int?) throws {
        let talk = try talk()
        let ended = try talk.get(try talk.start("fail", with: code))
        #expect(ended["status"]?.string == (error == nil ? "completed" : "failed"))
        #expect(ended["error"]?["code"]?.integer == error && (ended["result"] == nil) == (error != nil))
        if error == nil {
            #expect(ended["result"]?["isError"] == true)
            #expect(ended["result"]?["_meta"]?["galleria/error"]?["code"]?.string == code)
        }
    }

    @Test("wrong arguments are the tool's failure")
    func wrong() throws {
        let talk = try talk()
        let answer = try talk.call("tools/call", #""name":"worker_wait","arguments":{}"#)
        let ended = try talk.get(try #require(answer["result"]?["taskId"]?.string))
        #expect(ended["status"] == "completed" && ended["result"]?["isError"] == true)
    }

    @Test("a call that asks first is a task once it is answered; what it asks later, the task asks")
    func composes() throws {
        let talk = try talk()
        let first = try #require(try talk.tool("first", with: "composes")["result"])
        #expect(first["resultType"] == "input_required" && first["taskId"] == nil)
        #expect(first["inputRequests"]?.members?.map(\.key) == ["who"])
        let state = try #require(first["requestState"]?.string)
        let task = try talk.start(
            "first", with: "composes", #","inputResponses":{"who":\#(TaskTalk.ann)},"requestState":"\#(state)""#)
        #expect(try talk.status(task) == "working")
        _ = try talk.listen([task])
        Gate.named("composes").open()
        let asking = try talk.heard()
        let id = try #require(asking["inputRequests"]?.members?.first?.key)
        talk.send("tasks/update", #""taskId":"\#(task)","inputResponses":{"\#(id)":\#(TaskTalk.folders)}"#, id: 2)
        var last = try talk.client.message()
        while last["params"]?["status"] != "completed" { last = try talk.client.message() }
        #expect(last["params"]?["result"]?["structuredContent"] == ["text": "Ann, 1"])
    }

    @Test("a task tells neither progress nor messages")
    func silent() throws {
        let talk = try talk()
        let meta = TaskTalk.params(#""name":"worker_wait","arguments":{"with":"silent"}"#).replacing(
            #""_meta":{"#, with: #""_meta":{"progressToken":1,"io.modelcontextprotocol/logLevel":"debug","#)
        #expect(try talk.client.call("tools/call", meta)["result"]?["resultType"] == "task")
        #expect(try talk.call("tools/list")["result"] != nil)
        Gate.named("silent").open()
    }
}
