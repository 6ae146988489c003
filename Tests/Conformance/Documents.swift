import FeatureKit
import JSON
import Synchronization

/// The text that can be subscribed to.
final class WatchedText: Sendable {
    static let uri = "test://watched-resource"

    private let changes = Mutex(0)
    private let told: @Sendable (String) -> Void

    /// - Parameter told: is told the address after each change.
    init(_ told: @escaping @Sendable (String) -> Void) {
        self.told = told
    }

    var text: String {
        let changes = changes.withLock { $0 }
        return "This is the content of the watched resource." + (changes > 0 ? " Change \(changes)." : "")
    }

    func change() {
        changes.withLock { $0 += 1 }
        told(Self.uri)
    }
}

extension Conformance {
    /// Changes the text that can be subscribed to.
    var changing: Operation<NoParameters, [AnswerContent]> {
        fixture("changeWatchedResource", "Changes the watched text.") { [watched] _ throws(Fault) in
            watched.change()
            return [.text(watched.text)]
        }
    }

    var resources: [Resource] {
        [
            Resource(
                "test://static-text", title: "Static text", doc: "A text that stays as it is.", mimeType: "text/plain"
            ) { _ throws(Fault) in .text("This is the content of the static text resource.") },
            Resource(
                "test://static-binary", title: "Static picture", doc: "A picture that stays as it is.",
                mimeType: "image/png"
            ) { _ throws(Fault) in .base64(AnswerMedia.redPixel.base64) },
            Resource(
                WatchedText.uri, title: "Watched text", doc: "A text that can be subscribed to.",
                mimeType: "text/plain"
            ) { [watched] _ throws(Fault) in .text(watched.text) },
            Resource(
                "test://template/{id}/data", title: "Data of an id", doc: "What there is under an id.",
                mimeType: "application/json"
            ) { parameters throws(Fault) in
                let id = parameters["id"] ?? ""
                let data: JSONValue = [
                    "id": .string(id), "templateTest": true, "data": .string("Data for ID: \(id)"),
                ]
                return .text(String(decoding: data.serialized(), as: UTF8.self))
            },
        ]
    }

    var prompts: [Prompt] {
        [
            Prompt("simplePrompt", title: "Simple prompt", doc: "A prompt without arguments.") { _ throws(Fault) in
                [.text("This is a simple prompt for testing.")]
            },
            Prompt(
                "promptWithArguments", title: "Prompt with arguments", doc: "A prompt that names its arguments.",
                arguments: [
                    PromptArgument(
                        "arg1", "First test argument", isRequired: true, complete: .oneOf(["paris", "park", "party"])),
                    PromptArgument("arg2", "Second test argument", isRequired: true, example: "world"),
                ]
            ) { given throws(Fault) in
                let (one, two) = (given.required("arg1"), given.required("arg2"))
                return [.text("Prompt with arguments: arg1='\(one)', arg2='\(two)'")]
            },
            Prompt(
                "promptWithEmbeddedResource", title: "Prompt with a resource", doc: "A prompt about a resource.",
                arguments: [
                    PromptArgument(
                        "resourceUri", "URI of the resource to embed", isRequired: true, example: "test://static-text")
                ]
            ) { given throws(Fault) in
                [
                    .resource(
                        ResourceContents(
                            uri: given.required("resourceUri"), mimeType: "text/plain",
                            .text("Embedded resource content for testing."))),
                    .text("Please process the embedded resource above."),
                ]
            },
            Prompt("promptWithImage", title: "Prompt with a picture", doc: "A prompt about a picture.") {
                _ throws(Fault) in
                [.picture(.redPixel), .text("Please analyze the image above.")]
            },
            Prompt(
                "inputRequiredResultPrompt", title: "Prompt that asks", doc: "A prompt that asks before it is written."
            ) { _, client throws(Fault) in
                let answers = try await client.ask([
                    "user_context": Self.form("What context should the prompt use?", "context")
                ])
                let context = answers.form("user_context").content["context"]?.string ?? "none"
                return [.text("Use this context: \(context)")]
            },
        ]
    }
}
