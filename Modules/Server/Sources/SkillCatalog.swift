import DiskCache
import FeatureKit
import JSON
import MCP

/// The skills that are served: the guide of each prompt, and how a module is added. They name tools that are served alone.
struct SkillCatalog: Sendable {
    private let registry: Registry
    private let toolNames: ToolNames

    init(_ registry: Registry, _ toolNames: ToolNames) {
        self.registry = registry
        self.toolNames = toolNames
    }

    private var skills: [MCPSkill] {
        registry.prompts.filter { !$0.guide.isEmpty }.map { prompt in
            MCPSkill(
                name: prompt.name.split(separator: "_").joined(separator: "-"), description: prompt.doc,
                body: Self.body(of: prompt, toolNames))
        } + [Self.addModule]
    }

    /// The skill whose file has this address; nil without one.
    func skill(at uri: String) -> MCPSkill? { skills.first { $0.uri.utf8.elementsEqual(uri.utf8) } }

    /// Writes the member `skills`.
    func writeList(into writer: inout JSONWriter) {
        writer.key("skills")
        writer.beginArray()
        for skill in skills { Self.write(skill, into: &writer) }
        writer.endArray()
    }

    /// Writes one entry.
    static func write(_ skill: MCPSkill, into writer: inout JSONWriter) {
        skill.write(digest: SHA256.hexadecimal(skill.text.utf8), into: &writer)
    }

    private static func body(of prompt: RegisteredPrompt, _ toolNames: ToolNames) -> String {
        let asked = prompt.arguments.map { "- \($0.name)\($0.isRequired ? "" : " (optional)"): \($0.doc)" }
        let needs = asked.isEmpty ? "" : "Needed of the user:\n\n\(asked.joined(separator: "\n"))\n\n"
        return "# \(prompt.title)\n\n\(needs)\(toolNames.servedOnly(prompt.guide))"
    }

    private static let addModule = MCPSkill(
        name: "galleria-add-a-module",
        description: "Add a module to Galleria from an API of one's own: methods, tools, screens, samples and tests.",
        body: """
            # Add a module

            A module is made from an endpoint and one example of its answer, in a checkout of Galleria with Swift 6.3.

            1. Save one answer of the endpoint, a JSON document with a list of objects, in a file.
            2. Run `Tools/new-module NAME --endpoint URL --sample FILE`. NAME is in upper camel case, such as Cities. It says \
            which rows it found, by which field they are told apart, how pages go on, and what it left out.
            3. Run `Tools/galleria call NAME.list`, with the name in lower camel case: it answers from the example. With \
            `--set modules.NAME.data=live` it asks the endpoint.
            4. Correct the titles, the documentation and the marks of the fields in `Modules/Features/NAME/Sources`. A field \
            stands once: its JSON, text, filters and order follow from it.
            5. Run `Tools/test NAME`.
            """)
}
