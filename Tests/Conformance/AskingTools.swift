import FeatureKit
import JSON
import MCPExtensions

extension Conformance {
    /// Tools that hand what they are given on to the client.
    var askingTools: [Operation<String, [AnswerContent]>] {
        [
            fixture(
                "sampling", "Asks the client's model.",
                parameters: ParameterShape(
                    { $0 },
                    Parameter.required(
                        "prompt", .text(0...10_000), "The prompt to send to the LLM", examples: ["Hello"])),
                example: [JSONMember("prompt", "Hello")]
            ) { prompt, context throws(Fault) in
                let answers = try await context.client.ask(["prompt": .sampling(prompt: prompt, maxTokens: 100)])
                return [.text("LLM response: \(answers.text("prompt"))")]
            },
            fixture(
                "elicitation", "Asks the client's user.",
                parameters: ParameterShape(
                    { $0 },
                    Parameter.required(
                        "message", .text(0...10_000), "The message to show the user", examples: ["Who are you?"])),
                example: [JSONMember("message", "Who are you?")]
            ) { message, context throws(Fault) in
                let schema: JSONValue = [
                    "type": "object",
                    "properties": [
                        "username": ["type": "string", "description": "User's response"],
                        "email": ["type": "string", "description": "User's email address"],
                    ],
                    "required": ["username", "email"],
                ]
                let answers = try await context.client.ask([
                    "user": .elicitation(message: message, schema: schema)
                ])
                return [.text("User response: \(answers.form("user").told)")]
            },
        ]
    }

    /// Tools that ask the same thing at each call.
    var questionTools: [Operation<NoParameters, [AnswerContent]>] {
        [
            fixture("elicitationSep1034Defaults", "Asks by a form with default values.") { context throws(Fault) in
                try await Self.fill(
                    [
                        "name": ["type": "string", "description": "User name", "default": "John Doe"],
                        "age": ["type": "integer", "description": "User age", "default": 30],
                        "score": ["type": "number", "description": "User score", "default": .number("95.5")],
                        "status": [
                            "type": "string", "description": "User status",
                            "enum": ["active", "inactive", "pending"], "default": "active",
                        ],
                        "verified": ["type": "boolean", "description": "Verification status", "default": true],
                    ], context)
            },
            fixture("elicitationSep1330Enums", "Asks by a form with every kind of choice.") { context throws(Fault) in
                let (plain, titled) = (Self.plainChoices, Self.titled(_:))
                return try await Self.fill(
                    [
                        "untitledSingle": ["type": "string", "description": "Choose one", "enum": plain],
                        "titledSingle": [
                            "type": "string", "description": "Choose one by its title",
                            "oneOf": titled(["First Option", "Second Option", "Third Option"]),
                        ],
                        "legacyEnum": [
                            "type": "string", "description": "Choose one the old way",
                            "enum": ["opt1", "opt2", "opt3"],
                            "enumNames": ["Option One", "Option Two", "Option Three"],
                        ],
                        "untitledMulti": [
                            "type": "array", "description": "Choose several",
                            "items": ["type": "string", "enum": plain],
                        ],
                        "titledMulti": [
                            "type": "array", "description": "Choose several by their titles",
                            "items": ["anyOf": titled(["First Choice", "Second Choice", "Third Choice"])],
                        ],
                    ], context)
            },
            fixture("missingCapability", "Needs a client with a model.") { context throws(Fault) in
                try context.client.require([.sampling])
                return [.text("The client declares sampling.")]
            },
            fixture("streamingElicitation", "Asks, and reports its progress meanwhile.") { context throws(Fault) in
                context.report(Progress(done: 1, total: 2, message: "Asking"))
                return [.text("Hello, \(try await Self.name(of: context.client))!")]
            },
        ]
    }

    private static let plainChoices: JSONValue = ["option1", "option2", "option3"]

    private static func titled(_ titles: [String]) -> JSONValue {
        .array(
            titles.enumerated().map { index, title in ["const": "value\(index + 1)", "title": .string(title)] })
    }

    private static func fill(
        _ properties: JSONValue, _ context: CallContext
    ) async throws(Fault) -> [AnswerContent] {
        let answers = try await context.client.ask([
            "form": .elicitation(
                message: "Please fill in the form", schema: ["type": "object", "properties": properties])
        ])
        return [.text("Elicitation completed: \(answers.form("form").told)")]
    }
}

extension FormAnswer {
    /// As the suite reads it.
    fileprivate var told: String {
        "action=\(action.rawValue), content=\(String(decoding: content.serialized(), as: UTF8.self))"
    }
}
