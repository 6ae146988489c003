import Testing

@testable import Settings

@Suite("Declarations and the catalog of them")
struct CatalogTests {
    private static func flag(_ path: String) -> SettingDeclaration {
        SettingKey(path, .flag, default: false, "A flag.").declaration
    }

    @Test(
        "declarations that can't stand together",
        arguments: [
            (["a.b", "a.b"], .duplicatePath("a.b")), (["a", "a.b"], .pathInsidePath("a.b")),
            (["a.b", "a"], .pathInsidePath("a")),
            (["a..b"], .badPath("a..b")), ([""], .badPath("")), (["a.1b"], .badPath("a.1b")),
            (["a_b"], .badPath("a_b")),
            (["ä"], .badPath("ä")), (["environment.x"], .pathInsidePath("environment.x")), (["a b"], .badPath("a b")),
        ] as [([String], SettingsCatalogFault)])
    func refused(_ paths: [String], _ fault: SettingsCatalogFault) {
        #expect(throws: fault) { try SettingsCatalog(paths.map(Self.flag)) }
    }

    @Test("the catalog knows each key once, and the environment without being told")
    func known() throws {
        let catalog = try SettingsCatalog(["a.b", "a.c", "b"].map(Self.flag))
        #expect(catalog.declarations.map(\.path) == ["environment", "a.b", "a.c", "b"])
        #expect(catalog.declaration(at: "a.c")?.doc == "A flag.")
        #expect(catalog.declaration(at: "a") == nil)
        #expect(catalog.declaration(at: "a.b.c") == nil)
        let own = try SettingsCatalog([Self.flag("x"), SettingsCatalog.environment.declaration])
        #expect(own.declarations.map(\.path) == ["x", "environment"])
    }

    /// A declaration remembers where it stood last.
    @Test("one declaration in several catalogs, at another place in each, and in none")
    func places() throws {
        let keys = ["a", "b", "c"].map { SettingKey($0, .whole(0...9), default: 0, "A number.") }
        let own = SettingKey("b", .whole(0...9), default: 9, "Another declaration of the same path.")
        let catalogs = try [[0, 1, 2], [2, 1, 0], [1], []].map { order in
            try SettingsCatalog(order.map { keys[$0].declaration })
        }
        for _ in 0..<2 {
            for (catalog, order) in zip(catalogs, [[0, 1, 2], [2, 1, 0], [1], []]) {
                let text = order.map { "\(["a", "b", "c"][$0]): \($0 + 1)\n" }.joined()
                let settings = try Settings.load(
                    catalog: catalog, sources: SettingsSources(baseFile: ("s.yaml", Array(text.utf8)))
                )
                for (number, key) in keys.enumerated() {
                    #expect(settings[key] == (order.contains(number) ? number + 1 : 0))
                    #expect(catalog.index(of: key.declaration) == order.firstIndex(of: number).map { $0 + 1 })
                }
                #expect(settings[own] == (order.contains(1) ? 2 : 9))
            }
        }
    }

    @Test(
        "a declaration says its type, range and default",
        arguments: [
            (Sample.enabled.declaration, "true or false", "true, false", "true"),
            (Sample.days.declaration, "a whole number", "1 to 16", "7"),
            (Sample.currency.declaration, "text", "3 characters", "AUD"),
            (Sample.units.declaration, "one of metric, imperial, standard", "metric, imperial, standard", "metric"),
            (
                Sample.ownData.declaration, "one of live, sample, record, replay, offline, or null",
                "live, sample, record, replay, offline", "null"
            ),
            (Sample.timeout.declaration, "a duration such as 10s", "1ms to 5m, in ms, s, m, h or d", "10s"),
            (
                Sample.maxBytes.declaration, "a size such as 4MiB", "1B to 1GiB, in B, kB, KiB, MB, MiB, GB or GiB",
                "8MiB"
            ),
            (Sample.hosts.declaration, "a list, each item text", "0 to 4 items", "[itbook.store]"),
            (
                Sample.endpoint.declaration, "an http or https address", "http://HOST/PATH or https://HOST/PATH",
                "\"https://api.itbook.store/1.0\""
            ),
        ])
    func described(_ declaration: SettingDeclaration, _ type: String, _ allowed: String, _ text: String) {
        #expect(declaration.typeDescription == type)
        #expect(declaration.allowed == allowed)
        #expect(declaration.defaultText == text)
    }

    @Test("bounds that mean nothing are not told")
    func unbounded() {
        #expect(SettingShape.whole(.min ... .max).allowed == nil)
        #expect(SettingShape.whole(0 ... .max).allowed == "at least 0")
        #expect(SettingShape.whole(5...5).allowed == "5")
    }

    @Test("a key of an optional type that the catalog does not know has its default, although nil is a value of it")
    func unknownOptional() throws {
        let known = SettingKey<String?>("a.known", .optional(of: .text(1...9)), default: nil, "Known.")
        let unknown = SettingKey<String?>("a.unknown", .optional(of: .text(1...9)), default: "default", "Unknown.")
        let settings = Settings(defaultsOf: try SettingsCatalog([known.declaration]))
        #expect(settings[known] == nil)
        #expect(settings[unknown] == "default")
    }

    @Test("settings are total: a key that the catalog does not know has its default")
    func total() throws {
        let settings = try Sample.load(Sample.sources())
        let other = SettingKey("not.there", .whole(0...9), default: 4, "Not in the catalog.")
        let mistyped = SettingKey("network.timeout", .whole(0...9), default: 5, "Of another type.")
        #expect(settings[other] == 4)
        #expect(settings[mistyped] == 5)
    }
}
