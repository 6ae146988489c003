import DesignSystem
package import FeatureKit
import HTTP
package import JSON

/// Reading the upstream's products. Nothing but a sku is needed: what is missing or of another type gets its default, so
/// that one bad product costs its neighbours nothing.
extension Product {
    /// - Parameters:
    ///   - row: a product of `catalog/products`, or the answer of `catalog/products/{sku}`.
    ///   - currency: of all prices, since the upstream names none.
    /// - Returns: nil for a row without a sku, which could neither be shown nor told from another.
    package init?(upstream row: JSONNode, currency: Currency) {
        guard let sku = row["sku"]?.looseText, Self.isSKU(sku) else { return nil }
        let embedded = row["_embedded"]
        let price = amount(row["price"])
        // Not `final_sale`, which looks alike but only says that the product can't be returned.
        let final = amount(row["final_price"])
        self.init(
            sku: sku, brand: line(embedded?["brand"]?["name"]), name: line(row["name"]), price: Money(price, currency),
            discountPrice: final > .zero && final < price ? Money(final, currency) : nil,
            ribbon: row["ribbon"]?.boundedText.flatMap { $0.isEmpty ? nil : $0 },
            imageURL: firstPicture(embedded))
    }
}

extension DetailedProduct {
    /// - Parameters:
    ///   - row: the answer of `catalog/products/{sku}`.
    ///   - currency: of all prices.
    /// - Returns: nil when the answer is not a product.
    package init?(upstream row: JSONNode, currency: Currency) {
        guard let product = Product(upstream: row, currency: currency) else { return nil }
        var known: Set<String> = []
        self.init(
            product: product, images: pictures(row["_embedded"]).filter { known.insert($0).inserted },
            description: plainText(html: row["short_description"]?.boundedText ?? ""))
    }
}

/// The address of a picture as it can be asked for.
///
/// A protocol-relative address gets https. An http address stays one: a picture is kept under its address as it came,
/// and a host that speaks no TLS would have no pictures at all.
/// - Returns: nil for what is no http or https URL: empty, relative, another scheme, blanks, over 2,048 bytes.
package func imageAddress(_ text: String) -> String? {
    let address = text.utf8.starts(with: "//".utf8) ? "https:" + text : text
    guard address.utf8.count <= 2048 else { return nil }
    // An endpoint has neither query nor fragment; what comes before them is judged by the same rules.
    var place = address
    let length = place.withUTF8 { bytes in bytes.firstIndex(where: endsPlace) ?? bytes.count }
    if length < place.utf8.count {
        guard place.utf8.dropFirst(length).allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        place = String(Substring(place.utf8.prefix(length)))
    }
    do throws(HTTPEndpointFault) {
        _ = try HTTPEndpoint(parsing: place)
        return address
    } catch {
        return nil
    }
}

private func endsPlace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

private func pictures(_ embedded: JSONNode?) -> [String] {
    embedded?["images"].map { images in images.elements.compactMap { $0["url"]?.boundedText.flatMap(imageAddress) } }
        ?? []
}

/// The first picture that has an address; the others are not read, which a list would pay for with each of its rows.
private func firstPicture(_ embedded: JSONNode?) -> String? {
    guard let images = embedded?["images"] else { return nil }
    for image in images.elements {
        if let address = image["url"]?.boundedText.flatMap(imageAddress) { return address }
    }
    return nil
}

private func line(_ node: JSONNode?) -> String { trimmed(decodingHTMLEntities(node?.looseText ?? "")) }

/// An amount from its literal, exactly. What is missing, negative, no number or out of range counts as nothing.
private func amount(_ node: JSONNode?) -> DecimalAmount {
    guard let amount = node?.looseText.flatMap({ DecimalAmount($0) }), !amount.isNegative else { return .zero }
    return amount
}
