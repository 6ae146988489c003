import AppViews
import Composition
import FeatureKit
import JSON
import MCP
import Suggestions
import Synchronization
import Values

/// The tools of a registry as MCP lists them. The list is the same, byte for byte, for every request, so that hosts can cache their
/// prompts.
final class ToolCatalog: Sendable {
    private let operations: [RegisteredOperation]
    private let toolNames: ToolNames
    /// The lists that were asked for. Few: a dictionary's type costs more than the search.
    private let asked = Mutex<[AskedList]>([])
    /// Bytes to make room for: what the list of a fresh installation takes, and some.
    private static let usualBytes = 32 << 10

    init(_ registry: Registry, _ toolNames: ToolNames) {
        operations = registry.operations.filter { $0.isTool }
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

    /// Writes the tools as one JSON array. Most hosts ask once: what is written is kept when they ask again.
    /// - Parameter views: whether the client shows views of results; others are told of none.
    func write(for revision: MCPRevision, views: Bool = false, into writer: inout JSONWriter) {
        let kept: [UInt8]? = asked.withLock { asked in
            let known = asked.firstIndex { $0.revision == revision && $0.hasViews == views }
            guard let known else {
                asked.append(AskedList(revision, hasViews: views))
                return nil
            }
            if let bytes = asked[known].bytes { return bytes }
            var writer = JSONWriter(reserving: Self.usualBytes)
            writeTools(for: revision, views: views, into: &writer)
            asked[known] = AskedList(revision, hasViews: views, bytes: writer.bytes)
            return asked[known].bytes
        }
        if let kept { return writer.raw(kept) }
        writer.makeRoom(for: Self.usualBytes)
        writeTools(for: revision, views: views, into: &writer)
    }

    private func writeTools(for revision: MCPRevision, views: Bool, into writer: inout JSONWriter) {
        writer.beginArray()
        for operation in operations {
            // A picture and other blocks have no structured content beside them.
            tool(operation, views: views).write(
                for: revision, hasOutput: !operation.givesContent, into: &writer
            ) { writer in
                Self.writeInputSchema(of: operation, into: &writer)
            } output: { writer in
                operation.resultValues.write(.ofTop, into: &writer)
            }
        }
        writer.endArray()
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
        let description =
            operation.guidance.isEmpty ? operation.doc : joined([operation.doc, operation.guidance], separator: " ")
        return MCPTool(
            name: operation.toolName, title: operation.title, description: toolNames.servedOnly(description),
            annotations: annotations, viewURI: views ? operation.view.flatMap(AppViews.uri) : nil)
    }

    /// Writes the parameters' schema. Where none is required but a call needs some, the example of a whole call tells which.
    private static func writeInputSchema(of operation: RegisteredOperation, into writer: inout JSONWriter) {
        writer.beginObject()
        operation.parameterValues.writeMembers(into: &writer)
        if !operation.example.isEmpty, !operation.parameters.contains(where: { $0.isRequired }) {
            writer.key("examples")
            writer.beginArray()
            writer.value(.object(operation.example))
            writer.endArray()
        }
        writer.endObject()
    }
}

/// A list that was asked for. An object: the type of an array of tuples is made at run time, which takes 12,000 instructions.
private final class AskedList: Sendable {
    let revision: MCPRevision
    let hasViews: Bool
    /// Bytes that were written, kept from the second time.
    let bytes: [UInt8]?

    init(_ revision: MCPRevision, hasViews: Bool, bytes: [UInt8]? = nil) {
        (self.revision, self.hasViews, self.bytes) = (revision, hasViews, bytes)
    }
}
