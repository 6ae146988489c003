import DesignSystem
import FeatureKit
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Products

/// The upstream's product as tests write it.
enum Item {
    /// The currency of the rows that are read.
    static let currency = SettingKey(
        "modules.shop.currency", .text(3...3), default: "AUD", "The ISO 4217 code of the prices.")

    static let shop = Shop(currency)

    /// A product with a sku, a name, a brand, a price of 100 and a picture, unless the test says otherwise.
    /// - Parameter changes: members to replace; nil takes one away. `brand` and `images` are those inside `_embedded`.
    static func product(_ sku: JSONValue? = "AS119SF44EPB", _ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members: [(String, JSONValue?)] = [
            ("sku", sku), ("name", "Trail Runner"), ("price", 100), ("markdown_price", 100), ("special_price", 0),
            ("final_price", 100), ("final_sale", false), ("ribbon", .null), ("short_description", "<b>Light</b>"),
        ]
        var embedded: [(String, JSONValue?)] = [
            ("brand", ["id": 119, "name": "Runa Active"]),
            ("images", [["url": "http://static.example.com/p/1.jpg", "thumbnail": "//static.example.com/p/1.jpg"]]),
        ]
        for (name, value) in changes {
            if embedded.contains(where: { $0.0 == name }) {
                embedded = embedded.map { $0.0 == name ? (name, value) : $0 }
            } else {
                members = members.filter { $0.0 != name } + [(name, value)]
            }
        }
        if changes["_embedded"] == nil { members.append(("_embedded", object(embedded))) }
        return object(members)
    }

    /// Product read from a row; nil when it is left out.
    static func read(_ row: JSONValue, currency: String = "AUD") throws -> Row? {
        try read(row, of: shop.list, currency)
    }

    static func detail(_ row: JSONValue) throws -> Row? { try read(row, of: shop.detail, "AUD") }

    private static func read(_ row: JSONValue, of layout: RowLayout, _ code: String) throws -> Row? {
        let settings = try Settings.load(
            catalog: SettingsCatalog([currency.declaration]),
            sources: SettingsSources(environmentFile: { _ in ("test", []) }, flags: [(currency.path, code)]))
        return layout.read(row: try #require(row.node), RowContext(settings, .standard))
    }

    static func product(changes: [String: JSONValue?]) -> JSONValue { product("AS119SF44EPB", changes) }

    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}
