import HTTP
import JSON
import Settings
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Questions over an upstream that only pages, and whose answers come when the test gives them.
@Suite("A question reads pages, 8 at once")
struct ListQuestionTests {
    private static let size = SettingKey("modules.desk.pageSize", .whole(1...100), default: 10, "Notes a page.")
    private static let layout = RowLayout(
        "note",
        [Field.whole("id", "Its number.", .key, .filter, filter: "ids"), Field.text("text", "What it says.", .title)])

    private let upstream = HeldUpstream()

    /// A list of notes, ten a page.
    private func harness(
        _ paging: Paging = .numbersOf(10), client: (any HTTPClient)? = nil
    ) throws -> FeatureHarness {
        let feature = Feature(
            "desk", title: "Desk", doc: "Notes.", endpoint: "http://127.0.0.1:9", settings: [Self.size.declaration],
            sample: { _ in nil },
            parts: [
                ListPart("list", title: "Notes", doc: "Notes.", of: Self.layout, paging: paging) {
                    page, call throws(Fault) in
                    try await call.rows("notes", ["page": String(page.number)], at: "notes", total: "total")
                }
            ])
        return try FeatureHarness([feature], client: { _ in client ?? upstream })
    }

    /// Page `number` of so many notes. Every third says so.
    private func page(_ number: Int, of count: Int, total: Int?, rows: Int = 10) -> HTTPResponse {
        let first = (number - 1) * 10
        let notes = (0..<count).dropFirst(first).prefix(rows).map { id -> JSONValue in
            ["id": .integer(id), "text": .string(id % 3 == 0 ? "third \(id)" : "note \(id)")]
        }
        var members = [JSONMember("notes", .array(notes))]
        if let total { members.append(JSONMember("total", .integer(total))) }
        return HTTPResponse(status: 200, body: JSONValue.object(members).serialized())
    }

    /// Answers what waits, the last first, until nobody asks any more.
    /// - Returns: the pages that were asked for together.
    private func answerAll(
        _ harness: FeatureHarness, of count: Int, total: Int?, short: Int? = nil
    ) -> [[Int]] {
        var batches: [[Int]] = []
        harness.settle()
        while !upstream.waiting.isEmpty {
            let batch = upstream.waiting
            batches.append(batch)
            for number in batch.reversed() {
                upstream.answer(
                    number, .success(page(number, of: count, total: total, rows: number == short ? 3 : 10)))
            }
            harness.settle()
        }
        return batches
    }

    @Test("the first page alone, then 8 at once; rows keep the upstream's order whichever page comes first")
    func order() async throws {
        let harness = try harness()
        let call = harness.start("desk.list", ["query": "third", "limit": 100])
        let batches = answerAll(harness, of: 247, total: 247)
        #expect(batches == [[1], Array(2...9), Array(10...17), Array(18...25)])
        let answer = try #require(try call.result?.get())
        #expect(answer["items"]?.array?.compactMap { $0["id"]?.integer } == Array(stride(from: 0, to: 247, by: 3)))
        #expect(answer["total"] == 83 && answer["read"] == nil && answer["nextCursor"] == nil)
    }

