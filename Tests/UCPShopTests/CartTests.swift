import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import UCPShop

/// Carts: changed on the newest, one call at a time; nothing lost, nothing doubled.
@Suite("Carts of shops")
struct ShopCartTests {
    private func items(_ quantities: KeyValuePairs<String, Int>) -> JSONValue {
        ["items": .array(quantities.map { ["id": .string($0.key), "quantity": .integer($0.value)] })]
    }

    private func quantities(_ cart: JSONValue) -> [String: Int] {
        Dictionary(
            (cart["items"]?.array ?? []).map { ($0["id"]?.string ?? "", $0["quantity"]?.integer ?? 0) },
            uniquingKeysWith: +)
    }

    @Test("variants that are named are set, 0 removes one, the others stay")
    func change() async throws {
        let business = KeepingBusiness()
        let shop = try TestShop { business.respond($0) }
        #expect(try await shop.call("cart")["items"] == [])
        #expect(shop.client.requests.isEmpty, "a cart that never was is not asked for")
        _ = try await shop.call("setCart", items(["a": 2, "b": 1]))
        let cart = try await shop.call("setCart", items(["a": 3, "c": 1, "b": 0]))
        #expect(quantities(cart) == ["a": 3, "c": 1])
        #expect(cart["totals"]?[1] == ["type": "total", "amount": "AUD 4.00"])
        #expect(cart["continueURL"]?.string == "https://shop.example/cart")
        #expect(business.carts == ["cart_1": ["a": 3, "c": 1]])
        #expect(shop.calls.map(\.tool) == ["create_cart", "get_cart", "update_cart"])
        let sent = shop.calls[2].arguments["cart"]?["line_items"]
        #expect(sent?[0] == ["item": ["id": "a"], "quantity": 3, "id": "line of a"])
        #expect(sent?[1] == ["item": ["id": "c"], "quantity": 1])
        let shown = try await shop.call("cart")
        #expect(quantities(shown) == ["a": 3, "c": 1] && shown["currency"]?.string == "AUD")
    }

    @Test("what somebody else put into the cart at the shop stays")
    func elsewhere() async throws {
        let business = KeepingBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await shop.call("setCart", items(["a": 1]))
        _ = business.respond(
            try Self.request(
                "update_cart", ["id": "cart_1", "cart": ["line_items": [["item": ["id": "web"], "quantity": 4]]]]))
        #expect(quantities(try await shop.call("setCart", items(["b": 2]))) == ["web": 4, "b": 2])
    }

    private static func request(_ tool: String, _ arguments: JSONValue) throws -> HTTPRequest {
        var request = HTTPRequest(.post, [], at: try HTTPEndpoint(parsing: "https://shop.example"))
        let body: JSONValue = ["params": ["name": .string(tool), "arguments": arguments]]
        request.body = body.serialized()
        return request
    }

    @Test("an emptied cart is cancelled, and the next one is new")
    func emptied() async throws {
        let business = KeepingBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await shop.call("setCart", items(["a": 1]))
        #expect(try await shop.call("setCart", items(["a": 0]))["items"] == [])
        #expect(business.carts.isEmpty && shop.calls.last?.tool == "cancel_cart")
        _ = try await shop.call("setCart", items(["b": 1]))
        #expect(business.carts == ["cart_2": ["b": 1]])
    }

    @Test("of an expired cart is told what was in it; a change starts a new one from that, and says so")
    func expired() async throws {
        let business = KeepingBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await shop.call("setCart", items(["a": 2]))
        business.forget()
        let shown = try await shop.call("cart")
        #expect(quantities(shown) == ["a": 2] && shown["messages"]?[0]?["code"]?.string == "not_found")
        #expect(business.carts.isEmpty, "reading changes nothing")
        let changed = try await shop.call("setCart", items(["b": 1]))
        #expect(quantities(changed) == ["a": 2, "b": 1])
        #expect(changed["messages"]?[0]?["code"]?.string == "started_again")
        #expect(business.carts == ["cart_2": ["a": 2, "b": 1]])
    }

