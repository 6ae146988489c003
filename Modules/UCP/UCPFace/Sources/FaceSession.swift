import JSON

/// A cart or a checkout as it is stored.
struct FaceSession: Sendable, Equatable {
    /// Kind of what is stored; the raw value begins its ids.
    enum Kind: String, Sendable {
        case cart, checkout
    }

    /// One variant with its number, at the price of the moment when it was put in or changed.
    struct Line: Sendable, Equatable {
        let id: String
        let item: String
        let title: String
        let price: FacePrice
        let quantity: Int
        let image: String?
        let page: String?
    }

    /// A change that was made: its key, the digest of what it asked, and the answer while that is kept.
    struct Change: Sendable, Equatable {
        let key: String
        let digest: String
        var answer: JSONValue?
    }

    let kind: Kind
    let id: String
    /// Seconds since 1970.
    var expires: Int
    var isCanceled = false
    var lines: [Line] = []
    /// The number of the next line.
    private var nextLine = 1
    /// The currency of its amounts, also of none.
    var currency: String
    var buyer: JSONValue?
    var context: JSONValue?
    /// Messages about what was wrong with the latest change, and what was adjusted.
    var messages: [JSONValue] = []
    var delivery = FaceDelivery()
    /// Id of a cart's checkout, of a checkout's cart.
    var other: String?
    private var changes: [Change] = []

    init(_ kind: Kind, id: String, currency: String) {
        (self.kind, self.id, self.currency) = (kind, id, currency)
        expires = 0
    }

    /// Replaces the lines. Each keeps the id that the request names, else that of a line of the same variant.
    mutating func replaceLines(_ wanted: [FaceBasket.Line]) {
        var free = lines
        var new: [Line] = []
        for line in wanted {
            let known =
                free.firstIndex { $0.id == line.id && $0.item == line.product.id }
                ?? free.firstIndex { $0.item == line.product.id }
            let id = known.map { free.remove(at: $0).id } ?? "li_\(nextLine)"
            if known == nil { nextLine += 1 }
            let product = line.product
            new.append(
                Line(
                    id: id, item: product.id, title: product.title, price: product.price, quantity: line.quantity,
                    image: product.image, page: product.page))
        }
        lines = new
        if let first = lines.first { currency = first.price.currency }
    }

    /// Takes the lines of another, with their ids.
    mutating func takeLines(of other: FaceSession) {
        (lines, currency) = (other.lines, other.currency)
        nextLine = max(nextLine, other.nextLine)
    }

    /// Sum of the lines; nil where it can't be counted.
    var subtotal: Int? {
        var sum = 0
        for line in lines {
            let (amount, isTooMuch) = line.price.amount.multipliedReportingOverflow(by: line.quantity)
            let (next, isOver) = sum.addingReportingOverflow(amount)
            if isTooMuch || isOver { return nil }
            sum = next
        }
        return sum
    }

    // MARK: - Changes that may be asked again

    /// A change of this key.
    func change(_ key: String) -> Change? { changes.first { $0.key == key } }

    /// Notes a change with its answer; the oldest are forgotten.
    mutating func remember(_ key: String, _ digest: String, _ answer: JSONValue) {
        changes.append(Change(key: key, digest: digest, answer: answer))
        changes.removeFirst(max(0, changes.count - FaceLimits.sessionKeys))
        for place in changes.indices.dropLast(FaceLimits.answers) { changes[place].answer = nil }
    }

    // MARK: - As it is stored

