import Core
import DesignSystem

/// How products are described to people; the design system does the layout.
enum ProductDocuments {
    static let title = Block.heading(level: 1, Inline("Shopping mall", .title))

    static func table(_ products: [Product]) -> Block {
        .table(
            Table(
                columns: [
                    Column("id", alignment: .trailing, priority: 0, minimumWidth: 4),
                    Column("brand", alignment: .leading, priority: 1, minimumWidth: 8),
                    Column("name", alignment: .leading, priority: 2, minimumWidth: 16),
                    Column("price", alignment: .trailing, priority: 0, minimumWidth: 8),
                    Column("sale", alignment: .trailing, priority: 0, minimumWidth: 8),
                ],
                rows: products.map(row), identities: products.map { RowIdentity(String($0.id)) },
                emptyText: "No products."))
    }

    private static func row(_ product: Product) -> [Inline] {
        [
            Inline(String(product.id), .code), Inline(product.brand ?? ""), name(product),
            Inline(product.price.text, product.sale == nil ? .price : .oldPrice), product.sale.map(sale) ?? Inline(""),
        ]
    }

    private static func name(_ product: Product) -> Inline {
        let name = product.name.isEmpty ? Inline("no name", .muted) : Inline(product.name, .title)
        return product.isSoldOut ? name + " " + Inline("sold out", .badge) : name
    }

    private static func sale(_ sale: Sale) -> Inline {
        let price = Inline(sale.price.text, .price)
        return sale.discountRate.map { price + " " + Inline("-\($0)%", .discount) } ?? price
    }
}
