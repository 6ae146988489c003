import JSON
import UCPShop
import Values

/// The desk of carts and checkouts: what each tool does with them.
struct FaceDesk: Sendable {
    let catalog: FaceCatalog
    let store: FaceStore
    let ground: FaceGround
    let tool: FaceTool

    // MARK: - Both

    func get(_ kind: FaceSession.Kind, _ arguments: JSONNode) async throws(FaceError) -> JSONValue {
        guard let session = try await store.session(kind, Self.id(arguments)), kind == .checkout || !session.isCanceled
        else { return absent(kind) }
        return try answer(session)
    }

    func cancel(_ kind: FaceSession.Kind, _ arguments: JSONNode) async throws(FaceError) -> JSONValue {
        let answer = try await store.change(kind, Self.id(arguments), FaceChange(tool, arguments)) {
            [self] session throws(FaceError) in
            if session.isCanceled { return .kept(kind == .cart ? absent(kind) : notAllowed) }
            // A cart is told as it was.
            if kind == .cart {
                let answer = try self.answer(session)
                session.isCanceled = true
                return .made(answer)
            }
            session.isCanceled = true
            return .made(try self.answer(session))
        }
        return answer ?? absent(kind)
    }

    private static func id(_ arguments: JSONNode) -> String { arguments["id"]?.string ?? "" }

    private func absent(_ kind: FaceSession.Kind) -> JSONValue {
        let what = kind == .cart ? "Cart" : "Checkout"
        return ground.refusal(
            tool, FaceMessage.error("not_found", "\(what) not found or has expired.", "unrecoverable"))
    }

    private var notAllowed: JSONValue {
        ground.refusal(
            tool, FaceMessage.error("not_allowed", "This checkout was canceled. Begin another one.", "unrecoverable"))
    }

    /// The answer where nothing of what is asked for is there.
    private func unavailable(_ basket: FaceBasket) -> JSONValue {
        let content = basket.messages.compactMap { $0["content"]?.string }.prefix(5).joined(separator: " ")
        return ground.refusal(tool, FaceMessage.error("item_unavailable", content, "unrecoverable"))
    }

    private func currency(_ basket: FaceBasket) async throws(FaceError) -> String {
        if let first = basket.lines.first { return first.product.price.currency }
        guard let currency = try await catalog.currency() else { throw .noPrices }
        return currency
    }

    // MARK: - Cart

    func createCart(_ arguments: JSONNode) async throws(FaceError) -> JSONValue {
        let asked = arguments["cart"]
        let basket = try await FaceBasket(asked?["line_items"], catalog)
        if basket.isUnavailable { return unavailable(basket) }
        let currency = try await currency(basket)
        return try await store.create(.cart, currency: currency, FaceChange(tool, arguments)) {
            [self] cart throws(FaceError) in
            cart.replaceLines(basket.lines)
            cart.take(asked, basket.messages)
            return .made(try answer(cart))
        }
    }

    func updateCart(_ arguments: JSONNode) async throws(FaceError) -> JSONValue {
        let asked = arguments["cart"]
        let basket = try await FaceBasket(asked?["line_items"], catalog)
        let answer = try await store.change(.cart, Self.id(arguments), FaceChange(tool, arguments)) {
            [self] cart throws(FaceError) in
            if cart.isCanceled { return .kept(absent(.cart)) }
            cart.replaceLines(basket.lines)
            cart.take(asked, basket.messages)
            return .made(try self.answer(cart))
        }
        return answer ?? absent(.cart)
    }

    // MARK: - Checkout

    func createCheckout(_ arguments: JSONNode) async throws(FaceError) -> JSONValue {
        let asked = arguments["checkout"]
        let change = FaceChange(tool, arguments)
        if ground.capabilities.contains(Capability.cart), let id = asked?["cart_id"]?.string {
            return try await createCheckout(ofCart: id, asked, change)
        }
        let basket = try await FaceBasket(asked?["line_items"], catalog)
        if basket.isUnavailable { return unavailable(basket) }
        let currency = try await currency(basket)
        return try await store.create(.checkout, currency: currency, change) { [self] checkout throws(FaceError) in
            checkout.replaceLines(basket.lines)
            checkout.take(asked, basket.messages)
            checkout.takeDelivery(asked)
            return .made(try answer(checkout))
        }
    }

    /// The checkout of a cart: one, however often it is asked for.
    private func createCheckout(
        ofCart id: String, _ asked: JSONNode?, _ change: FaceChange
    ) async throws(FaceError) -> JSONValue {
        guard let known = try await store.session(.cart, id, isNewest: true), !known.isCanceled else {
            return absent(.cart)
        }
        var over: String?
        if let other = known.other, try await store.session(.checkout, other, isNewest: true)?.isCanceled ?? false {
            over = other
        }
        // The cart says which checkout is its own, before there is one: two calls at once find the same.
        let (new, ended) = (FaceStore.newID(.checkout), over)
        let linked = try await store.change(.cart, id, .own) { cart throws(FaceError) in
            if let other = cart.other, other != ended { return .kept(.string(other)) }
            cart.other = new
            return .made(.string(new))
        }
        guard let checkout = linked?.string, let cart = try await store.session(.cart, id, isNewest: true),
            !cart.isCanceled
        else {
            return absent(.cart)
        }
        return try await store.create(.checkout, id: checkout, currency: cart.currency, change) {
            [self] checkout throws(FaceError) in
            if checkout.other != nil { return .kept(try answer(checkout)) }
            checkout.takeLines(of: cart)
            (checkout.buyer, checkout.context) = (cart.buyer, cart.context)
            checkout.messages = cart.messages
            checkout.other = id
            checkout.takeDelivery(asked)
            return .made(try answer(checkout))
        }
    }

