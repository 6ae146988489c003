import DesignSystem
package import FeatureKit
package import JSON

/// Prompts and completion as a client sees them.
extension FeatureHarness {
    /// The messages of a prompt, as Markdown.
    /// - Throws: the prompt's fault, or `not_found` for an unknown name.
    package func prompt(_ name: String, _ arguments: JSONValue? = nil) async throws(Fault) -> [String] {
        guard let prompt = router.prompt(name) else {
            throw Fault(.notFound, "There is no prompt \(name).", hint: "Look at the registry.")
        }
        return try await prompt.messages(try prompt.read(arguments?.parsed())).map(\.markdown)
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
