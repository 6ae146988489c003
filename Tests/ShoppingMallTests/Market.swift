import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

/// The upstream as tests play it: a server keyed by row, with as many products as a test wants, numbered from 0.
enum Market {
    /// A row: `Goods 7`, ₩7,000, unless the test says otherwise; a null takes a member away.
    static func row(_ id: Int, _ changes: [(String, JSONValue)] = []) -> JSONValue {
        var members = [
            JSONMember("id", .integer(id)), JSONMember("name", .string("Goods \(id)")),
            JSONMember("price", .integer(id * 1_000)),
        ]
        for (name, value) in changes {
            members.removeAll { $0.key == name }
            if !value.isNull { members.append(JSONMember(name, value)) }
        }
        return .object(members)
    }

    static func rows(_ ids: some Sequence<Int>) -> [JSONValue] { ids.map { row($0) } }

    /// The body of an answer.
    static func body(_ rows: [JSONValue], total: JSONValue? = nil) -> JSONValue {
        .object([JSONMember("products", .array(rows))] + (total.map { [JSONMember("total", $0)] } ?? []))
    }

    /// A mall of `count` products that answers by row.
    /// - Parameter total: what it says the total is; null and it does not say. Left out, it says the truth.
    static func shop(_ count: Int, total: JSONValue? = nil) -> @Sendable (HTTPRequest) -> ScriptedHTTPClient.Answer? {
        { request in
            guard request.path == ["shopping", "products"], let offset = request.number("offset"),
                let limit = request.number("limit")
            else { return nil }
            let told = total ?? .integer(count)
            return .json(body(rows((0..<count).dropFirst(offset).prefix(limit)), total: told.isNull ? nil : told))
        }
    }
}

extension HTTPRequest {
    func number(_ name: String) -> Int? { query.first { $0.name == name }.flatMap { Int($0.value) } }
}

extension ScriptedHTTPClient.Answer {
    static func json(_ value: JSONValue, status: Int = 200) -> Self { .response(.json(value, status: status)) }

    /// A page of these products.
    static func page(_ ids: some Sequence<Int>, total: JSONValue? = nil) -> Self {
        .json(Market.body(Market.rows(ids), total: total))
    }
}

extension HTTPResponse {
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: value.serialized())
    }
}

extension JSONValue {
    /// The id of each item.
    var ids: [Int] { self["items"]?.array?.compactMap { $0["id"]?.integer } ?? [] }
}

extension FeatureHarness {
    /// The mall over a scripted upstream.
    static func mall(
        _ client: any HTTPClient, settings: [(key: String, value: String)] = [], start: Start = .immediate
    ) throws -> FeatureHarness {
        try FeatureHarness([shoppingMall], client: { _ in client }, settings: settings, start: start)
    }

    /// The mall over a shop of so many products.
    static func mall(_ count: Int, total: JSONValue? = nil) throws -> FeatureHarness {
        try mall(ScriptedHTTPClient(respond: Market.shop(count, total: total)))
    }

    /// The offsets that were asked for, in order.
    var offsets: [Int] { requests.compactMap { $0.number("offset") } }

    /// The limits that were asked for, in order.
    var limits: [Int] { requests.compactMap { $0.number("limit") } }
}

extension HarnessScreen {
    /// Whether the action was taken.
    func takes(_ action: String) async throws -> Bool? { try await send(action)["accepted"]?.bool }

    /// Whether the trigger is taken, once the throttle's interval is over.
    func takesLoadMore() async throws -> Bool? {
        harness.advance(by: .milliseconds(200))
        return try await takes("loadMore")
    }

    /// One member of `refresh`.
    func refresh(_ name: String) async throws -> JSONValue? { try await state["refresh"]?[name] }
}

/// An upstream that answers when the test says so, and goes on when it is cancelled: answers may come late.
final class LateHTTPClient: HTTPClient {
    private typealias Waiting = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

    private struct State {
        var waiting: [(offset: Int, continuation: Waiting)] = []
        var cancelled: [Int] = []
    }

    private let state = Mutex(State())

    /// The offsets whose requests were cancelled, in order.
    var cancelledOffsets: [Int] { state.withLock { $0.cancelled } }

    /// Answers the oldest waiting request for an offset.
    func answer(
        _ offset: Int, _ answer: Result<HTTPResponse, HTTPFailure>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = state.withLock { state -> Waiting? in
            guard let index = state.waiting.firstIndex(where: { $0.offset == offset }) else { return nil }
            return state.waiting.remove(at: index).continuation
        }
        if found == nil { Issue.record("Nobody waits for offset \(offset)", sourceLocation: sourceLocation) }
        found?.resume(returning: answer)
    }

    func answer(
        _ offset: Int, _ ids: some Sequence<Int>, total: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        answer(
            offset, .success(.json(Market.body(Market.rows(ids), total: total))), sourceLocation: sourceLocation)
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let offset = request.number("offset") ?? -1
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiting) in
                state.withLock { $0.waiting.append((offset, continuation)) }
            }
        } onCancel: {
            state.withLock { $0.cancelled.append(offset) }
        }
        return try result.get()
    }
}
