import AppViews
import Composition
import FeatureKit
import JSON
import MCP
import Suggestions
import Synchronization

/// The tools of a registry as MCP lists them. Written once per revision: the list is the same, byte for byte, for every
/// request, so that hosts can cache their prompts.
final class ToolCatalog: Sendable {
    private let operations: [RegisteredOperation]
    private let toolNames: ToolNames
    private let written = Mutex<[Form: [UInt8]]>([:])

    /// Inputs of the list's bytes besides the tools.
    private struct Form: Hashable {
        let revision: MCPRevision
        let hasViews: Bool
    }

    init(_ registry: Registry, _ toolNames: ToolNames) {
        operations = registry.operations.filter(\.isTool)
        self.toolNames = toolNames
    }

    /// In the order of the list.
    var names: [String] { operations.map(\.toolName) }

    /// The tools that an unknown name probably means, best first: by spelling, then by the words of their names and titles.
    func nearest(to name: String) -> [String] {
        let nearest = nearestNames(to: name, among: names)
        return nearest.isEmpty
            ? namesWithWords(of: name, among: operations.map { ($0.toolName, "\($0.title) \($0.doc)") }) : nearest
    }

    /// True if some operation may go on as a task.
    var hasTasks: Bool { operations.contains { $0.task != .never } }

    /// The tools as one JSON array.
    /// - Parameter views: whether the client shows views of results; others are told of none.
    func list(for revision: MCPRevision, views: Bool = false) -> [UInt8] {
        let form = Form(revision: revision, hasViews: views)
        return written.withLock { written in
            if let bytes = written[form] { return bytes }
            var writer = JSONWriter(reserving: 16_384)
            writer.beginArray()
            for operation in operations { tool(operation, views: views).write(for: revision, into: &writer) }
            writer.endArray()
            written[form] = writer.bytes
            return writer.bytes
        }
    }

    private func tool(_ operation: RegisteredOperation, views: Bool) -> MCPTool {
        let annotations =
            switch operation.effect {
            case .reads: MCPToolAnnotations(readOnly: true, destructive: false, idempotent: true, openWorld: true)
            case .writes(let idempotent, let destructive):
                MCPToolAnnotations(
                    readOnly: false, destructive: destructive, idempotent: idempotent, openWorld: true)
            case .keeps: MCPToolAnnotations(readOnly: false, destructive: false, idempotent: true, openWorld: true)
            }
        let description = operation.guidance.isEmpty ? operation.doc : "\(operation.doc) \(operation.guidance)"
        return MCPTool(
            name: operation.toolName, title: operation.title, description: toolNames.servedOnly(description),
            inputSchema: Self.inputSchema(of: operation), outputSchema: Self.outputSchema(of: operation),
            annotations: annotations, viewURI: views ? operation.view.flatMap(AppViews.uri) : nil)
    }

    /// The parameters' schema. Where none is required but a call needs some, the example of a whole call tells which.
    private static func inputSchema(of operation: RegisteredOperation) -> JSONValue {
        let schema = operation.parameterSchema()
        guard !operation.parameters.contains(where: \.isRequired), !operation.example.isEmpty,
            case .object(let members) = schema
        else { return schema }
        return .object(members + [JSONMember("examples", .array([.object(operation.example)]))])
    }

    /// None for a picture or other blocks: such content has no structured content beside it. (Written out, since a `nil` where a
    /// `JSONValue` can stand is JSON's null.)
    private static func outputSchema(of operation: RegisteredOperation) -> JSONValue? {
        guard !operation.givesContent else { return Optional.none }
        guard case .object(let members) = operation.resultSchema() else { return operation.resultSchema() }
        return .object(members.map { JSONMember($0.key, $0.key == "required" ? $0.value : lean($0.value)) })
    }

    /// A schema without `required`: what the rows of a list always have costs a tenth of all tools' bytes to say.
    private static func lean(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .object(let members):
            .object(
                members.filter { member in
                    // A property of this name has an object here.
                    if member.key == "required", case .array = member.value { false } else { true }
                }.map { JSONMember($0.key, lean($0.value)) })
        case .array(let elements): .array(elements.map(lean))
        default: schema
        }
    }
}
