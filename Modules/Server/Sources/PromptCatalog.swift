import DesignSystem
import FeatureKit
import JSON
import JSONRPC
import MCP
import Suggestions
import Synchronization

/// The prompts of a registry as MCP lists, gets and completes them; and the variables of its routes, completed. The list
/// is written once per revision: the same, byte for byte, for every request.
final class PromptCatalog: Sendable {
    private let router: Router
    private let toolNames: ToolNames
    private let written = Mutex<[(revision: MCPRevision, bytes: [UInt8])]>([])

    init(_ router: Router, _ toolNames: ToolNames) {
        self.router = router
        self.toolNames = toolNames
    }

    /// In the order of the list.
    var names: [String] { router.registry.prompts.map(\.name) }

    /// The prompts as one JSON array.
    func list(for revision: MCPRevision) -> [UInt8] {
        written.withLock { written in
            for list in written where list.revision == revision { return list.bytes }
            var writer = JSONWriter(reserving: 4096)
            writer.beginArray()
            for prompt in router.registry.prompts { Self.listed(prompt).write(for: revision, into: &writer) }
            writer.endArray()
            written.append((revision, writer.bytes))
            return writer.bytes
        }
    }

    private static func listed(_ prompt: RegisteredPrompt) -> MCPPrompt {
        MCPPrompt(
            name: prompt.name, title: prompt.title, description: prompt.doc,
            arguments: prompt.arguments.map { argument in
                MCPPromptArgument(name: argument.name, description: argument.doc, required: argument.isRequired)
            })
    }

    /// The result of `prompts/get`, or -32602 for an unknown prompt or a wrong argument, or the fault of the prompt.
    /// - Parameters:
    ///   - revision: of the client.
    ///   - client: the same, to be asked.
    func get(
        _ request: MCPPromptRequest, for revision: MCPRevision, _ client: CallClient
    ) async -> Result<MCPPromptResult, RPCError> {
        guard let prompt = router.prompt(request.name) else { return .failure(unknownPrompt(request.name)) }
        do throws(Fault) {
            let messages = try await prompt.messages(try prompt.read(request.arguments), for: client)
            return .success(MCPPromptResult(description: prompt.doc, messages: messages.map(content)))
        } catch {
            return .failure(RPCError(toolNames.named(in: error), for: revision))
        }
    }

    private func content(_ message: PromptMessage) -> MCPContent {
        let options = RenderOptions(style: .markdown)
        return switch message {
        case .text(let text): .text(sanitized(toolNames.servedOnly(text), multiline: true))
        case .facts(let document): .text(document.rendered(options))
        case .screen(let route, let document):
            .resource(MCPContents(uri: route, mimeType: ResourceCatalog.mimeType, .text(document.rendered(options))))
        case .picture(let media): .image(mimeType: media.mimeType, data: media.base64)
        case .resource(let contents): .resource(MCPContents(contents))
        }
    }

    /// The result of `completion/complete`, or -32602 for what has nothing of the kind to complete. A failing upstream
    /// has no values, and no total.
    func complete(_ request: MCPCompletionRequest) async -> Result<MCPCompletionResult, RPCError> {
        let completions: [(name: String, completion: Completion?)]
        switch request.reference {
        case .prompt(let name):
            guard let prompt = router.prompt(name) else { return .failure(unknownPrompt(name)) }
            completions = prompt.arguments.map { ($0.name, $0.completion) }
        case .resource(let address):
            guard let (template, known) = variables(at: address) else { return .failure(unknownRoute(address)) }
            completions = template.variables.map { ($0, known[$0]) }
        }
        guard let completion = completions.first(where: { $0.name.utf8.elementsEqual(request.argument.utf8) }) else {
            return .failure(.unknownArgument(request.argument, among: completions.map(\.name)))
        }
        let asked = CompletionRequest(request.value, context: PromptArguments(request.context))
        let found = await completion.completion?.values(for: asked) ?? CompletedValues([])
        return .success(MCPCompletionResult(values: found.values, total: found.total, hasMore: found.hasMore))
    }

    /// The template of an address, or of a template's own text, and what completes its variables.
    private func variables(at address: String) -> (RouteTemplate, [String: Completion])? {
        func isAsked(_ template: RouteTemplate) -> Bool { template.text.utf8.elementsEqual(address.utf8) }
        let registry = router.registry
        if let screen = registry.screens.first(where: { isAsked($0.template) }) ?? (try? router.screen(at: address))?.0
        {
            return (screen.template, screen.completions)
        }
        let resource = registry.resources.first { isAsked($0.template) } ?? registry.resource(at: address)?.0
        return resource.map { ($0.template, $0.completions) }
    }

    private func unknownPrompt(_ name: String) -> RPCError {
        if let fault = router.absence(ofName: name) { return .absent(toolNames.named(in: fault)) }
        let nearest = nearestNames(to: name, among: names).first
        return .invalidParams(
            "there is no prompt of this name; \(nearest.map { "did you mean \($0)?" } ?? "prompts/list has them all")")
    }

    private func unknownRoute(_ address: String) -> RPCError {
        if let fault = router.absence(ofRoute: address) { return .absent(toolNames.named(in: fault)) }
        let nearest = nearestNames(to: address, among: router.registry.screens.map(\.template.text)).first
        return .invalidParams(
            "there is no resource at this uri; \(nearest.map { "did you mean \($0)?" } ?? "host_info lists the routes")"
        )
    }
}

extension RPCError {
    fileprivate static func unknownArgument(_ name: String, among names: [String]) -> RPCError {
        let nearest = nearestNames(to: name, among: names).first
        let hint =
            nearest.map { "did you mean \($0)?" }
            ?? (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))")
        return .invalidParams("there is no argument of this name; \(hint)")
    }
}
