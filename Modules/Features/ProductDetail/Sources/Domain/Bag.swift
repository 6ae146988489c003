import DesignSystem
import FeatureKit
import Products

/// What the user is about to buy. Prices are those of the moment at which a product was added.
struct Bag: Sendable, Equatable {
    /// One for each product, in the order in which they were first added.
    private(set) var lines: [BagLine]

    /// Most pieces of one product.
    static let mostPieces = 999
    /// Most products.
    static let mostLines = 200
    /// Scalars of a name that are remembered.
    static let nameLength = 200

    init(lines: [BagLine] = []) {
        self.lines = lines
    }

    /// Pieces of all products together.
    var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// Pieces of one product; 0 when it is not in the bag.
    func quantity(of sku: String) -> Int { lines.first { $0.isOf(sku) }?.quantity ?? 0 }

    /// What all of it costs; nil when that is out of range. `currency` is that of an empty bag.
    func total(emptyIn currency: Currency) -> Money? {
        var total = DecimalAmount.zero
        for line in lines {
            guard let amount = line.price.amount.times(line.quantity), let sum = total.plus(amount) else { return nil }
            total = sum
        }
        return Money(total, lines.first?.price.unit ?? currency)
    }

    /// Puts pieces of a product into the bag. One that is there already takes the name and the price of now.
    /// - Throws: why it can't be; the bag is then as it was.
    mutating func add(_ product: Product, quantity: Int) throws(BagRefusal) {
        var line = BagLine(
            sku: product.sku,
            name: String(String.UnicodeScalarView(product.name.unicodeScalars.prefix(Self.nameLength))),
            quantity: quantity, price: product.payable)
        if let first = lines.first(where: { !$0.isOf(product.sku) }), first.price.currency != line.price.currency {
            throw .otherCurrency
        }
        var changed = self
        if let index = lines.firstIndex(where: { $0.isOf(product.sku) }) {
            let (sum, overflow) = quantity.addingReportingOverflow(lines[index].quantity)
            if overflow { throw .tooManyPieces }
            line.quantity = sum
            changed.lines[index] = line
        } else {
            changed.lines.append(line)
        }
        guard (1...Self.mostPieces).contains(line.quantity) else { throw .tooManyPieces }
        guard changed.lines.count <= Self.mostLines else { throw .tooManyProducts }
        guard changed.total(emptyIn: line.price.unit) != nil else { throw .tooMuch }
        self = changed
    }

    /// Takes pieces of a product out of the bag, all of them without a quantity. More than there are takes all.
    /// - Throws: `unchanged` when there are none.
    mutating func remove(_ sku: String, quantity: Int?) throws(BagRefusal) {
        guard let index = lines.firstIndex(where: { $0.isOf(sku) }) else { throw .unchanged }
        if let quantity, quantity < lines[index].quantity {
            lines[index].quantity -= quantity
        } else {
            lines.remove(at: index)
        }
    }
}

/// One product in the bag.
struct BagLine: Sendable, Equatable {
    let sku: String
    let name: String
    /// 1…999
    var quantity: Int
    /// Of one piece, discount included.
    let price: Money

    func isOf(_ sku: String) -> Bool { self.sku.utf8.elementsEqual(sku.utf8) }
}

/// Why the bag stays as it is. The raw text is what the state store hands back.
enum BagRefusal: String, Error, Sendable, CaseIterable {
    case unchanged, tooManyPieces, tooManyProducts, tooMuch, otherCurrency, unreadable
}
