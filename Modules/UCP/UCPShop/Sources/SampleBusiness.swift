import Drawings
import FeatureKit
import HTTP
import JSON

/// The business of the sample data: answers every request of the feature from `SampleGoods`, without any state. Carts and
/// checkouts are written down in their ids, so the same request always has the same answer.
enum SampleBusiness {
    private static let version = Agreement.versions.upperBound
    static let profilePath = "/.well-known/ucp"

    /// - Returns: nil for what nobody sells.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        if request.isOfFoundURL {
            let name = request.url.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
            guard let good = SampleGoods.good(name) else { return nil }
            let picture = Goods([good.title, good.category], tint: nil, key: good.id, format: .square)
            return HTTPResponse(status: 200, body: picture.png(), source: .sample)
        }
        if request.method == .get {
            guard request.url == request.endpoint.origin + profilePath else { return nil }
            return response(profile(request.endpoint.text))
        }
        guard let body = request.body, let asked = try? JSONDocument(parsing: body),
            let tool = asked.root["params"]?["name"]?.string.flatMap({ ShopTool(rawValue: $0) }),
            let arguments = asked.root["params"]?["arguments"]
        else { return nil }
        let content = SampleDesk(base: request.endpoint.origin).answer(tool, arguments)
        let result: JSONValue = [
            "jsonrpc": "2.0", "id": asked.root["id"].map { JSONValue($0) } ?? .null,
            "result": [
                "structuredContent": content,
                "content": [["type": "text", "text": .string(String(decoding: content.serialized(), as: UTF8.self))]],
            ],
        ]
        return response(result)
    }

    private static func response(_ value: JSONValue) -> HTTPResponse {
        HTTPResponse(status: 200, body: value.serialized(), source: .sample)
    }

    private static func profile(_ base: String) -> JSONValue {
        func entry(_ name: String, extends parent: String? = nil) -> JSONMember {
            let document = name.split(separator: ".").dropFirst(3).joined(separator: "/")
            var members: [JSONMember] = [
                JSONMember("version", .string(version)),
                JSONMember("spec", .string("https://ucp.dev/\(version)/specification/\(document)")),
                JSONMember("schema", .string("https://ucp.dev/\(version)/schemas/shopping/\(document).json")),
            ]
            if let parent { members.append(JSONMember("extends", .string(parent))) }
            return JSONMember(name, [.object(members)])
        }
        return [
            "ucp": [
                "version": .string(version),
                "services": [
                    "dev.ucp.shopping": [
                        [
                            "version": .string(version), "transport": "mcp", "endpoint": .string("\(base)/ucp/mcp"),
                            "schema": .string("https://ucp.dev/\(version)/services/shopping/mcp.openrpc.json"),
                        ]
                    ]
                ],
                "capabilities": .object([
                    entry(Capability.search), entry(Capability.lookup), entry(Capability.cart),
                    entry(Capability.checkout), entry(Capability.fulfillment, extends: Capability.checkout),
                ]),
                "payment_handlers": [:],
            ]
        ]
    }
}

/// The desk of the sample shop, which answers the calls of tools.
struct SampleDesk {
    /// Address of the shop.
    let base: String

    func answer(_ tool: ShopTool, _ arguments: JSONNode) -> JSONValue {
        switch tool {
        case .searchCatalog: search(arguments["catalog"])
        case .getProduct: product(arguments["catalog"]?["id"]?.string ?? "")
        case .createCart: cart(SampleLines(arguments["cart"]?["line_items"]))
        case .updateCart: cart(SampleLines(arguments["cart"]?["line_items"]))
        case .getCart: SampleLines(id: arguments["id"]?.string, "cart").map { cart($0) } ?? absent
        case .cancelCart: cart(SampleLines(nil))
        case .createCheckout, .updateCheckout: checkout(SampleCheckout(arguments["checkout"]))
        case .getCheckout: SampleCheckout(id: arguments["id"]?.string).map { checkout($0) } ?? absent
        }
    }

    func ucp(_ capability: String, isCheckout: Bool = false) -> JSONMember {
        var members: [JSONMember] = [
            JSONMember("version", .string(Agreement.versions.upperBound)), JSONMember("status", "success"),
            JSONMember(
                "capabilities",
                .object([JSONMember(capability, [["version": .string(Agreement.versions.upperBound)]])])),
        ]
        if isCheckout { members.append(JSONMember("payment_handlers", [:])) }
        return JSONMember("ucp", .object(members))
    }

    private var absent: JSONValue { refusal("not_found", "There is no such thing in this shop.") }

    private func refusal(_ code: String, _ text: String) -> JSONValue {
        [
            "ucp": ["version": .string(Agreement.versions.upperBound), "status": "error"],
            "messages": [
                ["type": "error", "code": .string(code), "content": .string(text), "severity": "unrecoverable"]
            ],
            "continue_url": .string("\(base)/"),
        ]
    }

