import Drawings
package import FeatureKit
import HTTP
import JSON
import Settings
import ShoppingMallSamples

/// One of the mall's goods.
enum Good {
    static let id = Field.whole("id", "The product's number.", .key, .filter, filter: "ids")
    static let name = Field.text("name", "The name.", .title)
    static let brand = Field.text("brand", "The brand.", nil, .filter)
    static let price = Field.money("price", "The regular price.", .setting(currency), .price, .filter)
    static let salePrice = Field.money(
        "salePrice", "The reduced price.", .setting(currency), .reduced, label: "reduced")
    static let discount = Field.whole("discount", "Percent off, 1 to 99.", .discount, .filter, from: "discountRate")
    static let soldOut = Field.flag(
        "soldOut", "Whether it can't be bought now.", .badge("sold out"), .filter, from: "isSoldOut")
    static let onSale = Field.flag("onSale", "Whether its price is reduced.", nil, [.filter, .hidden]).computed {
        $0[salePrice] != nil
    }
    static let imageURL = Field.picture("imageURL", "The picture.", from: "imageUrl")
    static let route = Field.route("galleria://mall/{id}")

    static let layout = RowLayout(
        "product", [id, brand, name, price, salePrice, discount, soldOut, onSale, imageURL, route])

    static let currency = SettingKey(
        "modules.shoppingMall.currency", .text(3...3), default: "KRW", "ISO 4217 code of the upstream's prices.")
    static let pageSize = SettingKey(
        "modules.shoppingMall.pageSize", .whole(1...100), default: 20, "Products a page of the upstream.")

    static let samples = SamplePages("shopping/products", .offset("offset", limit: "limit"), at: "products") {
        UnsafeRawBufferPointer(start: shoppingmall_sample_products, count: shoppingmall_sample_products_size)
    }

    /// The samples' answer to a request; the address of a row's picture is answered with a drawing of it.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.isOfFoundURL else { return samples.answer(request) }
        guard request.url.hasPrefix("http://127.0.0.1:8080/") else { return nil }
        guard let row = samples.rows.first(where: { $0["imageUrl"]?.string == request.url }) else {
            return HTTPResponse(status: 404, source: .sample)
        }
        let goods = Goods(
            [row["name"]?.string ?? ""], tint: nil, key: request.url, format: .square)
        return HTTPResponse(status: 200, body: goods.png(), source: .sample)
    }

    /// `shopping/products?offset=&limit=`
    static func page(_ offset: Int, _ limit: Int, _ call: FeatureCall) async throws(Fault) -> RowPage {
        try await call.rows(
            "shopping/products", ["offset": String(offset), "limit": String(limit)], at: "products", total: "total")
    }
}

/// The shopping mall: goods page by page, with their prices and pictures.
package let shoppingMall = Feature(
    "shoppingMall", title: "Shopping mall", doc: "The goods of a mall, page by page.",
    endpoint: "http://127.0.0.1:8080", isPublic: false,
    settings: [Good.pageSize.declaration, Good.currency.declaration],
    sample: Good.answer,
    parts: [
        ListPart(
            "list", title: "Shopping mall",
            doc: "Goods for babies and the household, 20 a call; sold-out ones are listed, with a mark.",
            guidance: "Kinds are words of the Korean names alone, such as 젖병. Nothing here can be liked. "
                + "For fashion use catalog_list.",
            of: Good.layout, paging: .offset(Good.pageSize)
        ) { page, call throws(Fault) in try await Good.page(page.offset, page.size, call) }
        .screen("galleria://mall").detail("galleria://mall/{id}").view("mall")
        .throttled(.milliseconds(200)).toast().scrollsToTop(),
        GiftPrompt(),
    ])
