package import DesignSystem
package import JSON

/// The views that hosts show beside a result's text: one HTML document each, by MCP Apps 2026-01-26.
///
/// A page is put together when it is asked for; nothing of it is made at the start.
package enum AppViews {
    /// MIME type of every page, byte for byte as the specification has it.
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
    /// - Parameters:
    ///   - uri: from outside, compared byte by byte.
    ///   - theme: `auto` follows the host's.
    ///   - scale: the size of letters.
    /// - Returns: nil when there is no page at this address.
    package static func page(_ uri: String, theme: Theme = .auto, scale: TextScale = .standard) -> String? {
        AppView.allCases.first { $0.uri.utf8.elementsEqual(uri.utf8) }
            .map { AppPage.html(of: $0, theme: theme, scale: scale) }
    }

    /// The resource at an address, as `resources/read` gives it.
    /// - Parameters: as of `page`.
    /// - Returns: nil when there is no page at this address.
    package static func contents(
        _ uri: String, theme: Theme = .auto, scale: TextScale = .standard
    ) -> AppResource? {
        page(uri, theme: theme, scale: scale).map { AppResource(uri: uri, html: $0) }
    }

    /// Whether a client shows views.
    /// - Parameter types: the media types of the views that it shows, as it says them.
    package static func areShown(by types: [String]) -> Bool {
        types.contains { $0.utf8.elementsEqual(mimeType.utf8) }
    }
}

/// A page as a resource.
package struct AppResource: Sendable, Equatable {
    package let uri: String
    package let html: String

    /// The resource's `_meta`. No `csp`: the pages load nothing, so that the strictest policy that hosts have is right for
    /// them.
    package static let meta: JSONValue = ["ui": ["prefersBorder": true]]
}
