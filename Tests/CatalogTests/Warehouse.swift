import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Catalog

/// The upstream as tests play it: bodies in its shape, and a catalogue of as many products as a test wants.
enum Warehouse {
    /// `P0007` for 7.
    static func sku(_ number: Int) -> String {
        "P" + String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
    }

    static func skus(_ numbers: some Sequence<Int>) -> [String] { numbers.map(sku) }

    /// `Product 7` of `Brand 7` for `7.5`, unless the test says otherwise.
    static func row(_ number: Int, _ changes: [JSONMember] = []) -> JSONValue {
        let row: [JSONMember] = [
            JSONMember("sku", .string(sku(number))), JSONMember("name", .string("Product \(number)")),
            JSONMember("price", .number("\(number).5")), JSONMember("final_price", .number("\(number).5")),
            JSONMember("final_sale", false), JSONMember("special_price", 0), JSONMember("ribbon", .null),
            JSONMember(
                "_embedded",
                [
                    "brand": ["name": .string("Brand \(number)")],
                    "images": [["url": .string("http://static.example.com/p/\(number).jpg")]],
                ]),
        ]
        return .object(row.filter { member in !changes.contains { $0.key == member.key } } + changes)
    }

    static func rows(_ numbers: some Sequence<Int>) -> [JSONValue] { numbers.map { row($0) } }

    /// The body of a page.
    /// - Parameter further: members beside the products, such as `total_items`.
    static func page(_ rows: [JSONValue], _ further: [JSONMember] = []) -> JSONValue {
        .object([JSONMember("_embedded", ["product": .array(rows)])] + further)
    }

    /// Products 1 to `count`, page by page, and each by its sku.
    /// - Parameter total: what `total_items` says; nil leaves it out.
    static func shelves(_ count: Int, total: JSONValue? = nil) -> @Sendable (HTTPRequest) -> ScriptedHTTPClient.Answer?
    {
        { request in
            if request.path.count == 3 {
                let number = Int(request.path[2].drop { !("1"..."9").contains($0) }) ?? 0
                let isThere = (1...max(1, count)).contains(number) && sku(number) == request.path[2]
                return isThere ? .json(row(number)) : .json(["status": 404], status: 404)
            }
            guard request.path == ["catalog", "products"], let size = request.number("page_size"),
                let page = request.number("page")
            else { return nil }
            let numbers = (0..<count).dropFirst((page - 1) * size).prefix(size).map { $0 + 1 }
            return .json(Self.page(rows(numbers), total.map { [JSONMember("total_items", $0)] } ?? []))
        }
    }
}

extension HTTPRequest {
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
}

extension ScriptedHTTPClient.Answer {
    static func json(_ value: JSONValue, status: Int = 200) -> Self { .response(.json(value, status: status)) }
}

extension HTTPResponse {
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: value.serialized())
    }
}

extension JSONValue {
    /// The sku of each item.
    var skus: [String] { self["items"]?.array?.compactMap { $0["sku"]?.string } ?? [] }

    /// The skus of the items that are liked.
    var likedSKUs: [String] {
        self["items"]?.array?.filter { $0["liked"] == true }.compactMap { $0["sku"]?.string } ?? []
    }
}

extension FeatureHarness {
    /// The catalogue over a scripted upstream.
    static func catalog(
        _ client: any HTTPClient, store: InMemoryStateStore = InMemoryStateStore(),
        settings: [(key: String, value: String)] = [], start: Start = .immediate
    ) throws -> FeatureHarness {
        try FeatureHarness(
            [Catalog.catalog], client: { _ in client }, store: store, settings: settings, start: start)
    }

    /// The catalogue over shelves of products.
    static func catalog(
        _ count: Int, total: JSONValue? = nil, store: InMemoryStateStore = InMemoryStateStore(),
        settings: [(key: String, value: String)] = []
    ) throws -> FeatureHarness {
        try catalog(
            ScriptedHTTPClient(respond: Warehouse.shelves(count, total: total)), store: store, settings: settings)
    }

    /// The pages that were asked for.
    var pages: [Int] { requests.compactMap { $0.number("page") } }
}

/// An upstream that answers when the test says so, and does not hear of cancellation: answers may come late.
final class StubbornHTTPClient: HTTPClient {
    private typealias Waiting = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

    private let waiting = Mutex<[(page: Int, continuation: Waiting)]>([])

    /// Number of waiting requests for a page.
    func count(of page: Int) -> Int { waiting.withLock { $0.count { $0.page == page } } }

    /// Answers the oldest waiting request for a page.
    func answer(
        _ page: Int, _ answer: Result<HTTPResponse, HTTPFailure>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = waiting.withLock { waiting -> Waiting? in
            guard let index = waiting.firstIndex(where: { $0.page == page }) else { return nil }
            return waiting.remove(at: index).continuation
        }
        if found == nil { Issue.record("Nobody waits for page \(page)", sourceLocation: sourceLocation) }
        found?.resume(returning: answer)
    }

    func answer(_ page: Int, rows: some Sequence<Int>, sourceLocation: SourceLocation = #_sourceLocation) {
        answer(page, .success(.json(Warehouse.page(Warehouse.rows(rows)))), sourceLocation: sourceLocation)
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await withCheckedContinuation { (continuation: Waiting) in
            waiting.withLock { $0.append((request.number("page") ?? 0, continuation)) }
        }.get()
    }
}
