/// Something to read under an address of a scheme of its own, declared once by a feature. What can be shown and acted on is
/// a screen instead, whose routes are `galleria://`.
package struct Resource: Sendable {
    package typealias Read = @Sendable (RouteParameters) async throws(Fault) -> ResourceContents.Body

    package let template: RouteTemplate
    package let title: String
    package let doc: String
    package let mimeType: String
    /// Completions of the address's variables, by their names.
    package let completions: [String: Completion]
    private(set) var module = ""
    private let read: Read

    /// - Parameters:
    ///   - template: `shop://leaflet/{number}`; complete, it is one resource, with variables a template of many.
    ///   - doc: one line.
    ///   - read: gives what stands there; must change nothing.
    package init(
        _ template: String, title: String, doc: String, mimeType: String,
        completing completions: [String: Completion] = [:],
        read: @escaping Read
    ) {
        self.template = RouteTemplate(template)
        self.title = title
        self.doc = doc
        self.mimeType = mimeType
        self.completions = completions
        self.read = read
    }

    func owned(by module: String) -> Resource {
        var resource = self
        resource.module = module
        return resource
    }

    /// The content at one of its addresses.
    /// - Throws: what reading throws, attributed to the module.
    package func contents(at uri: String, _ parameters: RouteParameters) async throws(Fault) -> ResourceContents {
        do throws(Fault) {
            return ResourceContents(uri: uri, mimeType: mimeType, try await read(parameters))
        } catch {
            throw error.attributed(to: module)
        }
    }
}

extension Registry {
    /// The resource at an address, with the variables' values; nil when there is none, as for a screen's route.
    package func resource(at uri: String) -> (Resource, RouteParameters)? {
        let scheme = String(Substring(uri.utf8.prefix { $0 != UInt8(ascii: ":") }))
        guard let route = Route(parsing: uri, scheme: scheme) else { return nil }
        for index in resourceIndex.candidates(for: route, scheme: scheme) {
            let resource = resources[index]
            if let parameters = resource.template.match(route) { return (resource, parameters) }
        }
        return nil
    }
}
