import DesignSystem
package import FeatureKit
import JSON
package import Settings
package import Values

/// Every field of a product, declared once: the list, the detail, the bag and the answers about likes are made of them.
package struct ProductFields: Sendable {
    /// A product of the sample data.
    package static let exampleSKU = "BL204DR17KLM"

    package static let sku = Field.text("sku", "The product's number.", .key, [.filter, .search], filter: "skus")
    package let brand = Field.text("brand", "The brand.", nil, [.filter, .search, .html], from: "_embedded.brand.name")
    package let name = Field.text("name", "The name.", .title, [.search, .html])
    /// The shop's name of the kind, from the whole to the part: `Accessories|Bags`. Few names say that what they name is a bag.
    let category = Field.text(
        "category", "The kind.", nil, [.unlisted, .search, .html, .count], from: "categories_translated")
    /// Nil where the shop does not say, or says another word.
    static let gender = Field.word(
        "gender", "For whom it is.", ["female", "male", "kids"], [.unlisted, .filter, .count],
        from: "_embedded.gender.name")
    /// Both as the heading of a detail: in the original it was the brand alone.
    let heading: Field<String>
    /// The name as it was read, stored and answered again: no HTML any more.
    let plainName = Field.text("name", "The name.", .title)
    package let price: Field<Money>
    /// Not `final_sale`, which looks alike but only says that the product can't be returned.
    package let discountPrice: Field<Money>
    let discount = Field.whole("discount", "Percent off, 1 to 99.", .discount, .filter)
    let liked = Field.flag("liked", "Whether the user likes it.", .badge("liked"), .filter)
        .stored(in: Likes.namespace) { row, overlays in Likes.isLiked(row, overlays) }
    let ribbon = Field.text("ribbon", "A word of the shop's, such as new or campaign.", .ribbon, .search)
    let onSale: Field<Bool>
    let inBag = Field.whole("inBag", "Pieces of it in the bag.", label: "in the bag").stored { row, overlays in
        Bag.quantity(of: row.key, overlays)
    }
    let imageURL = Field.picture("imageURL", "The first picture.", from: "_embedded.images.*.url")
    let images = Field.texts("images", "The pictures.", from: "_embedded.images.*.url", label: "picture")
    let description = Field.prose("description", "Plain text made of the shop's.", .html, from: "short_description")
    let route = Field.route(Shop.route)
    /// The parts of the detail, in the original's order.
    let rows = Field.texts("rows", "The parts of the screen, in order.", .silent).computed { _ in
        ["image", "info", "bag", "description"]
    }

    let isLiked = Field.flag("liked", "Whether they are liked now.")
    let named: RowLayout
    let items: Field<[Row]>

    package static let quantity = Field.whole("quantity", "Pieces.")
    let piecePrice: Field<Money>
    let bagLine: RowLayout
    let bag: Field<[Row]>
    let count = Field.whole("count", "Pieces of all products.", label: "pieces")
    let totals = Field.amounts("totals", "What all of it costs, a sum for each currency.", label: "total")

    /// Address of the product's page; nil where no setting says where the shop's pages are.
    let page: Field<String>?

    /// - Parameters:
    ///   - currency: the setting that names it, since the upstream names none.
    ///   - site: the setting of the address that pages lie below.
    init(_ currency: SettingKey<String>, site: SettingKey<String>? = nil) {
        price = .money("price", "The full price.", .setting(currency), .price, .filter)
        let discountPrice = Field.money(
            "discountPrice", "The reduced price.", .setting(currency), .reduced, from: "final_price", label: "reduced")
        self.discountPrice = discountPrice
        page = site.map { .link("url", "Its page in the shop.", from: "link", below: $0) }
        let (brand, name) = (brand, name)
        heading = .text("heading", "The brand and the name.", nil, .hidden).computed { row in
            let parts = [row[brand], row[name]].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: " · ")
        }
        onSale = .flag("onSale", "Whether its price is reduced.", nil, [.filter, .hidden]).computed {
            $0[discountPrice] != nil
        }
        piecePrice = .money("price", "Of one piece, when it was added.", .setting(currency), .price).told {
            Self.price($0, of: $1[Self.quantity] ?? 1)
        }
        named = RowLayout("product", [Self.sku, plainName])
        items = .rows("items", "The products.", of: named, label: "products")
        bagLine = RowLayout("product", [Self.sku, plainName, Self.quantity, piecePrice])
        bag = .rows("bag", "A line for each product.", of: bagLine, label: "products")
    }
}

