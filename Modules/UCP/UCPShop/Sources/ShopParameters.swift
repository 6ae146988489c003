import FeatureKit
import JSON

/// The parameters of carts and checkouts.
struct ShopParameters: Sendable {
    static let mostPieces = 999

    /// - Parameter id: of the module.
    init(_ id: String) {
        let routes = KeyRoutes("id", ["galleria://\(id)/{id}"])
        variant = Parameter.required(
            "id", .key(in: routes), "The variant, as rows of products have it.",
            examples: [.string(SampleGoods.exampleVariant)], prompt: "Which variant?",
            known: ["variant", "variantId", "sku", "item", "product"]
        )
    }

    let variant: Parameter<String>
    private static let number = Parameter.required(
        "quantity", .whole(0...mostPieces), "Pieces; 0 removes it.", examples: [2], prompt: "How many?",
        known: ["qty", "count", "amount", "pieces", "number"]
    )
    /// More pieces of a variant.
    static let more = Parameter.defaulted(
        "quantity", .whole(1...mostPieces), "Pieces.", default: 1, examples: [1], prompt: "How many?")

    static let example: JSONValue = ["id": .string(SampleGoods.exampleVariant), "quantity": 2]

    /// One variant with its number.
    var item: ParameterShape<CartItem> { ParameterShape(CartItem.init, variant, Self.number) }

    var items: ParameterShape<[CartItem]> {
        ParameterShape(
            ParameterList("items", 1...50, of: item, "The variants and their numbers.", example: Self.example))
    }

    // MARK: - Checkout

    /// Members of an address, by UCP's names (types/postal_address.json).
    static let addressNames = [
        "first_name", "last_name", "street_address", "extended_address", "address_locality", "address_region",
        "postal_code", "address_country", "phone_number",
    ]

    private static let address = Parameter<[JSONMember]?>.optional(
        "address", .texts(named: addressNames), "Where it goes.",
        examples: [
            [
                "first_name": "Ada", "last_name": "Moreau", "street_address": "1 Pier Road",
                "address_locality": "Fremantle", "address_region": "WA", "postal_code": "6160",
                "address_country": "AU",
            ]
        ])
    private static let delivery = Parameter<String?>.optional(
        "delivery", .words(1...200), "The id of a delivery that checkout gave.", examples: ["standard"])
    private static let email = Parameter<String?>.optional(
        "email",
        .text(matching: "^[^@ ]+@[^@ ]+$", expected: "an email address") { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") } && text.utf8.count <= 254
        }, "Where the shop writes to.", examples: ["ada@example.com"])

    static let checkout = ParameterShape(CheckoutWish.init, address, delivery, email)
}

/// Wishes of one call of checkout.
struct CheckoutWish: Sendable {
    let address: [JSONMember]?
    let delivery: String?
    let email: String?
}
