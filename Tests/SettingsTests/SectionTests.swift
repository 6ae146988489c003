import Testing

@testable import Settings

/// Mappings whose names are the user's own, found before there is a catalog of them.
@Suite("Sections of the settings")
struct SectionTests {
    private func sections(
        base: String? = nil, environments: [String: String] = [:], chosen: String? = nil,
        flags: [(key: String, value: String)] = [], variables: [String: String] = [:]
    ) -> [SettingsSection] {
        SettingsSources(
            baseFile: base.map { ("base.yaml", Array($0.utf8)) },
            environmentFile: { name in environments[name].map { ("\(name).yaml", Array($0.utf8)) } },
            environmentName: chosen, flags: flags, variables: variables
        ).sections(below: "modules", having: "ucp")
    }

    /// Files that can't have the key are not read for it.
    @Test(
        "the key in other letters, in another layer, in one of the two files",
        arguments: [
            (#"modules: { a: { "\u0075cp": "https://a.example" } }"#, nil, [:], ["a"]),
            (#"modules: { a: { "u\x63p": x } }"#, nil, [:], ["a"]), ("modules: { a: { upc: x, uc: p } }", nil, [:], []),
            ("modules: { a: { title: A } }", "modules: { a: { ucp: x } }", [:], ["a: A"]),
            ("modules: { a: { ucp: x } }", "modules: { a: { title: A } }", [:], ["a: A"]),
            ("modules: { a: { title: A } }", nil, ["GALLERIA_SET_modules__a__ucp": "x"], ["a: A"]),
            ("modules: { a: { title: A } }", nil, ["GALLERIA_SET_modules__a": "{ ucp: x }"], ["a: A"]),
            ("modules: { a: { title: A } }", nil, ["GALLERIA_SET_modules": "{ b: { ucp: x } }"], ["b"]),
        ] as [(String, String?, [String: String], [String])])
    func keyAnywhere(_ base: String, _ environment: String?, _ variables: [String: String], _ found: [String]) {
        let environments = environment.map { ["local": $0] } ?? [:]
        let sections = sections(
            base: base, environments: environments, chosen: environment.map { _ in "local" }, variables: variables)
        #expect(sections.map { section in section.name + (section.texts["title"].map { ": \($0)" } ?? "") } == found)
    }

    @Test(
        "the key behind its own beginning, at the end, and cut off there",
        arguments: [
            ("modules: { uucp: { ucucp: 1, uc: 2, ucp: x } }", ["uucp"]), ("modules: { u: { uuuucp: x } }", []),
            ("u: uc\nmodules: { ucp: { ucp: ucp } }\n# ucp", ["ucp"]), ("modules: { a: { ucp } }", ["a"]),
            ("# \\\nmodules: { a: { upc: x } }", []), ("modules: { a: { title: uc } }\n# uc", []),
            ("modules:\n  a:\n    ucp: x", ["a"]), ("ucp", []), ("u", []), ("", []), ("\\", []),
        ] as [(String, [String])])
    func keyAtEdges(_ base: String, _ found: [String]) {
        #expect(sections(base: base).map(\.name) == found)
        // The same in a file that is read for its environment.
        let names = sections(base: "environment: local", environments: ["local": base], chosen: "local").map(\.name)
        #expect(names == found)
    }

    private static let file = """
        environment: local
        modules:
          catalog: { enabled: false }
          keyboards: { ucp: "https://shop.example", title: Keyboards, timeout: 5s }
          caps:
            ucp: https://caps.example
            currency: AUD
            list: [a]
        other: { ucp: "https://no.example" }
        """

    @Test("those that have the key, by name, with their plain values")
    func file() {
        let found = sections(base: Self.file)
        #expect(found.map(\.name) == ["caps", "keyboards"])
        #expect(found[0].texts == ["ucp": "https://caps.example", "currency": "AUD"])
        #expect(found[1].texts == ["ucp": "https://shop.example", "title": "Keyboards", "timeout": "5s"])
    }

    @Test("flags and variables add some, and win")
    func entries() {
        let found = sections(
            base: Self.file,
            flags: [
                ("modules.keyboards.title", "Keys"), ("modules.socks", "{ucp: 'https://socks.example'}"),
                ("modules", "{hats: {ucp: 'https://hats.example'}}"), ("network.data", "live"),
            ], variables: ["GALLERIA_SET_modules__caps__ucp": "https://new.example", "PATH": "/bin"])
        #expect(found.map(\.name) == ["caps", "hats", "keyboards", "socks"])
        #expect(found[0].texts["ucp"] == "https://new.example" && found[2].texts["title"] == "Keys")
    }

    @Test(
        "those of the environment's file, whatever chooses it",
        arguments: ["option", "file", "flag", "variable", "default"])
    func environment(_ how: String) {
        let shops = "modules: { keyboards: { ucp: 'https://shop.example' } }"
        let found = sections(
            base: how == "file" ? "environment: mine" : nil,
            environments: [how == "default" ? "sample" : "mine": shops],
            chosen: how == "option" ? "mine" : nil, flags: how == "flag" ? [("environment", "mine")] : [],
            variables: how == "variable" ? ["GALLERIA_SET_environment": "mine"] : [:])
        #expect(found.map(\.name) == ["keyboards"], "\(how)")
    }

    @Test(
        "a layer that is wrong is left to the loading",
        arguments: [
            "modules: [a]", "modules: x", "\tmodules: {}", "modules: { keyboards: { ucp: [a] } }", "a: *b", "",
            "modules: { keyboards: https://shop.example }", "[",
        ])
    func wrong(_ text: String) {
        #expect(sections(base: text) == [])
    }
}
