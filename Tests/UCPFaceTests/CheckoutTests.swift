import FeatureKit
import JSON
import Storage
import TestSupport
import Testing

@testable import UCPFace

@Suite("Checkouts of our shop") struct CheckoutTests {
    private func update(
        _ stall: Stall, _ id: String, _ lines: [(String, Int)], _ more: [JSONMember] = []
    ) async throws(FaceError) -> JSONValue {
        try await stall.call(
            .updateCheckout,
            [JSONMember("id", .string(id)), JSONMember("checkout", .object([Stall.lines(lines)] + more))])
    }

    @Test("with lines it ends at the page of the first, where a person pays")
    func escalated() async throws {
        let stall = try Stall()
        let checkout = try await stall.createCheckout([("S2", 1), ("S1", 1)])
        #expect(
            checkout["status"] == "requires_escalation" && checkout["continue_url"] == "https://stall.example/2.html")
        let message = checkout["messages"]?.array?.first { $0["code"] == "payment_on_shop_page" }
        #expect(message?["severity"] == "requires_buyer_input")
        let others = checkout["messages"]?.array?.first { $0["code"] == "more_pages" }
        #expect(others?["content"]?.string?.contains("https://stall.example/1.html") == true)
        #expect(try await stall.get(.getCheckout, checkout.id) == checkout)
    }

    @Test("what has to be put right first is said, and the status is that of it")
    func incomplete() async throws {
        let stall = try Stall()
        let some = try await stall.createCheckout([("S1", 1), ("nope", 1)])
        #expect(some["status"] == "incomplete" && some.codes == ["item_unavailable"])
        #expect(try await update(stall, some.id, [("S1", 1)])["status"] == "requires_escalation")
        let empty = try await update(stall, some.id, [])
        #expect(empty["status"] == "incomplete" && empty.codes == ["no_items"])
        #expect(try await stall.createCheckout([("nope", 1)]).isRefused)
        stall.change("S3") { good in
            good.page = nil
            return true
        }
        let pageless = try await stall.createCheckout([("S3", 1)])
        #expect(pageless["status"] == "incomplete" && pageless.codes == ["no_page"] && pageless["continue_url"] == nil)
        let mixed = try await stall.createCheckout([("S3", 1), ("S4", 1)])
        #expect(mixed["status"] == "requires_escalation" && mixed["continue_url"] == "https://stall.example/4.html")
        let wrongWay: JSONValue = [
            "methods": [["type": "shipping", "destinations": [[:]], "groups": [["selected_option_id": "rocket"]]]]
        ]
        let way = try await stall.createCheckout([("S1", 1)], [JSONMember("fulfillment", wrongWay)])
        #expect(way["status"] == "incomplete" && way.codes == ["option_unavailable"])
    }

    @Test("the cart's lines, buyer and context count, whatever stands beside its id")
    func ofCart() async throws {
        let stall = try Stall()
        let body: JSONValue = .object([
            Stall.lines([("S5", 2)]), JSONMember("buyer", ["email": "ada@example.com"]),
            JSONMember("context", ["address_country": "AU"]),
        ])
        let cart = try await stall.call(.createCart, [JSONMember("cart", body)])
        let checkout = try await stall.createCheckout(
            [("S1", 9)], cart: cart.id, [JSONMember("buyer", ["email": "eve@example.com"])])
        #expect(checkout.pieces == ["S5 2"] && checkout["buyer"] == ["email": "ada@example.com"])
        #expect(checkout["context"] == ["address_country": "AU"] && checkout["line_items"]?[0]?["id"] == "li_1")
        // One checkout a cart, also with another body, and after the cart was changed.
        _ = try await stall.updateCart(cart.id, ("S6", 1))
        #expect(try await stall.createCheckout(cart: cart.id).id == checkout.id)
        #expect(try await stall.createCheckout(cart: cart.id).pieces == ["S5 2"])
    }

    @Test("a cart whose checkout was cancelled gets another one; whose checkout is over the same id again")
    func again() async throws {
        let stall = try Stall()
        let cart = try await stall.createCart(("S1", 1))
        let first = try await stall.createCheckout(cart: cart.id)
        #expect(try await stall.cancel(.cancelCheckout, first.id)["status"] == "canceled")
        let second = try await stall.createCheckout(cart: cart.id)
        #expect(second.id != first.id && second["status"] == "requires_escalation")
        #expect(try await stall.get(.getCheckout, first.id)["status"] == "canceled")
        stall.wait(6 * 3_600)
        #expect(try await stall.get(.getCheckout, second.id).codes == ["not_found"])
        let third = try await stall.createCheckout(cart: cart.id)
        #expect(third["status"] == "requires_escalation" && third.pieces == ["S1 1"])
    }

    @Test("a change of the checkout is the cart's as well, until one of them is cancelled")
    func linked() async throws {
        let stall = try Stall()
        let cart = try await stall.createCart(("S1", 1))
        let checkout = try await stall.createCheckout(cart: cart.id)
        let changed = try await update(stall, checkout.id, [("S1", 4), ("S2", 1)])
        let followed = try await stall.get(.getCart, cart.id)
        #expect(followed.pieces == ["S1 4", "S2 1"] && followed["line_items"] == changed["line_items"])
        #expect(try await stall.updateCart(cart.id, ("S3", 1))["line_items"]?[0]?["id"] == "li_3", "no id comes twice")
        _ = try await stall.cancel(.cancelCart, cart.id)
        #expect(try await update(stall, checkout.id, [("S2", 2)]).pieces == ["S2 2"])
        #expect(try await stall.get(.getCart, cart.id).codes == ["not_found"])
    }

    @Test("what was cancelled changes no more, and says so")
    func cancelled() async throws {
        let stall = try Stall()
        let checkout = try await stall.createCheckout([("S1", 1)])
        let end = try await stall.cancel(.cancelCheckout, checkout.id)
        #expect(end["status"] == "canceled" && end["continue_url"] == nil && end["expires_at"] == nil)
        let late = try await update(stall, checkout.id, [("S1", 2)])
        #expect(late.isRefused && late.codes == ["not_allowed"])
        #expect(try await stall.get(.getCheckout, checkout.id).pieces == ["S1 1"])
    }

    @Test("a payment that is sent is neither kept nor told, anywhere")
    func payment() async throws {
        let stall = try Stall()
        let card: JSONValue = [
            "instruments": [["id": "i", "credential": ["type": "card", "number": "4111111111111111", "cvc": "123"]]]
        ]
        let checkout = try await stall.createCheckout([("S1", 1)], [JSONMember("payment", card)])
        #expect(checkout["status"] == "requires_escalation" && checkout.codes.contains("payment_not_taken"))
        let updated = try await update(stall, checkout.id, [("S1", 1)], [JSONMember("payment", card)])
        #expect(updated.codes.contains("payment_not_taken"))
        var kept = String(decoding: updated.serialized(), as: UTF8.self)
        for name in ["ucp.cart", "ucp.checkout", "ucp.key"] {
            for entry in try await stall.state.entries(in: StateNamespace(name), limit: 100) {
                kept += String(decoding: entry.value, as: UTF8.self)
            }
        }
        #expect(!kept.contains("4111") && !kept.contains("cvc"))
    }

    @Test("address and way of delivery are told back with the ids that a change names")
    func delivery() async throws {
        let stall = try Stall()
        let begun = try await stall.createCheckout([("S1", 1)])
        #expect(begun["fulfillment"]?["methods"]?[0]?["line_item_ids"] == ["li_1"])
        let address: JSONValue = [
            "methods": [["type": "shipping", "destinations": [["postal_code": "6160", "address_country": "AU"]]]]
        ]
        let addressed = try await update(stall, begun.id, [("S1", 1)], [JSONMember("fulfillment", address)])
        let group = addressed["fulfillment"]?["methods"]?[0]?["groups"]?[0]
        #expect(group?["options"]?[0]?["id"] == "shop_page" && group?["selected_option_id"] == .null)
        #expect(group?["options"]?[0]?["totals"] == [], "nobody knows what it costs before the shop's page says so")
        let chosen: JSONValue = ["methods": [["groups": [["id": "parcel", "selected_option_id": "shop_page"]]]]]
        let done = try await update(stall, begun.id, [("S1", 1)], [JSONMember("fulfillment", chosen)])
        #expect(done["fulfillment"]?["methods"]?[0]?["groups"]?[0]?["selected_option_id"] == "shop_page")
        let moved = try await update(stall, begun.id, [("S1", 1)])
        #expect(moved["fulfillment"]?["methods"]?[0]?["destinations"] == nil, "what is left out is gone")
    }
}
