import DesignSystem
import FeatureKit
import JSON
import Products

extension Assortment {
    /// `catalog.list`
    var listOperation: Operation<ListRequest, CatalogAnswer> {
        Operation(
            "list", title: "List products", doc: "Fashion products with prices and likes, page by page.",
            guidance: "For one product's pictures and description use product_detail_show.", effect: .reads,
            example: [],
            parameters: ParameterShape(
                ListRequest.init, ListParameters.cursor,
                Parameter.optional(
                    "pageSize", .whole(1...100), "Products on a page; a cursor goes on with its own.", examples: [10]),
                ListParameters.pages),
            result: CatalogAnswer.shape, view: "catalog", present: \.document
        ) { request, context throws(Fault) in try await list(request, context) }
    }

    /// `catalog.like`
    var likeOperation: Operation<LikeRequest, LikeAnswer> {
        Operation(
            "like", title: "Like a product", doc: "Likes a product, or takes that back.",
            guidance: "Takes a sku that catalog_list gave.", effect: .writes(idempotent: true, destructive: false),
            example: [JSONMember("sku", .string(ProductParameters.exampleSKU)), JSONMember("liked", true)],
            parameters: ParameterShape(
                LikeRequest.init, ProductParameters.sku("The product."),
                Parameter.required("liked", .flag, "Whether it is liked from now on.", examples: [true])),
            result: LikeAnswer.shape, route: { Product.route($0.sku) }, present: \.document
        ) { request, _ throws(Fault) in
            try await likes.set(request.sku, request.liked)
            return LikeAnswer(sku: request.sku, liked: request.liked)
        }
    }

    func list(_ request: ListRequest, _ context: CallContext) async throws(Fault) -> CatalogAnswer {
        let start = try start(of: request)
        let (products, total, next) = try await collectPages(
            from: start.page, pages: request.pages, strategy: CatalogAPI.paging(size: start.size), id: \.id,
            context: context
        ) { page throws(Fault) in try await api.page(page, size: start.size) }
        await likes.ready()
        let (shown, failure) = likes.shown(products)
        return CatalogAnswer(
            list: ListAnswer(
                items: shown, total: total, nextCursor: next.map { cursor(page: $0, size: start.size) },
                firstIndex: firstIndex(page: start.page, size: start.size)),
            notice: failure?.text)
    }

    /// Where a call begins. A cursor knows its page size, so that it needs no other parameter.
    private func start(of request: ListRequest) throws(Fault) -> (page: Int, size: Int) {
        guard let text = request.cursor else {
            return (1, request.pageSize ?? pageSize)
        }
        let sizes = request.pageSize.map { [$0] } ?? [pageSize] + Array(1...100)
        for size in sizes where text.utf8.count <= Self.longestCursor {
            if let cursor = try? ListCursor(text, for: Self.method, parameters: parameters(size: size)) {
                return (max(1, cursor.position), size)
            }
        }
        throw .foreignCursor(of: Self.method)
    }

    /// The cursor that leads to a page.
    func cursor(page: Int, size: Int) -> String {
        ListCursor(position: page).text(for: Self.method, parameters: parameters(size: size))
    }

    /// What a page number means only together with.
    private func parameters(size: Int) -> [String] {
        [String(size), api.choice.gender ?? "", api.choice.sort ?? ""]
    }

    private static let method = "\(Catalog.id).list"
    /// Bytes; ours are shorter.
    private static let longestCursor = 128

    /// The number of a page's first row, from 1, as far as there are numbers.
    private func firstIndex(page: Int, size: Int) -> Int {
        let (before, overflow) = (page - 1).multipliedReportingOverflow(by: size)
        return overflow ? Int.max : before + 1
    }
}

/// The parameters of `catalog.list`.
struct ListRequest: Sendable {
    let cursor: String?
    let pageSize: Int?
    let pages: Int
}

/// The parameters of `catalog.like`.
struct LikeRequest: Sendable {
    let sku: String
    let liked: Bool
}
