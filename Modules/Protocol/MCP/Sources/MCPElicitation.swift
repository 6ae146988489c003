package import JSON

/// Asking the client's user to confirm a call (2026-07-28, multi round-trip requests): the call is answered with a question,
/// and comes again with the answer.
package enum MCPElicitation {
    /// The name of the question among those of one answer.
    private static let key = "confirm"

    /// What the user answered.
    package enum Answer: Sendable, Equatable {
        /// Not asked yet.
        case none
        case confirmed
        case refused
    }

    /// - Parameter params: of the request.
    package static func answer(_ params: JSONNode?) -> Answer {
        guard let response = params?["inputResponses"]?[key] else { return .none }
        guard response["action"]?.isString("accept") == true else { return .refused }
        // A form that was sent without its one field says yes as well: that is what its button says.
        return response["content"]?[key]?.bool == false ? .refused : .confirmed
    }

    /// The state that came with the answer.
    package static func state(_ params: JSONNode?) -> String? { params?["requestState"]?.string }

    /// Writes the members of the answer that asks.
    /// - Parameter state: comes back with the answer.
    package static func write(_ question: String, state: String, into writer: inout JSONWriter) {
        writer.key("inputRequests")
        writer.value([
            "confirm": [
                "method": "elicitation/create",
                "params": [
                    "mode": "form", "message": .string(question),
                    "requestedSchema": [
                        "type": "object",
                        "properties": ["confirm": ["type": "boolean", "title": "Do it", "default": true]],
                        "required": ["confirm"],
                    ],
                ],
            ]
        ])
        writer.key("requestState")
        writer.string(state)
    }
}
