import FeatureKit
import JSON
import Settings
import Storage
import TestSupport
import Testing

@testable import UCPFace

@Suite("Carts of our shop") struct CartTests {
    @Test("a cart is what was put into it, at the prices of that moment")
    func prices() async throws {
        let stall = try Stall()
        stall.change("S2") { good in
            good.reduced = 150
            return true
        }
        let cart = try await stall.createCart(("S1", 2), ("S2", 3))
        #expect(cart.pieces == ["S1 2", "S2 3"] && cart.total == 650 && cart["currency"] == "AUD")
        #expect(cart["continue_url"] == "https://stall.example/1.html")
        stall.change("S1") { good in
            good.price = 900
            return true
        }
        #expect(try await stall.get(.getCart, cart.id) == cart, "what was answered stays")
        #expect(
            try await stall.updateCart(cart.id, ("S1", 2), ("S2", 3)).total == 2_250, "a change takes the prices of now"
        )
    }

    @Test("an update replaces everything: lines, buyer and context")
    func replaced() async throws {
        let stall = try Stall()
        let body: JSONValue = .object([
            Stall.lines([("S1", 1)]), JSONMember("buyer", ["email": "ada@example.com", "loyalty": "gold"]),
            JSONMember("context", ["address_country": "AU", "eligibility": ["com.example.gold"]]),
        ])
        let cart = try await stall.call(.createCart, [JSONMember("cart", body)])
        #expect(cart["buyer"] == ["email": "ada@example.com"], "what has no place is not kept")
        #expect(cart["context"] == ["address_country": "AU"])
        let updated = try await stall.updateCart(cart.id, ("S2", 4))
        #expect(updated.pieces == ["S2 4"] && updated["buyer"] == nil && updated["context"] == nil)
        #expect(updated["line_items"]?[0]?["id"] == "li_2", "another variant is another line")
        #expect(try await stall.updateCart(cart.id).pieces == [])
        #expect(try await stall.updateCart(cart.id)["currency"] == "AUD", "an empty cart has a currency")
    }

    @Test("what is not there, has no price or another currency is left out and named")
    func unavailable() async throws {
        let stall = try Stall()
        stall.change("S3") { good in
            good.price = nil
            return true
        }
        stall.change("S4") { good in
            good.currency = "USD"
            return true
        }
        let cart = try await stall.createCart(("S1", 1), ("S3", 1), ("S4", 1), ("galleria://product/S1", 1), ("", 1))
        #expect(cart.pieces == ["S1 1"] && cart.codes == Array(repeating: "item_unavailable", count: 4))
        #expect((cart["messages"]?.array ?? []).prefix(4).allSatisfy { $0["severity"] == "recoverable" })
        #expect(try await stall.createCart(("S3", 1)).isRefused)
        #expect(try await stall.createCart(("S4", 2)).total == 800, "alone its currency is the cart's")
        stall.change("S1") { _ in false }
        let gone = try await stall.updateCart(cart.id, ("S1", 1))
        #expect(gone.pieces == [] && gone.codes == ["item_unavailable"])
        #expect(try await stall.get(.getCart, cart.id) == gone)
    }

    @Test("more pieces than are sold at once become that many, with a warning at their place")
    func adjusted() async throws {
        let stall = try Stall()
        let cart = try await stall.createCart(("S1", 99), ("nope", 1), ("S2", 100), ("S2", 1_000_000))
        #expect(cart.pieces == ["S1 99", "S2 99", "S2 99"])
        let paths = (cart["messages"]?.array ?? []).filter { $0["type"] == "warning" }.compactMap { $0["path"]?.string }
        #expect(paths == ["$.line_items[1].quantity", "$.line_items[2].quantity"])
    }

    @Test("totals that can't be counted exactly are refused, and nothing is stored")
    func tooMuch() async throws {
        let stall = try Stall()
        stall.change("S1") { good in
            good.price = Int.max / 100
            return true
        }
        do throws(FaceError) {
            _ = try await stall.createCart(("S1", 99), ("S1", 99))
            Issue.record("it was counted")
        } catch {
            #expect(error.code == -32_602, "\(error)")
        }
        #expect(try await stall.state.entries(in: StateNamespace("ucp.cart"), limit: 10).isEmpty)
    }

    @Test("a cancelled cart is told once more, and is gone then")
    func cancelled() async throws {
        let stall = try Stall()
        let cart = try await stall.createCart(("S1", 2))
        let end = try await stall.cancel(.cancelCart, cart.id)
        #expect(end.pieces == ["S1 2"] && end["expires_at"] == cart["expires_at"])
        #expect(try await stall.cancel(.cancelCart, cart.id) == end, "by the same key")
        #expect(try await stall.get(.getCart, cart.id).codes == ["not_found"])
        #expect(try await stall.updateCart(cart.id, ("S1", 1)).codes == ["not_found"])
        #expect(try await stall.createCheckout(cart: cart.id).codes == ["not_found"])
        let again = try await stall.call(
            .cancelCart, [JSONMember("id", .string(cart.id))], key: "00000000-0000-4000-8000-00000000000f")
        #expect(again.isRefused && again.codes == ["not_found"])
    }

    @Test("a cart is over a week after its last change")
    func expired() async throws {
        let stall = try Stall()
        let cart = try await stall.createCart(("S1", 1))
        stall.wait(7 * 86_400 - 1)
        let later = try await stall.updateCart(cart.id, ("S1", 2))
        #expect(later["expires_at"] != cart["expires_at"])
        stall.wait(7 * 86_400 - 1)
        #expect(try await stall.get(.getCart, cart.id) == later)
        stall.wait(1)
        #expect(try await stall.get(.getCart, cart.id).codes == ["not_found"])
        #expect(try await stall.updateCart(cart.id, ("S1", 2)).codes == ["not_found"])
    }

    @Test("no id of a cart tells that of another, and no other kind answers to it")
    func ids() async throws {
        let stall = try Stall()
        var ids: Set<String> = []
        for _ in 1...50 { ids.insert(try await stall.createCart(("S1", 1)).id) }
        #expect(ids.count == 50 && ids.allSatisfy { $0.hasPrefix("cart_") && $0.count == 29 })
        let id = try #require(ids.first)
        #expect(try await stall.get(.getCheckout, id).codes == ["not_found"])
        #expect(try await stall.get(.getCheckout, id.replacing("cart", with: "checkout")).codes == ["not_found"])
        #expect(try await stall.get(.getCart, id.uppercased()).codes == ["not_found"])
    }

    /// Stores on which the same is so.
    private static func store(_ kind: String, _ folder: Folder) -> any StateStore {
        kind == "memory"
            ? InMemoryStateStore()
            : DurableStateStore(path: folder("state.db"), takesWrites: true, timeout: .seconds(10))
    }

    @Test(
        "whatever is done in whatever order, each cart is what a plain list of its lines is, also after a restart",
        arguments: [("memory", 1), ("memory", 2), ("file", 3), ("file", 4)])
    func anything(_ kind: String, _ seed: Int) async throws {
        let folder = try Folder()
        let state = Self.store(kind, folder)
        var stall = try Stall(10, state: state)
        var random = Lehmer(UInt64(seed))
        /// Carts in the order in which they were made; nil in place of a cancelled one's lines.
        var model: [(id: String, lines: [String]?)] = []
        /// Creations that are asked for once more, and the changes of each cart since.
        var creations: [(key: String, lines: [(String, Int)], answer: JSONValue)] = []
        var changes: [String: Int] = [:]
        for step in 1...150 {
            let lines = (0..<random.below(4)).map { _ in ("S\(random.below(10) + 1)", random.below(99) + 1) }
            let expected = lines.map { "\($0.0) \($0.1)" }
            let body = JSONMember("cart", .object([Stall.lines(lines)]))
            let key = "00000000-0000-4000-8000-\(String(100_000_000_000 + step))"
            let place = model.isEmpty ? nil : random.below(model.count)
            switch (random.below(6), place) {
            case (0, _), (_, nil):
                let made = try await stall.call(.createCart, [body], key: key)
                #expect(made.pieces == expected)
                model.append((made.id, expected))
                creations.append((key, lines, made))
            case (1, let place?), (2, let place?):
                let (id, known) = model[place]
                let updated = try await stall.call(.updateCart, [JSONMember("id", .string(id)), body], key: key)
                #expect(updated.isRefused == (known == nil))
                if known != nil {
                    model[place].lines = expected
                    changes[id, default: 0] += 1
                }
            case (3, let place?) where random.below(3) == 0:
                _ = try await stall.cancel(.cancelCart, model[place].id)
                if model[place].lines != nil { changes[model[place].id, default: 0] += 1 }
                model[place].lines = nil
            case (4, _):
                guard let asked = creations.last else { continue }
                let body = JSONMember("cart", .object([Stall.lines(asked.lines)]))
                do throws(FaceError) {
                    let again = try await stall.call(.createCart, [body], key: asked.key)
                    #expect(again == asked.answer && changes[asked.answer.id] ?? 0 < FaceLimits.answers)
                } catch {
                    // So many changes came since that its answer is not kept.
                    #expect(error == .forgottenAnswer && changes[asked.answer.id] ?? 0 >= FaceLimits.answers)
                }
            default: stall = try Stall(10, state: state)
            }
            for (id, lines) in model {
                let cart = try await stall.get(.getCart, id)
                #expect(lines.map { cart.pieces == $0 } ?? (cart.codes == ["not_found"]), "step \(step)")
            }
        }
        await state.close()
    }
}

/// Numbers that are the same in each run (Lehmer, 64 bits).
private struct Lehmer {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 2_654_435_769 | 1 }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
