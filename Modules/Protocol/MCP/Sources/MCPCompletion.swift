package import JSON

/// The params of `completion/complete`.
package struct MCPCompletionRequest: Sendable {
    /// Owner of the completed argument.
    package enum Reference: Sendable, Equatable {
        /// A prompt, by its name.
        case prompt(String)
        /// A resource, by its template or its address.
        case resource(String)
    }

    package let reference: Reference
    /// The argument's name.
    package let argument: String
    /// Its text so far; may be empty.
    package let value: String
    /// The arguments that are known already; those that are no text are left out.
    package let context: [(name: String, value: String)]

    /// - Throws: what is missing, as a part of a sentence.
    package init(_ params: JSONNode?) throws(MCPCompletionMistake) {
        guard let ref = params?["ref"], let type = ref["type"]?.string else { throw .reference }
        switch (Array(type.utf8), ref["name"]?.string, ref["uri"]?.string) {
        case (Array("ref/prompt".utf8), let name?, _): reference = .prompt(name)
        case (Array("ref/resource".utf8), _, let uri?): reference = .resource(uri)
        default: throw .reference
        }
        guard let name = params?["argument"]?["name"]?.string, let value = params?["argument"]?["value"]?.string else {
            throw .argument
        }
        argument = name
        self.value = value
        context =
            params?["context"]?["arguments"]?.members.compactMap { member in
                member.value.string.map { (member.key, $0) }
            } ?? []
    }
}

/// Why params are none of `completion/complete`.
package enum MCPCompletionMistake: Error, Sendable {
    case reference, argument

    package var sentence: String {
        switch self {
        case .reference: "completion/complete needs ref: of type ref/prompt with name, or ref/resource with uri"
        case .argument: "completion/complete needs argument with name and value, both text"
        }
    }
}

/// The result of `completion/complete`.
package struct MCPCompletionResult: Sendable {
    /// At most 100.
    package let values: [String]
    /// All that match; nil where not all is known.
    package let total: Int?
    package let hasMore: Bool

    package init(values: [String], total: Int?, hasMore: Bool) {
        self.values = values
        self.total = total
        self.hasMore = hasMore
    }

    /// Writes the member of the result, without braces.
    package func writeFields(into writer: inout JSONWriter) {
        writer.key("completion")
        writer.beginObject()
        writer.key("values")
        writer.beginArray()
        for value in values { writer.string(value) }
        writer.endArray()
        if let total {
            writer.key("total")
            writer.integer(total)
        }
        writer.key("hasMore")
        writer.bool(hasMore)
        writer.endObject()
    }
}
