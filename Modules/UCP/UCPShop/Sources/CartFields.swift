import DesignSystem
import FeatureKit
import JSON
import Values

/// The answers about carts and checkouts.
enum CartFields {
    static let id = Field.text("id", "The variant's id in the shop.", .key)
    static let title = Field.text("title", "Its name.", .title)
    static let quantity = Field.whole("quantity", "Pieces.")
    static let price = Field.money("price", "Of one piece.", .path("currency"), .price)
    static let line = RowLayout(
        "line", [id, title, quantity, price],
        words: ["No lines.": "The cart is empty. Variants of products go into it."])

    static let type = Field.text("type", "Kind, such as subtotal, tax or total.")
    static let text = Field.text("text", "The shop's words for it.")
    static let amount = Field.money("amount", "How much.", .path("currency"))
    static let total = RowLayout("total", [type, text, amount])

    static let optionID = Field.text("id", "The way's id, for checkout.", .key)
    static let optionTitle = Field.text("title", "Its name.", .title)
    static let isChosen = Field.flag("chosen", "Whether it is chosen.")
    static let option = RowLayout("delivery", plural: "deliveries", [optionID, optionTitle, amount, isChosen])

    static let code = Field.text("code", "The message's code.")
    static let said = Field.text("text", "The shop's words.")
    static let severity = Field.text("severity", "Who can do something about it.")
    static let message = RowLayout("message", [type, code, said, severity])

    static let items = Field.rows("items", "A line for each variant.", of: line, label: "lines")
    static let totals = Field.rows("totals", "What it costs, as the shop adds it up.", of: total)
    static let currency = Field.text("currency", "The ISO 4217 code of the amounts.")
    static let status = Field.text("status", "How far the checkout is.")
    static let delivery = Field.rows("delivery", "Ways of delivery to choose from.", of: option, label: "deliveries")
    static let messages = Field.rows("messages", "What the shop says.", of: message)
    static let continueURL = Field.link("continueURL", "The shop's page, where a person goes on and pays.")
    static let expires = Field.text("expires", "When the shop forgets it.")

    private static let facts: [any RowField] = [
        totals, currency, status, delivery, messages, continueURL, expires,
    ]
    /// Everything but the lines.
    static let head = RowLayout("cart", facts)
    static let cart = RowLayout("cart", [items] + facts)
}

/// A cart or a checkout as the shop answered it, its shape judged.
struct CartAnswer: Sendable {
    let id: String
    /// Lines with the shop's own ids of them.
    let lines: [(id: String, line: StoredCart.Line, price: Int)]
    let currency: String
    let totals: [(type: String, text: String?, amount: Int)]
    let status: String?
    var messages: [ShopMessage]
    let continueURL: String?
    let expires: String?
    let fulfillment: JSONNode?
    let buyer: JSONNode?

    /// - Parameter wanted: the currency of the settings.
    /// - Throws: `upstream_malformed` for what is no cart.
    init(_ answer: ShopAnswer, _ wanted: String?, module: String) throws(Fault) {
        let root = answer.root
        guard let id = root["id"]?.string, !id.isEmpty, id.utf8.count <= 2_000 else {
            throw .malformed("id", "is missing or no text", module: module)
        }
        self.id = id
        guard let code = root["currency"]?.string, MinorUnits.isCurrency(code) else {
            throw .malformed("currency", "is no ISO 4217 code", module: module)
        }
        try ShopShape.currency(code, wanted, module: module)
        currency = code
        guard let items = root["line_items"], items.kind == .array else {
            throw .malformed("line_items", "is missing or no list", module: module)
        }
        var lines: [(id: String, line: StoredCart.Line, price: Int)] = []
        for (index, item) in items.elements.enumerated() {
            let place = "line_items[\(index)]"
            guard let variant = item["item"]?["id"]?.string, !variant.isEmpty else {
                throw .malformed("\(place).item.id", "is missing or no text", module: module)
            }
            guard let quantity = item["quantity"]?.integer, quantity > 0 else {
                throw .malformed("\(place).quantity", "is no number of pieces", module: module)
            }
            try ShopShape.amount(item["item"]?["price"], at: "\(place).item.price", module: module)
            let title = item["item"]?["title"]?.boundedText ?? ""
            lines.append(
                (
                    item["id"]?.string ?? "", StoredCart.Line(id: variant, title: title, quantity: quantity),
                    item["item"]?["price"]?.integer ?? 0
                ))
        }
        self.lines = lines
        guard let all = root["totals"], all.kind == .array else {
            throw .malformed("totals", "is missing or no list", module: module)
        }
        var totals: [(type: String, text: String?, amount: Int)] = []
        for (index, total) in all.elements.enumerated() {
            try ShopShape.amount(total["amount"], at: "totals[\(index)].amount", isSigned: true, module: module)
            totals.append(
                (total["type"]?.boundedText ?? "", total["display_text"]?.boundedText, total["amount"]?.integer ?? 0))
        }
        self.totals = totals
        (status, messages, continueURL) = (root["status"]?.boundedText, answer.messages, answer.continueURL)
        (expires, fulfillment, buyer) = (root["expires_at"]?.boundedText, root["fulfillment"], root["buyer"])
    }

