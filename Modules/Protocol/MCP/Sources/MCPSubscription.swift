package import JSON
package import JSONRPC

/// Filter of the notifications that a client asks for by `subscriptions/listen` (2026-07-28).
package struct MCPSubscriptionFilter: Sendable, Equatable {
    package var toolsListChanged: Bool
    package var promptsListChanged: Bool
    package var resourcesListChanged: Bool
    /// URIs, as the client spelled them.
    package var resources: [String]
    /// Ids of tasks, for a client that follows them.
    package var tasks: [String]

    /// The most URIs, and the most tasks, of one subscription.
    package static let limit = 64

    /// - Parameter params: of the request; types of notification that are not known are not honoured.
    /// - Throws: -32602 without a filter, or with an invalid one.
    package init(_ params: JSONNode?) throws(RPCError) {
        guard let filter = params?["notifications"], filter.kind == .object else {
            throw .invalidParams("subscriptions/listen needs notifications, an object")
        }
        func flag(_ name: String) -> Bool { filter[name]?.bool ?? false }
        toolsListChanged = flag("toolsListChanged")
        promptsListChanged = flag("promptsListChanged")
        resourcesListChanged = flag("resourcesListChanged")
        resources = try Self.texts("resourceSubscriptions", "URIs", of: filter)
        tasks = try Self.texts("taskIds", "ids of tasks", of: filter)
    }

    /// - Parameter what: the texts are, as a part of a sentence.
    private static func texts(_ name: String, _ what: String, of filter: JSONNode) throws(RPCError) -> [String] {
        guard let node = filter[name], !node.isNull else { return [] }
        guard node.kind == .array, node.elements.allSatisfy({ $0.string != nil }) else {
            throw .invalidParams("\(name) is a list of \(what)")
        }
        guard node.count <= limit else { throw .invalidParams("a subscription takes at most \(limit) \(what)") }
        return node.elements.compactMap(\.string)
    }

    /// Writes the params of `notifications/subscriptions/acknowledged`: what is honoured.
    package func write(for subscription: RPCIdentifier, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("notifications")
        writer.beginObject()
        for (name, isOn) in [
            ("toolsListChanged", toolsListChanged), ("promptsListChanged", promptsListChanged),
            ("resourcesListChanged", resourcesListChanged),
        ] where isOn {
            writer.key(name)
            writer.bool(true)
        }
        if !resources.isEmpty {
            writer.key("resourceSubscriptions")
            writer.beginArray()
            for uri in resources { writer.string(uri) }
            writer.endArray()
        }
        if !tasks.isEmpty {
            writer.key("taskIds")
            writer.beginArray()
            for task in tasks { writer.string(task) }
            writer.endArray()
        }
        writer.endObject()
        writer.subscriptionMeta(subscription)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes the member `_meta` that ties a message to its subscription: the id of its request, in its own JSON type.
    /// - Parameter subscription: nil for a client of a handshake, which has no such ids; nothing is written then.
    package mutating func subscriptionMeta(_ subscription: RPCIdentifier?) {
        guard let subscription else { return }
        key("_meta")
        beginObject()
        subscriptionID(subscription)
        endObject()
    }

    /// Writes the member of `_meta` alone.
    package mutating func subscriptionID(_ subscription: RPCIdentifier) {
        key("io.modelcontextprotocol/subscriptionId")
        subscription.write(into: &self)
    }
}
