import DesignSystem
import FeatureKit
import Products

/// How a product and the bag are described to people; the design system does the layout.
enum ProductDocuments {
    /// The four rows of the original: image, information, bag, description.
    /// - Parameter inBag: pieces in the bag; nil where the bag is not shown.
    static func product(_ detail: DetailedProduct, isLiked: Bool?, inBag: Int?, notice: String?) -> Document {
        let product = detail.product
        return Document {
            Block.heading(level: 1, Inline(product.brand.isEmpty ? product.sku : product.brand, .title))
            if let notice { Block.notice(.warning, title: Inline(notice), detail: nil) }
            if detail.images.isEmpty { Block.paragraph(Inline("No picture.", .muted)) }
            for (index, url) in detail.images.enumerated() {
                Block.link(title: "Picture \(index + 1)", target: url)
            }
            Block.keyValues(
                [
                    KeyValue("name", Inline(product.name)), KeyValue("price", product.priceLine),
                    KeyValue("liked", liked(isLiked)),
                ] + (product.ribbon.map { [KeyValue("ribbon", Inline($0, .badge))] } ?? []))
            let held = inBag.flatMap { $0 > 0 ? " (\($0) in the bag)" : nil } ?? ""
            Block.paragraph(Inline([Span("ADD TO BAG", .emphasis), Span(held)]))
            Block.heading(level: 2, "DETAILS, SIZE & FIT")
            Block.text(detail.description)
            Block.paragraph(Inline([Span("SKU: "), Span(product.sku, .code)]))
        }
    }

    private static func liked(_ isLiked: Bool?) -> Inline {
        guard let isLiked else { return Inline("—", .muted) }
        return isLiked ? Inline("♥ yes", .success) : Inline("no", .muted)
    }

    static func bag(_ bag: Bag, total: Money, notice: String?) -> Document {
        let notices: [Block] = notice.map { [.notice(.warning, title: Inline($0), detail: nil)] } ?? []
        return Document(
            [.heading(level: 1, Inline("Bag", .title))] + notices + [
                .table(
                    Table(
                        columns: [
                            Column("sku", alignment: .leading, priority: 0, minimumWidth: 12),
                            Column("name", alignment: .leading, priority: 1, minimumWidth: 16),
                            Column("quantity", alignment: .trailing, priority: 0, minimumWidth: 3),
                            Column("price", alignment: .trailing, priority: 0, minimumWidth: 7),
                        ],
                        rows: bag.lines.map { line in
                            [
                                Inline(line.sku, .code), Inline(line.name, .title, link: Product.route(line.sku)),
                                Inline(String(line.quantity)), Inline(line.price.text, .price),
                            ]
                        }, emptyText: "The bag is empty.")),
                .keyValues([
                    KeyValue("pieces", Inline(String(bag.count))), KeyValue("total", Inline(total.text, .price)),
                ]),
            ])
    }
}
