import DesignSystem
import FeatureKit
import JSON
import Products

/// The result of `productDetail.show`.
struct ProductAnswer: Sendable {
    let detail: DetailedProduct
    /// Nil where that is not known.
    let isLiked: Bool?
    /// Why the like is not known, or may have changed since; told beside the product.
    let notice: String?

    private var shown: ShownProduct { ShownProduct(detail.product, isLiked: isLiked) }

    /// The parts of the screen, in the original's order.
    static let rows = ["image", "info", "bag", "description"]

    static let shape: ResultShape<ProductAnswer> =
        fields + [
            ResultField(optional: "notice", .text, "Why the like is not known, or may have changed.") { $0.notice }
        ]

    /// The fields that the screen has as well, which has a notice of its own.
    static let fields: ResultShape<ProductAnswer> =
        ShownProduct.shape.flattened { $0.shown } + [
            ResultField("images", .list(of: .text), "The pictures' addresses.") { $0.detail.images },
            ResultField("description", .text, "Plain text; may be empty.") { $0.detail.description },
            ResultField("route", .text, "The product's screen.") { $0.detail.product.route },
            ResultField("rows", .list(of: .text), "The screen's rows, in order.") { _ in rows },
        ]

    var document: Document { ProductDocuments.product(detail, isLiked: isLiked, inBag: nil, notice: notice) }
}

/// The result of the three operations on the bag.
struct BagAnswer: Sendable {
    let bag: Bag
    let total: Money
    /// Why the bag may be another one by now.
    let notice: String?

    /// - Throws: `invalid_argument` for a bag whose total is out of range, which `Bag.add` never makes.
    init(_ bag: Bag, notice: String? = nil, currency: Currency) throws(Fault) {
        guard let total = bag.total(emptyIn: currency) else { throw .refused(.tooMuch) }
        self.bag = bag
        self.total = total
        self.notice = notice
    }

    static let shape = ResultShape<BagAnswer>([
        ResultField("bag", .list(of: .object(BagLine.shape)), "One line for each product.") { $0.bag.lines },
        ResultField("count", .whole, "Pieces of all products.") { $0.bag.count },
        ResultField("total", .object(Money.shape), "What all of it costs.") { $0.total },
        ResultField(optional: "notice", .text, "Why the bag may be another one by now.") { $0.notice },
    ])

    var document: Document { ProductDocuments.bag(bag, total: total, notice: notice) }
}

extension BagLine {
    /// How a line is answered, and saved.
    static let shape = ResultShape<BagLine>([
        ResultField("sku", .text, "The product.") { $0.sku },
        ResultField("name", .text, "Its name when it was added.") { $0.name },
        ResultField("quantity", .whole, "Pieces.") { $0.quantity },
        ResultField("price", .object(Money.shape), "Of one piece, when it was added.") { $0.price },
    ])
}

extension Money {
    /// Reads what `Money.shape` wrote.
    init?(saved node: JSONNode, locale: TextLocale) {
        guard let amount = node["amount"]?.string.flatMap({ DecimalAmount($0) }),
            let currency = node["currency"]?.string
        else { return nil }
        self.init(amount, Currency(currency, locale))
    }
}
