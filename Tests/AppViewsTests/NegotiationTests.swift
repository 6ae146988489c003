import JSON
import Testing

@testable import AppViews

/// Who is told of views, and the resource as it is read.
@Suite("Negotiation") struct NegotiationTests {
    private static let type = "text/html;profile=mcp-app"

    @Test(
        "a client shows views when the pages' type is among those of its extension",
        arguments: [
            (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#, true),
            (
                #"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["a/b",7,"text/html;profile=mcp-app"],"x":1}}}"#,
                true
            ),
            (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html; profile=mcp-app"]}}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html"]}}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html;profile=mcp-app"}}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":[]}}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":null}}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/ui":{}}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/ui":null}}"#, false),
            (#"{"extensions":{"io.modelcontextprotocol/UI":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#, false),
            (#"{"extensions":["io.modelcontextprotocol/ui"]}"#, false),
            (#"{"extensions":null}"#, false), ("{}", false), ("null", false), ("[]", false), (#""x""#, false),
        ])
    func clients(_ capabilities: String, _ isShown: Bool) throws {
        let document = try JSONDocument(parsing: Array(capabilities.utf8))
        #expect(AppViews.areShown(by: document.root) == isShown)
    }

    @Test("a client that says nothing shows none")
    func silence() {
        #expect(!AppViews.areShown(by: nil))
    }

    @Test("the resource has the page, its type to the letter, and no policy of its own", arguments: PageTests.names)
    func resource(_ name: String) throws {
        let uri = "ui://galleria/\(name)"
        let resource = try #require(AppViews.contents(uri))
        var writer = JSONWriter(reserving: 1024)
        resource.write(into: &writer)
        let value = try JSONValue(parsing: String(decoding: writer.bytes, as: UTF8.self))
        #expect(value["uri"] == .string(uri))
        #expect(value["mimeType"] == .string(Self.type))
        #expect(value["text"]?.string == AppViews.page(uri))
        #expect(value["blob"] == nil)
        #expect(value["_meta"] == ["ui": ["prefersBorder": true]])
    }
}
