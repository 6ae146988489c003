import FeatureKit
import JSON
import Values

/// The rows of one shop, each field declared once.
struct ShopFields: Sendable {
    static let variantID = Field.text("id", "The variant's id in the shop.", .key)
    static let variantTitle = Field.text("title", "Its name.", .title)
    private static let variantPrice = Field.money("price", "What it costs.", .path("price.currency"), .price)
        .derived { row, context, _ in money(row["price"], context) }
    private static let variantListPrice = Field.money(
        "listPrice", "The price before it was reduced.", .path("list_price.currency"), label: "list price"
    ).derived { row, context, _ in money(row["list_price"], context) }
    private static let variantAvailable = Field.flag(
        "available", "Whether it can be bought now.", from: "availability.available")
    private static let options = Field.text("options", "Its options, such as Colour: Black, Size: M.").derived {
        row, _, _ in
        guard let options = row["options"], options.kind == .array else { return nil }
        let all = options.elements.compactMap { option in
            option["name"]?.boundedText.flatMap { name in option["label"]?.boundedText.map { "\(name): \($0)" } }
        }
        return all.isEmpty ? nil : .text(all.joined(separator: ", "))
    }

    /// Row of a variant.
    static let variant = RowLayout(
        "variant", [variantID, variantTitle, variantPrice, variantListPrice, variantAvailable, options])

    static let variants = Field.rows("variants", "What can be put into the cart.", of: variant)

    /// Row of a product, the same in lists and details.
    let product: RowLayout

    /// - Parameter id: of the module.
    init(_ id: String) {
        product = RowLayout(
            "product",
            [
                Field.text("id", "The product's id in the shop.", .key, filter: "ids"),
                Field.text("title", "Its name.", .title),
                Field.money("price", "The lowest price of its variants.", .path("price_range.min.currency"), .price)
                    .derived { row, context, _ in Self.money(row["price_range"]?["min"], context) },
                Field.money(
                    "listPrice", "The lowest price before it was reduced.", .path("list_price_range.min.currency"),
                    label: "list price"
                ).derived { row, context, _ in Self.money(row["list_price_range"]?["min"], context) },
                Field.flag("available", "Whether a variant can be bought now.").derived { row, _, _ in
                    Self.isAvailable(row)
                },
                Field.text("seller", "Who sells it.").derived { row, _, _ in
                    row["variants"]?[0]?["seller"]?["name"]?.boundedText.map { .text($0) }
                },
                Field.number("rating", "Stars of buyers.", nil, .unlisted, from: "rating.value"),
                Field.texts("categories", "Its categories.", .html, from: "categories.*.value", label: "category"),
                Field.picture("imageURL", "The first picture.").derived { row, _, _ in Self.picture(row) },
                Field.link("url", "Its page in the shop.", from: "url"),
                Field.prose("description", "Plain text made of the shop's.").derived { row, _, _ in
                    Self.description(row["description"])
                },
                Self.variants,
                Field<String>.route("galleria://\(id)/{id}"),
            ])
    }

    private static func money(_ price: JSONNode?, _ context: RowContext) -> DerivedValue? {
        MinorUnits.money(price, context.locale).map { .value(.money($0)) }
    }

    private static func isAvailable(_ row: JSONNode) -> DerivedValue? {
        guard let variants = row["variants"], variants.kind == .array else { return nil }
        let said = variants.elements.compactMap { $0["availability"]?["available"]?.bool }
        return said.isEmpty ? nil : .value(.flag(said.contains(true)))
    }

    private static func picture(_ row: JSONNode) -> DerivedValue? {
        guard let media = row["media"], media.kind == .array else { return nil }
        return media.elements.first { $0["type"]?.string == "image" }?["url"].map { .node($0) }
    }

    private static func description(_ node: JSONNode?) -> DerivedValue? {
        if let text = node?["plain"]?.boundedText ?? node?["markdown"]?.boundedText { return .text(text) }
        return node?["html"]?.boundedText.map { .text(plainText(html: $0)) }
    }
}
