import TestSupport
import Testing

@testable import URITemplate

@Suite("Addresses of requests") struct AddressTests {
    /// Fills a template in with values by name; an undefined variable has none.
    private func expanded(
        _ text: String, _ values: [String: TemplateValue], for use: URITemplate.Use = .address
    ) throws -> String {
        let template = try URITemplate(parsing: text, for: use)
        return try template.expanded(template.variables.map { values[$0.name] })
    }

    private func reading(_ text: String, for use: URITemplate.Use = .address) -> TemplateFault? {
        do throws(TemplateFault) {
            _ = try URITemplate(parsing: text, for: use)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "values are percent-encoded, each within its segment or parameter",
        arguments: [
            ("/search/{q}/{page}", "/search/a%2Fb%3Fc%23d%26e/2"), ("/x{/q,page}", "/x/a%2Fb%3Fc%23d%26e/2"),
            ("/x{?q,page}", "/x?q=a%2Fb%3Fc%23d%26e&page=2"), ("/x?a=1{&q}", "/x?a=1&q=a%2Fb%3Fc%23d%26e"),
            ("/x?y={q}&z={page}", "/x?y=a%2Fb%3Fc%23d%26e&z=2"), ("/x;v={page}", "/x;v=2"), ("/x{;page}", "/x;page=2"),
            ("/x{.page}", "/x.2"), ("/café/{page}", "/caf%C3%A9/2"), ("/a%20b/{page}", "/a%20b/2"),
            ("/items:search/{page}", "/items:search/2"), ("/at/{lat},{lon}", "/at/51.5,-0.1"),
            ("/x{?ids}", "/x?ids=1,a%2Cb"), ("/x{?missing}{&page}", "/x?page=2"), ("/x{?missing}", "/x"),
            ("/x?y={missing}", "/x?y="), ("/", "/"), ("/x/", "/x/"), ("/x/{page}/", "/x/2/"),
            ("/x{?params.place}", "/x?place=%C3%A9"),
        ])
    func encoding(_ template: String, _ wanted: String) throws {
        let values: [String: TemplateValue] = [
            "q": .text("a/b?c#d&e"), "page": .text("2"), "lat": .text("51.5"), "lon": .text("-0.1"),
            "ids": .list(["1", "a,b"]), "params.place": .text("é"),
        ]
        #expect(try expanded(template, values) == wanted)
    }

    @Test(
        "a value that would climb or leave its segment empty is refused, and named",
        arguments: [
            ("/a/{x}", "."), ("/a/{x}", ".."), ("/a/{x}/b", ".."), ("/a/{x}", ""), ("/{x}/b", ""), ("/a/.{x}", "."),
            ("/a/{x}.", "."), ("/a{/x}", ".."), ("/a/{x}?q=1", ".."), ("/a/%2E{x}", "."), ("/a{/x}/b", ""),
        ])
    func climbing(_ text: String, _ value: String) throws {
        let fault = try #require(throws: TemplateFault.self) { try expanded(text, ["x": .text(value)]) }
        #expect(fault.reason == (value.isEmpty ? .emptySegment("x") : .dotSegment("x")))
        #expect(text.utf8.dropFirst(fault.range.lowerBound).prefix(fault.range.count).elementsEqual("x".utf8))
    }

    @Test("an undefined value is refused where its segment would be empty")
    func undefined() throws {
        let fault = try #require(throws: TemplateFault.self) { try expanded("/books/{isbn13}", [:]) }
        #expect(fault.reason == .emptySegment("isbn13"))
        #expect(fault.sentence == "`isbn13` is empty, and would leave a segment of the address empty.")
    }

    @Test("three points and points beside others are no climbing", arguments: ["...", "a..", "..a", "%2e", "..;"])
    func points(_ value: String) throws {
        #expect(try expanded("/a/{x}", ["x": .text(value)]).utf8.count { $0 == UInt8(ascii: "/") } == 2)
    }

    @Test("no text adds a segment, a parameter or a fragment (H7)", arguments: NaughtyTexts.all)
    func naughty(_ text: String) throws {
        let address: String
        do {
            address = try expanded("/a/{x}/b?q={x}&r=1", ["x": .text(text)])
        } catch let fault as TemplateFault {
            let isExpected =
                fault.reason == .emptySegment("x") || fault.reason == .dotSegment("x")
                || fault.reason == .expansionTooLong(limit: 8192)
            #expect(isExpected, "\(fault)")
            return
        }
        let parts = address.split(separator: "?", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        #expect(parts.first?.split(separator: "/", omittingEmptySubsequences: false).count == 4)
        #expect(parts.last?.split(separator: "&").count == 2)
        #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    }

    /// The template with its faulty part between ‹ and ›, and the sentence.
    static let mistakes: [(String, String)] = [
        ("/a/{‹+›x}", "`{+…}` could add to the address: a value stays one segment."),
        ("/a{‹#›x}", "`{#…}` could add to the address: a value stays one segment."),
        ("/a/{‹=›x}", "`=` is no operator of a template."),
        ("‹a›/b", "The address begins with `/`: it is below the endpoint."),
        ("‹h›ttps://example.com/a", "The address begins with `/`: it is below the endpoint."),
        ("‹{›x}", "The address begins with `/`: it is below the endpoint."),
        ("‹//example.com/a›", "A segment of the address is empty."),
        ("‹/a//b›", "A segment of the address is empty."),
        ("‹/a/../b›", "The address climbs: `.` and `..` are refused."),
        ("‹/a/%2e%2E›", "The address climbs: `.` and `..` are refused."),
        ("‹/./{x}›", "The address climbs: `.` and `..` are refused."),
        ("/a‹#›b", "`#` has no meaning in a request's address."),
        ("/a?b=1‹?›c", "The address has its `?` already: go on with `&`."),
        ("/a?b=1{‹?›c}", "The address has its `?` already: go on with `&`."),
        ("/a{‹&›c}", "`{&…}` follows a `?` alone."),
        ("/a?b=1{‹/›c}", "`{/…}` stands before the `?`."),
        ("/a{?‹list[0]›}", "`list[0]` names no parameter."),
        ("/a/‹{}›", "The braces hold no name."),
        ("/a/‹{x,}›", "The braces hold no name."),
        ("/a/‹{x›", "`{` is not closed."),
        ("/a/‹{steps.s[?a == '}']›", "`{` is not closed."),
        ("/a‹}›", "`}` closes nothing."),
        ("/a‹ ›b", "A space can't stand in an address."),
        ("/a‹\"›", "`\"` can't stand in an address."),
        ("/a‹\n›", "U+000A can't stand in an address."),
        ("/a‹%2›", "`%` is followed by two hexadecimal digits."),
        ("/a‹%›zz", "`%` is followed by two hexadecimal digits."),
    ]

    @Test("each mistake is said with its place", arguments: mistakes)
    func mistake(_ marked: String, _ sentence: String) throws {
        let text = marked.filter { $0 != "‹" && $0 != "›" }
        let fault = try #require(reading(text))
        #expect(fault.sentence == sentence)
        let bytes = Array(text.utf8)
        try #require(fault.range.upperBound <= bytes.count)
        let shown =
            String(decoding: bytes[..<fault.range.lowerBound], as: UTF8.self) + "‹"
            + String(decoding: bytes[fault.range], as: UTF8.self) + "›"
            + String(decoding: bytes[fault.range.upperBound...], as: UTF8.self)
        #expect(shown == marked)
    }

    @Test("expressions keep their brackets, quotes and commas")
    func expressions() throws {
        let template = try URITemplate(
            parsing: "/a/{steps.spot[0].lat}/{steps.s.{a: b, c: '}'} | a},{join(',', params.ids)}", for: .address)
        #expect(
            template.variables.map(\.name) == [
                "steps.spot[0].lat", "steps.s.{a: b, c: '}'} | a", "join(',', params.ids)",
            ])
        #expect(try template.expanded([.text("1"), .text("2"), .text("3")]) == "/a/1/2,3")
    }

    @Test("texts take values as they are, and one variable alone keeps its value's type")
    func texts() throws {
        #expect(
            try expanded(
                "Order {quantity} × {sku}?", ["quantity": .text("2"), "sku": .text("a/b")], for: .text)
                == "Order 2 × a/b?")
        #expect(try expanded("{+x} #?", ["+x": .text("a")], for: .text) == "a #?")
        #expect(try URITemplate(parsing: "{params.count}", for: .text).soleVariable == 0)
        for other in ["", "a", "{a} ", "{a}{b}", "{a,b}"] {
            #expect(try URITemplate(parsing: other, for: .text).soleVariable == nil)
        }
    }

    @Test("a template and what it becomes have bounds")
    func bounds() throws {
        #expect(reading("/" + String(repeating: "a", count: 1024))?.reason == .tooLong(limit: 1024))
        #expect(reading("/" + String(repeating: "a", count: 1023)) == nil)
        let fault = try #require(throws: TemplateFault.self) {
            try expanded("/{x}", ["x": .text(String(repeating: " ", count: 2731))])
        }
        #expect(fault.reason == .expansionTooLong(limit: 8192))
    }
}
