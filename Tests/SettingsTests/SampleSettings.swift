@testable import Settings

/// A word setting of the enumeration kind.
enum DataMode: String, CaseIterable, Sendable {
    case live, sample, record, replay, offline
}

/// Settings like the real ones, of every type.
enum Sample {
    static let enabled = SettingKey("modules.bookShelf.enabled", .flag, default: true, "Whether the module is on.")
    static let endpoint = SettingKey(
        "modules.bookShelf.endpoint", .url, default: "https://api.itbook.store/1.0", "Where the books are.")
    static let apiKey = SettingKey(
        "modules.forecast.apiKey", .text(), default: "", secret: true, "The key of the weather service.")
    static let days = SettingKey("modules.forecast.days", .whole(1...16), default: 7, "Days in a forecast.")
    static let units = SettingKey(
        "modules.forecast.units", .oneOf(["metric", "imperial", "standard"]), default: "metric", "Units.")
    static let currency = SettingKey("modules.catalog.currency", .text(3...3), default: "AUD", "ISO 4217 code.")
    static let ownData = SettingKey(
        "modules.catalog.data", .optional(of: .oneOf(DataMode.self)), default: nil, "Wins over network.data.")
    static let data = SettingKey("network.data", .oneOf(DataMode.self), default: .live, "Where answers come from.")
    static let timeout = SettingKey(
        "network.timeout", .duration(.milliseconds(1) ... .seconds(300)), default: .seconds(10), "A whole request.")
    static let maxBytes = SettingKey("network.maxBytes", .size(1...1 << 30), default: 8 << 20, "After decompression.")
    static let path = SettingKey("state.path", .path, default: "/var/lib/galleria/state.db", "The database.")
    static let hosts = SettingKey(
        "images.allowHosts", .list(of: .text(1...253), count: 0...4), default: ["itbook.store"], "Picture hosts.")

    static let declarations = [
        enabled.declaration, endpoint.declaration, apiKey.declaration, days.declaration, units.declaration,
        currency.declaration, ownData.declaration, data.declaration, timeout.declaration, maxBytes.declaration,
        path.declaration, hosts.declaration,
    ]

    static func catalog() throws -> SettingsCatalog { try SettingsCatalog(declarations) }

    /// Sources with a base file, two shipped environments and nothing of the machine.
    static func sources(
        _ base: String? = nil, flags: [(key: String, value: String)] = [], variables: [String: String] = [:],
        environments: [String: String] = ["sample": "", "production": "network: { data: live }\n"]
    ) -> SettingsSources {
        SettingsSources(
            baseFile: base.map { ("/home/me/galleria.yaml", Array($0.utf8)) },
            environmentFile: { name in environments[name].map { ("environments/\(name).yaml", Array($0.utf8)) } },
            shippedEnvironments: environments.keys.sorted(), flags: flags, variables: variables, home: "/home/me")
    }

    static func load(_ sources: SettingsSources) throws -> Settings {
        try Settings.load(catalog: catalog(), sources: sources)
    }

    /// The report of sources that must be refused, or nil.
    static func report(_ sources: SettingsSources) throws -> SettingsReport? {
        let catalog = try catalog()
        do throws(SettingsReport) {
            _ = try Settings.load(catalog: catalog, sources: sources)
            return nil
        } catch {
            return error
        }
    }
}
