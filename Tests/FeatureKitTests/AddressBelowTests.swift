import JSON
import Settings
import TestSupport
import Testing

@testable import FeatureKit

@Suite("Addresses below a site's")
struct AddressBelowTests {
    private static let id = Field.text("id", "Its number.", .key)

    private static func layout(_ site: String) -> (RowLayout, Field<String>) {
        let key = SettingKey("modules.stand.site", .url, default: site, "Its pages.")
        let page = Field<String>.link("url", "Its page.", from: "link", below: key)
        return (RowLayout("good", [id, page]), page)
    }

    /// The address that is made of a link as JSON has it.
    private static func address(_ link: String, below site: String = "https://shop.example") throws -> String? {
        let (layout, page) = layout(site)
        let rows = layout.read(try JSONDocument(parsing: "[{\"id\":\"1\",\"link\":\(link)}]").root, try .test).rows
        return try #require(rows.first)[page]
    }

    /// The same by strings, step by step.
    private static func plain(_ link: String, below site: String) -> String? {
        let base = site.hasSuffix("/") ? site : site + "/"
        if link.utf8.starts(with: base.utf8) { return webAddress(link) }
        let slashes = link.utf8.prefix { $0 == UInt8(ascii: "/") }.count
        guard !link.isEmpty, slashes < 2, !link.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return webAddress(base + link.dropFirst(slashes))
    }

    @Test(
        "a link is put below the site, and a whole one of the site stays",
        arguments: [
            ("dress-1.html", "https://shop.example/dress-1.html"),
            ("/dress-1.html", "https://shop.example/dress-1.html"),
            ("https://shop.example/a", "https://shop.example/a"), ("a?b=c#d", "https://shop.example/a?b=c#d"),
            ("kleid-größe", "https://shop.example/kleid-größe"), ("/", "https://shop.example/"),
        ])
    func made(_ link: String, _ address: String) throws {
        #expect(try Self.address("\"\(link)\"") == address)
        #expect(try Self.address("\"\(link)\"", below: "https://shop.example/") == address)
    }

    @Test(
        "one that is elsewhere, or is no address, is missing",
        arguments: [
            "\"//evil.example/a\"", "\"https://evil.example/a\"", "\"javascript:alert(1)\"", "\"\"", "7", "null",
            "[\"a\"]",
            "\"a b\"", "\"a\\tb\"", "\"a\\u007f\"", "\"https://shop.example.evil/a\"",
        ])
    func missing(_ link: String) throws {
        #expect(try Self.address(link) == nil)
    }

    @Test("what is made is what strings make, of any pieces", arguments: 1...10 as ClosedRange<UInt64>)
    func pieces(_ seed: UInt64) throws {
        let pieces = [
            "/", "a", "dress", ":", "https://shop.example/", "https://", "é", " ", "?", "#", "\"", "\\", "%20", ".",
        ]
        var generator = SeededGenerator(seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...6, using: &generator)
            let link = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let json = String(decoding: JSONValue.string(link).serialized(), as: UTF8.self)
            for site in ["https://shop.example", "http://shop.example/au/"] {
                #expect(try Self.address(json, below: site) == Self.plain(link, below: site), "\(link)")
            }
        }
    }

    @Test("an address longer than a text may be is cut as a text is, or is missing")
    func long() throws {
        let link = String(repeating: "a", count: 8_192 - "https://shop.example/".utf8.count)
        #expect(try Self.address("\"\(link)\"")?.utf8.count == 8_192)
        #expect(try Self.address("\"\(link)a\"") == nil)
        #expect(try Self.address("\"\(String(repeating: "a", count: 30_000))\"") == nil)
    }

    @Test("rows that were told are read without it, and those with it give it when it is asked for")
    func told() throws {
        let (layout, page) = Self.layout("https://shop.example")
        let told = layout.read(
            told: try JSONDocument(parsing: #"[{"id":"1","link":"a","url":"https://x.example"}]"#).root, try .test)
        #expect(try #require(told.rows.first)[page] == nil)
        let row = try #require(
            layout.read(try JSONDocument(parsing: #"[{"id":"1","link":"a"}]"#).root, try .test).rows.first)
        var writer = JSONWriter()
        row.write(layout.given, into: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"id":"1","url":"https://shop.example/a"}"#)
    }
}
