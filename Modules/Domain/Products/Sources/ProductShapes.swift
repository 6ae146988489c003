package import DesignSystem
package import FeatureKit
import JSON

/// How products are written: one declaration for the list, the detail and their screens.
extension ShownProduct {
    /// The fields that every result with a product begins with.
    package static let shape = ResultShape<ShownProduct>([
        ResultField("sku", .text, "The product's number.") { $0.product.sku },
        ResultField("brand", .text, "The brand; may be empty.") { $0.product.brand },
        ResultField("name", .text, "The name; may be empty.") { $0.product.name },
        ResultField("price", .object(Money.shape), "The full price.") { $0.product.price },
        ResultField("discountPrice", .orNull(.object(Money.shape)), "What is to be paid; null without a discount.") {
            $0.product.discountPrice
        },
        ResultField(optional: "liked", .flag, "Whether the user likes it; left out where the state can't be read.") {
            $0.isLiked
        },
        ResultField("ribbon", .orNull(.text), "new, campaign or null.") { $0.product.ribbon },
    ])
}

extension Product {
    /// The price; with a discount struck through and followed by what is to be paid.
    package var priceLine: Inline {
        guard let discountPrice else { return Inline(price.text, .price) }
        return Inline([Span(price.text, .oldPrice), Span(" "), Span(discountPrice.text, .discount)])
    }
}

/// The parameter that names a product, the same in every operation and action.
package enum ProductParameters {
    package static func sku(_ doc: String) -> Parameter<String> {
        Parameter.required("sku", .text(1...Product.skuLength), doc, examples: [.string(exampleSKU)])
    }

    /// A product of the sample data.
    package static let exampleSKU = "BL204DR17KLM"
}
