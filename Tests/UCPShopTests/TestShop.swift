import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import UCPShop

/// A shop over a business that a test bends: the sample's answers, changed by what the test says.
struct TestShop {
    static let declaration = ShopDeclaration(id: "harbour", business: "https://shop.example")

    let client: ScriptedHTTPClient
    let harness: FeatureHarness

    /// - Parameters:
    ///   - settings: below `modules.harbour`, such as `("currency", "AUD")`.
    ///   - respond: the answer to a request; nil for the sample's.
    init(
        settings: [(String, String)] = [], store: InMemoryStateStore = InMemoryStateStore(),
        _ respond: @escaping @Sendable (HTTPRequest) -> ScriptedHTTPClient.Answer? = { _ in nil }
    ) throws {
        let client = ScriptedHTTPClient(respond: { request in
            respond(request) ?? SampleBusiness.answer(request).map { .response($0) }
                ?? .response(HTTPResponse(status: 404))
        })
        self.client = client
        harness = try FeatureHarness(
            [Feature(Self.declaration)], client: { _ in client }, store: store,
            settings: settings.map { ("modules.harbour.\($0)", $1) }, data: .live)
    }

    /// The result of a call.
    func call(_ operation: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await harness.call("harbour.\(operation)", parameters)
    }

    /// The fault of a call; nil where there is none.
    func fault(_ operation: String, _ parameters: JSONValue = [:]) async throws -> Fault? {
        do throws(Fault) {
            _ = try await harness.call("harbour.\(operation)", parameters)
            return nil
        } catch {
            return error
        }
    }

    /// Calls of tools so far: name and arguments.
    var calls: [(tool: String, arguments: JSONValue)] { client.requests.compactMap(\.toolCall) }
}

extension HTTPRequest {
    /// The call of a tool that it carries.
    var toolCall: (tool: String, arguments: JSONValue)? {
        guard let body, let root = try? JSONValue(parsing: String(decoding: body, as: UTF8.self)),
            let name = root["params"]?["name"]?.string, let arguments = root["params"]?["arguments"]
        else { return nil }
        return (name, arguments)
    }
}

extension ScriptedHTTPClient.Answer {
    /// A result of a tool.
    static func content(_ content: JSONValue) -> Self {
        let answer: JSONValue = ["jsonrpc": "2.0", "id": 1, "result": ["structuredContent": content]]
        return .response(HTTPResponse(status: 200, body: answer.serialized()))
    }

    static func json(_ value: JSONValue, status: Int = 200, fields: [HTTPField] = []) -> Self {
        .response(HTTPResponse(status: status, fields: fields, body: value.serialized()))
    }
}

extension JSONValue {
    /// The value with another one at a path of member names and places; nil removes it.
    func replacing(_ path: [String], with value: JSONValue?) -> JSONValue {
        guard let first = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        if let place = Int(first), case .array(var elements) = self, elements.indices.contains(place) {
            elements[place] = elements[place].replacing(rest, with: value)
            return .array(elements)
        }
        var members = self.members ?? []
        let place = members.firstIndex { $0.key == first }
        if rest.isEmpty, value == nil {
            if let place { members.remove(at: place) }
        } else {
            let new = (place.map { members[$0].value } ?? [:]).replacing(rest, with: value)
            if let place { members[place].value = new } else { members.append(JSONMember(first, new)) }
        }
        return .object(members)
    }
}

/// The content of the sample's answer to a request.
func sampleContent(_ request: HTTPRequest) -> JSONValue? {
    guard let response = SampleBusiness.answer(request),
        let root = try? JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
    else { return nil }
    return root["result"]?["structuredContent"] ?? root
}

/// A business in memory that keeps carts, as a real one does.
final class KeepingBusiness: Sendable {
    private struct State {
        var carts: [String: [(id: String, quantity: Int)]] = [:]
        var keys: Set<String> = []
        var count = 0
        var repeated = 0
    }

    private let state = Mutex(State())

    /// Carts now, by id.
    var carts: [String: [String: Int]] {
        state.withLock { state in
            state.carts.mapValues { Dictionary($0.map { ($0.id, $0.quantity) }, uniquingKeysWith: +) }
        }
    }

    /// Changes that came twice with one key.
    var repeated: Int { state.withLock { $0.repeated } }

    func forget() { state.withLock { $0.carts = [:] } }

    func respond(_ request: HTTPRequest) -> ScriptedHTTPClient.Answer? {
        guard let (tool, arguments) = request.toolCall else { return nil }
        return state.withLock { state in
            if let key = arguments["meta"]?["idempotency-key"]?.string, !state.keys.insert(key).inserted {
                state.repeated += 1
            }
            let lines = (arguments["cart"]?["line_items"]?.array ?? []).map { line in
                (id: line["item"]?["id"]?.string ?? "", quantity: line["quantity"]?.integer ?? 0)
            }
            switch tool {
            case "create_cart":
                state.count += 1
                state.carts["cart_\(state.count)"] = lines
                return Self.cart("cart_\(state.count)", lines)
            case "get_cart", "update_cart", "cancel_cart":
                let id = arguments["id"]?.string ?? ""
                guard var cart = state.carts[id] else { return Self.absent }
                if tool == "cancel_cart" { state.carts[id] = nil }
                if tool == "update_cart" { (cart, state.carts[id]) = (lines, lines) }
                return Self.cart(id, cart)
            default: return nil
            }
        }
    }

    static let absent = ScriptedHTTPClient.Answer.content([
        "ucp": ["version": "2026-04-08", "status": "error"],
        "messages": [["type": "error", "code": "not_found", "content": "No such cart.", "severity": "unrecoverable"]],
    ])

    static func cart(_ id: String, _ lines: [(id: String, quantity: Int)]) -> ScriptedHTTPClient.Answer {
        let sum = JSONValue.integer(lines.reduce(0) { $0 + $1.quantity * 100 })
        return .content([
            "ucp": ["version": "2026-04-08"], "id": .string(id), "currency": "AUD",
            "line_items": .array(
                lines.map { line in
                    [
                        "id": .string("line of \(line.id)"), "quantity": .integer(line.quantity),
                        "item": ["id": .string(line.id), "title": .string("Variant \(line.id)"), "price": 100],
                        "totals": [["type": "total", "amount": .integer(line.quantity * 100)]],
                    ]
                }),
            "totals": [["type": "subtotal", "amount": sum], ["type": "total", "amount": sum]],
            "continue_url": "https://shop.example/cart", "messages": .null,
        ])
    }
}
