package import JSON

/// A prompt as `prompts/list` shows it.
package struct MCPPrompt: Sendable {
    package let name: String
    package let title: String
    package let description: String
    package let arguments: [MCPPromptArgument]

    package init(name: String, title: String, description: String, arguments: [MCPPromptArgument]) {
        self.name = name
        self.title = title
        self.description = description
        self.arguments = arguments
    }

    /// Writes the prompt with the fields that `revision` knows.
    package func write(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(name, title: title, for: revision)
        writer.key("description")
        writer.string(description)
        writer.key("arguments")
        writer.beginArray()
        for argument in arguments { argument.write(into: &writer) }
        writer.endArray()
        writer.endObject()
    }
}

/// An argument of a prompt; its values are text.
package struct MCPPromptArgument: Sendable {
    package let name: String
    package let description: String
    package let required: Bool

    package init(name: String, description: String, required: Bool) {
        self.name = name
        self.description = description
        self.required = required
    }

    fileprivate func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("name")
        writer.string(name)
        writer.key("description")
        writer.string(description)
        writer.key("required")
        writer.bool(required)
        writer.endObject()
    }
}

/// The params of `prompts/get`.
package struct MCPPromptRequest: Sendable {
    package let name: String
    /// An object of texts, or nil when the request has none.
    package let arguments: JSONNode?

    /// - Returns: nil when there is no `name`.
    package init?(_ params: JSONNode?) {
        guard let name = params?["name"]?.string else { return nil }
        self.name = name
        self.arguments = params?["arguments"]
    }
}

/// The result of `prompts/get`: messages as if the user had written them.
package struct MCPPromptResult: Sendable {
    package let description: String
    package let messages: [MCPContent]

    package init(description: String, messages: [MCPContent]) {
        self.description = description
        self.messages = messages
    }

    /// Writes the members of the result as `revision` knows them, without braces.
    package func writeFields(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.key("description")
        writer.string(description)
        writer.key("messages")
        writer.beginArray()
        for content in messages {
            writer.beginObject()
            writer.key("role")
            writer.string("user" as StaticString)
            writer.key("content")
            content.write(for: revision, into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }
}
