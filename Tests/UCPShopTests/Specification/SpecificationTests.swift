import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import UCPShop

/// The examples of UCP's own specification are read as they stand there.
@Suite("Examples of the specification of UCP")
struct SpecificationTests {
    /// A shop that answers one tool with an example, and all else as the sample does.
    private func shop(_ tool: String, _ example: String, status: Int = 200) throws -> TestShop {
        let answer = try JSONValue(parsing: example)
        return try TestShop { request in request.toolCall?.tool == tool ? .json(answer, status: status) : nil }
    }

    private static let items: JSONValue = ["items": [["id": "item_123", "quantity": 2]]]

    @Test("a search's products, with the seller and the number of all")
    func search() async throws {
        let found = try await shop("search_catalog", SearchExamples.search).call(
            "search", ["query": "blue running shoes", "limit": 1])
        #expect(found["total"]?.integer == 47 && found["nextCursor"] != nil)
        #expect(
            found["items"]?[0] == [
                "id": "prod_abc123", "title": "Blue Runner Pro", "price": "USD 120.00", "available": true,
                "seller": "Example Store",
            ])
        let whole = try await shop("search_catalog", SearchExamples.search).call(
            "search", ["fields": ["all"], "limit": 1])
        #expect(whole["items"]?[0]?["rating"]?.double == 4.5)
        #expect(whole["items"]?[0]?["categories"] == ["187", "aa-8-1", "Footwear > Running"])
        #expect(whole["items"]?[0]?["imageURL"]?.string == "https://cdn.example.com/products/blue-runner-pro.jpg")
        #expect(whole["items"]?[0]?["variants"]?[0]?["options"]?.string == "Size: 10")
    }

    @Test("products of a lookup")
    func lookup() async throws {
        let found = try await shop("search_catalog", SearchExamples.lookup).call("search")
        #expect(found["items"]?.array?.compactMap { $0["id"]?.string } == ["prod_abc123", "prod_def456"])
        #expect(found["items"]?.array?.compactMap { $0["price"]?.string } == ["USD 120.00", "USD 150.00"])
    }

    @Test("an example that has no variants, against its own schema, is told as that")
    func partial() async throws {
        let fault = try #require(try await shop("search_catalog", SearchExamples.partial).fault("search"))
        #expect(fault.code == .upstreamMalformed && fault.message.contains("products[0].variants"), "\(fault.text)")
    }

    @Test("nothing found is no failure, and what the shop says of it is told")
    func nothing() async throws {
        let found = try await shop("search_catalog", ProductExamples.nothingFound).call(
            "search", ["query": "prod_invalid"])
        #expect(found["items"] == [] && found["notice"]?.string == "The shop says: “prod_invalid”")
    }

    @Test("one product with the options of its variants")
    func product() async throws {
        let shown = try await shop("get_product", ProductExamples.product).call("show", ["ids": ["prod_abc123"]])
        let variants = shown["items"]?[0]?["variants"]?.array ?? []
        #expect(variants.compactMap { $0["id"]?.string } == ["prod_abc123_blu_10", "prod_abc123_blu_12"])
        #expect(variants.compactMap { $0["price"]?.string } == ["USD 120.00", "USD 150.00"])
        #expect(variants.last?["options"]?.string == "Color: Blue, Size: 12")
        let fault = try await shop("get_product", ProductExamples.absentProduct).fault(
            "show", ["ids": ["prod_invalid"]])
        #expect(fault?.code == .notFound)
    }

    @Test(
        "a cart that is made, read and changed",
        arguments: [
            (CartExamples.created, ["item_123": 2], "USD 50.00"), (CartExamples.read, ["item_123": 2], "USD 50.00"),
            (CartExamples.updated, ["item_123": 3, "item_456": 1], "USD 150.00"),
            (CartExamples.cancelled, ["item_123": 2], "USD 50.00"),
        ])
    func cart(_ example: String, _ quantities: [String: Int], _ total: String) async throws {
        let cart = try await shop("create_cart", example).call("setCart", Self.items)
        for item in cart["items"]?.array ?? [] {
            #expect(item["quantity"]?.integer == quantities[item["id"]?.string ?? ""])
        }
        #expect(cart["items"]?.array?.count == quantities.count)
        #expect(cart["totals"]?.array?.last?["amount"]?.string == total)
        #expect(cart["expires"]?.string == "2026-01-16T12:00:00Z" || cart["expires"] == nil)
        #expect(cart["continueURL"]?.string?.hasPrefix("https://business.example.com/checkout?cart=") == true)
    }

    @Test("a cart that can't be made is refused with the shop's words and its page")
    func outOfStock() async throws {
        let fault = try #require(try await shop("create_cart", CartExamples.outOfStock).fault("setCart", Self.items))
        #expect(
            fault.code == .upstreamRejected && fault.message.contains("All requested items are currently out of stock"))
        #expect(fault.hint == "In a browser: https://merchant.com/")
    }

    @Test("a cart that is gone is told as that", arguments: [CartExamples.absent, CartExamples.gone])
    func gone(_ example: String) async throws {
        let answer = try JSONValue(parsing: example)
        let shop = try TestShop { request in request.toolCall?.tool == "get_cart" ? .json(answer) : nil }
        _ = try await shop.call("setCart", ["items": [["id": "tide-tee-m", "quantity": 1]]])
        let shown = try await shop.call("cart")
        #expect(shown["messages"]?[0]?["code"]?.string == "not_found" && shown["items"]?.array?.count == 1)
    }

    @Test("a checkout with its deliveries, and one that is chosen")
    func checkout() async throws {
        let (created, updated) = (
            try JSONValue(parsing: CheckoutExamples.created), try JSONValue(parsing: CheckoutExamples.updated)
        )
        let shop = try TestShop { request in
            switch request.toolCall?.tool {
            case "create_cart": KeepingBusiness.cart("cart_1", [("item_123", 1)])
            case "create_checkout", "get_checkout": .json(created)
            case "update_checkout": .json(updated)
            default: nil
            }
        }
        _ = try await shop.call("setCart", Self.items)
        let begun = try await shop.call("checkout")
        #expect(begun["status"]?.string == "incomplete" && begun["totals"]?[2]?["amount"]?.string == "USD 55.00")
        #expect(begun["totals"]?[1] == ["type": "fulfillment", "text": "Shipping", "amount": "USD 5.00"])
        #expect(begun["delivery"]?[0]?["chosen"] == true && begun["delivery"]?[1]?["amount"]?.string == "USD 10.00")
        let chosen = try await shop.call("checkout", ["delivery": "express"])
        #expect(chosen["totals"]?[2]?["amount"]?.string == "USD 60.00")
        let sent = shop.calls.last { $0.tool == "update_checkout" }?.arguments["checkout"]
        let method = sent?["fulfillment"]?["methods"]?[0]
        #expect(method?["groups"]?[0] == ["id": "package_1", "selected_option_id": "express"])
        #expect(method?["selected_destination_id"]?.string == "dest_home" && method?["id"]?.string == "shipping_1")
        #expect(sent?["buyer"]?["email"]?.string == "jane.doe@example.com", "what the shop knows of the buyer stays")
        #expect(sent?["line_items"]?[0] == ["item": ["id": "item_123"], "quantity": 1, "id": "li_1"])
    }

    @Test(
        "a checkout that can't be",
        arguments: [
            (CheckoutExamples.outOfStock, "out of stock"),
            (CheckoutExamples.absent, "not available for purchase in your region"),
        ])
    func noCheckout(_ example: String, _ words: String) async throws {
        let shop = try shop("create_checkout", example)
        _ = try await shop.call("setCart", ["items": [["id": "tide-tee-m", "quantity": 1]]])
        let fault = try #require(try await shop.fault("checkout"))
        #expect(fault.code == .upstreamRejected && fault.message.contains(words), "\(fault.text)")
    }

    @Test(
        "what negotiation ends in",
        arguments: [
            (NegotiationExamples.profileUnreachable, 424, FaultCode.upstreamRejected, "Unable to fetch agent profile"),
            (
                NegotiationExamples.versionUnsupported, 422, .upstreamRejected,
                "Protocol version 2026-01-12 is not supported"
            ),
            (NegotiationExamples.incompatible, 200, .upstreamRejected, "UCP version 2024-01-01 is not supported"),
            (NegotiationExamples.rateLimit, 429, .busy, "Try again in 60 s."),
            (NegotiationExamples.unauthorized, 401, .upstreamRejected, "account"),
        ])
    func negotiation(_ example: String, _ status: Int, _ code: FaultCode, _ words: String) async throws {
        let fault = try #require(try await shop("search_catalog", example, status: status).fault("search"))
        #expect(fault.code == code && fault.text.contains(words), "\(fault.text)")
    }
}
