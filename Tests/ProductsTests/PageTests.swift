import FeatureKit
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Products

@Suite("A product's page in the shop") struct PageTests {
    private static let site = SettingKey(
        "modules.shop.site", .url, default: "https://shop.example/au", "The shop's own pages.")

    /// The page of a product whose link the upstream sends.
    private func page(_ link: JSONValue?, site: String = "https://shop.example/au") throws -> String? {
        let shop = Shop(Item.currency, site: Self.site)
        let settings = try Settings.load(
            catalog: SettingsCatalog([Item.currency.declaration, Self.site.declaration]),
            sources: SettingsSources(environmentFile: { _ in ("test", []) }, flags: [(Self.site.path, site)]))
        let row = try #require(Item.product(changes: ["link": link]).node)
        let product = try #require(shop.list.read(row: row, RowContext(settings, .standard)))
        return try #require(shop.fields.page).value(of: product)
    }

    @Test(
        "a link of the shop is a page below its site",
        arguments: [
            ("dress-900000.html", "https://shop.example/au/dress-900000.html"),
            ("/dress.html", "https://shop.example/au/dress.html"),
            ("a/b.html?c=1", "https://shop.example/au/a/b.html?c=1"),
            ("https://shop.example/au/x.html", "https://shop.example/au/x.html"),
        ])
    func below(_ link: String, _ address: String) throws {
        #expect(try page(.string(link)) == address)
        #expect(try page(.string(link), site: "https://shop.example/au/") == address, "a slash at its end says nothing")
    }

    @Test(
        "a link elsewhere, or no link, is no page",
        arguments: [
            "", "https://evil.example/x", "//evil.example/x", "javascript:alert(1)", "http://shop.example/au/x",
            "https://shop.example/aux", "https://shop.example.evil.example/au/x", "data:text/html,x", "a b.html",
        ])
    func elsewhere(_ link: String) throws { #expect(try page(.string(link)) == nil) }

    @Test("what is no text is no link")
    func other() throws {
        for link: JSONValue? in [nil, .null, 5, ["a"], ["href": "a"]] { #expect(try page(link) == nil) }
    }

    @Test("without a site there is no such field, and with one it is told when it is asked for")
    func field() throws {
        #expect(Shop(Item.currency).fields.page == nil && Item.shop.fields.page == nil)
        #expect(Shop(Item.currency, site: Self.site).fields.page?.name == "url")
    }
}

extension Field<String> {
    fileprivate func value(of row: Row) -> String? { row[self] }
}
