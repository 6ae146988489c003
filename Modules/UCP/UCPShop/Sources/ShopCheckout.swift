import FeatureKit
import JSON
import Values

/// The checkout of a shop's cart: up to the page where a person pays, and not one step further.
struct ShopCheckout: Sendable {
    let shop: Shop
    private let turns: CartTurns

    /// - Parameter turns: shared by all that change the cart.
    init(_ shop: Shop, _ turns: CartTurns) { (self.shop, self.turns) = (shop, turns) }

    /// Requests that take what was wished to the shop.
    private static let mostUpdates = 3

    /// Begins a checkout of the cart, or goes on with it.
    func go(_ wish: CheckoutWish, _ call: FeatureCall) async throws(Fault) -> Row {
        let address = wish.address.flatMap { $0.isEmpty ? nil : $0 }
        let agreement = try await shop.agreement(call)
        try agreement.require(Capability.checkout, for: "\(shop.id).checkout", module: shop.id)
        return try await turns.change(call) { stored, turn throws(Fault) in
            guard !stored.lines.isEmpty else { throw .emptyCart(module: shop.id) }
            var wish = CheckoutStep(
                lines: stored.lines, address: address, delivery: wish.delivery, email: wish.email,
                context: shop.context(call.settings),
                takesDelivery: agreement.capabilities[Capability.fulfillment] != nil,
                cart: agreement.capabilities[Capability.cart] == nil ? nil : stored.cart)
            var answer: CartAnswer
            if let id = stored.checkout, let known = try await checkout(id, agreement, call, turn) {
                answer = known
            } else {
                answer = try await ask(.createCheckout, [wish.new], agreement, call, turn)
                wish.email = nil
                // Stored with the rest: a call that dies before leaves a checkout that nobody knows.
                stored.checkout = answer.id
            }
            var updates = 0
            while let update = wish.update(of: answer), updates < Self.mostUpdates {
                let id = JSONMember("id", .string(answer.id))
                answer = try await ask(.updateCheckout, [id, update], agreement, call, turn)
                stored.checkout = answer.id
                wish.sent()
                updates += 1
            }
            if let delivery = wish.delivery, !answer.options.contains(where: { $0.id == delivery }) {
                throw .unknownDelivery(delivery, answer.options.map(\.id), module: shop.id)
            }
            return answer.row(call.rowContext.locale)
        }
    }

