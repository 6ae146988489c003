import DesignSystem
import FeatureKit
import JSON
import MCPExtensions
import Settings
import TestSupport

/// A feature for tests that asks its client: several things at once, in turn, and only where it can.
struct Asker: FeatureModule {
    static let manifest = ModuleManifest(
        id: "asker", title: "Asker", doc: "Asks.",
        settings: ModuleSettings(id: "asker", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    private static func text(
        _ name: String, _ run: @escaping @Sendable (CallClient) async throws(Fault) -> String
    ) -> Operation<NoParameters, String> {
        Operation(
            name, title: "Ask something", doc: "Asks.", effect: .reads, example: [], parameters: .none,
            result: ResultShape([ResultField("text", .text, "What came of it.") { $0 }]),
            present: { Document([.text($0)]) }
        ) { _, context throws(Fault) in try await run(context.client) }
    }

    static let name: ClientQuestion = .elicitation(
        message: "Who are you?",
        schema: ["type": "object", "properties": ["name": ["type": "string"]], "required": ["name"]])

    func register(in registry: inout ModuleRegistration) {
        // Two at once, then a third that depends on them.
        registry.add(
            Self.text("survey") { client throws(Fault) in
                let first = try await client.ask(["who": Self.name, "where": .roots])
                let name = first.form("who").content["name"]?.string ?? first.form("who").action.rawValue
                let joke = try await client.ask(["joke": .sampling(prompt: "About \(name).", maxTokens: 50)])
                return "\(name), \(first.roots("where").joined(separator: " ")), \(joke.text("joke"))"
            })
        // The same name in turn: each ask has an answer of its own.
        registry.add(
            Self.text("twice") { client throws(Fault) in
                let first = try await client.ask(["who": Self.name]).form("who").content["name"]?.string ?? ""
                let second = try await client.ask(["who": Self.name]).form("who").content["name"]?.string ?? ""
                return "\(first) and \(second)"
            })
        registry.add(
            Self.text("degrade") { client throws(Fault) in
                guard client.abilities.contains(.sampling) else { return "alone" }
                return try await client.ask(["joke": .sampling(prompt: "A joke.", maxTokens: 5)]).text("joke")
            })
        // It takes no answer for an answer.
        registry.add(
            Self.text("swallow") { client throws(Fault) in
                (try? await client.ask(["who": Self.name])).map { _ in "answered" } ?? "unanswered"
            })
        registry.add(
            Self.text("choose") { client throws(Fault) in
                let schema: JSONValue = [
                    "type": "object",
                    "properties": ["tags": ["type": "array", "items": ["type": "string", "enum": ["a", "b"]]]],
                ]
                return try await client.ask(["tags": .elicitation(message: "Which?", schema: schema)])
                    .form("tags").action.rawValue
            })
        registry.add(
            Self.text("log") { client throws(Fault) in
                for level in ClientLogLevel.allCases { client.log(level, "\(level)") }
                return "told"
            })
        registry.add(
            Prompt("welcome", title: "Welcome", doc: "Welcomes.") { _, client throws(Fault) in
                let who = try await client.ask(["who": Self.name]).form("who")
                return [.text("Welcome \(who.content["name"]?.string ?? "stranger").")]
            })
    }
}