    func updateCheckout(_ arguments: JSONNode) async throws(FaceError) -> JSONValue {
        let asked = arguments["checkout"]
        let basket = try await FaceBasket(asked?["line_items"], catalog)
        let id = Self.id(arguments)
        let answer = try await store.change(.checkout, id, FaceChange(tool, arguments)) {
            [self] checkout throws(FaceError) in
            if checkout.isCanceled { return .kept(notAllowed) }
            checkout.replaceLines(basket.lines)
            checkout.take(asked, basket.messages)
            checkout.takeDelivery(asked)
            return .made(try self.answer(checkout))
        }
        guard let answer else { return absent(.checkout) }
        // The cart follows its checkout (cart.md, Cart lifecycle after conversion).
        if let checkout = try await store.session(.checkout, id), let cart = checkout.other {
            _ = try await store.change(.cart, cart, .own) { cart throws(FaceError) in
                if cart.isCanceled || cart.lines == checkout.lines { return .kept(.null) }
                cart.takeLines(of: checkout)
                return .made(.null)
            }
        }
        return answer
    }

    // MARK: - Answers

    /// The whole of it, as UCP has it.
    private func answer(_ session: FaceSession) throws(FaceError) -> JSONValue {
        guard let subtotal = session.subtotal else { throw .tooMuch }
        var members = [
            JSONMember("id", .string(session.id)), JSONMember("line_items", .array(session.lines.map(\.json))),
            JSONMember("currency", .string(session.currency)),
            JSONMember(
                "totals",
                [
                    ["type": "subtotal", "amount": .integer(subtotal)],
                    ["type": "total", "amount": .integer(subtotal)],
                ]),
        ]
        for (name, value) in [("buyer", session.buyer), ("context", session.context)] {
            if let value { members.append(JSONMember(name, value)) }
        }
        let page = session.lines.lazy.compactMap(\.page).first
        if !session.isCanceled {
            if let page { members.append(JSONMember("continue_url", .string(page))) }
            members.append(JSONMember("expires_at", .string(timeText(session.expires))))
        }
        var messages = session.messages
        if session.kind == .checkout {
            let (status, said) = session.status(page)
            messages += said
            members += [JSONMember("status", .string(status)), JSONMember("links", [])]
            if ground.capabilities.contains(Capability.fulfillment) {
                members.append(JSONMember("fulfillment", session.delivery.json(session.lines.map(\.id))))
            }
        }
        return ground.answer(tool, members, messages: messages)
    }
}

extension FaceSession {
    /// Takes the buyer, the context and the messages of a request in place of those that were.
    fileprivate mutating func take(_ asked: JSONNode?, _ messages: [JSONValue]) {
        buyer = asked?["buyer"].flatMap { Self.texts(of: $0, ["first_name", "last_name", "email", "phone_number"]) }
        context = asked?["context"].flatMap {
            Self.texts(of: $0, ["address_country", "address_region", "postal_code", "language", "currency", "intent"])
        }
        self.messages = messages
        if asked?["payment"] != nil {
            self.messages.append(
                FaceMessage.warning(
                    "payment_not_taken", "A payment is made on the shop's page alone. What was sent of it is not kept.")
            )
        }
    }

    /// Members that are kept, of all that a request may bring.
    private static func texts(of node: JSONNode, _ names: [String]) -> JSONValue? {
        let members = names.compactMap { name in node[name]?.string.map { JSONMember(name, .string($0)) } }
        return members.isEmpty ? nil : .object(members)
    }

    fileprivate mutating func takeDelivery(_ asked: JSONNode?) {
        messages += delivery.replace(with: asked?["fulfillment"])
    }

    /// Gives the status of a checkout, and what is to be said of that.
    /// - Parameter page: where a person goes on.
    fileprivate func status(_ page: String?) -> (String, [JSONValue]) {
        if isCanceled { return ("canceled", []) }
        if lines.isEmpty {
            return ("incomplete", [FaceMessage.error("no_items", "There is nothing to check out.", "recoverable")])
        }
        if messages.contains(where: FaceMessage.isRecoverable) { return ("incomplete", []) }
        guard let page else {
            return (
                "incomplete",
                [FaceMessage.error("no_page", "The shop has no page for these products.", "unrecoverable")]
            )
        }
        var said = [
            FaceMessage.error(
                "payment_on_shop_page", "Choose the delivery and pay on the shop's page.", "requires_buyer_input")
        ]
        // The shop has a page for each product, and none for several.
        let others = lines.compactMap(\.page).filter { $0 != page }
        if !others.isEmpty {
            said.append(
                FaceMessage.info("more_pages", "The other products' pages: \(others.prefix(20).joined(separator: " "))")
            )
        }
        return ("requires_escalation", said)
    }
}

/// An instant as RFC 3339 has it.
/// - Parameter seconds: since 1970.
func timeText(_ seconds: Int) -> String {
    let day = CivilDate(secondsSince1970: seconds, offset: 0)?.text ?? "9999-12-31"
    let rest = ((seconds % 86_400) + 86_400) % 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day)T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
}
