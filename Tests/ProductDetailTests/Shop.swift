import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import ProductDetail

/// The upstream as tests play it: one product for each sku that is asked for.
enum Stock {
    /// The answer of `catalog/products/{sku}`: `Product A` of `Brand A` for 20, unless the test says otherwise.
    static func product(_ sku: String, _ changes: [JSONMember] = []) -> JSONValue {
        let members: [JSONMember] = [
            JSONMember("sku", .string(sku)), JSONMember("name", .string("Product \(sku)")), JSONMember("price", 20),
            JSONMember("final_price", 20), JSONMember("ribbon", .null),
            JSONMember("short_description", "<b>Soft</b><br>&amp; warm"),
            JSONMember(
                "_embedded",
                [
                    "brand": ["name": .string("Brand \(sku)")],
                    "images": [["url": "http://static.example.com/1.jpg"], ["url": "//static.example.com/2.jpg"]],
                ]),
        ]
        return .object(members.filter { member in !changes.contains { $0.key == member.key } } + changes)
    }

    /// Knows every product; `prices` are the final prices of some.
    static func open(_ prices: [String: String] = [:]) -> @Sendable (HTTPRequest) -> ScriptedHTTPClient.Answer? {
        { request in
            if request.path == ["catalog", "products"] { return .json(["_embedded": ["product": []]]) }
            guard request.path.count == 3, request.path[0] == "catalog", request.path[1] == "products" else {
                return nil
            }
            let price = prices[request.path[2]].map {
                [JSONMember("price", .number($0)), JSONMember("final_price", .number($0))]
            }
            return .json(product(request.path[2], price ?? []))
        }
    }
}

extension ScriptedHTTPClient.Answer {
    static func json(_ value: JSONValue, status: Int = 200) -> Self {
        .response(HTTPResponse(status: status, body: value.serialized()))
    }
}

extension FeatureHarness {
    /// The detail over a scripted upstream.
    static func detail(
        _ client: any HTTPClient = ScriptedHTTPClient(respond: Stock.open()),
        store: InMemoryStateStore = InMemoryStateStore(),
        settings: [(key: String, value: String)] = [], start: Start = .immediate
    ) throws -> FeatureHarness {
        try FeatureHarness(
            [productDetail], client: { _ in client }, store: store, settings: settings, start: start)
    }

    @discardableResult
    func add(_ sku: String, _ quantity: Int? = nil) async throws -> JSONValue {
        try await call("productDetail.addToBag", request(sku, quantity))
    }

    @discardableResult
    func remove(_ sku: String, _ quantity: Int? = nil) async throws -> JSONValue {
        try await call("productDetail.removeFromBag", request(sku, quantity))
    }

    private func request(_ sku: String, _ quantity: Int?) -> JSONValue {
        let item = [JSONMember("sku", .string(sku))] + (quantity.map { [JSONMember("quantity", .integer($0))] } ?? [])
        return ["items": [.object(item)]]
    }
}

extension JSONValue {
    /// The bag as `A×2 B×1`.
    var lines: String {
        (self["bag"]?.array ?? []).map { "\($0["sku"]?.string ?? "?")×\($0["quantity"]?.integer ?? -1)" }
            .joined(separator: " ")
    }

    /// Costs of all of it, a sum for each currency.
    var totals: [String] { (self["totals"]?.array ?? []).compactMap(\.string) }

    /// The only product of an answer.
    var product: JSONValue? { self["items"]?[0] }
}
