package import JSON
package import JSONRPC

/// The answer to a request that asks first (2026-07-28, multi round-trip requests): the client asks its user, its model or
/// itself, and sends the request again with what it was asked for.
package enum MCPInputRequired {
    package static let resultType: StaticString = "input_required"

    /// One thing that is asked.
    package struct Request: Sendable {
        let name: String
        let method: StaticString
        let params: (@Sendable (inout JSONWriter) -> Void)?

        /// - Parameters:
        ///   - name: under which the answer comes.
        ///   - params: writes one JSON object; nil for none.
        package init(_ name: String, _ method: StaticString, params: (@Sendable (inout JSONWriter) -> Void)?) {
            self.name = name
            self.method = method
            self.params = params
        }
    }

    /// Writes the members of the result.
    /// - Parameter state: comes back with the answers.
    package static func write(_ requests: [Request], state: String, into writer: inout JSONWriter) {
        write(requests, into: &writer)
        writer.key("requestState")
        writer.string(state)
    }

    /// Writes the member that says what is asked.
    package static func write(_ requests: [Request], into writer: inout JSONWriter) {
        writer.key("inputRequests")
        writer.beginObject()
        for request in requests {
            writer.key(request.name)
            writer.beginObject()
            writer.key("method")
            writer.string(request.method)
            writer.key("params")
            if let params = request.params {
                params(&writer)
            } else {
                writer.beginObject()
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endObject()
    }
}

/// Answers of the client, sent with the repeated request.
package struct MCPInputResponses: Sendable {
    /// An object of results by the names of what was asked; nil for none.
    package let answers: JSONNode?
    /// The state as it was given; nil when there is none.
    package let state: String?

    /// True if the request brings neither.
    package var isEmpty: Bool { answers == nil && state == nil }

    /// - Parameter params: of the request.
    /// - Throws: -32602 for responses or a state of another kind.
    package init(_ params: JSONNode?) throws(RPCError) {
        answers = try Self.member("inputResponses", of: params, isRight: { $0.kind == .object }, "an object")
        state = try Self.member("requestState", of: params, isRight: { $0.string != nil }, "text")?.string
    }

    /// Null counts as left out.
    private static func member(
        _ name: String, of params: JSONNode?, isRight: (JSONNode) -> Bool, _ expected: String
    ) throws(RPCError) -> JSONNode? {
        guard let node = params?[name], !node.isNull else { return nil }
        guard isRight(node) else { throw .invalidParams("\(name) is \(expected)") }
        return node
    }
}

extension RPCError {
    /// -32021 of MCP 2026-07-28: the request can't be served to a client that does not declare these.
    /// - Parameter capabilities: their names, such as `sampling`.
    package static func missingCapabilities(_ capabilities: [String], _ message: String) -> RPCError {
        missing(.object(capabilities.map { JSONMember($0, .object([])) }), message)
    }

    /// The same for capabilities with members of their own.
    package static func missing(_ capabilities: JSONValue, _ message: String) -> RPCError {
        RPCError(code: -32021, message: message) { writer in
            writer.beginObject()
            writer.key("requiredCapabilities")
            writer.value(capabilities)
            writer.endObject()
        }
    }
}
