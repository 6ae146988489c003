import HTTP
import JSON
import Settings
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Plain walks over upstreams whose pages are not what their totals say.
@Suite("A walk from cursor to cursor")
struct WalkTests {
    private static let layout = RowLayout(
        "note",
        [
            Field.whole("id", "Its number.", .key, .filter, filter: "ids"), Field.text("text", "What it says.", .title),
            Field.prose("about", "All of it."), Field.money("price", "What it costs.", .code("EUR"), .price, .filter),
        ])

    /// A list of notes, ten a page.
    /// - Parameter page: the rows of a page, by its number, and the total.
    private func harness(_ page: @escaping @Sendable (Int) -> (ids: [Int], total: Int?), about: String = "") throws
        -> FeatureHarness
    {
        let feature = Feature(
            "desk", title: "Desk", doc: "Notes.", endpoint: "http://127.0.0.1:9", sample: { _ in nil },
            parts: [
                ListPart("list", title: "Notes", doc: "Notes.", of: Self.layout, paging: .numbersOf(10)) {
                    page, call throws(Fault) in
                    try await call.rows("notes", ["page": String(page.number)], at: "notes", total: "total")
                }.show(example: 1)
            ])
        let client = ScriptedHTTPClient { request in
            let (ids, total) = page(request.query.first.flatMap { Int($0.value) } ?? 0)
            let notes = ids.map { id -> JSONValue in
                ["id": .integer(id), "text": .string("note \(id)"), "about": .string(about), "price": 2]
            }
            return .body(
                String(
                    decoding: JSONValue.object(
                        [JSONMember("notes", .array(notes))] + (total.map { [JSONMember("total", .integer($0))] } ?? [])
                    ).serialized(), as: UTF8.self))
        }
        return try FeatureHarness([feature], client: { _ in client })
    }

    /// The ids of each answer until there is no cursor, and the last answer.
    private func walk(
        _ harness: FeatureHarness, _ question: [String: JSONValue] = [:], limit: Int = 7
    ) async throws -> (ids: [[Int]], last: JSONValue) {
        var answers: [[Int]] = []
        var sent = question
        sent["limit"] = .integer(limit)
        while true {
            let answer = try await harness.call(
                "desk.list", .object(sent.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }))
            answers.append(answer["items"]?.array?.compactMap { $0["id"]?.integer } ?? [])
            guard let cursor = answer["nextCursor"], answers.count < 100 else { return (answers, answer) }
            sent = ["cursor": cursor]
            if limit % 2 == 0 { sent["limit"] = .integer(limit) }
        }
    }

    @Test("no row comes twice, whatever page it stands on again", arguments: [1, 7, 10, 13, 100])
    func once(_ limit: Int) async throws {
        // Each page begins with two rows of the one before and with the very first.
        let harness = try harness { page in ([1] + Array((page - 1) * 7...(page - 1) * 7 + 8), total: 60) }
        let (ids, last) = try await walk(harness, limit: limit)
        #expect(ids.flatMap(\.self).sorted() == Array(0...43))
        #expect(ids.dropLast().allSatisfy { $0.count == min(limit, 44) })
        #expect(last["read"] == nil)
    }

    @Test("an upstream that sends the same page for ever ends at the bound, and the answer says so")
    func stuck() async throws {
        let harness = try harness { _ in (Array(1...10), total: 79_000) }
        let answer = try await harness.call("desk.list", ["limit": 100])
        #expect(answer["items"]?.array?.count == 10 && answer["nextCursor"] == nil)
        #expect(answer["read"] == ["rows": 400, "of": 79_000] && answer["total"] == 79_000)
        let text = try await harness.answer("desk.list", ["limit": 100]).markdown
        #expect(text.contains("Looked through the first 400 of 79000 notes."))
    }

    @Test("pages that end before their total end the walk, and the last answer says so")
    func early() async throws {
        let harness = try harness { page in (page < 4 ? Array(page * 10..<page * 10 + 10) : [], total: 100) }
        let (ids, last) = try await walk(harness, limit: 20)
        #expect(ids.map(\.count) == [20, 10])
        #expect(last["read"] == ["rows": 30, "of": 100])
    }

    @Test("an answer that takes several pages tells each but the last")
    func progress() async throws {
        let told = Mutex<[Int]>([])
        let harness = try harness { page in (Array(page * 10..<page * 10 + 10), total: 100) }
        let context = CallContext { progress in told.withLock { $0.append(progress.done) } }
        _ = try await harness.answer("desk.list", ["limit": 45], context: context)
        #expect(told.withLock { $0 } == [1, 2, 3, 4])
        _ = try await harness.answer("desk.list", ["limit": 10], context: context)
        #expect(told.withLock { $0 } == [1, 2, 3, 4])
    }

    @Test(
        "an answer has at most 40,000 bytes of text and as many of JSON, and goes on behind its last row",
        arguments: ["a", "é", "\\", "|", "漢", "a\n"], [true, false])
    func bounds(_ letter: String, _ isSorted: Bool) async throws {
        let harness = try harness(
            { page in (page < 7 ? Array(page * 10..<page * 10 + 10) : [], total: 60) },
            about: String(repeating: letter, count: 3_000))
        var sent: [JSONMember] = [JSONMember("fields", ["all"]), JSONMember("limit", 100)]
        if isSorted { sent.append(JSONMember("sort", "id")) }
        var ids: [Int] = []
        while true {
            let answer = try await harness.answer("desk.list", .object(sent))
            let json = answer.json
            #expect(answer.modelText().utf8.count <= 40_000 && json.serialized().count <= 40_000)
            let rows = json["items"]?.array ?? []
            #expect(rows.count < 60 && !rows.isEmpty)
            ids += rows.compactMap { $0["id"]?.integer }
            guard let cursor = json["nextCursor"] else { break }
            sent = [JSONMember("cursor", cursor)]
        }
        #expect(ids == Array(10..<70))
    }

    @Test("rows shown whole end at the same bound, and the others are named")
    func shown() async throws {
        let harness = try harness({ _ in (Array(1...10), total: 10) }, about: String(repeating: "x", count: 15_000))
        let answer = try await harness.answer("desk.show", ["ids": [1, 2, 3, 4]])
        #expect(answer.json["items"]?.array?.count == 2)
        #expect(answer.json["notice"] == "The answer is full: ask for the others by themselves: 3, 4.")
        #expect(answer.markdown.contains("ask for the others by themselves: 3, 4."))
    }

    @Test("the summary of a list with prices names their currency; one without does not")
    func currency() async throws {
        let harness = try harness { _ in (Array(1...10), total: 10) }
        #expect(try await harness.answer("desk.list").markdown.contains("prices in EUR, showing 1–10 of 10 (end)"))
        let text = try await harness.answer("desk.list", ["fields": ["text"]]).markdown
        #expect(!text.contains("EUR") && text.contains("showing 1–10 of 10 (end)"))
    }
}