    /// - Returns: nil for a checkout that is not there any more, or is over.
    private func checkout(
        _ id: String, _ agreement: Agreement, _ call: FeatureCall, _ turn: CartTurn
    ) async throws(Fault) -> CartAnswer? {
        do throws(Fault) {
            let answer = try await ask(.getCheckout, [JSONMember("id", .string(id))], agreement, call, turn)
            return answer.status == "canceled" || answer.status == "completed" ? nil : answer
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    private func ask(
        _ tool: ShopTool, _ arguments: [JSONMember], _ agreement: Agreement, _ call: FeatureCall, _ turn: CartTurn
    ) async throws(Fault) -> CartAnswer {
        try await turn.goesOn()
        let (currency, id) = (shop.currency(call.settings), shop.id)
        return try await shop.ask(tool, arguments, agreement, call) { answer throws(Fault) in
            try CartAnswer(answer, currency, module: id)
        }
    }
}

/// Wishes that a checkout still has to be told.
struct CheckoutStep: Sendable {
    let lines: [StoredCart.Line]
    var address: [JSONMember]?
    let delivery: String?
    var email: String?
    let context: JSONMember?
    /// Whether the shop takes addresses and ways of delivery.
    let takesDelivery: Bool
    /// The shop's id of the cart that is checked out; nil where the shop has no carts.
    let cart: String?

    /// Notes that the address and the email went with a request.
    mutating func sent() { (address, email) = (nil, nil) }

    /// The checkout as it begins.
    var new: JSONMember {
        var members = [JSONMember("line_items", .array(lines.map { CartLine($0).json(isNew: true) }))]
        if let cart { members.append(JSONMember("cart_id", .string(cart))) }
        members += common(nil)
        if takesDelivery, let address {
            members.append(
                JSONMember(
                    "fulfillment", ["methods": [["type": "shipping", "destinations": [.object(address)]]]]))
        }
        return JSONMember("checkout", .object(members))
    }

    private func common(_ buyer: JSONNode?) -> [JSONMember] {
        var members: [JSONMember] = []
        var known = buyer.map { JSONValue($0).members ?? [] } ?? []
        if let email {
            known.removeAll { $0.key == "email" }
            known.append(JSONMember("email", .string(email)))
        }
        if !known.isEmpty { members.append(JSONMember("buyer", .object(known))) }
        if let context { members.append(context) }
        return members
    }

    /// The change that takes an answer nearer to what is wished; nil where nothing is left to say.
    func update(of answer: CartAnswer) -> JSONMember? {
        let isSame =
            answer.lines.map { [$0.line.id, String($0.line.quantity)] } == lines.map { [$0.id, String($0.quantity)] }
        let methods = takesDelivery ? self.methods(of: answer) : nil
        guard email != nil || !isSame || methods?.isChanged ?? false else { return nil }
        let items = lines.map { line -> JSONValue in
            CartLine(line, id: answer.lines.first { $0.line.id == line.id }?.id ?? "").json(isNew: false)
        }
        var members = [JSONMember("line_items", .array(items))] + common(answer.buyer)
        if let methods, !methods.all.isEmpty {
            members.append(JSONMember("fulfillment", ["methods": .array(methods.all)]))
        }
        return JSONMember("checkout", .object(members))
    }

    /// The ways of delivery with what is wished; whether that is other than what the shop has.
    private func methods(of answer: CartAnswer) -> (all: [JSONValue], isChanged: Bool) {
        var (all, isChanged): ([JSONValue], Bool) = ([], false)
        for method in (answer.fulfillment?["methods"]).elementsOrNone {
            var members: [JSONMember] = ["id", "type", "line_item_ids"].compactMap { name in
                method[name].map { JSONMember(name, JSONValue($0)) }
            }
            let chosen = method["selected_destination_id"]?.string
            var places = method["destinations"].elementsOrNone.map { JSONValue($0) }
            let isShipping = method["type"]?.string == "shipping"
            var selected = chosen
            if isShipping, let address, !places.contains(where: { $0.holds(address) }) {
                places = [.object(address)]
                (selected, isChanged) = (nil, true)
            } else if isShipping, chosen == nil, let id = places.last?["id"]?.string {
                (selected, isChanged) = (id, true)
            }
            if !places.isEmpty { members.append(JSONMember("destinations", .array(places))) }
            if let selected { members.append(JSONMember("selected_destination_id", .string(selected))) }
            let groups = method["groups"].elementsOrNone.map { group -> JSONValue in
                let options = group["options"].elementsOrNone.compactMap { $0["id"]?.string }
                var option = group["selected_option_id"]?.string
                if let delivery, delivery != option, options.contains(delivery) {
                    (option, isChanged) = (delivery, true)
                }
                var members = [JSONMember("id", group["id"].map { JSONValue($0) } ?? "")]
                if let option { members.append(JSONMember("selected_option_id", .string(option))) }
                return .object(members)
            }
            if !groups.isEmpty { members.append(JSONMember("groups", .array(groups))) }
            all.append(.object(members))
        }
        if all.isEmpty, let address {
            all = [
                [
                    "type": "shipping", "line_item_ids": .array(answer.lines.map { .string($0.id) }),
                    "destinations": [.object(address)],
                ]
            ]
            isChanged = true
        }
        return (all, isChanged)
    }
}

extension JSONValue {
    /// Whether an object has each of some members.
    fileprivate func holds(_ members: [JSONMember]) -> Bool { members.allSatisfy { self[$0.key] == $0.value } }
}
