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

            A module is made from an endpoint, or one example of its answer: a file in YAML, read without a compiler.

            1. Run `galleria module new ID --endpoint URL`, or with `--sample FILE` where an answer was saved. ID is in lower camel \
            case, such as cities. It says which rows it found, by which field they are told apart, how pages go on, and what it \
            could not guess.
            2. Run `galleria call ID.list`: it answers from the samples. With `--set modules.ID.data=live` it asks the endpoint.
            3. Correct the titles, the documentation and the fields in the file, then run `galleria module check FILE`.
            4. To go on in Swift, run `galleria module eject ID` in a checkout of Galleria, then `Tools/test NAME`. NAME is the ID \
            with a capital, such as Cities. Delete the file: its id is the feature's now.
            """)
}
