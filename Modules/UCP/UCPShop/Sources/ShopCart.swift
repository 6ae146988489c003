import FeatureKit
import JSON
import Storage
import Values

/// A number of pieces of a variant that a cart shall have.
struct CartItem: Sendable {
    let id: String
    let quantity: Int
}

/// The cart of a shop. The shop has it; here lie its id and what was in it last. A shop that has checkouts alone has no carts: its
/// lines lie here until a checkout takes them.
struct ShopCart: Sendable {
    let shop: Shop
    private let turns: CartTurns

    /// - Parameter turns: shared by all that change the cart.
    init(_ shop: Shop, _ turns: CartTurns) { (self.shop, self.turns) = (shop, turns) }

    /// Lines of one cart.
    private static let mostLines = 200

    // MARK: - Reading

    /// The cart as the shop has it now; changes nothing here.
    func show(_ call: FeatureCall) async throws(Fault) -> RowPage {
        let stored = try await turns.stored(call)
        guard let id = stored.cart else { return stored.page(stored.lines.isEmpty ? [] : [.keptHere]) }
        let agreement = try await shop.agreement(call)
        try agreement.require(Capability.cart, for: "\(shop.id).cart", module: shop.id)
        guard let cart = try await cart(id, agreement, call, nil) else { return stored.page([.expired(shop.id)]) }
        return cart.page(call.rowContext.locale)
    }

