import DesignSystem
package import FeatureKit
package import JSON
package import Testing

/// Prompts and completion as a client sees them.
extension FeatureHarness {
    /// The messages of a prompt, as Markdown.
    /// - Throws: the prompt's fault, or `not_found` when there is none of this name.
    package func prompt(_ name: String, _ arguments: JSONValue? = nil) async throws(Fault) -> [String] {
        guard let prompt = router.prompt(name) else {
            throw Fault(.notFound, "There is no prompt \(name).", hint: "Look at the registry.")
        }
        return try await prompt.messages(try prompt.read(arguments?.node)).map(\.markdown)
    }

    /// The fault of a prompt that must fail; an issue and nil when it does not.
    package func promptFault(
        _ name: String, _ arguments: JSONValue? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Fault? {
        do throws(Fault) {
            let messages = try await prompt(name, arguments)
            Issue.record("\(name) should fail but gave \(messages)", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Completions of a prompt's argument; an issue when there is nothing to complete.
    package func completed(
        _ name: String, _ argument: String, _ typed: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async -> CompletedValues {
        guard let completion = router.prompt(name)?.argument(argument)?.completion else {
            Issue.record("\(argument) of \(name) does not complete", sourceLocation: sourceLocation)
            return CompletedValues([])
        }
        return await completion.values(for: CompletionRequest(typed))
    }

    /// Completions of a variable of a screen's route; an issue when there is nothing to complete.
    /// - Parameter context: the variables that are known already.
    package func completed(
        route template: String, _ variable: String, _ typed: String = "",
        context: [(name: String, value: String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async -> CompletedValues {
        let screen = router.registry.screens.first { $0.template.text == template }
        guard let completion = screen?.completions[variable] else {
            Issue.record("\(variable) of \(template) does not complete", sourceLocation: sourceLocation)
            return CompletedValues([])
        }
        return await completion.values(for: CompletionRequest(typed, context: PromptArguments(context)))
    }
}

extension PromptMessage {
    /// The message as a model reads it.
    package var markdown: String {
        switch self {
        case .text(let text): text
        case .picture(let media): media.mimeType
        case .resource(let contents): contents.uri
        case .facts(let document), .screen(_, let document): document.rendered(RenderOptions(style: .markdown))
        }
    }
}
