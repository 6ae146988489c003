import Conformance
import JSON
import TestSupport
import Testing

@testable import UCPFace

/// Carts and checkouts as they are stored, their addresses, and lines that keep their ids.
@Suite("Carts and checkouts as they are kept") struct SessionTests {
    private static func node(_ value: JSONValue) throws -> JSONNode {
        try JSONDocument(parsing: value.serialized()).root
    }

    private static func product(_ sku: String, _ price: String = "AUD 1.00") throws -> FaceProduct {
        try #require(FaceProduct(try node(["sku": .string(sku), "price": .string(price)])))
    }

    private static func line(_ sku: String, _ quantity: Int, id: String? = nil) throws -> FaceBasket.Line {
        FaceBasket.Line(id: id, product: try product(sku), quantity: quantity)
    }

    // MARK: - Addresses

    private func ids(_ places: JSONValue, selected: String? = nil) throws -> (ids: [String], selected: String?) {
        var delivery = FaceDelivery()
        var method: [JSONMember] = [JSONMember("type", "shipping"), JSONMember("destinations", places)]
        if let selected { method.append(JSONMember("selected_destination_id", .string(selected))) }
        _ = delivery.replace(with: try Self.node(["methods": [.object(method)]]))
        let told = delivery.json([])["methods"]?[0]
        return ((told?["destinations"]?.array ?? []).map(\.id), told?["selected_destination_id"]?.string)
    }

    @Test("each address has an id of its own, and keeps the one that it came with")
    func addresses() throws {
        for (given, told) in [
            (["a", "b"], ["a", "b"]), (["", ""], ["address_1", "address_2"]), (["a", "a"], ["a", "address_2"]),
            (["address_2", ""], ["address_2", "address_3"]), (["", "address_1"], ["address_2", "address_1"]),
            (["address_1", "address_1"], ["address_1", "address_2"]),
            (["x", "x", "address_1"], ["x", "address_2", "address_1"]),
        ] {
            let places = given.map { id -> JSONValue in id.isEmpty ? ["postal_code": "1"] : ["id": .string(id)] }
            #expect(try ids(.array(places)).ids == told, "\(given)")
        }
    }

    @Test("the address that is chosen is the one that bears the id, and one that no address bears chooses none")
    func chosen() throws {
        let two: JSONValue = [["postal_code": "1"], ["id": "address_1", "postal_code": "2"]]
        #expect(try ids(two, selected: "address_1") == (["address_2", "address_1"], "address_1"))
        #expect(try ids(two, selected: "address_3").selected == nil)
        #expect(try ids([["id": "a"]]).selected == "a", "of one there is no choice")
        #expect(try ids([["id": "a"]], selected: "b").selected == "a")
        #expect(try ids([]).ids.isEmpty)
    }

