import Core
import DesignSystem
import JSON

extension Mall {
    static let listMethod = "\(ShoppingMall.id).list"

    /// `shoppingMall.list`
    var listOperation: Operation<ListQuery, ListAnswer<Product>> {
        Operation(
            "list", title: "List the mall's goods", doc: "The goods of the shopping mall, page by page.",
            guidance: "Use to browse baby and household goods with won prices. There is no search: go on by cursor.",
            effect: .reads, example: [],
            parameters: ParameterShape(
                ListQuery.init, ListParameters.cursor,
                Parameter.defaulted(
                    "limit", .whole(1...100), "Products a page, \(pageSize) without it; may differ from page to page.",
                    default: pageSize, examples: [20]),
                ListParameters.pages),
            result: ListAnswer.shape(of: Product.shape), view: "mall",
            present: \.mallDocument
        ) { query, context throws(Fault) in try await list(query, context) }
    }

    private func list(_ query: ListQuery, _ context: CallContext) async throws(Fault) -> ListAnswer<Product> {
        let offset =
            try query.cursor.map { text throws(Fault) in
                try ListCursor(text, for: Self.listMethod).position
            } ?? 0
        let (products, total, next) = try await collectPages(
            from: offset, pages: query.pages, strategy: ProductAPI.paging(limit: query.limit),
            id: { ExactName(String($0.id)) }, context: context
        ) { offset throws(Fault) in try await api.products(offset: offset, limit: query.limit) }
        return ListAnswer(
            items: products, total: total, nextCursor: next.map(Self.cursor), firstIndex: offset + 1)
    }

    /// Counts rows, not pages, and holds nothing else, so that `limit` may differ from page to page.
    static func cursor(at offset: Int) -> String { ListCursor(position: offset).text(for: listMethod) }
}

/// The parameters of `shoppingMall.list`.
struct ListQuery: Sendable {
    let cursor: String?
    /// Rows a page, 1 to 100.
    let limit: Int
    let pages: Int
}

extension ListAnswer<Product> {
    fileprivate var mallDocument: Document {
        Document([ProductDocuments.title, ProductDocuments.table(items), .pageSummary(summary)])
    }
}