    /// - Returns: nil for a cart that the shop does not know, or not any more.
    private func cart(
        _ id: String, _ agreement: Agreement, _ call: FeatureCall, _ turn: CartTurn?
    ) async throws(Fault) -> CartAnswer? {
        do throws(Fault) {
            return try await ask(.getCart, [JSONMember("id", .string(id))], agreement, call, turn)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    private func ask(
        _ tool: ShopTool, _ arguments: [JSONMember], _ agreement: Agreement, _ call: FeatureCall, _ turn: CartTurn?
    ) async throws(Fault) -> CartAnswer {
        try await turn?.goesOn()
        let (currency, id) = (shop.currency(call.settings), shop.id)
        return try await shop.ask(tool, arguments, agreement, call) { answer throws(Fault) in
            try CartAnswer(answer, currency, module: id)
        }
    }

    // MARK: - Changing

    /// Sets the variants that are named; 0 pieces removes one, the others stay. The change is made on the shop's newest cart.
    func set(_ items: [CartItem], _ call: FeatureCall) async throws(Fault) -> Row {
        try await change(call) { lines in
            for item in items { Self.set(item.id, item.quantity, in: &lines) }
        }
    }

    /// Puts more pieces of a variant into the cart.
    func add(_ id: String, _ quantity: Int, _ call: FeatureCall) async throws(Fault) {
        _ = try await change(call) { lines in
            // A shop may say any number of pieces, and have a variant in several lines.
            let before = lines.reduce(0) { sum, line in
                line.isOf(id) ? sum + min(line.line.quantity, ShopParameters.mostPieces) : sum
            }
            Self.set(id, min(before + quantity, ShopParameters.mostPieces), in: &lines)
        }
    }

    private static func set(_ id: String, _ quantity: Int, in lines: inout [CartLine]) {
        guard quantity > 0 else { return lines.removeAll { $0.isOf(id) } }
        guard let place = lines.firstIndex(where: { $0.isOf(id) }) else {
            lines.append(CartLine(StoredCart.Line(id: id, title: "", quantity: quantity)))
            return
        }
        lines[place].line.quantity = quantity
        // It has so many pieces in all, also where the shop had it in several lines.
        lines = lines[...place] + lines[(place + 1)...].filter { !$0.isOf(id) }
    }

    private func change(
        _ call: FeatureCall, _ change: @Sendable (inout [CartLine]) -> Void
    ) async throws(Fault) -> Row {
        let agreement = try await shop.agreement(call)
        let offers = agreement.capabilities
        let isKeptHere = offers[Capability.cart] == nil && offers[Capability.checkout] != nil
        if !isKeptHere { try agreement.require(Capability.cart, for: "\(shop.id).setCart", module: shop.id) }
        return try await turns.change(call) { stored, turn throws(Fault) in
            var lines = stored.lines.map { CartLine($0) }
            var notes: [ShopMessage] = []
            if !isKeptHere, let id = stored.cart {
                if let current = try await cart(id, agreement, call, turn) {
                    lines = current.lines.map { CartLine($0.line, id: $0.id) }
                } else {
                    stored.cart = nil
                    notes = [.startedAgain]
                }
            }
            change(&lines)
            guard lines.count <= Self.mostLines else { throw .tooManyLines(Self.mostLines, module: shop.id) }
            if isKeptHere, !lines.isEmpty {
                (stored.cart, stored.lines) = (nil, lines.map(\.line))
                return stored.row([.keptHere])
            }
            if lines.isEmpty {
                if !isKeptHere, let id = stored.cart { try await cancel(id, agreement, call, turn) }
                stored = StoredCart()
                return stored.row(notes)
            }
            var answer = try await send(lines, to: stored.cart, &notes, agreement, call, turn)
            answer.messages = notes + answer.messages
            (stored.cart, stored.lines) = (answer.id, answer.lines.map(\.line))
            return answer.row(call.rowContext.locale)
        }
    }

    private func send(
        _ lines: [CartLine], to cart: String?, _ notes: inout [ShopMessage], _ agreement: Agreement,
        _ call: FeatureCall,
        _ turn: CartTurn
    ) async throws(Fault) -> CartAnswer {
        func payload(_ isNew: Bool) -> JSONMember {
            var members = [JSONMember("line_items", .array(lines.map { $0.json(isNew: isNew) }))]
            if let context = shop.context(call.settings) { members.append(context) }
            return JSONMember("cart", .object(members))
        }
        guard let cart else { return try await ask(.createCart, [payload(true)], agreement, call, turn) }
        do throws(Fault) {
            return try await ask(.updateCart, [JSONMember("id", .string(cart)), payload(false)], agreement, call, turn)
        } catch {
            // It expired since it was read, or a variant is not there: a new cart tells which.
            guard error.code == .notFound, try await self.cart(cart, agreement, call, turn) == nil else { throw error }
            notes = [.startedAgain]
            return try await ask(.createCart, [payload(true)], agreement, call, turn)
        }
    }

    private func cancel(
        _ id: String, _ agreement: Agreement, _ call: FeatureCall, _ turn: CartTurn
    ) async throws(Fault) {
        try await turn.goesOn()
        do throws(Fault) {
            try await shop.ask(.cancelCart, [JSONMember("id", .string(id))], agreement, call) { _ in }
        } catch {
            // What is gone need not be cancelled.
            if error.code != .notFound { throw error }
        }
    }
}

/// A line of a cart with the shop's id of it.
struct CartLine: Sendable {
    var line: StoredCart.Line
    let id: String

    init(_ line: StoredCart.Line, id: String = "") { (self.line, self.id) = (line, id) }

    /// Tells whether it is a variant's line: ids are compared as bytes.
    func isOf(_ variant: String) -> Bool { line.id.utf8.elementsEqual(variant.utf8) }

    /// The line as a request has it.
    /// - Parameter isNew: whether the cart is new, so that the shop has given no ids of lines.
    func json(isNew: Bool) -> JSONValue {
        var members = [JSONMember("item", ["id": .string(line.id)]), JSONMember("quantity", .integer(line.quantity))]
        if !isNew, !id.isEmpty { members.append(JSONMember("id", .string(id))) }
        return .object(members)
    }
}

extension ShopMessage {
    static func expired(_ id: String) -> ShopMessage {
        ShopMessage(
            type: "warning", code: "not_found",
            text: "The shop has this cart no longer. The next \(id).setCart starts a new one from these lines.")
    }

    static let keptHere = ShopMessage(
        type: "info", code: "kept_here",
        text: "The shop has no carts: the lines are kept here, and their prices are known at checkout.")

    static let startedAgain = ShopMessage(
        type: "warning", code: "started_again",
        text: "The shop had the cart no longer: a new one was started from what was in it.")
}
