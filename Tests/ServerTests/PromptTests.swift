import DesignSystem
import FeatureKit
import JSON
import Settings
import TestSupport
import Testing

/// A feature with prompts and routes to complete.
struct Storyteller: FeatureModule {
    static let manifest = ModuleManifest(
        id: "story", title: "Stories", doc: "Prompts for tests.",
        settings: ModuleSettings(id: "story", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {
        let heroes = Completion { request throws(Fault) in
            if request.typed == "fail" { throw Fault(.upstreamTimeout, "Too slow.", hint: "Again.") }
            let place = request.context["place"].map { " of \($0)" } ?? ""
            return Candidates((0..<120).map { Candidate("hero\($0)\(place)") })
        }
        registry.add(
            Prompt(
                "tell", title: "Tell a story", doc: "Tells a story.",
                arguments: [
                    PromptArgument("hero", "Who.", isRequired: true, complete: heroes),
                    PromptArgument("mood", "How.", isRequired: false, example: "gay"),
                ], guide: "Begin at once. `story_end` ends it."
            ) { arguments throws(Fault) in
                let hero = arguments.required("hero")
                if hero == "nobody" { throw Fault(.notFound, "No such hero.", hint: "Take another.") }
                return [
                    .text("Tell of \(hero).\n\nBegin."), .facts(Document([.heading(level: 1, "Facts")])),
                    .screen(route: "galleria://story/\(hero)", Document([.heading(level: 1, "Hero")])),
                ]
            })
        registry.add(
            Prompt(
                "wait", title: "Wait for a gate", doc: "Waits.",
                arguments: [PromptArgument("gate", "Which.", isRequired: true, example: "a")]
            ) { arguments throws(Fault) in
                if await Gate.named(arguments.required("gate")).wait() { return [.text("Open.")] }
                throw Fault(.cancelled, "Cancelled.", hint: "None.")
            })
        registry.add(
            ScreenDefinition(
                "galleria://story/{hero}{?mood}", title: "A story", doc: "A story.", shape: ProbeScreen.shape,
                actions: []
            ) {
                _ throws(Fault) in ProbeScreen()
            }.completing(["hero": heroes]))
    }
}

/// `prompts/list`, `prompts/get`, `completion/complete`.
@Suite("Prompts") struct PromptTests {
    private static let revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

    private func client(_ revision: String = "2025-11-25") throws -> Client {
        let client = try Client(features: [Feature(Storyteller.self), Feature(Probe.self)])
        try client.initialize(revision)
        return client
    }

    @Test("T2: the list is the same bytes every time, with the fields of the revision", arguments: revisions)
    func list(_ revision: String) throws {
        var lists: Set<String> = []
        for _ in 0..<2 {
            let client = try client(revision)
            for _ in 0..<2 {
                client.send(#"{"jsonrpc":"2.0","id":9,"method":"prompts/list"}"#)
                lists.insert(try #require(try client.line()))
                _ = try client.call("prompts/get", #"{"name":"story_tell","arguments":{"hero":"Ann"}}"#)
            }
        }
        #expect(lists.count == 1)
        let prompts = try JSONValue(parsing: try #require(lists.first))["result"]?["prompts"]?.array ?? []
        #expect(prompts.compactMap { $0["name"] } == ["story_tell", "story_wait"])
        #expect(prompts.allSatisfy { ($0["title"] != nil) == (revision >= "2025-06-18") })
        #expect(
            prompts.first?["arguments"] == [
                ["name": "hero", "description": "Who.", "required": true],
                ["name": "mood", "description": "How.", "required": false],
            ])
    }

    @Test("a prompt gives text, facts, and a screen as an embedded resource", arguments: revisions)
    func get(_ revision: String) throws {
        let answer = try client(revision).call("prompts/get", #"{"name":"story_tell","arguments":{"hero":"Ann"}}"#)
        func message(_ content: JSONValue) -> JSONValue { ["role": "user", "content": content] }
        #expect(
            answer["result"] == [
                "description": "Tells a story.",
                "messages": [
                    message(["type": "text", "text": "Tell of Ann.\n\nBegin."]),
                    message(["type": "text", "text": "# Facts\n"]),
                    message([
                        "type": "resource",
                        "resource": [
                            "uri": "galleria://story/Ann", "mimeType": "text/markdown", "text": "# Hero\n",
                        ],
                    ]),
                ],
            ])
    }

    @Test("T1: what a user typed can't hide in the text")
    func hostile() throws {
        let answer = try client().call(
            "prompts/get", #"{"name":"story_tell","arguments":{"hero":"A\u001b[31m\u202eB"}}"#)
        let text = answer["result"]?["messages"]?[0]?["content"]?["text"]?.string ?? ""
        #expect(text.contains("A") && text.contains("B"))
        #expect(text.forbiddenScalars == [])
    }

    @Test(
        "wrong requests are -32602 and say what was meant",
        arguments: [
            ("{}", "needs name"), ("null", "needs name"), (#"{"name":7}"#, "needs name"),
            (#"{"name":"story_tel"}"#, "did you mean story_tell?"), (#"{"name":""}"#, "prompts/list"),
            (#"{"name":"st\u043ery_tell"}"#, "story_tell"), (#"{"name":"story.tell"}"#, "story_tell"),
            (#"{"name":"story_tell"}"#, "hero"), (#"{"name":"story_tell","arguments":{}}"#, "hero"),
            (#"{"name":"story_tell","arguments":{"hero":""}}"#, "hero"),
            (#"{"name":"story_tell","arguments":{"hero":5}}"#, "must be text"),
            (#"{"name":"story_tell","arguments":{"hero":"a","moods":"b"}}"#, "mood"),
            (#"{"name":"story_tell","arguments":["Ann"]}"#, "by name"),
        ])
    func wrong(_ params: String, _ words: String) throws {
        let error = try client().call("prompts/get", params)["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.contains(words) == true, "\(error?["message"]?.string ?? "")")
    }

    @Test("a prompt that fails is an error with the fault's facts")
    func failure() throws {
        let error = try client().call("prompts/get", #"{"name":"story_tell","arguments":{"hero":"nobody"}}"#)["error"]
        #expect(error?["code"] == 1000)
        #expect(error?["message"] == "No such hero. Take another.")
        #expect(error?["data"]?["module"] == "story" && error?["data"]?["code"] == "not_found")
    }

    @Test(
        "without a handshake there are no prompts", arguments: ["prompts/list", "prompts/get", "completion/complete"])
    func noHandshake(_ method: String) throws {
        let error = try Client(features: [Feature(Storyteller.self)]).call(method)["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.contains("initialize") == true)
    }

    @Test("a prompt is a call in flight: others are answered meanwhile, and it can be cancelled")
    func inFlight() throws {
        let client = try client()
        func wait(_ gate: String, id: Int) {
            client.send(
                #"{"jsonrpc":"2.0","id":\#(id),"method":"prompts/get","params":"#
                    + #"{"name":"story_wait","arguments":{"gate":"\#(gate)"}}}"#)
        }
        wait("prompt-1", id: 7)
        #expect(try client.call("ping", id: "8")["result"] == .object([]))
        #expect(try client.call("ping", id: "7")["error"]?["code"] == -32600)
        client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
        #expect(try client.call("ping", id: "9")["result"] == .object([]))
        #expect(Gate.named("prompt-1").cancelledCount == 1)
        wait("prompt-2", id: 7)
        Gate.named("prompt-2").open()
        #expect(try client.message()["result"]?["messages"]?[0]?["content"]?["text"] == "Open.")
    }

    // MARK: Completion

    private func complete(_ ref: String, _ argument: String, _ value: String, context: String = "{}") throws
        -> JSONValue
    {
        try client().call(
            "completion/complete",
            #"{"ref":\#(ref),"argument":{"name":"\#(argument)","value":"\#(value)"},"context":{"arguments":\#(context)}}"#
        )
    }

    private static let prompt = #"{"type":"ref/prompt","name":"story_tell"}"#
    private static let template = #"{"type":"ref/resource","uri":"galleria://story/{hero}{?mood}"}"#
    private static let route = #"{"type":"ref/resource","uri":"galleria://story/Ann"}"#

    @Test("an argument completes: of a prompt, of a template, of a route", arguments: [prompt, template, route])
    func completes(_ ref: String) throws {
        let all = try complete(ref, "hero", "")["result"]?["completion"]
        #expect(all?["values"]?.array?.count == 100)
        #expect(all?["total"] == 120 && all?["hasMore"] == true)
        let some = try complete(ref, "hero", "HERO11", context: #"{"place":"Oz"}"#)["result"]?["completion"]
        #expect(
            some?["values"]?.array
                == (["hero11 of Oz"] + (110..<120).map { "hero\($0) of Oz" }).map { JSONValue.string($0) })
        #expect(some?["total"] == 11 && some?["hasMore"] == false)
    }

    @Test(
        "what has nothing to offer completes to nothing, a failing upstream as well",
        arguments: [(prompt, "mood", ""), (template, "mood", "g"), (prompt, "hero", "zzz"), (prompt, "hero", "fail")])
    func nothing(_ ref: String, _ argument: String, _ value: String) throws {
        // 17.17: how many there are, nobody knows then.
        let failed: JSONValue = ["values": [], "hasMore": true]
        #expect(
            try complete(ref, argument, value)["result"]?["completion"]
                == (value == "fail" ? failed : ["values": [], "total": 0, "hasMore": false]))
    }

    @Test(
        "wrong references are -32602 and say what was meant",
        arguments: [
            (#"{"type":"ref/prompt","name":"story_tel"}"#, "hero", "did you mean story_tell?"),
            (
                #"{"type":"ref/resource","uri":"galleria://story/{her}{?mood}"}"#, "hero",
                "galleria://story/{hero}{?mood}"
            ),
            (#"{"type":"ref/resource","uri":"file:///etc/passwd"}"#, "hero", "no resource"),
            (#"{"type":"ref/tool","name":"probe_echo"}"#, "hero", "needs ref"), ("{}", "hero", "needs ref"),
            (prompt, "heroes", "did you mean hero?"), (template, "x", "it has hero, mood"),
            (#"{"type":"ref/resource","uri":"galleria://probe"}"#, "x", "it has none"),
        ])
    func wrongReference(_ ref: String, _ argument: String, _ words: String) throws {
        let error = try complete(ref, argument, "")["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.contains(words) == true, "\(error?["message"]?.string ?? "")")
    }

    // MARK: Modules that are switched

    @Test("switched off, a module's prompts are gone, and MCP clients are told; back on, they are back")
    func switched() throws {
        let client = try client()
        func set(_ id: String, _ enabled: Bool) throws -> [JSONValue] {
            client.send(
                #"{"jsonrpc":"2.0","id":5,"method":"host.setModule","params":{"id":"\#(id)","enabled":\#(enabled)}}"#,
                #"{"jsonrpc":"2.0","id":6,"method":"ping"}"#)
            var told: [JSONValue] = []
            while true {
                let message = try client.message()
                if message["id"] == 6 { return told }
                if let method = message["method"] { told.append(method) }
            }
        }
        // The story has no tools, the probe no prompts; both have routes: each is told of its own lists alone.
        let routes: JSONValue = "notifications/resources/list_changed"
        #expect(try set("story", false) == ["notifications/prompts/list_changed", routes])
        #expect(try client.call("prompts/list")["result"]?["prompts"] == [])
        let error = try client.call("prompts/get", #"{"name":"story_tell","arguments":{"hero":"Ann"}}"#)["error"]
        #expect(error?["code"] == -32602)
        #expect(try set("story", false) == [])
        #expect(try set("story", true) == ["notifications/prompts/list_changed", routes])
        #expect(try client.call("prompts/list")["result"]?["prompts"]?.array?.count == 2)
        #expect(try set("probe", false) == ["notifications/tools/list_changed", routes])
    }

    @Test("a plain client is not told")
    func plain() throws {
        let client = try Client(features: [Feature(Storyteller.self)])
        client.send(
            #"{"jsonrpc":"2.0","id":5,"method":"host.setModule","params":{"id":"story","enabled":false}}"#,
            #"{"jsonrpc":"2.0","id":6,"method":"ping"}"#)
        #expect(try client.message()["id"] == 5)
        #expect(try client.message()["id"] == 6)
    }
}
