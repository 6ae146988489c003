import FeatureKit
import JSON
import UCPShop
import Values

/// Price as UCP has it.
struct FacePrice: Sendable, Equatable {
    /// Minor units of the currency.
    let amount: Int
    let currency: String

    init(amount: Int, currency: String) { (self.amount, self.currency) = (amount, currency) }

    /// - Parameter told: as a row tells it, `AUD 97.49`.
    /// - Returns: nil for anything else, for what is below nothing, and for what minor units can't say.
    init?(told: String?) {
        guard let told, let blank = told.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let code = String(told[..<blank])
        guard MinorUnits.isCurrency(code), let amount = DecimalAmount(String(told[told.utf8.index(after: blank)...])),
            !amount.isNegative,
            // A part of a minor unit can be neither asked for nor paid: half up, as people read it.
            let units = MinorUnits.units(amount.rounded(toFraction: MinorUnits.digits(code)), code, up: true)
        else { return nil }
        (self.amount, currency) = (units, code)
    }

    var json: JSONValue { ["amount": .integer(amount), "currency": .string(currency)] }

    var range: JSONValue { ["min": json, "max": json] }
}

/// Product of the catalogue, as far as UCP has a place for it. It is its own one variant.
struct FaceProduct: Sendable, Equatable {
    /// Fields of the catalogue's rows that it is made of.
    static let fields: JSONValue = [
        "sku", "brand", "name", "price", "discountPrice", "category", "imageURL", "url", "description",
    ]

    let id: String
    let title: String
    let price: FacePrice
    /// Price before it was reduced; nil where it is not.
    let listPrice: FacePrice?
    let categories: [String]
    let image: String?
    let page: String?
    private let brand: String?
    private let description: String?

    /// - Returns: nil for a row without a price: nobody can buy it.
    init?(_ row: JSONNode) {
        guard let id = row["sku"]?.string, let full = FacePrice(told: row["price"]?.string) else { return nil }
        self.id = id
        let name = row["name"]?.string ?? ""
        title = name.isEmpty ? id : name
        let reduced = FacePrice(told: row["discountPrice"]?.string).flatMap { $0.currency == full.currency ? $0 : nil }
        price = reduced ?? full
        listPrice = reduced == nil ? nil : full
        categories = (row["category"]?.string ?? "").split(separator: "|").map(String.init)
        image = row["imageURL"]?.string.flatMap { webAddress($0) }
        page = row["url"]?.string.flatMap { webAddress($0) }
        brand = row["brand"]?.string
        description = row["description"]?.string
    }

    /// Tells whether it is in one of some categories; true for none.
    func isOf(_ wanted: [String]) -> Bool {
        wanted.isEmpty || wanted.contains { name in categories.contains { $0.lowercased() == name.lowercased() } }
    }

    /// Whether its price is within bounds, in minor units.
    func costs(_ least: Int?, _ most: Int?) -> Bool { price.amount >= least ?? 0 && price.amount <= most ?? Int.max }

    /// The product as UCP has it.
    /// - Parameter inputs: ids of the request that lead to it, for a lookup.
    func json(inputs: [String] = []) -> JSONValue {
        let text: JSONValue = ["plain": .string(description ?? title)]
        var members = [
            JSONMember("id", .string(id)), JSONMember("title", .string(title)), JSONMember("description", text),
        ]
        if let page { members.append(JSONMember("url", .string(page))) }
        if !categories.isEmpty {
            members.append(
                JSONMember(
                    "categories", .array(categories.map { ["value": .string($0), "taxonomy": "merchant"] })))
        }
        members.append(JSONMember("price_range", price.range))
        if let listPrice { members.append(JSONMember("list_price_range", listPrice.range)) }
        if let image {
            members.append(
                JSONMember("media", [["type": "image", "url": .string(image), "alt_text": .string(title)]]))
        }
        members.append(JSONMember("variants", [variant(inputs)]))
        if let brand { members.append(JSONMember("metadata", ["brand": .string(brand)])) }
        return .object(members)
    }

    private func variant(_ inputs: [String]) -> JSONValue {
        var members = [
            JSONMember("id", .string(id)), JSONMember("sku", .string(id)), JSONMember("title", .string(title)),
            JSONMember("description", ["plain": .string(title)]), JSONMember("price", price.json),
        ]
        if let listPrice { members.append(JSONMember("list_price", listPrice.json)) }
        members.append(JSONMember("availability", ["available": true]))
        if !inputs.isEmpty {
            members.append(
                JSONMember("inputs", .array(inputs.map { ["id": .string($0), "match": "exact"] })))
        }
        return .object(members)
    }
}
