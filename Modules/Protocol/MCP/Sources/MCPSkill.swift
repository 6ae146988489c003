package import JSON

/// A skill of the Skills extension: one file `SKILL.md` in the format of Agent Skills, which is read as a resource.
package struct MCPSkill: Sendable {
    /// The extension among the capabilities of the server.
    package static let extensionName = "io.modelcontextprotocol/skills"
    package static let mimeType = "text/markdown"

    /// Lower-case letters, digits and hyphens; the folder of its file is called so.
    package let name: String
    /// Its purpose: by it a model chooses.
    package let description: String
    /// The whole file.
    package let text: String

    /// - Parameter body: Markdown.
    package init(name: String, description: String, body: String) {
        self.name = name
        self.description = description
        // A JSON string is one of YAML.
        let quoted = String(decoding: JSONValue.string(description).serialized(), as: UTF8.self)
        text = "---\nname: \(name)\ndescription: \(quoted)\n---\n\n\(body)\n"
    }

    package var uri: String { "skill://\(name)/SKILL.md" }

    /// Writes the entry of `skills/list` and `skills/get`.
    /// - Parameter digest: SHA-256 of the text in hexadecimal; nil where it can't be computed, which hosts are told.
    package func write(digest: String?, into writer: inout JSONWriter) {
        let files = digest.map { digest -> JSONValue in
            [["uri": .string(uri), "digest": .string("sha256:\(digest)"), "size": .integer(text.utf8.count)]]
        }
        writer.value([
            "uri": .string(uri),
            "frontmatter": ["name": .string(name), "description": .string(description)],
            "resources": files ?? "dynamic",
        ])
    }
}
