import Core
import DesignSystem
import JSON

/// Reading the upstream's rows. Numbers may come as text; everything but the id may be missing.
extension Product {
    /// - Parameter currency: ISO 4217, of the row's prices.
    /// - Returns: nil for a row without an id, which could not be told from another.
    init?(upstream row: JSONNode, currency: Currency) {
        guard let id = row["id"]?.looseInteger else { return nil }
        // A price that can't be read, or is below nothing, counts as nothing.
        let price = Money(amount(row["price"]) ?? .zero, currency)
        let rate = amount(row["discountRate"]).flatMap { Int($0.rounded(toFraction: 0).text) }
        self.init(
            id: id, name: row["name"]?.looseText ?? "", brand: row["brand"]?.looseText.flatMap(nonBlank), price: price,
            sale: amount(row["salePrice"]).flatMap { Sale(Money($0, currency), insteadOf: price, rate: rate) },
            isSoldOut: flag(row["isSoldOut"]), imageURL: row["imageUrl"]?.boundedText.flatMap(pictureAddress))
    }
}

/// A number that is not below nothing, or text that is one.
private func amount(_ node: JSONNode?) -> DecimalAmount? {
    node?.looseText.flatMap { DecimalAmount($0) }.flatMap { $0.isNegative ? nil : $0 }
}

private func flag(_ node: JSONNode?) -> Bool {
    guard let node else { return false }
    return node.bool ?? (node.isString("true") || node.looseInteger == 1)
}

private func nonBlank(_ text: String) -> String? {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : text
}
