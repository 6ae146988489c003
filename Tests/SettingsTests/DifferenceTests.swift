import Testing

@testable import Settings

@Suite("Differences of settings")
struct DifferenceTests {
    private func differences(_ old: String, _ new: String) throws -> [SettingDifference] {
        let catalog = try Sample.catalog()
        func load(_ text: String) throws -> Settings {
            try Settings.load(catalog: catalog, sources: Sample.sources(text, variables: ["ONE": "a", "TWO": "b"]))
        }
        return try load(new).differences(from: try load(old))
    }

    @Test("a value that differs is told with both places, in the order declared")
    func told() throws {
        let found = try differences(
            "network: { timeout: 5s }\n", "modules: { forecast: { days: 3 } }\nnetwork:\n  timeout: 6s\n")
        #expect(found.map(\.declaration.path) == ["modules.forecast.days", "network.timeout"])
        #expect(found.map(\.old.valueText) == ["7", "5s"])
        #expect(found.map(\.new.valueText) == ["3", "6s"])
        #expect(found.map(\.old.place) == ["default", "/home/me/galleria.yaml:1:21"])
        #expect(found.map(\.new.place) == ["/home/me/galleria.yaml:1:30", "/home/me/galleria.yaml:3:12"])
    }

    @Test(
        "the same value said in another way or at another place is no difference",
        arguments: [
            ("network: { timeout: 5s }\n", "# moved\nnetwork:\n  timeout: 5000ms\n"), ("", "network: { data: live }\n"),
            ("network: { maxBytes: 1MiB }\n", "network: { maxBytes: 1024KiB }\n"),
            ("images: { allowHosts: [a, b] }\n", "images:\n  allowHosts:\n  - a\n  - b\n"),
        ])
    func same(_ old: String, _ new: String) throws {
        #expect(try differences(old, new).isEmpty)
    }

    @Test("a secret, and what came from a variable, differs though neither is shown")
    func masked() throws {
        for (old, new) in [
            ("modules: { forecast: { apiKey: CANARY1 } }\n", "modules: { forecast: { apiKey: CANARY2 } }\n"),
            (
                "modules: { bookShelf: { endpoint: \"http://${ONE}\" } }\n",
                "modules: { bookShelf: { endpoint: \"http://${TWO}\" } }\n"
            ),
        ] {
            let found = try differences(old, new)
            #expect(found.count == 1)
            #expect(found.allSatisfy { $0.old.isMasked && $0.new.isMasked })
            #expect(!"\(found.map(\.old) + found.map(\.new))".contains("CANARY"))
        }
    }

    @Test("each declared default is read from its YAML as what it is")
    func defaults() throws {
        let values = Dictionary(
            uniqueKeysWithValues: Sample.declarations.map { ($0.path, $0.plainDefault) })
        #expect(values["modules.bookShelf.enabled"] == .flag(true))
        #expect(values["modules.forecast.days"] == .whole(7))
        #expect(values["modules.forecast.apiKey"] == .text(""))
        #expect(values["modules.catalog.data"] == .null)
        #expect(values["network.timeout"] == .text("10s"))
        #expect(values["images.allowHosts"] == .list([.text("itbook.store")]))
    }
}