    @Test(
        "questions that come together read the list once; where its answers may not be given again, each for itself",
        arguments: [HTTPReuse(age: 0, lifetime: 30), nil])
    func together(_ reuse: HTTPReuse?) async throws {
        let harness = try harness()
        let calls = (0..<3).map { _ in harness.start("desk.list", ["query": "third", "limit": 100]) }
        var asked: [Int] = []
        harness.settle()
        while let number = upstream.waiting.first {
            asked.append(number)
            let page = page(number, of: 25, total: 25)
            upstream.answer(number, .success(HTTPResponse(status: 200, body: page.body, reuse: reuse)))
            harness.settle()
        }
        #expect(asked.sorted() == (reuse == nil ? [1, 1, 1, 2, 2, 2, 3, 3, 3] : [1, 2, 3]))
        for call in calls { #expect(try call.result?.get()["total"] == 9) }
    }

    @Test("40 pages are the most, and the answer says so")
    func bound() async throws {
        let harness = try harness()
        let call = harness.start("desk.list", ["query": "third", "limit": 1])
        let batches = answerAll(harness, of: 79_000, total: 79_000)
        #expect(batches.map(\.count) == [1, 8, 8, 8, 8, 7])
        #expect(batches.flatMap { $0 } == Array(1...40))
        #expect(try call.result?.get()["read"] == ["rows": 400, "of": 79_000])
    }

    @Test("rows asked for by key: the pages under way are the last")
    func keys() async throws {
        let harness = try harness()
        let call = harness.start("desk.list", ["ids": [3, 25]])
        #expect(answerAll(harness, of: 79_000, total: 79_000) == [[1], Array(2...9)])
        #expect(try call.result?.get()["items"]?.array?.compactMap { $0["id"]?.integer } == [3, 25])
    }

    @Test("without a total one page after the other: none is asked for behind a short one")
    func unknownTotal() async throws {
        let harness = try harness()
        let call = harness.start("desk.list", ["query": "third", "limit": 100])
        #expect(answerAll(harness, of: 25, total: nil) == [[1], [2], [3]])
        #expect(try call.result?.get()["total"] == 9)
    }

    @Test(
        "a short page before the last: pages by number go on; pages by offset end there, whatever was read behind it",
        arguments: [(Paging.numbersOf(10), 93, [1...1, 2...9, 10...10]), (.offset(size), 33, [1...1, 2...9])])
    func short(_ paging: Paging, _ rows: Int, _ batches: [ClosedRange<Int>]) async throws {
        let harness = try harness(paging)
        let call = harness.start("desk.list", ["sort": "id", "limit": 1])
        #expect(answerAll(harness, of: 100, total: 100, short: 4) == batches.map(Array.init))
        let answer = try #require(try call.result?.get())
        #expect(answer["total"] == .integer(rows) && answer["read"] == nil)
    }

    @Test("the first page that fails ends the others, and its fault is the question's")
    func failure() async throws {
        let harness = try harness()
        let call = harness.start("desk.list", ["query": "third"])
        harness.settle()
        upstream.answer(1, .success(page(1, of: 247, total: 247)))
        harness.settle()
        upstream.answer(3, .success(page(3, of: 247, total: 247)))
        upstream.answer(5, .failure(.connectionLost))
        harness.settle()
        #expect(throws: Fault(.connectionLost, module: "desk")) { try call.result?.get() }
        #expect(upstream.cancelled.sorted() == [2, 4, 6, 7, 8, 9])
        #expect(upstream.waiting.isEmpty && harness.requests.count == 9)
    }

    @Test("a cancelled question cancels the pages under way")
    func cancellation() async throws {
        let harness = try harness()
        let call = harness.start("desk.list", ["query": "third"])
        harness.settle()
        upstream.answer(1, .success(page(1, of: 247, total: 247)))
        harness.settle()
        call.cancel()
        harness.settle()
        #expect(throws: Fault(.cancelled, module: "desk")) { try call.result?.get() }
        #expect(upstream.cancelled.sorted() == Array(2...9) && harness.requests.count == 9)
    }

    @Test("each page but the last is told")
    func progress() async throws {
        let told = Mutex<[Int]>([])
        let harness = try harness(
            client: ScriptedHTTPClient { request in
                request.query.first.flatMap { Int($0.value) }.map { .response(page($0, of: 247, total: 247)) }
            })
        let context = CallContext { progress in told.withLock { $0.append(progress.done) } }
        _ = try await harness.answer("desk.list", ["query": "third"], context: context)
        #expect(told.withLock { $0 } == Array(1...24))
    }
}

/// An upstream that answers when the test says so. A cancelled request fails at once.
private final class HeldUpstream: HTTPClient {
    private typealias Waiting = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

    private let state = Mutex<(waiting: [(page: Int, continuation: Waiting)], cancelled: [Int])>(([], []))

    /// The pages that are asked for and not answered, in order.
    var waiting: [Int] { state.withLock { $0.waiting.map(\.page) } }
    /// The pages whose requests were cancelled.
    var cancelled: [Int] { state.withLock { $0.cancelled } }

    func answer(
        _ page: Int, _ answer: Result<HTTPResponse, HTTPFailure>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = take(page)
        if found == nil { Issue.record("Nobody waits for page \(page)", sourceLocation: sourceLocation) }
        found?.resume(returning: answer)
    }

    private func take(_ page: Int) -> Waiting? {
        state.withLock { state in
            state.waiting.firstIndex { $0.page == page }.map { state.waiting.remove(at: $0).continuation }
        }
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? -1
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiting) in
                state.withLock { $0.waiting.append((page, continuation)) }
            }
        } onCancel: {
            if let found = take(page) {
                state.withLock { $0.cancelled.append(page) }
                found.resume(returning: .failure(.cancelled))
            }
        }.get()
    }
}
