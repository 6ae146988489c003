import JSON
import Storage

/// The stored part of a shop's cart: where it is, and what was in it when the shop last answered.
struct StoredCart: Sendable, Equatable {
    /// One variant with its number.
    struct Line: Sendable, Equatable {
        let id: String
        let title: String
        var quantity: Int
    }

    /// Names the call that is changing the cart; nil while none does.
    var turn: String?
    /// Names the call whose turn is the next; nil while nobody waits.
    var next: String?
    /// The shop's id of the cart; nil before there is one.
    var cart: String?
    var lines: [Line] = []
    /// The shop's id of the checkout; nil before there is one.
    var checkout: String?

    init() {}

    /// - Returns: nil for bytes that are no such thing: they are never taken for an empty cart.
    init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(parsing: bytes).root, let lines = root["lines"], lines.kind == .array else {
            return nil
        }
        turn = root["turn"]?.string
        next = root["next"]?.string
        cart = root["cart"]?.string
        checkout = root["checkout"]?.string
        for line in lines.elements {
            guard let id = line["id"]?.string, let quantity = line["quantity"]?.integer, quantity > 0 else {
                return nil
            }
            self.lines.append(Line(id: id, title: line["title"]?.string ?? "", quantity: quantity))
        }
    }

    var encoded: [UInt8] {
        let members = [("turn", turn), ("next", next), ("cart", cart), ("checkout", checkout)].compactMap {
            name, value in
            value.map { JSONMember(name, .string($0)) }
        }
        let lines = self.lines.map { line -> JSONValue in
            ["id": .string(line.id), "title": .string(line.title), "quantity": .integer(line.quantity)]
        }
        return JSONValue.object(members + [JSONMember("lines", .array(lines))]).serialized()
    }

    /// The key of a shop's cart.
    static func key(_ id: String) -> StateKey { StateKey(namespace: id, key: "cart") }
}