extension ProductFields {
    /// `A$97.49`, and of several pieces `3 × A$97.49 = A$292.47`.
    fileprivate static func price(_ price: Money?, of pieces: Int) -> Inline {
        guard let price else { return Inline("—") }
        let one = Span(price.text, .price)
        guard pieces > 1, let sum = price.amount.times(pieces) else { return Inline([one]) }
        return Inline([Span("\(pieces) × "), one, Span(" = "), Span(Money(sum, price.currency).text, .price)])
    }
}

/// A shop's products under one currency: their layouts, and what the features do with them.
package struct Shop: Sendable {
    package let fields: ProductFields
    /// The screen of a product, which exists while ProductDetail is on.
    package static let route = "galleria://product/{sku}"

    /// Made as they are asked for: no feature has all of them.
    private final class Layouts: Sendable {
        let list = MadeOnce<RowLayout>()
        let detail = MadeOnce<RowLayout>()
        let likes = MadeOnce<RowLayout>()
        let bag = MadeOnce<RowLayout>()
    }

    private let made = Layouts()

    /// A line of the bag.
    var bagLine: RowLayout { fields.bagLine }

    /// The products that are asked for, in a parameter.
    package static func skus(_ count: ClosedRange<Int>) -> Parameter<[String]> {
        Parameter.required(
            ProductFields.sku.declaration.filterName, .keys(count, in: routes), "The products.",
            examples: [[.string(ProductFields.exampleSKU)]],
            known: ["sku", "id", "ids", "product", "products", "productId", "items"]
        )
    }

    private static let routes = KeyRoutes(ProductFields.sku.name, [route])

    package static let sku = Parameter.required(
        ProductFields.sku.name, .key(in: routes), "The product.", examples: [.string(ProductFields.exampleSKU)],
        prompt: "Which product?", known: ["id", "product", "productId", "item"]
    )
    package static let liked = Parameter.required(
        "liked", .flag, "Whether they are liked from now on.", examples: [true],
        known: ["like", "value", "isLiked", "favorite"]
    )
    package static let pieces = ParameterFormat.whole(1...Bag.mostPieces)
    package static let quantity = Parameter.defaulted(
        ProductFields.quantity.name, pieces, "Pieces.", default: 1, examples: [2], prompt: "How many?",
        known: ["qty", "count", "amount", "pieces", "number"]
    )

    /// - Parameters:
    ///   - currency: the setting that names it, since the upstream names none.
    ///   - site: the setting of the address that the products' pages lie below; nil for a list without them.
    package init(_ currency: SettingKey<String>, site: SettingKey<String>? = nil) {
        fields = ProductFields(currency, site: site)
    }

    package var list: RowLayout {
        made.list.value {
            RowLayout(
                "product",
                [
                    ProductFields.sku, fields.brand, fields.name, fields.price, fields.discountPrice, fields.discount,
                    fields.liked, fields.ribbon, fields.category, ProductFields.gender, fields.imageURL,
                ] + (fields.page.map { [$0] } ?? []) + [fields.route, fields.description], hidden: [fields.onSale])
        }
    }

    package var detail: RowLayout {
        made.detail.value {
            RowLayout(
                "product", heading: fields.heading,
                [
                    ProductFields.sku, fields.brand, fields.name, fields.price, fields.discountPrice, fields.liked,
                    fields.ribbon, fields.category, fields.inBag, fields.images, fields.description, fields.route,
                    fields.rows,
                ], hidden: [fields.imageURL, fields.heading])
        }
    }

    /// The answer to a like.
    package var likes: RowLayout { made.likes.value { RowLayout("likes", [fields.isLiked, fields.items]) } }

    package var bag: RowLayout {
        made.bag.value {
            RowLayout(
                "bag", [fields.bag, fields.count, fields.totals],
                words: [
                    "No products.": "The bag is empty. Add products of the catalogue with addToBag; the total is 0."
                ])
        }
    }
}
