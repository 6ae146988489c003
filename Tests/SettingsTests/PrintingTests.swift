import Foundation
import Testing

@testable import Settings

@Suite("Printed settings read back")
struct PrintingTests {
    @Test("in the order declared, as YAML")
    func printed() throws {
        let settings = try Sample.load(Sample.sources(flags: [("modules.catalog.data", "replay")]))
        #expect(
            settings.printed() == """
                environment: sample
                modules:
                  bookShelf:
                    enabled: true
                    endpoint: "https://api.itbook.store/1.0"
                  forecast:
                    apiKey: ""
                    days: 7
                    units: metric
                  catalog:
                    currency: AUD
                    data: replay
                network:
                  data: live
                  timeout: 10s
                  maxBytes: 8MiB
                state:
                  path: /var/lib/galleria/state.db
                images:
                  allowHosts: [itbook.store]

                """)
    }

    @Test("what is printed gives the same settings", arguments: texts)
    func roundTrip(_ text: String) throws {
        let key = SettingKey("a.b", .text(), default: text, "Any text.")
        let list = SettingKey("a.c", .list(of: .text()), default: [text, "x", text], "Texts.")
        let catalog = try SettingsCatalog([key.declaration, list.declaration])
        let printed = Settings(defaultsOf: catalog).printed()
        let other = try SettingsCatalog([
            SettingKey("a.b", .text(), default: "", "Any text.").declaration,
            SettingKey("a.c", .list(of: .text()), default: [], "Texts.").declaration,
        ])
        let sources = SettingsSources(baseFile: ("p.yaml", Array(printed.utf8)))
        let settings = try Settings.load(catalog: other, sources: sources)
        #expect(Array(settings[key].utf8) == Array(text.utf8), "\(printed)")
        #expect(settings[list].map { Array($0.utf8) } == [text, "x", text].map { Array($0.utf8) })
    }

    static let texts: [String] = [
        "", " ", "x", "12", "true", "null", "~", "no", "-", "- a", "a: b", "a #b", "#", "[a]",
        "{a}", "a, b", "*a", "&a",
        "!a", "|", ">", "%", "@", "`", "'", "\"", "\\", "\n", "a\nb\n", "\t", "한국어", "👨‍👩‍👧", "\u{1B}[31m",
        "\u{202E}abc", "\u{FEFF}", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{E0041}", "${A}", "$${A}", "$$${A}", "$",
        "${", "}", "a:", ":a", "?", "? a", "=", "<<", "1:30", ".inf", "0x1F", "e\u{301}", "\u{10FFFF}", "---", "...",
    ]

    @Test("every default of every type reads back")
    func defaults() throws {
        let printed = try Settings(defaultsOf: Sample.catalog()).printed()
        // A secret is only shown while it is the default that everybody can read in the reference.
        let again = try Sample.load(Sample.sources(printed)).printed()
        #expect(again == printed.replacingOccurrences(of: "apiKey: \"\"", with: "apiKey: \"‹masked›\""))
    }
}
