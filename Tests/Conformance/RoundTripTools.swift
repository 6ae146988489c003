import FeatureKit
import JSON
import MCPExtensions

extension Conformance {
    /// A form with one required field.
    static func form(_ message: String, _ field: String, _ type: JSONValue = "string") -> ClientQuestion {
        .elicitation(
            message: message,
            schema: [
                "type": "object", "properties": .object([JSONMember(field, ["type": type])]),
                "required": [.string(field)],
            ])
    }

    /// Name that the user enters.
    static func name(of client: CallClient) async throws(Fault) -> String {
        let answers = try await client.ask(["user_name": form("What is your name?", "name")])
        return answers.form("user_name").content["name"]?.string ?? "stranger"
    }

    /// Tools that are answered by questions to clients that keep nothing between their requests.
    var roundTripTools: [Operation<NoParameters, [AnswerContent]>] {
        [
            fixture("inputRequiredResultElicitation", "Asks for a name.") { context throws(Fault) in
                [.text("Hello, \(try await Self.name(of: context.client))!")]
            },
            fixture("inputRequiredResultSampling", "Asks the client's model.") { context throws(Fault) in
                let answers = try await context.client.ask([
                    "capital_question": .sampling(prompt: "What is the capital of France?", maxTokens: 100)
                ])
                return [.text(answers.text("capital_question"))]
            },
            fixture("inputRequiredResultListRoots", "Asks for the client's folders.") { context throws(Fault) in
                let answers = try await context.client.ask(["client_roots": .roots])
                return [.text("Roots: \(answers.roots("client_roots").joined(separator: ", "))")]
            },
            fixture("inputRequiredResultRequestState", "Asks, and proves its state.") { context throws(Fault) in
                _ = try await context.client.ask(["confirm": Self.form("Please confirm", "ok", "boolean")])
                return [.text("state-ok")]
            },
            fixture(
                "inputRequiredResultMultipleInputs", tool: "test_input_required_result_multiple_inputs",
                "Asks for three things at once."
            ) { context throws(Fault) in
                let answers = try await context.client.ask([
                    "user_name": Self.form("What is your name?", "name"),
                    "greeting": .sampling(prompt: "Generate a greeting", maxTokens: 50), "client_roots": .roots,
                ])
                let name = answers.form("user_name").content["name"]?.string ?? "stranger"
                return [
                    .text("\(answers.text("greeting")) \(name), with \(answers.roots("client_roots").count) roots")
                ]
            },
            fixture("inputRequiredResultMultiRound", "Asks twice in turn.") { context throws(Fault) in
                let name = try await context.client.ask(["step1": Self.form("Step 1: What is your name?", "name")])
                    .form("step1").content["name"]?.string
                let color = try await context.client.ask([
                    "step2": Self.form("Step 2: What is your favorite color?", "color")
                ]).form("step2").content["color"]?.string
                return [.text("\(name ?? "Nobody") likes \(color ?? "nothing")")]
            },
            fixture(
                "inputRequiredResultTamperedState", tool: "test_input_required_result_tampered_state",
                "Asks, and refuses another state."
            ) { context throws(Fault) in
                _ = try await context.client.ask(["confirm": Self.form("Please confirm", "ok", "boolean")])
                return [.text("The state is as it was given.")]
            },
            fixture("inputRequiredResultCapabilities", "Asks only what the client can do.") { context throws(Fault) in
                var questions = ClientQuestions()
                if context.client.abilities.contains(.elicitation) {
                    questions.add("user_name", Self.form("What is your name?", "name"))
                }
                if context.client.abilities.contains(.sampling) {
                    questions.add("greeting", .sampling(prompt: "Generate a greeting", maxTokens: 50))
                }
                guard !questions.all.isEmpty else { return [.text("The client can't be asked anything.")] }
                _ = try await context.client.ask(questions)
                return [.text("The client answered \(questions.all.count) questions.")]
            },
        ]
    }
}
