import JSON
import Testing

@testable import AppViews

/// Views in the capabilities and tools, and the resource as it is read.
@Suite("Negotiation") struct NegotiationTests {
    private static let type = "text/html;profile=mcp-app"

    @Test(
        "a client shows views when the pages' type is among those of its extension",
        arguments: [
            ([type], true), (["a/b", type], true), (["text/html; profile=mcp-app"], false), (["text/html"], false),
            (["TEXT/HTML;PROFILE=MCP-APP"], false), ([], false),
        ])
    func clients(_ types: [String], _ isShown: Bool) {
        #expect(AppViews.areShown(by: types) == isShown)
    }

    @Test("the resource has the page, its type to the letter, and no policy of its own", arguments: PageTests.names)
    func resource(_ name: String) throws {
        let uri = "ui://galleria/\(name)"
        let resource = try #require(AppViews.contents(uri))
        #expect(resource.uri == uri && resource.html == AppViews.page(uri))
        #expect(AppViews.mimeType == Self.type)
        #expect(AppResource.meta == ["ui": ["prefersBorder": true]])
    }
}
