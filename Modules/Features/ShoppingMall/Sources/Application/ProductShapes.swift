import Core

/// How products are written: one declaration for the operation and the screen.
extension Product {
    static let shape = ResultShape<Product>([
        ResultField("id", .whole, "The product's number.") { $0.id },
        ResultField("name", .text, "The name.") { $0.name },
        ResultField("brand", .orNull(.text), "The brand; null when there is none.") { $0.brand },
        ResultField("price", .object(Money.shape), "The regular price.") { $0.price },
        ResultField("salePrice", .orNull(.object(Money.shape)), "The reduced price; null when there is none.") {
            $0.sale?.price
        },
        ResultField("discountRate", .orNull(.whole), "Percent off, 1 to 99; null without a reduced price.") {
            $0.sale?.discountRate
        },
        ResultField("soldOut", .flag, "Whether it can't be bought now.") { $0.isSoldOut },
        ResultField("imageURL", .orNull(.text), "The picture; null when there is none.") { $0.imageURL },
        ResultField("route", .text, "The screen that shows it.") { _ in ShoppingMall.route },
    ])
}
