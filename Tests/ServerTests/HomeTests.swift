import DesignSystem
import FeatureKit
import JSON
import Settings
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// `galleria://home`: the modules that are on, whatever is switched while it is open.
@Suite("Home") struct HomeTests {
    private static let probe: JSONValue = [
        "id": "probe", "title": "Probe", "doc": "A feature for tests.", "route": "galleria://probe",
    ]
    private static let standIn: JSONValue = [
        "id": "bookShelf", "title": "Stand-in", "doc": "Has the settings of a shipped module.",
    ]
    private static let templates: JSONValue = [
        "id": "templates", "title": "Templates", "doc": "Screens that need values.",
        "route": "galleria://pair/K%26R/7",
    ]
    private static let features: [Feature] = [Feature(Probe.self), Feature(StandIn.self), Feature(Templates.self)]

    private func open(_ client: Client) throws -> JSONValue {
        try #require(try client.call("screen.open", #"{"route":"galleria://home"}"#)["result"])
    }

    private func select(_ client: Client, _ params: String) throws -> JSONValue {
        try client.call("screen.send", #"{"screen":"s1","action":"select","params":\#(params)}"#)
    }

    private func modules(_ message: JSONValue) -> JSONValue? { message["params"]?["state"]?["modules"] }

    @Test("every module that is on is listed with its title, sentence and main screen")
    func listed() throws {
        let client = try Client([("modules.bookShelf.enabled", "false")], features: Self.features)
        let screen = try open(client)
        #expect(screen["state"] == ["modules": [Self.probe, Self.templates]])
        #expect(screen["title"] == "Galleria")
        #expect(screen["actions"]?.array?.compactMap { $0["name"] } == ["select"])
        for word in ["Probe: A feature for tests.", "galleria://probe", "Templates", "galleria://pair/K%26R/7"] {
            #expect(screen["text"]?.string?.contains(word) == true, "\(word)")
        }
        // It loads nothing: nothing is told after the answer.
        client.endInput()
        #expect(try client.rest() == [])
    }

    @Test("without a module that is on, it says so")
    func nothing() throws {
        let screen = try open(try Client([("modules.probe.enabled", "false")]))
        #expect(screen["state"] == ["modules": []])
        #expect(screen["text"]?.string?.contains("No module is on.") == true)
    }

    @Test(
        "select leads to the module's main screen, which opens where there is one",
        arguments: [("probe", "galleria://probe"), ("templates", "galleria://pair/K%26R/7")])
    func select(_ id: String, _ route: String) throws {
        let client = try Client(features: Self.features)
        _ = try open(client)
        let answer = try select(client, #"{"id":"\#(id)"}"#)
        #expect(answer["result"] == ["accepted": true, "revision": 1, "route": .string(route)])
        #expect(try client.call("screen.open", #"{"route":"\#(route)"}"#)["result"]?["route"] == .string(route))
    }

    @Test(
        "what can't be selected says why, and what could be",
        arguments: [
            (#"{"id":"prbe"}"#, "invalid_argument", -32602, ["probe"]),
            (#"{"id":"Probe"}"#, "invalid_argument", -32602, ["probe"]),
            (#"{"id":"nothing like it"}"#, "invalid_argument", -32602, []),
            (#"{"id":"templates"}"#, "module_disabled", -32601, ["probe", "bookShelf"]),
            (#"{"id":"bookShelf"}"#, "invalid_argument", -32602, []),
            (#"{}"#, "invalid_argument", -32602, []), (#"{"id":""}"#, "invalid_argument", -32602, []),
        ])
    func refused(_ params: String, _ code: String, _ number: Int, _ suggestions: [String]) throws {
        let client = try Client([("modules.templates.enabled", "false")], features: Self.features)
        _ = try open(client)
        let error = try select(client, params)["error"]
        #expect(error?["code"] == .integer(number))
        #expect(error?["data"]?["code"] == .string(code))
        #expect(error?["data"]?["field"] == "id")
        #expect((error?["data"]?["suggestions"] ?? []) == .array(suggestions.map { .string($0) }))
    }

    @Test("it stays open and follows while modules are switched, and is told only of what differs")
    func switched() throws {
        let client = try Client(features: Self.features)
        #expect(try open(client)["state"] == ["modules": [Self.probe, Self.standIn, Self.templates]])
        func set(_ id: String, _ enabled: Bool) throws {
            client.send(
                #"{"jsonrpc":"2.0","id":5,"method":"host.setModule","params":{"id":"\#(id)","enabled":\#(enabled)}}"#)
        }
        try set("probe", false)
        let told = try (0..<2).map { _ in try client.message() }
        #expect(told.compactMap(modules) == [[Self.standIn, Self.templates]])
        #expect(told.compactMap { $0["params"]?["revision"] } == [2])
        #expect(try select(client, #"{"id":"probe"}"#)["error"]?["data"]?["code"] == "module_disabled")
        // Off already: nothing differs, and nothing is told before the next change.
        try set("probe", false)
        #expect(try client.message()["id"] == 5)
        try set("probe", true)
        let back = try (0..<2).map { _ in try client.message() }
        #expect(back.compactMap(modules) == [[Self.probe, Self.standIn, Self.templates]])
        #expect(back.compactMap { $0["params"]?["revision"] } == [3])
    }

    @Test("every open home is told, a closed one is not; another environment keeps it open")
    func several() throws {
        let client = try Client(features: Self.features)
        for _ in 0..<3 { _ = try open(client) }
        _ = try client.call("screen.close", #"{"screen":"s2"}"#)
        // Every module is created again; the homes stay, and nothing differs.
        #expect(try client.call("host.useEnvironment", #"{"name":"sample"}"#)["result"]?["environment"] == "sample")
        client.send(
            #"{"jsonrpc":"2.0","id":5,"method":"host.setModule","params":{"id":"templates","enabled":false}}"#)
        let told = try (0..<3).map { _ in try client.message() }
        #expect(told.compactMap { $0["params"]?["screen"]?.string }.sorted() == ["s1", "s3"])
        for message in told where message["id"] == nil {
            #expect(message["method"] == "screen.changed")
            #expect(modules(message) == [Self.probe, Self.standIn])
        }
    }
}

/// A feature whose screens all need values, some of which its own parameters give as examples.
private struct Templates: FeatureModule {
    static let manifest = ModuleManifest(
        id: "templates", title: "Templates", doc: "Screens that need values.",
        settings: ModuleSettings(id: "templates", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            Operation(
                "show", title: "Show", doc: "Shows.", effect: .reads,
                example: [JSONMember("name", "K&R"), JSONMember("number", "7")],
                parameters: ParameterShape(
                    { name, _ in name }, Parameter.required("name", .text(1...9), "A name.", examples: ["K&R"]),
                    Parameter.required("number", .text(1...9), "A number.", examples: ["7", "8"])),
                result: ResultShape([ResultField("name", .text, "The name.") { $0 }]),
                present: { Document([.text($0)]) }
            ) { name, _ throws(Fault) in name })
        for template in ["galleria://none/{unknown}", "galleria://pair/{name}/{number}"] {
            registry.add(
                ScreenDefinition(
                    template, title: "Pair", doc: "A screen.", shape: ProbeScreen.shape, actions: ProbeScreen.actions
                ) {
                    _ throws(Fault) in ProbeScreen()
                })
        }
    }
}
