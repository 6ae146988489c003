import Testing

@testable import Settings

@Suite struct SmokeTests {
    @Test func loads() throws {
        let days = SettingKey("modules.forecast.days", .whole(1...16), default: 7, "Days.")
        let api = SettingKey("modules.forecast.apiKey", .text(), default: "", secret: true, "Key.")
        let data = SettingKey("network.data", .oneOf(["live", "sample"]), default: "live", "Mode.")
        let catalog = try SettingsCatalog([days.declaration, api.declaration, data.declaration])
        var sources = SettingsSources()
        sources.baseFile = ("/x/g.yaml", Array("""
            modules:
              forecast: { apiKey: "CANARY", days: 99 }
              forcast: 2
            network: { data: livee }
            network: 3
            """.utf8))
        sources.flags = [("network.dta", "x"), ("modules.forecast.days", "[1")]
        sources.variables = ["GALLERIA_SET_modules__forcast__days": "3"]
        sources.environmentName = "x"
        sources.shippedEnvironments = ["sample"]
        do { _ = try Settings.load(catalog: catalog, sources: sources) } catch { print(error.rendered()) }
        sources = SettingsSources(flags: [("modules.forecast.days", "3")])
        let s = try Settings.load(catalog: catalog, sources: sources)
        print(s.printed(), s.origins(of: "modules.forecast.days"))
        #expect(s[days] == 3)
    }
}