    @Test("a change has a key of its own and may be sent again with it; what reads may not")
    func keys() async throws {
        let business = KeepingBusiness()
        let shop = try TestShop { business.respond($0) }
        _ = try await shop.call("setCart", items(["a": 1]))
        _ = try await shop.call("setCart", items(["a": 2]))
        let requests = shop.client.requests.filter { $0.toolCall != nil }
        let keys = requests.compactMap { $0.toolCall?.arguments["meta"]?["idempotency-key"]?.string }
        #expect(keys.count == 2 && Set(keys).count == 2 && keys.allSatisfy { $0.utf8.count == 36 })
        #expect(requests.map(\.isRepeatable) == [true, false, true])
    }

    @Test("a refused change leaves the cart as it was, and the next one goes on")
    func refused() async throws {
        let business = KeepingBusiness()
        let isRefusing = Mutex(false)
        let shop = try TestShop { request in
            if request.toolCall?.tool == "update_cart", isRefusing.withLock({ $0 }) {
                return .json(["error": ["code": -32000, "message": "No."]], status: 503)
            }
            return business.respond(request)
        }
        _ = try await shop.call("setCart", items(["a": 1]))
        isRefusing.withLock { $0 = true }
        #expect(try await shop.fault("setCart", items(["b": 1]))?.code == .upstreamUnavailable)
        isRefusing.withLock { $0 = false }
        #expect(quantities(try await shop.call("setCart", items(["c": 1]))) == ["a": 1, "c": 1])
    }

    @Test(
        "a cart in another currency than the settings' is refused, and so is one whose shape is wrong",
        arguments: [
            ("currency", "USD" as JSONValue, "“USD”, although AUD"),
            ("line_items.0.item.price", "19.99", "the text “19.99”"),
            ("line_items.0.quantity", 0, "line_items[0].quantity"), ("totals", nil, "totals is missing"),
            ("id", nil, "id is missing"), ("totals.0.amount", .number("1.5"), "totals[0].amount"),
        ])
    func wrong(_ path: String, _ value: JSONValue?, _ words: String) async throws {
        let shop = try TestShop(settings: [("currency", "AUD")]) { request in
            guard request.toolCall?.tool == "create_cart", let content = sampleContent(request) else { return nil }
            return .content(content.replacing(path.split(separator: ".").map(String.init), with: value))
        }
        let fault = try #require(try await shop.fault("setCart", items(["tide-tee-m": 1])))
        #expect(fault.code == .upstreamMalformed && fault.message.contains(words), "\(fault.text)")
    }

    @Test("what is stored and can't be read is never taken for an empty cart")
    func unreadable() async throws {
        let store = InMemoryStateStore(holding: [.set(StoredCart.key("harbour"), Array("[]".utf8))])
        let shop = try TestShop(store: store)
        #expect(try await shop.fault("cart")?.code == .storageFailed)
        #expect(try await shop.fault("setCart", items(["a": 1]))?.code == .storageFailed)
        #expect(shop.calls.isEmpty)
    }

    @Test("a cart with a hundred variants and what a shop makes of it is stored as it was")
    func stored() {
        var cart = StoredCart()
        cart.lines = (1...100).map { StoredCart.Line(id: "gid://shop/Variant/\($0)", title: "№ \($0)", quantity: $0) }
        (cart.cart, cart.checkout, cart.turn) = ("c", "d", "e")
        #expect(StoredCart(cart.encoded) == cart)
        #expect(StoredCart(StoredCart().encoded) == StoredCart())
        for bytes in ["", "{}", "[]", #"{"lines":[{"id":"a"}]}"#, #"{"lines":[{"id":"a","quantity":0}]}"#] {
            #expect(StoredCart(Array(bytes.utf8)) == nil, "\(bytes)")
        }
    }
}