    /// Ways of delivery, each once.
    var options: [(id: String, title: String, amount: Int?, isChosen: Bool)] {
        var options: [(id: String, title: String, amount: Int?, isChosen: Bool)] = []
        for group in groups {
            let chosen = group["selected_option_id"]?.string
            for option in group["options"].elementsOrNone {
                guard let id = option["id"]?.string, !options.contains(where: { $0.id == id }) else { continue }
                let total = option["totals"].elementsOrNone.first { $0["type"]?.string == "total" }
                options.append((id, option["title"]?.boundedText ?? "", total?["amount"]?.integer, chosen == id))
            }
        }
        return options
    }

    private var groups: [JSONNode] {
        (fulfillment?["methods"]).elementsOrNone.flatMap { $0["groups"].elementsOrNone }
    }

    private func rows(_ locale: TextLocale) -> RowSet {
        CartFields.line.rows(of: lines) { line, row in
            row.set(CartFields.id, line.line.id)
            row.set(CartFields.title, line.line.title)
            row.set(CartFields.quantity, line.line.quantity)
            row.set(CartFields.price, MinorUnits.money(line.price, currency, locale))
        }
    }

    private func fill(_ row: inout RowValues, _ locale: TextLocale) {
        row.set(
            CartFields.totals,
            CartFields.total.rows(of: totals) { total, row in
                row.set(CartFields.type, total.type)
                row.set(CartFields.text, total.text)
                row.set(CartFields.amount, MinorUnits.money(total.amount, currency, locale))
            })
        row.set(CartFields.currency, currency)
        row.set(CartFields.status, status)
        if !options.isEmpty {
            row.set(
                CartFields.delivery,
                CartFields.option.rows(of: options) { option, row in
                    row.set(CartFields.optionID, option.id)
                    row.set(CartFields.optionTitle, option.title)
                    row.set(CartFields.amount, option.amount.map { MinorUnits.money($0, currency, locale) })
                    row.set(CartFields.isChosen, option.isChosen)
                })
        }
        row.set(messages)
        row.set(CartFields.continueURL, continueURL)
        row.set(CartFields.expires, expires)
    }

    /// The answer as one row.
    func row(_ locale: TextLocale) -> Row {
        CartFields.cart.row { row in
            row.set(CartFields.items, rows(locale))
            fill(&row, locale)
        }
    }

    /// The answer as a list of its lines.
    func page(_ locale: TextLocale) -> RowPage {
        RowPage(rows(locale), head: CartFields.head.row { fill(&$0, locale) })
    }
}

extension RowValues {
    fileprivate mutating func set(_ messages: [ShopMessage]) {
        if messages.isEmpty { return }
        set(
            CartFields.messages,
            CartFields.message.rows(of: messages.prefix(20)) { message, row in
                row.set(CartFields.type, message.type)
                row.set(CartFields.code, message.code)
                row.set(CartFields.said, message.text)
                row.set(CartFields.severity, message.severity)
            })
    }
}

extension StoredCart {
    private var rows: RowSet {
        CartFields.line.rows(of: lines) { line, row in
            row.set(CartFields.id, line.id)
            row.set(CartFields.title, line.title)
            row.set(CartFields.quantity, line.quantity)
        }
    }

    private static func fill(_ row: inout RowValues, _ messages: [ShopMessage]) {
        row.set(CartFields.totals, CartFields.total.none)
        row.set(messages)
    }

    /// The cart as it is known here, without prices: the shop has none.
    func row(_ messages: [ShopMessage]) -> Row {
        CartFields.cart.row { row in
            row.set(CartFields.items, rows)
            Self.fill(&row, messages)
        }
    }

    /// The same as a list of its lines.
    func page(_ messages: [ShopMessage]) -> RowPage {
        RowPage(rows, head: CartFields.head.row { Self.fill(&$0, messages) })
    }
}

extension JSONNode? {
    /// The elements of an array; none of anything else.
    var elementsOrNone: [JSONNode] { map { $0.kind == .array ? Array($0.elements) : [] } ?? [] }
}
