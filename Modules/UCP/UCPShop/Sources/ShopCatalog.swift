import FeatureKit
import JSON
import Values

/// The catalogue of a shop: pages of products, and one product.
struct ShopCatalog: Sendable {
    let shop: Shop
    let fields: ShopFields

    /// Products of one request: those of an answer without a limit.
    private static let pageSize = 20

    static let query = Parameter<String?>.optional(
        "query", .text(0...200), "Words that the shop searches for; all products without.",
        known: ["q", "search", "text", "keyword", "term", "find", "name", "title", "words"]
    )
    static let categories = Parameter<[String]?>.optional(
        "categories", .texts(1...20), "Filter: categories, as rows have them.", known: ["category", "type"]
    )
    static let least = Parameter<DecimalAmount?>.optional(
        "minPrice", .amount(), "Filter: at least this is paid, in the shop's currency.",
        known: ["min", "from", "priceFrom", "above", "lowestPrice"]
    )
    static let most = Parameter<DecimalAmount?>.optional(
        "maxPrice", .amount(), "Filter: at most this is paid, in the shop's currency.",
        known: ["max", "to", "priceTo", "under", "below", "budget", "price", "highestPrice"]
    )

    /// Reads a page of what is asked for.
    func page(_ page: PageRequest, _ call: FeatureCall) async throws(Fault) -> RowPage {
        let agreement = try await shop.agreement(call)
        try agreement.require(Capability.search, for: "\(shop.id).search", module: shop.id)
        var members: [JSONMember] = []
        let query = trimmed(try call.value(Self.query) ?? "")
        if !query.isEmpty { members.append(JSONMember("query", .string(query))) }
        if let context = shop.context(call.settings) { members.append(context) }
        var filters: [JSONMember] = []
        if let categories = try call.value(Self.categories) {
            filters.append(JSONMember("categories", .array(categories.map { .string($0) })))
        }
        if let price = try await price(agreement, call) { filters.append(JSONMember("price", price)) }
        // A request has to ask for something: every price is at least nothing.
        if query.isEmpty, filters.isEmpty { filters.append(JSONMember("price", ["min": 0])) }
        if !filters.isEmpty { members.append(JSONMember("filters", .object(filters))) }
        members.append(JSONMember("pagination", Self.pagination(page.token)))
        let asked = members
        return try await read(page, asked, agreement, call)
    }

    private static func pagination(_ token: String?, limit: Int = pageSize) -> JSONValue {
        .object((token.map { [JSONMember("cursor", .string($0))] } ?? []) + [JSONMember("limit", .integer(limit))])
    }

    private func read(
        _ page: PageRequest, _ asked: [JSONMember], _ agreement: Agreement, _ call: FeatureCall
    ) async throws(Fault) -> RowPage {
        let (layout, context, id) = (call.layout, call.rowContext, shop.id)
        let currency = shop.currency(call.settings)
        let arguments = [JSONMember("catalog", .object(asked))]
        return try await shop.ask(.searchCatalog, arguments, agreement, call) { answer throws(Fault) in
            guard let products = answer.root["products"], products.kind == .array else {
                throw .malformed("products", "is missing or no list", module: id)
            }
            for (index, product) in products.elements.enumerated() {
                try ShopShape.product(product, at: "products[\(index)]", currency, module: id)
            }
            let paging = answer.root["pagination"]
            let total = paging?["total_count"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
            var read = RowPage(rows: layout.read(products, context), total: total, received: products.count)
            if paging?["has_next_page"]?.bool ?? false {
                guard let next = paging?["cursor"]?.string, !next.isEmpty, next != page.token,
                    next.unicodeScalars.count <= Self.longestCursor
                else { throw .malformed("pagination.cursor", "leads to no other page", module: id) }
                read.token = next
            }
            read.notice = answer.messages.notice
            return read
        }
    }

    /// Unicode scalars of a cursor: a cursor of ours holds it, with the question.
    private static let longestCursor = 2_000

    /// The bounds of the price in minor units; nil without any.
    private func price(_ agreement: Agreement, _ call: FeatureCall) async throws(Fault) -> JSONValue? {
        let (least, most) = (try call.value(Self.least), try call.value(Self.most))
        guard least != nil || most != nil else { return nil }
        var currency = shop.currency(call.settings)
        // Minor units are those of a currency, which the shop's first product tells.
        if currency == nil { currency = try await usedCurrency(agreement, call) }
        var bounds: [JSONMember] = []
        if let least {
            // Nothing costs at least what no number of minor units holds.
            bounds.append(JSONMember("min", .integer(MinorUnits.units(least, currency ?? "", up: true) ?? .max)))
        }
        if let most, let units = MinorUnits.units(most, currency ?? "", up: false) {
            bounds.append(JSONMember("max", .integer(units)))
        }
        return bounds.isEmpty ? nil : .object(bounds)
    }

    private func usedCurrency(_ agreement: Agreement, _ call: FeatureCall) async throws(Fault) -> String? {
        var asked = [
            JSONMember("filters", ["price": ["min": 0]]), JSONMember("pagination", Self.pagination(nil, limit: 1)),
        ]
        if let context = shop.context(call.settings) { asked.append(context) }
        return try await shop.ask(.searchCatalog, [JSONMember("catalog", .object(asked))], agreement, call) { answer in
            answer.root["products"]?[0]?["price_range"]?["min"]?["currency"]?.string
        }
    }

    /// Reads a product, by its own id or a variant's.
    /// - Returns: nil where the shop has none.
    func product(_ key: String, _ call: FeatureCall) async throws(Fault) -> Row? {
        let agreement = try await shop.agreement(call)
        try agreement.require(Capability.lookup, for: "\(shop.id).show", module: shop.id)
        let (layout, context, id) = (call.layout, call.rowContext, shop.id)
        let currency = shop.currency(call.settings)
        var members = [JSONMember("id", .string(key))]
        if let context = shop.context(call.settings) { members.append(context) }
        let arguments = [JSONMember("catalog", .object(members))]
        do throws(Fault) {
            return try await shop.ask(.getProduct, arguments, agreement, call) { answer throws(Fault) in
                guard let product = answer.root["product"], product.kind == .object else {
                    if answer.saysNotFound { return nil }
                    throw .malformed("product", "is missing", module: id)
                }
                try ShopShape.product(product, at: "product", currency, module: id)
                return layout.read(row: product, context)
            }
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}

extension [ShopMessage] {
    /// The shop's sentences beside an answer, for people; nil without any.
    var notice: String? {
        isEmpty ? nil : "The shop says: " + prefix(5).map { Fault.quoted($0.text, limit: 300) }.joined(separator: ", ")
    }
}
