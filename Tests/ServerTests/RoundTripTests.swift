import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// A call asks a client that keeps nothing between its requests, by its answer.
@Suite("Asking by round trips") struct RoundTripTests {
    private static let all = #"{"elicitation":{},"sampling":{},"roots":{}}"#
    private static let ann = #"{"action":"accept","content":{"name":"Ann"}}"#
    private static let folders = #"{"roots":[{"uri":"file:///a"}]}"#
    private static let joke = #"{"role":"assistant","model":"m","content":{"type":"text","text":"Ha."}}"#

    private func client() throws -> Client { try Client(features: [Feature(Probe.self), Feature(Asker.self)]) }

    /// Sends a request of the stateless revision.
    private func call(
        _ client: Client, _ name: String, responses: String? = nil, state: String? = nil, _ capabilities: String = all,
        method: String = "tools/call", meta: String = ""
    ) throws -> JSONValue {
        let answers = (responses.map { #","inputResponses":\#($0)"# } ?? "")
        let sent = answers + (state.map { #","requestState":"\#($0)""# } ?? "")
        return try client.call(
            method,
            #"{"name":"\#(name)"\#(sent),"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
                + #""io.modelcontextprotocol/clientCapabilities":\#(capabilities)\#(meta)}}"#)
    }

    /// The names of what is asked, and the state.
    private func asked(_ answer: JSONValue) throws -> (names: [String], state: String) {
        let result = try #require(answer["result"])
        #expect(result["resultType"] == "input_required" && result["content"] == nil && result["isError"] == nil)
        return (
            try #require(result["inputRequests"]?.members).map(\.key), try #require(result["requestState"]?.string)
        )
    }

    private func text(_ answer: JSONValue) -> String? {
        answer["result"]?["resultType"] == "complete" ? answer["result"]?["structuredContent"]?["text"]?.string : nil
    }

    @Test("several at once, one by one, then what depends on them; earlier answers come along in the state")
    func survey() throws {
        let client = try client()
        let first = try call(client, "asker_survey")
        #expect(first["result"]?["inputRequests"]?["where"] == ["method": "roots/list", "params": [:]])
        #expect(first["result"]?["inputRequests"]?["who"]?["params"]?["message"] == "Who are you?")
        let begun = try asked(first)
        #expect(begun.names == ["who", "where"])
        let half = try asked(
            call(client, "asker_survey", responses: #"{"where":\#(Self.folders),"other":{}}"#, state: begun.state))
        #expect(half.names == ["who"])
        let third = try call(client, "asker_survey", responses: #"{"who":\#(Self.ann)}"#, state: half.state)
        #expect(
            third["result"]?["inputRequests"]?["joke"]?["params"]?["messages"]?[0]?["content"]?["text"] == "About Ann.")
        let last = try asked(third)
        #expect(last.names == ["joke"] && Set([begun.state, half.state, last.state]).count == 3)
        let answer = try call(client, "asker_survey", responses: #"{"joke":\#(Self.joke)}"#, state: last.state)
        #expect(text(answer) == "Ann, file:///a, Ha.")
    }

    @Test("one name in turn has an answer in each turn")
    func twice() throws {
        let client = try client()
        let first = try asked(call(client, "asker_twice"))
        let second = try asked(call(client, "asker_twice", responses: #"{"who":\#(Self.ann)}"#, state: first.state))
        let bob = #"{"who":\#(Self.ann.replacing("Ann", with: "Bob"))}"#
        #expect(text(try call(client, "asker_twice", responses: bob, state: second.state)) == "Ann and Bob")
        // 17.17: a state is good once.
        let again = try call(client, "asker_twice", responses: bob, state: first.state)
        #expect(again["error"]?["code"] == -32602)
        #expect(again["error"]?["message"]?.string?.contains("used before") == true)
    }

    @Test(
        "what is missing, under another name, or no answer is asked for again",
        arguments: [
            nil, "{}", #"{"wrong":{"action":"accept"}}"#, #"{"who":7}"#, #"{"who":{"action":"accept"}}"#,
            #"{"who":{"action":"accept","content":{"name":7}}}"#, #"{"who":{"roots":[]}}"#, "null",
        ])
    func missing(_ responses: String?) throws {
        let client = try client()
        let first = try asked(call(client, "asker_twice"))
        for state in [nil, first.state] {
            let again = try asked(call(client, "asker_twice", responses: responses, state: state))
            #expect(again.names == ["who"])
        }
    }

    @Test("a fact may come unasked, and further names are ignored")
    func unasked() throws {
        let client = try client()
        let answer = try call(client, "asker_degrade", responses: #"{"joke":\#(Self.joke),"x":1}"#)
        #expect(text(answer) == "Ha.")
    }

    @Test("no is an answer")
    func declined() throws {
        let answer = try call(
            client(), "asker_survey", responses: #"{"who":{"action":"decline"},"where":{"roots":[]}}"#)
        #expect(
            answer["result"]?["inputRequests"]?["joke"]?["params"]?["messages"]?[0]?["content"]?["text"]
                == "About decline.")
    }

    @Test("responses or a state of another kind, or the state of another request, are -32602")
    func refused() throws {
        let client = try client()
        let state = try asked(call(client, "asker_twice")).state
        let own = #"{"who":\#(Self.ann)}"#
        #expect(try call(client, "asker_twice", responses: "[]")["error"]?["code"] == -32602)
        #expect(try call(client, "asker_twice", responses: "7")["error"]?["code"] == -32602)
        #expect(try call(client, "asker_survey", responses: own, state: state)["error"]?["code"] == -32602)
        let prompt = try call(client, "asker_twice", responses: own, state: state, method: "prompts/get")
        #expect(prompt["error"]?["code"] == -32602)
        #expect(try call(client, "asker_twice", responses: own, state: state + "0")["error"]?["code"] == -32602)
        #expect(try asked(call(client, "asker_twice", responses: own, state: state)).names == ["who"])
    }

    @Test(
        "what the client did not declare is -32021 with the capabilities that it takes, unless the operation does without",
        arguments: [
            ("asker_survey", #"{"elicitation":{}}"#, ["roots"]), ("asker_survey", "{}", ["elicitation", "roots"]),
            ("asker_degrade", "{}", nil),
        ] as [(String, String, [String]?)])
    func incapable(_ name: String, _ capabilities: String, _ required: [String]?) throws {
        let answer = try call(client(), name, capabilities)
        if let required {
            #expect(answer["error"]?["code"] == -32021)
            let named = JSONValue.object(required.map { JSONMember($0, .object([])) })
            #expect(answer["error"]?["data"] == ["requiredCapabilities": named])
        } else {
            #expect(text(answer) == "alone")
        }
    }

    @Test("an operation that takes no answer for an answer is asked about all the same")
    func swallowed() throws {
        let client = try client()
        let first = try asked(call(client, "asker_swallow"))
        #expect(first.names == ["who"])
        let answer = try call(client, "asker_swallow", responses: #"{"who":\#(Self.ann)}"#, state: first.state)
        #expect(text(answer) == "answered")
    }

    @Test("a prompt asks as a tool does")
    func prompt() throws {
        let client = try client()
        let first = try asked(call(client, "asker_welcome", method: "prompts/get"))
        #expect(first.names == ["who"])
        let answer = try call(
            client, "asker_welcome", responses: #"{"who":\#(Self.ann)}"#, state: first.state, method: "prompts/get")
        #expect(answer["result"]?["messages"]?[0]?["content"]?["text"] == "Welcome Ann.")
        let incapable = try call(client, "asker_welcome", "{}", method: "prompts/get")
        #expect(incapable["error"]?["code"] == -32021)
    }

    @Test("no other request is answered by questions, and none sends any", arguments: ["asker.twice", "tools/list"])
    func others(_ method: String) throws {
        let answer = try call(client(), "asker_twice", method: method)
        #expect(answer["result"]?["inputRequests"] == nil && answer["method"] == nil)
    }

    @Test("a call that asks first tells nothing of an end that it has not come to")
    func untold() throws {
        let level = #","io.modelcontextprotocol/logLevel":"debug""#
        #expect(try asked(call(client(), "asker_twice", meta: level)).names == ["who"])
    }

    @Test("a client that shook hands is asked by the answer where its request says the other revision")
    func bothEras() throws {
        let client = try client()
        try client.initialize(capabilities: Self.all)
        #expect(try asked(call(client, "asker_twice")).names == ["who"])
        #expect(try call(client, "asker_twice", "{}")["error"]?["code"] == -32021)
        let question = try client.ask(
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"asker_twice"}}"#)
        #expect(question["method"] == "elicitation/create")
    }
}
