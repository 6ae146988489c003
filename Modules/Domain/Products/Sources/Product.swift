package import FeatureKit

/// A product as lists show it. Two products are the same when their skus are, byte by byte.
package struct Product: Sendable, Equatable {
    /// Between 1 and `Product.skuLength` scalars; see `isSKU`.
    package let sku: String
    /// Empty when the upstream names none, as is the name.
    package let brand: String
    package let name: String
    /// Nothing (0) when the upstream names none.
    package let price: Money
    /// What is to be paid instead of the price; nil without a discount, never more than the price.
    package let discountPrice: Money?
    /// `new`, `campaign` or another word of the upstream; nil without one.
    package let ribbon: String?
    /// The first picture that has an address; nil without one.
    package let imageURL: String?

    package init(
        sku: String, brand: String, name: String, price: Money, discountPrice: Money?, ribbon: String?,
        imageURL: String?
    ) {
        self.sku = sku
        self.brand = brand
        self.name = name
        self.price = price
        self.discountPrice = discountPrice
        self.ribbon = ribbon
        self.imageURL = imageURL
    }

    /// The most scalars of a sku: with it a route stays within its bound, whatever has to be percent-encoded.
    package static let skuLength = 100

    /// Whether `text` can name a product. An empty sku names none, so that no two products share a like by it.
    package static func isSKU(_ text: String) -> Bool { (1...skuLength).contains(text.unicodeScalars.count) }

    /// Equal byte by byte and set apart as bytes: what lists and tables know a product by.
    package var id: ExactName { ExactName(sku) }

    /// What a customer pays.
    package var payable: Money { discountPrice ?? price }

    /// The address of the product's screen, which exists while the module ProductDetail is on.
    package var route: String { Self.route(sku) }

    package static func route(_ sku: String) -> String { routeTemplate.filled(["sku": sku]) }

    /// `galleria://product/{sku}`
    package static let routeTemplate = RouteTemplate("galleria://product/{sku}")
}

/// Everything that is known of one product.
package struct DetailedProduct: Sendable, Equatable {
    package let product: Product
    /// Every picture that has an address, in the upstream's order, each once.
    package let images: [String]
    /// Plain text made from the upstream's HTML.
    package let description: String

    package init(product: Product, images: [String], description: String) {
        self.product = product
        self.images = images
        self.description = description
    }
}

/// A product and whether the user likes it: what every list and screen shows of it.
package struct ShownProduct: Sendable, Equatable {
    package let product: Product
    /// Nil where that is not known, since the state can't be read.
    package var isLiked: Bool?

    package init(_ product: Product, isLiked: Bool?) {
        self.product = product
        self.isLiked = isLiked
    }
}
