import FeatureKit
import JSON
import MCP

/// The routes of a registry as MCP lists them: those that are complete are resources, those with variables are templates.
struct ResourceCatalog: Sendable {
    private let router: Router

    static let mimeType = "text/markdown"

    init(_ router: Router) {
        self.router = router
    }

    private var screens: [ScreenDefinition] { router.registry.screens }

    private var resources: [MCPResource] {
        screens.filter(\.isListed).map { screen in
            Self.resource(screen, uri: screen.template.filled([:]), isTemplate: false)
        } + router.registry.resources.filter(\.template.variables.isEmpty).map(Self.resource)
    }

    private var templates: [MCPResource] {
        screens.filter { !$0.template.variables.isEmpty }.map { screen in
            Self.resource(screen, uri: screen.template.text, isTemplate: true)
        } + router.registry.resources.filter { !$0.template.variables.isEmpty }.map(Self.resource)
    }

    /// Everything that a client could see change.
    var uris: [String] { screens.map(\.template.text) + router.registry.resources.map(\.template.text) }

    /// Writes the member `resources`.
    func writeList(for revision: MCPRevision, into writer: inout JSONWriter) {
        write(resources, as: "resources", for: revision, into: &writer)
    }

    /// Writes the member `resourceTemplates`.
    func writeTemplates(for revision: MCPRevision, into writer: inout JSONWriter) {
        write(templates, as: "resourceTemplates", for: revision, into: &writer)
    }

    private func write(
        _ resources: [MCPResource], as key: StaticString, for revision: MCPRevision, into writer: inout JSONWriter
    ) {
        writer.key(key)
        writer.beginArray()
        for resource in resources { resource.write(for: revision, into: &writer) }
        writer.endArray()
    }

    private static func resource(_ screen: ScreenDefinition, uri: String, isTemplate: Bool) -> MCPResource {
        // `galleria://mall` → `mall`, `galleria://forecast/{place}/{date}` → `forecast-place-date`
        let body = screen.template.text.utf8.dropFirst("galleria://".utf8.count)
        let first = body.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "?") }
        let name = first.isEmpty ? screen.module : String(Substring(first))
        let parts = [name] + (isTemplate ? screen.template.variables : [])
        return MCPResource(
            uri: uri, isTemplate: isTemplate, name: parts.joined(separator: "-"), title: screen.title,
            description: screen.doc, mimeType: mimeType)
    }

    /// `test://template/{id}/data` → `template-id-data`
    private static func resource(_ resource: Resource) -> MCPResource {
        let name = resource.template.text.split(whereSeparator: { ":/{}?,".contains($0) }).dropFirst()
        return MCPResource(
            uri: resource.template.text, isTemplate: !resource.template.variables.isEmpty,
            name: name.joined(separator: "-"), title: resource.title, description: resource.doc,
            mimeType: resource.mimeType)
    }
}
