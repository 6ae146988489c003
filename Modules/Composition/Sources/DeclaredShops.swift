package import FeatureKit
import HTTP
package import Settings
import UCPShop

/// The shops that the settings name: `modules: ID: { ucp: URL }`.
package enum DeclaredShops {
    /// Makes a feature of each.
    /// - Parameters:
    ///   - features: those that are there without them: their ids are taken.
    ///   - sources: the layers that name shops.
    /// - Returns: those features, and the shops behind them.
    package static func features(behind features: [Feature], in sources: SettingsSources) -> [Feature] {
        var all = features
        for section in sources.sections(below: "modules", having: "ucp") {
            // An invalid name, or one that is taken, is a mistake of the settings, and found when they are loaded.
            guard isID(section.name), !all.contains(where: { $0.manifest.id == section.name }) else { continue }
            let text = section.texts["ucp"] ?? ""
            let isAddress = (try? HTTPEndpoint(parsing: text)) != nil
            let title = section.texts["title"].flatMap { (1...80).contains($0.unicodeScalars.count) ? $0 : nil }
            let shop = ShopDeclaration(
                id: section.name, business: isAddress ? text : "https://shop.example", title: title)
            var feature = Feature(shop)
            // FNV-1a over what the feature is made of; never that of a feature in the binary.
            feature.revision =
                "\(shop.id) \(shop.title)".utf8.reduce(Int(truncatingIfNeeded: 0xCBF2_9CE4_8422_2325 as UInt64)) {
                    ($0 ^ Int($1)) &* 0x100_0000_01B3
                } | 1
            all.append(feature)
        }
        return all
    }

    /// Id of the module of the catalogue of many shops.
    package static let catalogID = "shops"

    /// The catalogue of many shops that the settings name, as a shop of its own.
    package static func catalog(_ settings: Settings) -> Feature {
        var feature = Feature(
            ShopDeclaration(id: catalogID, business: settings[UCPSettings.catalog], title: "Shops"))
        feature.revision = 1
        return feature
    }

    /// Whether the answers that belong to no module are sample data.
    package static func isSample(_ settings: Settings) -> Bool { ProgramSettings.dataMode(settings) == .sample }

    /// Names of the program's own, which no shop takes: those that no module file takes, and the catalogue's.
    private static let reserved = ["bag", "home", "host", "images", "screen", catalogID]

    /// True for lower camel case that is no name of the program's own.
    private static func isID(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= 40,
            !reserved.contains(name)
        else { return false }
        return name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
        }
    }
}
