package import JSON

/// `elicitation/create` in its form mode: what the client's user is asked, and the answer.
package enum MCPElicitation {
    package static let method: StaticString = "elicitation/create"

    /// The one field of a confirmation's form.
    private static let field = "confirm"

    /// The form that asks for a yes. Required and without a default: a form that was sent as it came decides nothing.
    package static let confirmation: JSONValue = [
        "type": "object", "properties": ["confirm": ["type": "boolean", "title": "Do it"]], "required": ["confirm"],
    ]

    /// Action of the user.
    package enum Action: String, Sendable, CaseIterable {
        case accept, decline, cancel
    }

    /// Writes the params. The mode is left out: before 2025-11-25 there was one, and it is still the one that is meant.
    package static func write(_ message: String, schema: JSONValue, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("message")
        writer.string(message)
        writer.key("requestedSchema")
        writer.value(schema)
        writer.endObject()
    }

    /// Whether clients of a revision know every field of a form: lists of choices came with 2025-11-25.
    package static func isKnown(_ schema: JSONValue, to revision: MCPRevision) -> Bool {
        revision >= .november2025
            || (schema["properties"]?.members ?? []).allSatisfy { $0.value["type"]?.string != "array" }
    }

    /// Reads the client's result.
    /// - Returns: nil for an invalid answer: an unknown action, or an accepted content outside the schema.
    package static func answer(_ result: JSONNode, schema: JSONValue) -> (action: Action, content: JSONValue)? {
        guard result.kind == .object, let name = result["action"]?.string,
            let action = Action.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) })
        else { return nil }
        guard action == .accept else { return (action, .object([])) }
        let content = result["content"].flatMap { $0.isNull ? nil : JSONValue($0) } ?? .object([])
        return isAsked(content, by: schema) ? (action, content) : nil
    }

    /// Reads the client's result of a confirmation.
    /// - Returns: nil for an invalid one.
    package static func confirmed(_ result: JSONNode) -> Bool? {
        guard let (action, content) = answer(result, schema: confirmation) else { return nil }
        return action == .accept && content[field]?.bool == true
    }

    /// Whether each required field is there, and each known one of its type and among its choices.
    private static func isAsked(_ content: JSONValue, by schema: JSONValue) -> Bool {
        guard let members = content.members else { return false }
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        guard required.allSatisfy({ content[$0] != nil }) else { return false }
        return members.allSatisfy { member in
            guard let field = schema["properties"]?[member.key] else { return true }
            return isOne(member.value, of: field)
        }
    }

    private static func isOne(_ value: JSONValue, of field: JSONValue) -> Bool {
        let hasType =
            switch field["type"]?.string {
            case "string": value.string != nil
            case "integer": value.integer != nil
            case "number": value.double != nil
            case "boolean": value.bool != nil
            case "array": value.array?.allSatisfy { $0.string != nil } ?? false
            default: true
            }
        guard hasType, let choices = field["enum"]?.array else { return hasType }
        return choices.contains(value)
    }
}
