import Foundation
import TestSupport
import Testing

/// Our shop with a catalogue that answers over HTTP: platforms' profiles are fetched, and what they know counts.
@Suite("Our shop to others, over a real catalogue", .enabled("jsonschema is not here") { BusinessServer.hasJudge })
struct FaceNegotiationTests {
    private let server: ScriptedServer
    private let shop: FaceShop
    /// The one page of the catalogue.
    private let list: String
    private static let page = "/catalog/products?page_size=30&page=1"

    private static let capabilities = ["catalog.search", "catalog.lookup", "cart", "checkout", "fulfillment"]

    /// A product as the catalogue sends it.
    private static func product(_ sku: String, _ price: String) -> String {
        #"{"sku": "\#(sku)", "name": "Hat \#(sku)", "price": \#(price), "final_price": \#(price), "link": "\#(sku).html", "_embedded": {"brand": {"name": "Brim"}}}"#
    }

    init() throws {
        let server = try ScriptedServer()
        self.server = server
        let rows = ["H1", "H2", "H3"].enumerated().map { Self.product($1, "\($0 + 1)9.50") }
        list = #"{"_embedded": {"product": [\#(rows.joined(separator: ","))]}, "total_items": 3}"#
        server.answer(Self.page, .json(list))
        for (sku, row) in zip(["H1", "H2", "H3"], rows) { server.answer("/catalog/products/\(sku)", .json(row)) }
        let settings = [
            "modules.catalog.endpoint=\(server.endpoint(""))", "modules.productDetail.endpoint=\(server.endpoint(""))",
            "network.data=live", "network.retries=0", "modules.catalog.site=https://hats.example",
        ]
        shop = try FaceShop(settings.flatMap { ["--set", $0] })
    }

    /// Has a profile served, and gives its address.
    private func profile(_ name: String, _ text: String) -> String {
        server.answer("/\(name)", .json(text))
        return server.endpoint(name)
    }

    private func profile(_ name: String, knowing capabilities: [String], version: String = "2026-04-08") -> String {
        let all = capabilities.map { #""dev.ucp.shopping.\#($0)": [{"version": "\#(version)"}]"# }
        return profile(name, #"{"ucp": {"version": "\#(version)", "capabilities": {\#(all.joined(separator: ","))}}}"#)
    }

    private func create(_ profile: String) throws -> WireValue {
        try shop.ask(
            "create_checkout", #""checkout": {"line_items": [{"item": {"id": "H2"}, "quantity": 2}]}"#, profile: profile
        )
    }

    @Test("a walk over the real catalogue, and nobody says that it is sample data")
    func walk() throws {
        let platform = profile("all.json", knowing: Self.capabilities)
        let found = try shop.ask("search_catalog", #""catalog": {"query": "hat"}"#, profile: platform)["result"]?[
            "structuredContent"]
        #expect(
            (found?["products"]?.elements ?? []).compactMap { $0["id"]?.text } == ["H1", "H2", "H3"],
            "\(String(describing: found))")
        #expect(found?.codes == [])
        let checkout = try create(platform)["result"]?["structuredContent"]
        #expect(checkout?.total == 5_900 && checkout?["continue_url"]?.text == "https://hats.example/H2.html")
        #expect(checkout?["status"]?.text == "requires_escalation" && checkout?["fulfillment"] != nil)
        #expect(try shop.violations() == [])
        try shop.end()
    }

    @Test("what a platform does not know has no place in an answer; without the capability there is none")
    func capabilities() throws {
        let plain = try create(profile("plain.json", knowing: ["checkout"]))["result"]?["structuredContent"]
        #expect(plain?["fulfillment"] == nil && plain?["status"]?.text == "requires_escalation")
        let none = try create(profile("cart.json", knowing: ["cart"]))["result"]?["structuredContent"]
        #expect(none?.isRefused == true && none?.codes == ["capabilities_incompatible"])
        #expect(try shop.violations() == [])
        try shop.end()
    }

    @Test("a profile that can't be used is refused by the protocol's code, and the shop goes on")
    func refused() throws {
        let failing = server.endpoint("failing")
        server.answer("/failing", .failure(503))
        for (address, code) in [
            (profile("old.json", knowing: ["cart"], version: "2026-01-23"), "version_unsupported"),
            (profile("text.json", "profile"), "profile_malformed"), (profile("list.json", "[]"), "profile_malformed"),
            (profile("empty.json", #"{"ucp": {"version": "2026-04-08"}}"#), "profile_malformed"),
            (server.endpoint("nowhere"), "profile_unreachable"), (failing, "profile_unreachable"),
            // Neither another port of this machine nor a private network is asked.
            ("http://127.0.0.1:9/p.json", "invalid_profile_url"), ("https://127.0.0.1:9/p.json", "profile_unreachable"),
            ("https://169.254.169.254/latest", "profile_unreachable"),
            ("http://10.0.0.1/p.json", "invalid_profile_url"),
        ] {
            let error = try create(address)["error"]
            #expect(
                error?["code"]?.integer == -32_001 && error?["data"]?["code"]?.text == code,
                "\(address): \(String(describing: error))")
        }
        #expect(try create(profile("all.json", knowing: Self.capabilities))["result"] != nil)
        try shop.end()
    }

    @Test("a catalogue that fails is an error that says so, and a cart is told without it")
    func catalogFails() throws {
        let platform = profile("all.json", knowing: Self.capabilities)
        // Kept by nobody, and gone when it is asked for again.
        server.answer(Self.page, .json(list, control: "no-store"), .failure(500))
        let cart = try shop.ask(
            "create_cart", #""cart": {"line_items": [{"item": {"id": "H1"}, "quantity": 1}]}"#, profile: platform)[
                "result"]?["structuredContent"]
        let id = try #require(cart?["id"]?.text, "\(String(describing: cart))")
        let error = try shop.ask(
            "update_cart", #""id": "\#(id)", "cart": {"line_items": [{"item": {"id": "H3"}, "quantity": 1}]}"#,
            profile: platform)["error"]
        #expect(
            error?["code"]?.integer == -32_000 && error?["data"]?["code"]?.text == "upstream_unavailable",
            "\(String(describing: error))")
        let kept = try shop.ask("get_cart", #""id": "\#(id)""#, profile: platform)["result"]?["structuredContent"]
        #expect(kept == cart)
        #expect(try shop.violations() == [])
        try shop.end()
    }
}
