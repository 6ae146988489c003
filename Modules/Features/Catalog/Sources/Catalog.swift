package import FeatureKit
import JSON
import Products
import Settings

/// The settings of the catalogue, and what its parts share.
enum Shelves {
    static let pageSize = SettingKey(
        "modules.catalog.pageSize", .whole(1...100), default: 30, "Products a page of the upstream and of the screen.")
    static let currency = SettingKey(
        "modules.catalog.currency", .text(3...3), default: "AUD", "The ISO 4217 code of the prices.")
    static let gender = SettingKey<String?>(
        "modules.catalog.gender", .optional(of: .oneOf(["female", "male", "kids"])), default: nil,
        "Lists only products for these; null lists all.")
    static let sort = SettingKey<String?>(
        "modules.catalog.sort",
        .optional(of: .oneOf(["popularity", "new", "price_high", "price_low", "brand_asc", "brand_desc"])),
        default: nil,
        "The order of the list; null leaves it to the upstream.")

    static let site = SettingKey(
        "modules.catalog.site", .url, default: "https://www.theiconic.com.au",
        "The shop's own pages, below which a product's page is.")

    static let shop = Shop(currency, site: site)

    /// A page of that part of the catalogue, and in that order, which the settings say.
    static func page(_ number: Int, size: Int, _ call: FeatureCall) async throws(Fault) -> RowPage {
        try await shop.page(
            number, size: size, gender: call.settings[gender], order: call.settings[sort], call)
    }
}

/// The catalogue: every product page by page, and what the user likes of it.
package let catalog = Feature(
    "catalog", title: "Catalogue", doc: "Fashion products; only these can be liked.",
    endpoint: "https://eve.theiconic.com.au/v1", timeout: .seconds(20),
    settings: [
        Shelves.pageSize.declaration, Shelves.currency.declaration, Shelves.gender.declaration,
        Shelves.sort.declaration, Shelves.site.declaration,
    ],
    sample: SampleProducts.answer,
    parts: [
        ListPart(
            "list", title: "List products",
            doc: "Fashion products with prices and likes, 20 a call; sizes are not known.",
            guidance: "query takes kinds too, by category (Shoes, Sports, bags); ring finds earrings. "
                + "Descriptions are not searched: fields=description gives them.",
            of: Shelves.shop.list, paging: .numbers(Shelves.pageSize)
        ) { page, call throws(Fault) in try await Shelves.page(page.number, size: page.size, call) }
        .one { sku, call throws(Fault) in try await Shelves.shop.product(sku, of: Shelves.shop.list, call) }
        .screen("galleria://catalog").view("catalog").heading("THE ICONIC")
        .cover("Error while loading\nTap to retry").emptiesOnFailedHeader()
        .footers(loading: "Loading...", end: "- No More Data -")
        .showsStored(Likes.namespace)
        .action(
            RowAction(
                "like", "Likes a product, or takes that back.", ParameterShape({ ($0, $1) }, Shop.sku, Shop.liked)
            ) { asked, call throws(Fault) in
                try await Shelves.shop.like([asked.0], asked.1, call)
            }
        )
        .action(
            RowAction(
                "addToBag", "Puts pieces of a product into the bag, at the price shown.",
                effect: .writes(idempotent: false, destructive: false),
                ParameterShape({ ($0, $1) }, Shop.sku, Shop.quantity)
            ) { asked, call throws(Fault) in
                try await Shelves.shop.add(asked.0, asked.1, call)
            }
        ),
        RowOperation(
            "like", title: "Like products", doc: "Likes products of the catalogue, or takes that back: all or none.",
            guidance:
                "Takes skus that catalog_list gave; nothing else can be liked. To list what is liked: catalog_list with liked=true.",
            effect: .writes(idempotent: true, destructive: false),
            example: [JSONMember("skus", [.string(ProductFields.exampleSKU)]), JSONMember("liked", true)],
            ParameterShape({ ($0, $1) }, Shop.skus(1...50), Shop.liked), of: Shelves.shop.likes
        ) { asked, call throws(Fault) in try await Shelves.shop.like(asked.0, asked.1, call) },
        OutfitPrompt(),
    ])
