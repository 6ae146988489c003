import FeatureKit
import HTTP
import JSON
import Settings
import Values

/// One call of a tool, to be sent by either way to a shop's tools.
struct ShopRequest: Sendable {
    let tool: ShopTool
    /// Besides `meta`: `id`, and the body by its name, such as `cart`.
    let arguments: [JSONMember]
    /// Names a change; the same over its retries. Nil for what reads.
    let key: String?
    /// Address of the profile that stands for this client.
    let profile: String

    /// - Parameters:
    ///   - agreement: says the way, and the address of the tools.
    ///   - timeout: for everything together.
    func http(_ agreement: Agreement, timeout: Duration) -> HTTPRequest {
        var request: HTTPRequest
        switch agreement.transport {
        case .mcp: request = mcp(agreement, timeout: timeout)
        case .rest: request = rest(agreement, timeout: timeout)
        }
        if request.body != nil { request.add("Content-Type", "application/json") }
        request.add("Accept", "application/json")
        return request
    }

    private static func request(
        _ method: HTTPMethod, _ path: [String], _ agreement: Agreement, timeout: Duration
    ) -> HTTPRequest {
        agreement.isTrusted
            ? HTTPRequest(method, path, at: agreement.endpoint, timeout: timeout)
            : HTTPRequest(method, path, vouchedFor: agreement.endpoint, timeout: timeout)
    }

    // MARK: - MCP

    private func mcp(_ agreement: Agreement, timeout: Duration) -> HTTPRequest {
        var request = Self.request(.post, [], agreement, timeout: timeout)
        var meta = [JSONMember("ucp-agent", ["profile": .string(profile)])]
        if let key { meta.append(JSONMember("idempotency-key", .string(key))) }
        let body: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": [
                "name": .string(tool.rawValue), "arguments": .object([JSONMember("meta", .object(meta))] + arguments),
            ],
        ]
        request.body = body.serialized()
        // A recording knows a call by its tool and arguments: `meta` has a key that is new each time.
        request.recordedBody = JSONValue.object([JSONMember(tool.rawValue, .object(arguments))]).serialized()
        // What reads is not sent twice either: a search that failed is the caller's to ask for again.
        request.isRepeatable = key != nil
        return request
    }

    // MARK: - REST

    private func rest(_ agreement: Agreement, timeout: Duration) -> HTTPRequest {
        let id = arguments.first { $0.key == "id" }?.value.string ?? ""
        let (method, path) = tool.route(id)
        var request = Self.request(method, path, agreement, timeout: timeout)
        // The body is what has a name of its own in MCP, without it.
        request.body = arguments.first { $0.key != "id" }?.value.serialized()
        request.add("UCP-Agent", "profile=\(Self.quoted(profile))")
        request.add("Request-Id", newUUID())
        if let key { request.add("Idempotency-Key", key) }
        request.isRepeatable = method == .get || key != nil
        // Others change a cart too: what is kept of it says nothing.
        request.mustRevalidate = method == .get
        return request
    }

    /// A string of RFC 8941 section 3.3.3.
    private static func quoted(_ text: String) -> String {
        "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
    }
}

extension ShopTool {
    /// The method of REST, and the decoded path below the endpoint (rest.openapi.json of UCP).
    /// - Parameter id: of the cart or checkout; empty for what has none.
    fileprivate func route(_ id: String) -> (HTTPMethod, [String]) {
        switch self {
        case .searchCatalog: (.post, ["catalog", "search"])
        case .getProduct: (.post, ["catalog", "product"])
        case .createCart: (.post, ["carts"])
        case .getCart: (.get, ["carts", id])
        case .updateCart: (.put, ["carts", id])
        case .cancelCart: (.post, ["carts", id, "cancel"])
        case .createCheckout: (.post, ["checkout-sessions"])
        case .getCheckout: (.get, ["checkout-sessions", id])
        case .updateCheckout: (.put, ["checkout-sessions", id])
        }
    }
}

extension HTTPRequest {
    /// Adds a header; what no header may hold is left out.
    fileprivate mutating func add(_ name: String, _ value: String) {
        if let field = try? HTTPField(name: name, value: value) { headers.append(field) }
    }
}
