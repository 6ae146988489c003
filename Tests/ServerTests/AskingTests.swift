import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// A call asks a client that shook hands, by requests of the session's own.
@Suite("Asking by requests") struct AskingTests {
    private static let all = #"{"elicitation":{},"sampling":{},"roots":{}}"#
    private static let ann = #"{"action":"accept","content":{"name":"Ann"}}"#
    private static let folders = #"{"roots":[{"uri":"file:///a"},{"uri":"file:///b","name":"B"}]}"#
    private static let joke = #"{"role":"assistant","model":"m","content":{"type":"text","text":"Ha."}}"#

    private func client(
        _ revision: String = "2025-11-25", _ capabilities: String = all, _ flags: [(key: String, value: String)] = []
    ) throws -> Client {
        let client = try Client(flags, features: [Feature(Probe.self), Feature(Asker.self)])
        try client.initialize(revision, capabilities: capabilities)
        return client
    }

    private func tool(_ name: String, id: String = "1") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)"}}"#
    }

    private func text(_ message: JSONValue) -> String? { message["result"]?["structuredContent"]?["text"]?.string }

    private func code(_ message: JSONValue) -> String? {
        message["result"]?["_meta"]?["galleria/error"]?["code"]?.string
    }

    @Test("several things at once, then what depends on them; the answers come in any order")
    func survey() throws {
        let client = try client()
        client.send(tool("asker_survey", id: #""galleria-1""#))
        let questions = [try client.message(), try client.message()]
        #expect(questions.map { $0["method"] } == ["elicitation/create", "roots/list"])
        #expect(questions[0]["params"]?["message"] == "Who are you?" && questions[1]["params"] == nil)
        let ids = questions.compactMap { $0["id"]?.string }
        #expect(Set(ids).count == 2 && ids.allSatisfy { $0.hasPrefix("galleria-") })
        // Nobody else is held up.
        #expect(try client.call("ping", id: "7")["result"] == .object([]))
        client.send(#"{"jsonrpc":"2.0","id":"\#(ids[1])","result":\#(Self.folders)}"#)
        let sampling = try client.answer(questions[0], Self.ann)
        #expect(sampling["method"] == "sampling/createMessage" && sampling["params"]?["maxTokens"] == 50)
        #expect(sampling["params"]?["messages"]?[0]?["content"]?["text"] == "About Ann.")
        let answer = try client.answer(sampling, Self.joke)
        #expect(text(answer) == "Ann, file:///a file:///b, Ha.")
        #expect(answer["id"] == "galleria-1" && answer["result"]?["resultType"] == nil)
    }

    @Test("answers that nobody waits for, of another type of id, or twice are ignored")
    func stray() throws {
        let client = try client()
        let question = try client.ask(tool("asker_twice"))
        client.send(
            #"{"jsonrpc":"2.0","id":1,"result":\#(Self.ann)}"#, #"{"jsonrpc":"2.0","id":"x","result":{}}"#,
            #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#)
        let again = try client.answer(question, Self.ann)
        #expect(again["method"] == "elicitation/create" && again["id"] != question["id"])
        let id = try #require(question["id"]?.string)
        client.send(#"{"jsonrpc":"2.0","id":"\#(id)","result":\#(Self.ann)}"#)
        #expect(try client.call("ping", id: "7")["result"] == .object([]))
        #expect(text(try client.answer(again, Self.ann.replacing("Ann", with: "Bob"))) == "Ann and Bob")
    }

    @Test(
        "a client that can't be asked is told what it lacks, unless the operation does without",
        arguments: [("asker_survey", nil), ("asker_degrade", "alone")])
    func incapable(_ name: String, _ expected: String?) throws {
        let client = try client("2025-11-25", #"{"roots":{}}"#)
        let answer = try client.ask(tool(name))
        #expect(text(answer) == expected)
        if expected == nil {
            #expect(answer["result"]?["isError"] == true && code(answer) == "client_incapable")
            #expect(answer["result"]?["_meta"]?["galleria/error"]?["requires"] == ["elicitation"])
        }
    }

    @Test(
        "what a revision does not have is not asked of its clients",
        arguments: [
            ("2024-11-05", "asker_degrade", "sampling/createMessage"), ("2025-03-26", "asker_twice", nil),
            ("2025-06-18", "asker_twice", "elicitation/create"), ("2025-06-18", "asker_choose", nil),
            ("2025-11-25", "asker_choose", "elicitation/create"),
        ])
    func revisions(_ revision: String, _ name: String, _ method: String?) throws {
        let answer = try client(revision).ask(tool(name))
        #expect(answer["method"]?.string == method)
        if method == nil {
            let text = answer["result"]?["content"]?[0]?["text"]?.string
            #expect(answer["result"]?["isError"] == true && text?.contains("elicitation") == true)
        }
    }

    @Test(
        "an error, and a result that is no answer, end the call with what happened",
        arguments: [
            (#""error":{"code":-1,"message":"User rejected it\u001b[2J"}"#, "User rejected it"),
            (#""error":{}"#, "elicitation/create"), (#""result":{}"#, "not what was asked for"),
            (#""result":{"action":"accept","content":{"name":7}}"#, "not what was asked for"),
            (#""result":null"#, "not what was asked for"),
        ])
    func refused(_ outcome: String, _ part: String) throws {
        let client = try client()
        let question = try client.ask(tool("asker_twice"))
        let id = try #require(question["id"]?.string)
        let answer = try client.ask(#"{"jsonrpc":"2.0","id":"\#(id)",\#(outcome)}"#)
        #expect(code(answer) == "cancelled" && answer["result"]?["isError"] == true)
        let text = try #require(answer["result"]?["_meta"]?["galleria/error"]?["message"]?.string)
        #expect(text.contains(part) && !text.contains("\u{1b}"))
    }

    @Test("a call that is cancelled takes its question back")
    func cancelled() throws {
        let client = try client()
        let question = try client.ask(tool("asker_twice"))
        let told = try client.ask(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        #expect(told["method"] == "notifications/cancelled" && told["params"]?["requestId"] == question["id"])
        // Its answer comes too late, and the call is never answered.
        let id = try #require(question["id"]?.string)
        client.send(#"{"jsonrpc":"2.0","id":"\#(id)","result":\#(Self.ann)}"#)
        client.endInput()
        #expect(try client.rest() == [])
    }

    @Test("after the end of input a call that asks, or comes to ask, ends with what happened")
    func endOfInput() throws {
        let client = try client()
        _ = try client.ask(tool("asker_twice"))
        client.send(tool("asker_twice", id: "2"))
        _ = try client.message()
        client.endInput()
        let rest = try client.rest()
        #expect(rest.compactMap { $0["id"]?.integer }.sorted() == [1, 2])
        #expect(rest.allSatisfy { code($0) == "cancelled" })
        #expect(try client.exitStatus() == 0)
    }

    @Test("only so many questions are open at once; the others are told to wait")
    func full() throws {
        let client = try client("2025-11-25", Self.all, [("limits.inFlight", "4")])
        let first = try client.ask(tool("asker_twice"))
        #expect(first["method"] == "elicitation/create")
        #expect(code(try client.ask(tool("asker_survey", id: "2"))) == "busy")
        let second = try client.ask(tool("asker_twice", id: "3"))
        #expect(second["method"] == "elicitation/create")
        #expect(text(try client.ask(tool("asker_swallow", id: "4"))) == "unanswered")
    }

    @Test("a prompt asks as a tool does")
    func prompt() throws {
        let client = try client()
        let question = try client.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"asker_welcome"}}"#)
        #expect(question["method"] == "elicitation/create")
        let answer = try client.answer(question, Self.ann)
        #expect(answer["result"]?["messages"]?[0]?["content"]?["text"] == "Welcome Ann.")
        let incapable = try self.client("2025-11-25", "{}").call("prompts/get", #"{"name":"asker_welcome"}"#)
        #expect(incapable["error"]?["code"] == 1012)
    }

    @Test("a batch of a revision that has them carries answers too")
    func batch() throws {
        let client = try client("2025-03-26", #"{"sampling":{}}"#)
        let question = try client.ask("[\(tool("asker_degrade"))]")
        let id = try #require(question["id"]?.string)
        let answer = try client.ask(#"[{"jsonrpc":"2.0","id":"\#(id)","result":\#(Self.joke)}]"#)
        #expect(answer[0]?["result"]?["content"]?[0]?["text"]?.string?.contains("Ha.") == true)
    }

    @Test(
        "a client hears of what a call tells it from the level on that it wants; the call's own end comes with its level",
        arguments: [
            ("info", ["info", "warning", "error"]), ("error", ["error"]),
            ("debug", ["debug", "info", "warning", "error", "asker_log answered from the state"]), (nil, []),
        ] as [(String?, [String])])
    func log(_ level: String?, _ expected: [String]) throws {
        let client = try client()
        if let level { _ = try client.call("logging/setLevel", #"{"level":"\#(level)"}"#, id: "5") }
        client.send(tool("asker_log"))
        for text in expected {
            let message = try client.message()
            #expect(message["method"] == "notifications/message" && message["params"]?["data"]?.string == text)
            #expect(message["params"]?["logger"] == "asker")
        }
        #expect(text(try client.message()) == "told")
    }

    @Test("a call that was cancelled tells nothing")
    func cancelledLog() throws {
        let client = try client()
        _ = try client.call("logging/setLevel", #"{"level":"debug"}"#, id: "5")
        client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_hold","arguments":{"gate":"untold"}}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        client.endInput()
        #expect(try client.rest() == [])
    }
}