    private func search(_ asked: JSONNode?) -> JSONValue {
        let words = (asked?["query"]?.string ?? "").lowercased().split(separator: " ")
        let categories = asked?["filters"]?["categories"]?.elements.compactMap { $0.string?.lowercased() } ?? []
        let (least, most) = (asked?["filters"]?["price"]?["min"]?.integer, asked?["filters"]?["price"]?["max"]?.integer)
        let found = SampleGoods.all.filter { good in
            let text = "\(good.title) \(good.category)".lowercased()
            return words.allSatisfy { holds(text, $0) }
                && (categories.isEmpty || categories.contains(good.category.lowercased()))
                && (least.map { good.price >= $0 } ?? true) && (most.map { good.price <= $0 } ?? true)
        }
        let start = asked?["pagination"]?["cursor"]?.string.flatMap { Int($0) } ?? 0
        let limit = min(max(asked?["pagination"]?["limit"]?.integer ?? 10, 1), 50)
        let page = found.dropFirst(max(start, 0)).prefix(limit)
        let end = max(start, 0) + page.count
        var pagination: [JSONMember] = [
            JSONMember("has_next_page", .bool(end < found.count)), JSONMember("total_count", .integer(found.count)),
        ]
        if end < found.count { pagination.append(JSONMember("cursor", .string(String(end)))) }
        return .object([
            ucp(Capability.search), JSONMember("products", .array(page.map { $0.json(base) })),
            JSONMember("pagination", .object(pagination)),
        ])
    }

    private func product(_ id: String) -> JSONValue {
        guard let good = SampleGoods.good(id) else { return absent }
        return .object([ucp(Capability.lookup), JSONMember("product", good.json(base))])
    }

    private func cart(_ lines: SampleLines) -> JSONValue {
        let id = lines.id("cart")
        return .object(
            [
                ucp(Capability.cart), JSONMember("id", .string(id)), JSONMember("line_items", lines.json),
                JSONMember("currency", .string(SampleGoods.currency)),
                JSONMember("totals", totals(lines.subtotal, delivery: nil)),
                JSONMember("continue_url", .string("\(base)/cart")),
                JSONMember("expires_at", "2099-12-31T00:00:00Z"),
            ] + lines.messages)
    }

    func totals(_ subtotal: Int, delivery: Int?) -> JSONValue {
        var totals: [JSONValue] = [["type": "subtotal", "amount": .integer(subtotal)]]
        if let delivery {
            totals.append(["type": "fulfillment", "display_text": "Delivery", "amount": .integer(delivery)])
        }
        return .array(totals + [["type": "total", "amount": .integer(subtotal + (delivery ?? 0))]])
    }
}

/// Lines of a cart, written down in its id: `cart~tide-tee-m*2`.
struct SampleLines {
    private(set) var lines: [(variant: String, quantity: Int)] = []
    /// Variants that the shop does not have.
    private(set) var unknown: [String] = []

    init(_ node: JSONNode?) {
        for line in node.map({ $0.kind == .array ? Array($0.elements) : [] }) ?? [] {
            add(line["item"]?["id"]?.string ?? "", line["quantity"]?.integer ?? 1)
        }
    }

    init?(id: String?, _ kind: String) {
        guard let id else { return nil }
        let parts = id.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.first.map({ $0 == kind }) ?? false else { return nil }
        for part in parts.dropFirst() {
            let pair = part.split(separator: "*")
            guard pair.count == 2, let quantity = Int(pair[1]) else { continue }
            add(String(pair[0]), quantity)
        }
    }

    private mutating func add(_ variant: String, _ quantity: Int) {
        guard SampleGoods.all.contains(where: { $0.variantIDs.contains(variant) }) else {
            unknown.append(variant)
            return
        }
        if (1...999).contains(quantity) { lines.append((variant, quantity)) }
    }

    func id(_ kind: String) -> String { ([kind] + lines.map { "\($0.variant)*\($0.quantity)" }).joined(separator: "~") }

    var subtotal: Int {
        lines.reduce(0) { $0 + $1.quantity * Self.price(of: $1.variant) }
    }

    private static func price(of variant: String) -> Int { SampleGoods.good(variant)?.price(of: variant) ?? 0 }

    var json: JSONValue {
        .array(
            lines.map { line in
                let price = Self.price(of: line.variant)
                let amount = JSONValue.integer(line.quantity * price)
                return [
                    "id": .string("line-\(line.variant)"),
                    "item": [
                        "id": .string(line.variant), "title": .string(SampleGoods.good(line.variant)?.title ?? ""),
                        "price": .integer(price),
                    ], "quantity": .integer(line.quantity),
                    "totals": [["type": "subtotal", "amount": amount], ["type": "total", "amount": amount]],
                ]
            })
    }

    /// The member that tells of what is not there.
    var messages: [JSONMember] {
        if unknown.isEmpty { return [] }
        let all = unknown.prefix(20).map { variant -> JSONValue in
            [
                "type": "error", "code": "not_found", "severity": "recoverable",
                "content": .string("There is no variant \(variant.prefix(60))."),
            ]
        }
        return [JSONMember("messages", .array(Array(all)))]
    }
}

/// Whether the bytes of a text have those of another in them.
private func holds(_ text: String, _ part: Substring) -> Bool {
    text.utf8.indices.contains { text.utf8[$0...].starts(with: part.utf8) }
}
