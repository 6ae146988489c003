import Conformance
import FeatureKit
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing
import Values

@testable import UCPShop

/// Lines of carts as shops may have them: several of one variant, numbers without bounds, ids that only look alike.
@Suite("Lines of carts of shops")
struct LineTests {
    /// A shop that keeps what it is told in a form of its own.
    private final class OddBusiness: Sendable {
        let lines: Mutex<[(id: String, quantity: Int)]>
        /// Makes of the lines what the shop keeps.
        private let keeping: @Sendable ([(id: String, quantity: Int)]) -> [(id: String, quantity: Int)]

        init(
            _ lines: [(id: String, quantity: Int)] = [],
            keeping: @escaping @Sendable ([(id: String, quantity: Int)]) -> [(id: String, quantity: Int)] = { $0 }
        ) {
            self.lines = Mutex(lines)
            self.keeping = keeping
        }

        func respond(_ request: HTTPRequest) -> ScriptedHTTPClient.Answer? {
            guard let (tool, arguments) = request.toolCall else { return nil }
            return lines.withLock { lines in
                if let asked = arguments["cart"]?["line_items"]?.array {
                    lines = keeping(
                        asked.map { ($0["item"]?["id"]?.string ?? "", $0["quantity"]?.integer ?? 0) })
                }
                if tool == "cancel_cart" { lines = [] }
                return ["create_cart", "get_cart", "update_cart", "cancel_cart"].contains(tool) ? cart(lines) : nil
            }
        }

        private func cart(_ lines: [(id: String, quantity: Int)]) -> ScriptedHTTPClient.Answer {
            let items = lines.enumerated().map { number, line -> JSONValue in
                [
                    "id": .string("li_\(number)"), "quantity": .integer(line.quantity),
                    "item": ["id": .string(line.id), "title": "T", "price": 100],
                ]
            }
            return .content([
                "ucp": ["version": "2026-04-08"], "id": "c", "currency": "AUD", "line_items": .array(items),
                "totals": [["type": "total", "amount": 1]],
            ])
        }

        var kept: [String] { lines.withLock { $0.map { "\($0.id) \($0.quantity)" } } }
    }

    private func set(_ shop: TestShop, _ id: String, _ quantity: Int) async throws -> JSONValue {
        try await shop.call("setCart", ["items": [["id": .string(id), "quantity": .integer(quantity)]]])
    }

    private func pieces(_ cart: JSONValue) -> [String] {
        (cart["items"]?.array ?? []).map { "\($0["id"]?.string ?? "") \($0["quantity"]?.integer ?? 0)" }
    }

    @Test("a variant that the shop has in several lines is set, and removed, in all of them")
    func split() async throws {
        let business = OddBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await set(shop, "a", 1)
        business.lines.withLock { $0 = [("a", 2), ("b", 1), ("a", 3), ("a", 1)] }
        #expect(pieces(try await set(shop, "a", 5)) == ["a 5", "b 1"])
        business.lines.withLock { $0 = [("a", 2), ("b", 1), ("a", 3)] }
        #expect(pieces(try await set(shop, "a", 0)) == ["b 1"])
    }

    @Test(
        "more pieces go to those of every line; a number of the shop's without bounds is no trap",
        arguments: [2, Int.max])
    func added(_ number: Int) async throws {
        let variant = SampleGoods.exampleVariant
        let business = OddBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await set(shop, variant, 1)
        business.lines.withLock { $0 = [(variant, number), ("b", 1), (variant, number)] }
        let screen = try await shop.harness.open("galleria://harbour/\(SampleGoods.exampleProduct)")
        try await screen.send("addToCart", ["id": .string(variant), "quantity": 3])
        shop.harness.settled()
        #expect(business.kept == ["\(variant) \(min(2 * min(number, 999) + 3, 999))", "b 1"])
    }

    @Test("ids are compared as bytes: those that only look alike are two variants")
    func bytes() async throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try #require(composed == decomposed, "Swift takes them for one")
        let business = OddBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await set(shop, composed, 1)
        let both = try await set(shop, decomposed, 2)
        #expect(both["items"]?.array?.count == 2)
        let left = try await set(shop, composed, 0)
        #expect(left["items"]?[0]?["id"]?.string?.unicodeScalars.count == 5 && left["items"]?.array?.count == 1)
    }

    @Test(
        "whatever a shop makes of lines, a change leaves the variant that was named as it was asked, the others as they were"
    )
    func model() async throws {
        var random = SeededGenerator("lines of carts")
        for round in 0..<12 {
            let splits = Bool.random(using: &random)
            let business = OddBusiness { lines in
                // Split in two, or the other way round, as gifts and bundles make shops do.
                splits
                    ? lines.flatMap { $0.quantity > 1 ? [($0.id, 1), ($0.id, $0.quantity - 1)] : [$0] }
                    : lines.reversed()
            }
            let shop = try TestShop { business.respond($0) }
            var reference: [String: Int] = [:]
            for step in 0..<25 {
                let id = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
                let quantity = Int.random(in: 0...4, using: &random)
                reference[id] = quantity > 0 ? quantity : nil
                let told = pieces(try await set(shop, id, quantity))
                let sums = Dictionary(
                    business.lines.withLock { $0.map { ($0.id, $0.quantity) } }, uniquingKeysWith: +)
                #expect(sums == reference, "round \(round), step \(step)")
                #expect(reference.isEmpty ? told.isEmpty : told == business.kept, "round \(round), step \(step)")
            }
        }
    }

    @Test("amounts at the ends of what a number holds are told, and break nothing")
    func extremes() {
        #expect(MinorUnits.money(.min, "AUD", .standard).told == "AUD -92233720368547758.08")
        #expect(MinorUnits.money(.max, "JPY", .standard).told == "JPY 9223372036854775807")
        #expect(MinorUnits.money(.max, "CLF", .standard).told == "CLF 922337203685477.5807")
    }
}
