package import JSON

/// `sampling/createMessage`: what the client's model is asked, and what it says.
package enum MCPSampling {
    package static let method: StaticString = "sampling/createMessage"

    /// Writes the params: one message of the user's.
    /// - Parameter maxTokens: the most that the model may say.
    package static func write(_ prompt: String, maxTokens: Int, into writer: inout JSONWriter) {
        writer.value([
            "messages": [["role": "user", "content": ["type": "text", "text": .string(prompt)]]],
            "maxTokens": .integer(maxTokens),
        ])
    }

    /// The text of the client's result: of its one block, or since 2025-11-25 of its blocks.
    /// - Returns: nil when it is no result, or one without text.
    package static func text(_ result: JSONNode) -> String? {
        guard let content = result["content"] else { return nil }
        let blocks = content.kind == .array ? Array(content.elements) : [content]
        let texts = blocks.compactMap { block in
            block["type"]?.isString("text") == true ? block["text"]?.string : nil
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
}

/// `roots/list`: the folders that the client works in.
package enum MCPRoots {
    package static let method: StaticString = "roots/list"

    /// A folder.
    package struct Root: Sendable, Equatable {
        package let uri: String
        package let name: String?
    }

    /// The folders of the client's result.
    /// - Returns: nil when it is no result, or one of them has no URI.
    package static func roots(_ result: JSONNode) -> [Root]? {
        guard let list = result["roots"], list.kind == .array else { return nil }
        var roots: [Root] = []
        for element in list.elements {
            guard let uri = element["uri"]?.string else { return nil }
            roots.append(Root(uri: uri, name: element["name"]?.string))
        }
        return roots
    }
}
