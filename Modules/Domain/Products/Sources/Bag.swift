import DesignSystem
import FeatureKit
import JSON
import Storage
import Values

/// Goods that the user is about to buy, at the prices of the moment at which each was added.
struct Bag: Sendable, Equatable {
    /// One product.
    struct Line: Sendable, Equatable {
        let sku: String
        let name: String
        /// 1…99
        var quantity: Int
        /// Price of one piece, the reduced one where there is one.
        let price: Money

        func isOf(_ sku: String) -> Bool { self.sku.utf8.elementsEqual(sku.utf8) }
    }

    /// Most pieces of one product.
    static let mostPieces = 99
    /// Most products.
    static let mostLines = 200
    /// Scalars of a name that are remembered.
    private static let nameLength = 200

    /// One for each product, in the order in which they were first added.
    var lines: [Line] = []

    var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// Sums of all lines, one for each currency in the order in which they came; nil when one is out of range.
    var totals: [Money]? {
        var totals: [Money] = []
        for line in lines {
            let place = totals.firstIndex { $0.currency == line.price.currency }
            let before = place.map { totals[$0].amount } ?? .zero
            guard let sum = line.price.amount.times(line.quantity).flatMap(before.plus) else { return nil }
            let total = Money(sum, line.price.currency)
            if let place { totals[place] = total } else { totals.append(total) }
        }
        return totals
    }

    /// Puts pieces of a product into the bag. One that is there already takes the name and the price of now.
    /// - Parameter path: of the parameter that asks for it.
    mutating func add(
        _ product: Row, _ quantity: Int, _ fields: ProductFields, at path: String = ""
    ) throws(Fault) {
        guard let price = product.paid else { throw .noPrice(product.key, field: path + ProductFields.sku.name) }
        let place = lines.firstIndex { $0.isOf(product.key) }
        let name = String(String.UnicodeScalarView((product[fields.name] ?? "").unicodeScalars.prefix(Self.nameLength)))
        let (sum, overflow) = quantity.addingReportingOverflow(place.map { lines[$0].quantity } ?? 0)
        guard !overflow, (1...Self.mostPieces).contains(sum) else {
            throw .tooManyPieces(field: path + ProductFields.quantity.name)
        }
        let line = Line(sku: product.key, name: name, quantity: sum, price: price)
        if let place { lines[place] = line } else { lines.append(line) }
        guard lines.count <= Self.mostLines else { throw .tooManyProducts(field: path + ProductFields.sku.name) }
        guard totals != nil else { throw .tooMuch(field: path + ProductFields.quantity.name) }
    }

    /// Takes pieces of a product out of the bag, all of them without a quantity. More than there are takes all.
    mutating func remove(_ sku: String, _ quantity: Int?, _ shop: Shop, at path: String = "") throws(Fault) {
        let place = try place(of: sku, shop, at: path)
        if let quantity, quantity < lines[place].quantity {
            lines[place].quantity -= quantity
        } else {
            lines.remove(at: place)
        }
    }

    mutating func set(_ sku: String, _ quantity: Int, _ shop: Shop) throws(Fault) {
        lines[try place(of: sku, shop, at: "")].quantity = quantity
        guard totals != nil else { throw .tooMuch(field: ProductFields.quantity.name) }
    }

    private func place(of sku: String, _ shop: Shop, at path: String) throws(Fault) -> Int {
        guard let place = lines.firstIndex(where: { $0.isOf(sku) }) else {
            throw .notInBag(sku, of: shop, shop.rows(of: self).rows, field: path + ProductFields.sku.name)
        }
        return place
    }

    // MARK: - As it is stored

    /// - Returns: nil for bytes that are no bag: it is never taken for an empty one.
    init?(stored bytes: [UInt8], _ shop: Shop, _ context: RowContext) {
        guard let root = try? JSONDocument(parsing: bytes).root, root.kind == .array, root.count <= Self.mostLines
        else {
            return nil
        }
        let fields = shop.fields
        for row in shop.bagLine.read(root, context).rows {
            guard let quantity = row[ProductFields.quantity], (1...Self.mostPieces).contains(quantity),
                let price = row[fields.piecePrice]
            else { return nil }
            lines.append(Line(sku: row.key, name: row[fields.plainName] ?? "", quantity: quantity, price: price))
        }
        if lines.count != root.count { return nil }
    }

    init() {}

    /// Pieces of a product in the bag; nil for none, and where that is not known.
    static func quantity(of sku: String, _ overlays: Overlays) -> Int? {
        let bytes: [UInt8]?
        // Why it is not known the row's notice says.
        do throws(StorageFailure) { bytes = try overlays.state.knownValue(for: Shop.bagKey) } catch { return nil }
        guard let bytes, let rows = try? JSONDocument(parsing: bytes).root.elements else { return nil }
        let line = rows.first { $0[ProductFields.sku.name]?.string?.utf8.elementsEqual(sku.utf8) ?? false }
        return line?[ProductFields.quantity.name]?.integer
    }
}

extension Shop {
    func rows(of bag: Bag) -> RowSet {
        bagLine.rows(of: bag.lines) { line, row in
            row.set(ProductFields.sku, line.sku)
            row.set(fields.plainName, line.name)
            row.set(ProductFields.quantity, line.quantity)
            row.set(fields.piecePrice, line.price)
        }
    }
}
