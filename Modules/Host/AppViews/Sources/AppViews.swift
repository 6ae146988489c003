package import JSON

/// The views that hosts show beside a result's text: one HTML document each, by MCP Apps 2026-01-26.
///
/// A page is put together when it is asked for; nothing of it is made at the start.
package enum AppViews {
    /// The extension's name in a client's capabilities.
    package static let identifier = "io.modelcontextprotocol/ui"
    /// Of every page, byte for byte as the specification has it.
    package static let mimeType = "text/html;profile=mcp-app"

    /// The addresses of the pages, in the order to list them.
    package static var uris: [String] { AppView.allCases.map(\.uri) }

    /// The address of the view that an operation names.
    /// - Parameter name: such as `catalog`, compared byte by byte.
    /// - Returns: nil when there is no such view: its results are then shown as text.
    package static func uri(ofView name: String) -> String? {
        AppView.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }?.uri
    }

    /// The page at an address: a whole HTML document that needs nothing else.
    /// - Parameter uri: from outside, compared byte by byte.
    /// - Returns: nil when there is no page at this address.
    package static func page(_ uri: String) -> String? {
        AppView.allCases.first { $0.uri.utf8.elementsEqual(uri.utf8) }.map(AppPage.html)
    }

    /// The resource at an address, as `resources/read` gives it.
    /// - Parameter uri: from outside, compared byte by byte.
    /// - Returns: nil when there is no page at this address.
    package static func contents(_ uri: String) -> AppResource? {
        page(uri).map { AppResource(uri: uri, html: $0) }
    }

    /// Whether a client shows views, by what it says it can do.
    /// - Parameter capabilities: `capabilities` of `initialize`, or `io.modelcontextprotocol/clientCapabilities` of a
    ///   request's `_meta`. Anything but the extension with the pages' type among its `mimeTypes` is a no.
    package static func areShown(by capabilities: JSONNode?) -> Bool {
        guard let types = capabilities?["extensions"]?[identifier]?["mimeTypes"], types.kind == .array else {
            return false
        }
        return types.elements.contains { $0.string.map { $0.utf8.elementsEqual(mimeType.utf8) } ?? false }
    }
}

/// A page as a resource.
package struct AppResource: Sendable, Equatable {
    package let uri: String
    package let html: String

    /// Writes one member of the `contents` of `resources/read`.
    ///
    /// No `csp`: the pages load nothing, so that the strictest policy that hosts have is right for them.
    package func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("uri")
        writer.string(uri)
        writer.key("mimeType")
        writer.string(AppViews.mimeType)
        writer.key("text")
        writer.string(html)
        writer.key("_meta")
        writer.value(["ui": ["prefersBorder": true]])
        writer.endObject()
    }
}