    @Test("a pickup, no method at all and an unknown way of delivery are told, and leave what can be kept")
    func ways() throws {
        var delivery = FaceDelivery()
        let whole: JSONValue = [
            "methods": [
                ["type": "shipping", "destinations": [["id": "a"]], "groups": [["selected_option_id": "shop_page"]]]
            ]
        ]
        #expect(delivery.replace(with: try Self.node(whole)).isEmpty)
        let told = delivery.json(["li_1"])["methods"]?[0]?["groups"]?[0]
        #expect(told?["selected_option_id"] == "shop_page" && told?["line_item_ids"] == ["li_1"])
        #expect(FaceDelivery(try Self.node(delivery.stored)) == delivery, "it is stored as it is")
        var other = delivery
        let unknown: JSONValue = ["methods": [["groups": [["selected_option_id": "drone"]]]]]
        let messages = other.replace(with: try Self.node(unknown))
        #expect(
            messages.map { $0["code"]?.string } == ["option_unavailable"]
                && messages[0]["content"]?.string?.contains("drone") == true)
        #expect(other.json([])["methods"]?[0]?["groups"]?[0]?["selected_option_id"] == .null)
        #expect(other.json([])["methods"]?[0]?["destinations"]?[0]?["id"] == "a", "the address stays")
        #expect(other.replace(with: try Self.node(["methods": [["type": "pickup"]]])).count == 1)
        #expect(other == FaceDelivery())
        #expect(delivery.replace(with: nil).isEmpty && delivery == FaceDelivery())
    }

    // MARK: - Lines

    @Test("a variant's line keeps its id while it is there, and no id is ever given twice")
    func lines() throws {
        var random = SeededGenerator("lines of the face")
        var session = FaceSession(.cart, id: "c", currency: "AUD")
        var owners: [String: String] = [:]
        for step in 0..<300 {
            let before = session.lines
            let wanted = try (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let sku = ["S1", "S2", "S3"].randomElement(using: &random) ?? "S1"
                let named = Bool.random(using: &random) ? before.first { $0.item == sku }?.id : "li_999"
                return try Self.line(sku, Int.random(in: 1...9, using: &random), id: named)
            }
            session.replaceLines(wanted)
            let lines = session.lines
            try #require(
                lines.map(\.item) == wanted.map(\.product.id) && lines.map(\.quantity) == wanted.map(\.quantity))
            #expect(Set(lines.map(\.id)).count == lines.count, "step \(step)")
            for line in lines { #expect(owners.updateValue(line.item, forKey: line.id) ?? line.item == line.item) }
            for sku in ["S1", "S2", "S3"] {
                let (old, new) = (before.filter { $0.item == sku }.map(\.id), lines.filter { $0.item == sku }.map(\.id))
                #expect(Set(old).intersection(new).count == min(old.count, new.count), "step \(step): \(old) \(new)")
            }
            #expect(FaceSession(stored: session.encoded) == session, "step \(step)")
        }
    }

    @Test("a sum that no number holds is missing, and one that just fits is told")
    func sums() throws {
        var session = FaceSession(.cart, id: "c", currency: "JPY")
        let most = try #require(FaceProduct(try Self.node(["sku": "A", "price": "JPY 9223372036854775807"])))
        session.replaceLines([FaceBasket.Line(id: nil, product: most, quantity: 1)])
        #expect(session.subtotal == .max && session.currency == "JPY")
        session.replaceLines([FaceBasket.Line(id: nil, product: most, quantity: 2)])
        #expect(session.subtotal == nil)
        session.replaceLines([
            FaceBasket.Line(id: nil, product: most, quantity: 1), try Self.line("S1", 1),
        ])
        #expect(session.subtotal == nil)
    }

    @Test("a key and its answer are remembered, the oldest forgotten first", arguments: [1, 4, 5, 64, 65, 70])
    func remembered(_ count: Int) {
        var session = FaceSession(.cart, id: "c", currency: "AUD")
        for number in 0..<count { session.remember("k\(number)", "d\(number)", .integer(number)) }
        let read = FaceSession(stored: session.encoded)
        #expect(read == session)
        for number in 0..<count {
            let change = read?.change("k\(number)")
            #expect((change != nil) == (number >= count - FaceLimits.sessionKeys), "\(number)")
            #expect((change?.answer != nil) == (number >= count - FaceLimits.answers), "\(number)")
            if let change {
                #expect(change.digest == "d\(number)" && change.answer ?? .integer(number) == .integer(number))
            }
        }
    }

    @Test("bytes that are no cart are never taken for an empty one")
    func unreadable() throws {
        var session = FaceSession(.checkout, id: "c", currency: "AUD")
        session.replaceLines([try Self.line("S1", 2)])
        let whole = try JSONValue(parsing: String(decoding: session.encoded, as: UTF8.self))
        #expect(FaceSession(stored: whole.serialized()) == session)
        func without(_ name: String, _ value: JSONValue?) -> [UInt8] {
            let members = (whole.members ?? []).filter { $0.key != name }
            return JSONValue.object(members + (value.map { [JSONMember(name, $0)] } ?? [])).serialized()
        }
        let wrong: [(String, JSONValue?)] = [
            ("expires", nil), ("expires", "1"), ("expires", .number("1.5")), ("kind", nil), ("kind", "order"),
            ("id", 7), ("currency", nil),
            ("lines", nil), ("lines", [:]), ("lines", [["id": "li_1"]]), ("lines", [7]),
        ]
        for (name, value) in wrong { #expect(FaceSession(stored: without(name, value)) == nil, "\(name)") }
        for bytes in ["", "null", "[]", "{", "\u{FF}"] { #expect(FaceSession(stored: Array(bytes.utf8)) == nil) }
        for quantity in [0, -1] {
            var line = whole["lines"]?[0]?.members ?? []
            line.removeAll { $0.key == "quantity" }
            line.append(JSONMember("quantity", .integer(quantity)))
            #expect(FaceSession(stored: without("lines", [.object(line)])) == nil)
        }
        #expect(FaceSession.expiry(of: without("expires", 7)) == 7 && FaceSession.expiry(of: [0xFF]) == nil)
    }

    @Test("a variant whose id only looks like another's is found and sold")
    func looksAlike() async throws {
        let stall = try Stall()
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        for (sku, name) in [("S2", composed), ("S3", decomposed)] {
            stall.change(sku) { good in
                good.sku = name
                return true
            }
        }
        let cart = try await stall.createCart((composed, 1), (decomposed, 2))
        #expect(cart.codes == [] && cart.total == 200 + 2 * 300, "\(cart)")
    }
}
