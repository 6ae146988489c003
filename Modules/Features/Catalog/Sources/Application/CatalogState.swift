import DesignSystem
import FeatureKit
import Products

typealias CatalogList = PagedList<ShownProduct, ExactName>

/// The state of the catalogue's screen.
struct CatalogState: LoadingState {
    var list: CatalogList
    var refresh: RefreshStatus { list.status }
    /// A failure that concerns no page, such as a like that could not be saved.
    var notice: String?
    /// The number of the page that was loaded last.
    private var lastPage = 0
    private let cursor: @Sendable (_ page: Int) -> String

    /// - Parameter cursor: the cursor that leads to a page.
    init(pageSize: Int, cursor: @escaping @Sendable (_ page: Int) -> String) {
        list = CatalogList(strategy: CatalogAPI.paging(size: pageSize), emptiesOnHeaderFailure: true) { $0.product.id }
        self.cursor = cursor
    }

    /// Takes a page that was asked for, with the likes as they are at this moment.
    /// - Returns: nil when it is no longer wanted, and nothing changed.
    mutating func take(_ page: Page<Product>, for request: CatalogList.Request, _ likes: Likes) -> Bool? {
        let (shown, failure) = likes.shown(page.items)
        guard list.succeed(request, with: Page(items: shown, total: page.total, received: page.received)) else {
            return nil
        }
        lastPage = request.position
        notice = failure?.text
        return true
    }

    /// Shows the likes of these products as they are at this moment.
    /// - Parameter skus: nil for all, and for whether likes can be read at all.
    /// - Returns: nil when nothing changed.
    mutating func show(likesOf skus: [String]?, _ likes: Likes) -> Bool? {
        let wanted = skus.map { Set($0.map { ExactName($0) }) }
        let rows = list.items.map(\.product).filter { wanted?.contains($0.id) ?? true }
        let (shown, failure) = likes.shown(rows)
        let isLiked = Dictionary(shown.map { ($0.product.id, $0.isLiked) }) { first, _ in first }
        var isChanged = false
        if skus == nil, notice != failure?.text {
            notice = failure?.text
            isChanged = true
        }
        list.mapItems { item in
            guard let isLiked = isLiked[item.product.id], isLiked != item.isLiked else { return item }
            isChanged = true
            return ShownProduct(item.product, isLiked: isLiked)
        }
        return isChanged ? true : nil
    }

    /// - Returns: nil when there was none.
    mutating func dropNotice() -> Bool? {
        guard notice != nil else { return nil }
        notice = nil
        return true
    }

    /// What stands in place of the whole list after its first page failed, in the original's words; nil otherwise. It goes
    /// with the next first page that succeeds.
    var cover: String? { list.status.failed == .header ? "Error while loading\nTap to retry" : nil }

    /// What stands under the rows, in the original's words.
    var footer: String {
        switch (list.status.running, list.status.ended) {
        case (.footer, _): "Loading..."
        case (_, .noMoreData): "- No More Data -"
        default: "- PULL UP FOR MORE -"
        }
    }

    private var answer: ListAnswer<ShownProduct> {
        ListAnswer(
            items: list.items, total: list.total, nextCursor: list.hasMore ? cursor(lastPage + 1) : nil, firstIndex: 1)
    }

    static let shape: ResultShape<CatalogState> =
        ListAnswer.shape(of: CatalogAnswer.row).flattened { $0.answer } + [
            .refresh,
            ResultField("cover", .orNull(.text), "What covers a list that could not be loaded.") { $0.cover },
            ResultField("footer", .text, "What stands under the rows.") { $0.footer },
            ResultField(optional: "notice", .text, "A failure beside the list.") { $0.notice },
        ]

    var document: Document {
        let (status, answer) = (list.status, answer)
        return Document {
            Block.heading(level: 1, Inline("THE ICONIC", .title))
            if status.running == .header { Block.notice(.info, title: "Loading...", detail: nil) }
            if let message = status.message {
                let cover = cover.map { Inline($0) }
                Block.notice(.failure, title: cover ?? Inline(message), detail: Inline(hint(message)))
            }
            if let notice { Block.notice(.warning, title: Inline(notice), detail: nil) }
            // Before the first answer, and under the cover, there is nothing to say about rows.
            if !answer.items.isEmpty || (status.running != .header && status.ended == .noMoreData) {
                CatalogDocuments.table(answer.items)
                Block.pageSummary(answer.summary)
                Block.paragraph(Inline(footer, .muted))
            }
        }
    }

    private func hint(_ message: String) -> String {
        cover == nil ? "Send retry to try again." : "\(message) Send retry to try again."
    }
}
