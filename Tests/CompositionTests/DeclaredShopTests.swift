import FeatureKit
import Settings
import Testing

@testable import Composition

/// Shops that the settings name, as features with settings of their own.
@Suite("Shops of the settings")
struct DeclaredShopTests {
    private static let other = Feature(
        "catalog", title: "Catalogue", doc: "Another module.", endpoint: "https://catalog.example",
        sample: { _ in nil }, parts: [])

    private func features(_ flags: [(key: String, value: String)]) -> [Feature] {
        DeclaredShops.features(
            behind: [Self.other], in: SettingsSources(environmentFile: { _ in ("", []) }, flags: flags))
    }

    @Test("each is a module behind the others, with a title and a revision of its own")
    func modules() throws {
        let all = features([
            ("modules.keyboards.ucp", "https://shop.example"), ("modules.fineSocks.ucp", "http://127.0.0.1:8080"),
            ("modules.fineSocks.title", "Fine & Warm"),
        ])
        #expect(all.map(\.manifest.id) == ["catalog", "fineSocks", "keyboards"])
        #expect(all.map(\.manifest.title) == ["Catalogue", "Fine & Warm", "Keyboards"])
        #expect(all[0].revision == 0 && all[1].revision != 0 && all[1].revision != all[2].revision)
        let renamed = features([
            ("modules.fineSocks.ucp", "http://127.0.0.1:8080"), ("modules.fineSocks.title", "Socks"),
        ])
        #expect(renamed[1].revision != all[1].revision, "a running server makes it again")
        let same = features([
            ("modules.fineSocks.ucp", "https://a.example"), ("modules.fineSocks.title", "Fine & Warm"),
        ])
        #expect(same[1].revision == all[1].revision, "an address is a setting like others")
    }

    @Test("its settings are those of every module, the address being `ucp`")
    func settings() throws {
        let all = features([("modules.keyboards.ucp", "https://shop.example")])
        let catalog = try ProgramSettings.catalog(of: all)
        let paths = catalog.declarations.map(\.path).filter {
            $0.hasPrefix("modules.keyboards.") || $0.hasPrefix("ucp.")
        }
        #expect(
            Set(paths)
                == Set(
                    ["enabled", "ucp", "timeout", "data", "title", "country", "currency", "endpoint"].map {
                        "modules.keyboards.\($0)"
                    }
                        + ["ucp.agentProfile", "ucp.cartLifetime", "ucp.catalog", "ucp.checkoutLifetime"]))
        let loaded = try Settings.load(
            catalog: catalog,
            sources: SettingsSources(
                environmentFile: { _ in ("", []) },
                flags: [("modules.keyboards.ucp", "https://shop.example"), ("modules.keyboards.currency", "AUD")]))
        let key = try #require(all[1].manifest.settings?.endpoint)
        #expect(loaded[key] == "https://shop.example")
    }

    @Test(
        "a name that can't be one, or is another module's, makes no shop: the loading says what is wrong",
        arguments: [
            "catalog", "Keyboards", "key-boards", "9lives", "", "bag", "home", "host", "images", "screen", "shops",
            "key_boards",
            "söcke", "a\u{301}", "keyboards ", String(repeating: "k", count: 41),
        ])
    func names(_ name: String) {
        #expect(features([("modules.\(name).ucp", "https://shop.example")]).map(\.manifest.id) == ["catalog"])
    }

    @Test("an address that is wrong is told by the loading, with its place")
    func address() throws {
        let flags = [(key: "modules.keyboards.ucp", value: "shop.example")]
        let catalog = try ProgramSettings.catalog(of: features(flags))
        #expect(throws: SettingsReport.self) {
            try Settings.load(
                catalog: catalog, sources: SettingsSources(environmentFile: { _ in ("", []) }, flags: flags))
        }
    }
}