    /// - Returns: nil for bytes that are no such thing: they are never taken for an empty cart.
    init?(stored bytes: [UInt8]) {
        guard let root = try? JSONDocument(parsing: bytes).root, let expires = root["expires"]?.integer,
            let kind = root["kind"]?.string.flatMap({ Kind(rawValue: $0) }), let id = root["id"]?.string,
            let currency = root["currency"]?.string, let lines = root["lines"], lines.kind == .array
        else { return nil }
        (self.kind, self.id, self.expires, self.currency) = (kind, id, expires, currency)
        for node in lines.elements {
            guard let line = Line(node) else { return nil }
            self.lines.append(line)
        }
        nextLine = root["nextLine"]?.integer ?? self.lines.count + 1
        isCanceled = root["canceled"]?.bool ?? false
        (buyer, context) = (root["buyer"].map { JSONValue($0) }, root["context"].map { JSONValue($0) })
        messages = root["messages"].elementsOrNone.map { JSONValue($0) }
        delivery = FaceDelivery(root["delivery"])
        other = root["other"]?.string
        changes = root["changes"].elementsOrNone.compactMap { node in
            guard let key = node["key"]?.string, let digest = node["digest"]?.string else { return nil }
            return Change(key: key, digest: digest, answer: node["answer"].map { JSONValue($0) })
        }
    }

    /// When what is stored expires, without reading the rest.
    static func expiry(of bytes: [UInt8]) -> Int? { (try? JSONDocument(parsing: bytes).root)?["expires"]?.integer }

    var encoded: [UInt8] {
        var members = [
            JSONMember("expires", .integer(expires)), JSONMember("kind", .string(kind.rawValue)),
            JSONMember("id", .string(id)), JSONMember("currency", .string(currency)),
            JSONMember("nextLine", .integer(nextLine)), JSONMember("lines", .array(lines.map(\.stored))),
        ]
        if isCanceled { members.append(JSONMember("canceled", true)) }
        for (name, value) in [("buyer", buyer), ("context", context), ("other", other.map { .string($0) })] {
            if let value { members.append(JSONMember(name, value)) }
        }
        if !messages.isEmpty { members.append(JSONMember("messages", .array(messages))) }
        if delivery != FaceDelivery() { members.append(JSONMember("delivery", delivery.stored)) }
        if !changes.isEmpty {
            members.append(
                JSONMember(
                    "changes",
                    .array(
                        changes.map { change in
                            .object(
                                [JSONMember("key", .string(change.key)), JSONMember("digest", .string(change.digest))]
                                    + (change.answer.map { [JSONMember("answer", $0)] } ?? []))
                        })))
        }
        return JSONValue.object(members).serialized()
    }
}

extension FaceSession.Line {
    fileprivate init?(_ node: JSONNode) {
        guard let id = node["id"]?.string, let item = node["item"]?.string, let title = node["title"]?.string,
            let price = FacePrice(stored: node["price"]), let quantity = node["quantity"]?.integer, quantity > 0
        else { return nil }
        self.init(
            id: id, item: item, title: title, price: price, quantity: quantity, image: node["image"]?.string,
            page: node["page"]?.string)
    }

    fileprivate var stored: JSONValue {
        var members = [
            JSONMember("id", .string(id)), JSONMember("item", .string(item)), JSONMember("title", .string(title)),
            JSONMember("price", price.json), JSONMember("quantity", .integer(quantity)),
        ]
        if let image { members.append(JSONMember("image", .string(image))) }
        if let page { members.append(JSONMember("page", .string(page))) }
        return .object(members)
    }

    /// The line as UCP has it (types/line_item.json).
    var json: JSONValue {
        var item = [
            JSONMember("id", .string(self.item)), JSONMember("title", .string(title)),
            JSONMember("price", .integer(price.amount)),
        ]
        if let image { item.append(JSONMember("image_url", .string(image))) }
        let amount = JSONValue.integer(price.amount * quantity)
        return [
            "id": .string(id), "item": .object(item), "quantity": .integer(quantity),
            "totals": [["type": "subtotal", "amount": amount], ["type": "total", "amount": amount]],
        ]
    }
}

extension FacePrice {
    /// - Parameter stored: an object as `json` gives it.
    fileprivate init?(stored node: JSONNode?) {
        guard let amount = node?["amount"]?.integer, amount >= 0, let currency = node?["currency"]?.string else {
            return nil
        }
        self.init(amount: amount, currency: currency)
    }
}
