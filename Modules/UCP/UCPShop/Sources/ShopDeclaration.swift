import FeatureKit
package import Settings
import Values

/// A shop that the settings name: `modules: ID: { ucp: URL }`.
package struct ShopDeclaration: Sendable, Equatable {
    /// Lower camel case; the first part of its methods and settings.
    package let id: String
    /// Address of the business, `https://shop.example`.
    package let business: String
    /// For people; the words of the id without one.
    package let title: String

    /// - Parameters:
    ///   - id: lower camel case.
    ///   - business: address; the one of the samples where the settings say none that can be read.
    ///   - title: for people; nil for the words of the id.
    package init(id: String, business: String, title: String? = nil) {
        (self.id, self.business) = (id, business)
        self.title = title ?? sentenceCase(spelledOut(id))
    }
}

/// The settings of one shop beyond those of every module.
struct ShopSettings: Sendable {
    let title: SettingKey<String>
    let country: SettingKey<String?>
    let currency: SettingKey<String?>
    let endpoint: SettingKey<String?>

    init(_ shop: ShopDeclaration) {
        let path = "modules.\(shop.id)"
        title = SettingKey("\(path).title", .text(1...80), default: shop.title, "Name of the shop for people.")
        country = SettingKey(
            "\(path).country", .optional(of: .text(2...2)), default: nil,
            "Where the buyer is, an ISO 3166-1 code; the shop decides without it.")
        currency = SettingKey(
            "\(path).currency", .optional(of: .text(3...3)), default: nil,
            "The ISO 4217 code of the prices; answers in another currency are refused. The shop's own without it.")
        endpoint = SettingKey(
            "\(path).endpoint", .optional(of: .url), default: nil,
            "Where the shop's tools are, trusted as this exact origin; null takes what the shop's profile names.")
    }

    var declarations: [SettingDeclaration] {
        [title.declaration, country.declaration, currency.declaration, endpoint.declaration]
    }
}

/// The settings of all shops.
package enum UCPSettings {
    /// Profile that stands for this client; `{version}` is the version that was agreed on.
    package static let agentProfile = SettingKey(
        "ucp.agentProfile", .text(1...2048),
        default: "https://shopify.dev/ucp/agent-profiles/{version}/valid-with-capabilities.json",
        "Address of the profile that tells shops what this client can do; {version} is the version agreed on.")
    /// Catalogue of many shops.
    package static let catalog = SettingKey(
        "ucp.catalog", .url, default: "https://catalog.shopify.com",
        "The catalogue of many shops that galleria shops search asks.")

    package static let declarations: [SettingDeclaration] = [agentProfile.declaration, catalog.declaration]
}
