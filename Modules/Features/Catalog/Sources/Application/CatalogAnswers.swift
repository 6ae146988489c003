import DesignSystem
import FeatureKit
import Products

/// The result of `catalog.list`.
struct CatalogAnswer: Sendable {
    let list: ListAnswer<ShownProduct>
    /// Why likes could not be read; told beside the rows.
    let notice: String?

    static let shape: ResultShape<CatalogAnswer> =
        ListAnswer.shape(of: row).flattened { $0.list } + [
            ResultField(optional: "notice", .text, "Why likes are not known, or may be older than they are.") {
                $0.notice
            }
        ]

    /// A row of the list.
    static let row =
        ShownProduct.shape + [
            ResultField("imageURL", .orNull(.text), "The first picture.") { $0.product.imageURL },
            ResultField("route", .text, "The product's screen.") { $0.product.route },
        ]

    var document: Document {
        Document {
            Block.heading(level: 1, Inline("THE ICONIC", .title))
            if let notice { Block.notice(.warning, title: Inline(notice), detail: nil) }
            CatalogDocuments.table(list.items)
            Block.pageSummary(list.summary)
        }
    }
}

/// The result of `catalog.like`.
struct LikeAnswer: Sendable {
    let sku: String
    let liked: Bool

    static let shape = ResultShape<LikeAnswer>([
        ResultField("sku", .text, "The product.") { $0.sku },
        ResultField("liked", .flag, "Whether it is liked now.") { $0.liked },
    ])

    var document: Document {
        Document([
            .paragraph(Inline([Span(sku, .code), Span(liked ? " is liked." : " is not liked.")]))
        ])
    }
}

/// How products are described to people; the design system does the layout.
enum CatalogDocuments {
    static func table(_ products: [ShownProduct]) -> Block {
        .table(
            Table(
                columns: [
                    Column("sku", alignment: .leading, priority: 0, minimumWidth: 12),
                    Column("brand", alignment: .leading, priority: 2, minimumWidth: 10),
                    Column("name", alignment: .leading, priority: 1, minimumWidth: 16),
                    Column("price", alignment: .trailing, priority: 0, minimumWidth: 7),
                    Column("marks", alignment: .leading, priority: 3, minimumWidth: 6),
                ],
                rows: products.map { shown in
                    let product = shown.product
                    return [
                        Inline(product.sku, .code), Inline(product.brand),
                        Inline(product.name, .title, link: product.route), product.priceLine, marks(shown),
                    ]
                },
                identities: products.map { RowIdentity($0.product.sku, route: $0.product.route) },
                emptyText: "No products."))
    }

    /// The ribbon and the heart.
    private static func marks(_ shown: ShownProduct) -> Inline {
        let ribbon = shown.product.ribbon.map { [Span($0, .badge)] } ?? []
        let heart = shown.isLiked == true ? [Span("♥ liked", .success)] : []
        return Inline(
            Array((ribbon.isEmpty || heart.isEmpty ? [ribbon, heart] : [ribbon, [Span(" ")], heart]).joined()))
    }
}
