import Foundation
import JSON
import TestSupport
import Testing

@testable import Commands

/// `galleria shops`: the settings file that it writes, and shops of sample data that it lists.
@Suite("Shops of the settings, by commands") struct ShopsTests {
    private let folder: Folder
    private var settings: String { folder("galleria.yaml") }

    init() throws { folder = try Folder() }

    private func shops(_ words: String...) throws -> Outcome {
        try galleria(["shops"] + words + ["--config", settings, "--style", "plain", "--width", "120"])
    }

    private var file: String { get throws { try String(contentsOfFile: settings, encoding: .utf8) } }

    @Test(
        "a shop is written below modules, and what else the file says stays",
        arguments: [
            ("{}\n", nil),
            ("", "modules:\n  fineSocks: { ucp: \"https://www.fine-socks.example\", data: live }\n"),
            (
                "# mine\nnetwork:\n  retries: 1\n",
                "# mine\nnetwork:\n  retries: 1\n\nmodules:\n  fineSocks: { ucp: \"https://www.fine-socks.example\", data: live }\n"
            ),
            (
                "modules: # all\n    desk: { enabled: true }\nlog: { level: info }\n",
                "modules: # all\n    fineSocks: { ucp: \"https://www.fine-socks.example\", data: live }\n    desk: { enabled: true }\nlog: { level: info }\n"
            ),
            ("modules: { desk: { enabled: true } }\n", nil),
            ("modules:\n  fineSocks: { ucp: \"https://a.example\" }\n", nil),
        ] as [(String, String?)])
    func add(_ before: String, _ after: String?) throws {
        try folder.write(Array(before.utf8), "galleria.yaml")
        let outcome = try shops("add", "https://www.fine-socks.example/")
        // A flow mapping as the whole file takes no further line.
        if before == "{}\n" {
            #expect(outcome.status == .usage || outcome.status == .failed)
            #expect(try file == before)
            return
        }
        #expect(try file == after ?? before, "\(outcome.output)")
        #expect((outcome.status == .done) == (after != nil), "\(outcome.output)")
    }

    @Test(
        "a name is made of the host, or given",
        arguments: [
            ("www.fine-socks.example", "fineSocks"), ("shop.example", "shop"), ("127.0.0.1", nil), ("a.example", nil),
            ("KEYS.example", "keys"),
        ] as [(String, String?)])
    func names(_ host: String, _ id: String?) { #expect(shopID(of: host) == id) }

    @Test(
        "what can be no shop changes nothing",
        arguments: [
            ["add", "shop.example"], ["add", "ftp://shop.example"], ["add", "https://127.0.0.1"],
            ["add", "https://shop.example", "--id", "desk"], ["add"], ["search"],
            // Routes of another module, and names of the program's own: with them in the settings nothing would start.
            ["add", "https://room.example"], ["add", "https://shop.example", "--id", "broken"],
            ["add", "https://home.example"], ["add", "https://shops.example"],
        ])
    func wrong(_ words: [String]) throws {
        try folder.write(Array("log: { level: info }\n".utf8), "galleria.yaml")
        let outcome = try galleria(["shops"] + words + ["--config", settings])
        #expect(outcome.status == .usage, "\(outcome.output)")
        #expect(try file == "log: { level: info }\n")
    }

    @Test("shops are listed with what they offer")
    func list() throws {
        try folder.write(Array("modules: { keyboards: { ucp: \"https://shop.example\" } }\n".utf8), "galleria.yaml")
        let outcome = try shops("list", "--json")
        let items = try JSONValue(parsing: outcome.output)["items"]
        #expect(items?.array?.count == 1 && outcome.status == .done, "\(outcome.output)")
        #expect(items?[0]?["id"]?.string == "keyboards" && items?[0]?["business"]?.string == "https://shop.example")
        #expect(items?[0]?["version"]?.string == "2026-04-08" && items?[0]?["transport"]?.string == "mcp")
        #expect(items?[0]?["capabilities"]?.array?.contains("dev.ucp.shopping.cart") == true)
        let text = try shops("list")
        #expect(text.output.contains("catalog.search, checkout"), "\(text.output)")
    }

    @Test("without shops the list says how to add one; sample data has no catalogue of shops")
    func nothing() throws {
        try folder.write(Array("log: { level: info }\n".utf8), "galleria.yaml")
        #expect(try shops("list").output.contains("galleria shops add URL"))
        let outcome = try shops("search", "mechanical", "keyboard")
        #expect(outcome.status == .usage, "\(outcome.output)")
    }
}
