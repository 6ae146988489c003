import FeatureKit
import HTTP
import Settings

/// Facts of a shop, as discovery and negotiation found them.
enum ShopFacts {
    private static let business = Field.text("business", "The shop's address, by the settings.")
    private static let version = Field.text("version", "The version of UCP that was agreed on.")
    private static let transport = Field.text("transport", "How its tools are called.")
    private static let endpoint = Field.text("endpoint", "Where its tools are.")
    private static let trust = Field.text("trust", "Why that address is asked.")
    private static let capabilities = Field.texts("capabilities", "What both know.", label: "capability")

    static let layout = RowLayout("shop", [business, version, transport, endpoint, trust, capabilities])

    static func row(_ agreement: Agreement, _ shop: Shop, _ call: FeatureCall) -> Row {
        layout.row { row in
            row.set(business, call.upstream.endpoint.text)
            row.set(version, agreement.version)
            row.set(transport, agreement.transport.rawValue)
            row.set(endpoint, agreement.endpoint.text)
            let isNamed = call.settings[shop.settings.endpoint] != nil
            row.set(
                trust,
                isNamed
                    ? "The setting modules.\(shop.id).endpoint names it."
                    : agreement.isTrusted
                        ? "It is the shop's own origin." : "The shop's profile names it; it has to be public.")
            row.set(capabilities, agreement.capabilities.keys.sorted())
        }
    }
}
