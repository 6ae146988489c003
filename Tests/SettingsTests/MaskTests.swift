import Testing

@testable import Settings

@Suite("Secrets and what came from variables are in no output (C5)")
struct MaskTests {
    private static let canary = "CANARY-7f3a"

    /// Everything that loading can give back as text.
    private static func outputs(_ sources: SettingsSources) throws -> String {
        let catalog = try Sample.catalog()
        do throws(SettingsReport) {
            let settings = try Settings.load(catalog: catalog, sources: sources)
            let origins = catalog.declarations.map { String(describing: settings.origins(of: $0.path)) }
            return settings.printed() + origins.joined()
        } catch {
            return error.rendered() + String(describing: error)
        }
    }

    @Test("a secret in a base file", arguments: bases)
    func base(_ base: String) throws {
        #expect(try !Self.outputs(Sample.sources(base)).contains(Self.canary))
    }

    static let bases: [String] = [
        "modules: { forecast: { apiKey: \(canary) } }",
        "modules: { forecast: { apiKey: \(canary) } }\nnetwork: 1\n",
        "modules: { forecast: { apiKey: \(canary), days: 99, apiKey: \(canary) } }",
        "modules: { forecast: { APIKEY: \(canary), days: x } }",
        "modules: { forecast: { api_key: \(canary) }, token: \(canary), password: [\(canary)] }",
        "modules: { apiKey: { deep: [\(canary), { x: \(canary) }] } }",
        "modules: { forecast: [{ apiKey: \(canary) }] }",
        "apiKey: \(canary)",
        "x: &k \(canary)\nmodules: { forecast: { apiKey: *k, days: 99 } }".replacing("x: &k", with: "secretKey: &k"),
        "modules:\n  forecast:\n    apiKey: |\n      \(canary)\n    days: 99\n",
        "modules:\n  forecast:\n    apiKey: |\n      \(canary)\n   days: 99\n",
        "modules:\n  forecast:\n    apiKey:\n      \(canary): b: c\n",
        "modules:\n  forecast:\n    apiKey: '\(canary)\n    days: 9\n",
        "modules:\n  forecast:\n    apiKey: @\(canary)\n",
        "modules:\n  forecast:\n    apiKey: %\(canary)\n",
        "modules:\n  forecast:\n    apiKey: \"\\q\(canary)\"\n",
        "modules:\n  forecast:\n    apiKey: \"${NONE:-\(canary)}\"\n    days: x\n",
        "modules:\n  forecast: { days: 99, apiKey: \"${NONE:-\(canary)}\" }\n",
        "modules:\n  forecast: { days: 99, apiKey: \"${NONE \(canary)}\" }\n",
        "modules:\n  forecast:\n\tapiKey: \(canary)\n",
        "{ modules: { forecast: { apiKey: \(canary), days: 99",
        "modules: { bookShelf: { endpoint: \"https://u:\(canary)@h.example\" } }",
        "modules: { bookShelf: { endpoint: \"https://h.example/?appid=\(canary)\" } }",
        "modules: { bookShelf: { endpoint: \"https://h.example/#\(canary)\" } }",
    ]

    @Test(
        "a secret in a flag or a variable of settings",
        arguments: [
            ("modules.forecast.apiKey", canary), ("modules.forecast.apiKey", "[\(canary)"),
            ("modules.forecast.apiKey", "{ x: \(canary) }"), ("modules.forcast.apiKey", canary), ("apikey", canary),
            ("modules.forecast", "{ apiKey: \(canary), days: 99 }"),
            ("modules.forecast", "{ apiKey: \(canary), days: [ }"),
            ("modules", "{ forecast: { apiKye: \(canary) } }"), ("modules.forecast.apiKey.x", canary),
        ])
    func entry(_ key: String, _ value: String) throws {
        #expect(try !Self.outputs(Sample.sources(flags: [(key, value)])).contains(Self.canary))
        let name = "GALLERIA_SET_" + key.split(separator: ".").joined(separator: "__")
        #expect(try !Self.outputs(Sample.sources(variables: [name: value])).contains(Self.canary))
    }

    @Test(
        "what came from a variable",
        arguments: [
            "modules: { catalog: { currency: \"${V}\" } }", "network: { timeout: \"${V}\" }",
            "network: { data: \"x${V}\" }",
            "images: { allowHosts: [\"${V}\", b] }", "images: { allowHosts: [\"${V}\", 7] }",
            "state: { path: \"/${V}\" }",
            "modules: { bookShelf: { endpoint: \"https://h/${V}\" } }", "environment: \"${V}\"",
            "modules: { forecast: { apiKey: \"${V}\", days: \"${V}\" } }",
            "modules: { bookShelf: { enabled: \"${V}\" } }",
        ])
    func variable(_ base: String) throws {
        #expect(try !Self.outputs(Sample.sources(base, variables: ["V": Self.canary])).contains(Self.canary))
    }

    @Test("the module that reads it has it, a default of a variable is no secret")
    func values() throws {
        let settings = try Sample.load(
            Sample.sources(
                "modules: { forecast: { apiKey: \"${V}\" }, catalog: { currency: \"${W:-EUR}\" } }\n",
                variables: ["V": Self.canary]))
        #expect(settings[Sample.apiKey] == Self.canary)
        #expect(settings.printed().contains("apiKey: \"‹masked›\""))
        #expect(settings.printed().contains("currency: EUR"))
        #expect(settings.origins(of: "modules.forecast.apiKey").map(\.isMasked) == [true, false])
    }

    @Test("a line that only names a variable is shown")
    func reference() throws {
        let base = "modules: { forecast: { apiKey: \"${V:-}\", days: 99 } }"
        let report = try #require(try Sample.report(Sample.sources(base)))
        #expect(report.problems.map(\.sourceLine) == [base])
    }
}