/// Checkouts: address, delivery and email, as far as the page where a person pays.
@Suite("Checkouts of shops")
struct ShopCheckoutTests {
    static let lines: JSONValue = ["items": [["id": "tide-tee-m", "quantity": 2]]]

    @Test("an address, a delivery and an email bring it to the shop's page, and not one step further")
    func whole() async throws {
        let shop = try TestShop()
        _ = try await shop.call("setCart", Self.lines)
        let begun = try await shop.call("checkout")
        #expect(begun["status"]?.string == "incomplete" && begun["delivery"] == nil)
        #expect(begun["messages"]?[0]?["code"]?.string == "missing_address")
        let addressed = try await shop.call("checkout", ["address": ["address_country": "AU", "postal_code": "6160"]])
        #expect(addressed["delivery"]?.array?.compactMap { $0["id"]?.string } == ["standard", "express"])
        #expect(addressed["delivery"]?[1]?["amount"]?.string == "AUD 19.95")
        let chosen = try await shop.call("checkout", ["delivery": "express", "email": "ada@example.com"])
        #expect(chosen["status"]?.string == "requires_escalation")
        #expect(chosen["continueURL"]?.string == "https://shop.example/checkout")
        #expect(chosen["totals"]?.array?.last == ["type": "total", "amount": "AUD 99.85"])
        #expect(!shop.calls.contains { $0.tool == "complete_checkout" || $0.arguments["checkout"]?["payment"] != nil })
    }

    @Test("all at once takes as many requests as the shop needs")
    func atOnce() async throws {
        let shop = try TestShop()
        _ = try await shop.call("setCart", Self.lines)
        let done = try await shop.call(
            "checkout", ["address": ["address_country": "AU"], "delivery": "standard", "email": "ada@example.com"])
        #expect(done["delivery"]?[0]?["chosen"] == true)
        #expect(shop.calls.map(\.tool).prefix(3) == ["create_cart", "create_checkout", "update_checkout"])
        let new = shop.calls[1].arguments["checkout"]
        #expect(new?["cart_id"]?.string == "cart~tide-tee-m*2" && new?["buyer"] == ["email": "ada@example.com"])
        #expect(new?["fulfillment"]?["methods"]?[0]?["destinations"]?[0] == ["address_country": "AU"])
    }

    @Test("a delivery that is not offered is not found, with those that are")
    func unknownDelivery() async throws {
        let shop = try TestShop()
        _ = try await shop.call("setCart", Self.lines)
        _ = try await shop.call("checkout", ["address": ["address_country": "AU"]])
        let fault = try #require(try await shop.fault("checkout", ["delivery": "expres"]))
        #expect(fault.code == .notFound && fault.field == "delivery" && fault.suggestions == ["express"])
    }

    @Test("without anything in the cart there is nothing to check out")
    func empty() async throws {
        let shop = try TestShop()
        #expect(try await shop.fault("checkout")?.code == .notFound)
        #expect(shop.calls.isEmpty)
    }

    @Test("a cart that changed is what the checkout is of")
    func changed() async throws {
        let shop = try TestShop()
        _ = try await shop.call("setCart", Self.lines)
        _ = try await shop.call("checkout")
        _ = try await shop.call("setCart", ["items": [["id": "tide-tee-m", "quantity": 1]]])
        let again = try await shop.call("checkout")
        #expect(again["items"]?[0]?["quantity"]?.integer == 1)
        #expect(again["totals"]?.array?.last?["amount"]?.string == "AUD 39.95")
    }

    @Test(
        "an address takes the protocol's names, and texts alone",
        arguments: [
            ["zip": "6160"], ["postal_code": 7], ["postal_code": ""], "Pier Road",
        ] as [JSONValue])
    func address(_ address: JSONValue) async throws {
        let shop = try TestShop()
        let isNumber = address["postal_code"]?.integer != nil
        let fault = try await shop.fault("checkout", ["address": address])
        // A number's digits are a text.
        #expect(fault?.code == (isNumber ? .notFound : .invalidArgument) && (isNumber || fault?.field == "address"))
    }
}
