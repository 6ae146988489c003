import HTTP
import JSON
import Settings
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Pages of a live upstream that stay in memory as rows, as long as their answers may be given again.
@Suite("Pages that are kept as rows")
struct KeptPagesTests {
    private static let layout = RowLayout(
        "note",
        [Field.whole("id", "Its number.", .key, .filter, filter: "ids"), Field.text("text", "What it says.", .title)])

    /// A server of 25 notes, ten a page.
    private final class Notes: Sendable {
        private static let things = ["ink", "pen", "cup", "fig", "oak", "sea", "hat"]
        let version = Atomic(1)
        /// Seconds for which an answer may be given again; 0 for none.
        let lifetime = Atomic<Int>(30)
        private let pages = Mutex<[String]>([])

        /// The pages that were asked for since the last look.
        func asked() -> [String] {
            pages.withLock { pages in
                defer { pages = [] }
                return pages
            }
        }

        func answer(_ request: HTTPRequest) -> ScriptedHTTPClient.Answer {
            let page = request.query.first { $0.name == "page" }?.value ?? ""
            pages.withLock { $0.append(page) }
            let first = ((Int(page) ?? 1) - 1) * 10
            let version = version.load(ordering: .relaxed)
            let notes = (first..<min(25, first + 10)).map {
                #"{"id":\#($0),"text":"\#(Self.things[$0 % 7]), version \#(version)"}"#
            }
            let lifetime = Int64(lifetime.load(ordering: .relaxed))
            return .response(
                HTTPResponse(
                    status: 200, body: Array(#"{"notes":[\#(notes.joined(separator: ","))],"total":25}"#.utf8),
                    reuse: lifetime == 0 ? nil : HTTPReuse(age: 3, lifetime: lifetime)))
        }
    }

    private let notes = Notes()

    private func harness() throws -> FeatureHarness {
        let feature = Feature(
            "desk", title: "Desk", doc: "Notes.", endpoint: "http://127.0.0.1:9", sample: { _ in nil },
            parts: [
                ListPart("list", title: "Notes", doc: "Notes.", of: Self.layout, paging: .numbersOf(10)) {
                    page, call throws(Fault) in
                    try await call.rows("notes", ["page": String(page.number)], at: "notes", total: "total")
                }
                .screen("galleria://desk").heading("Desk")
            ])
        let client = ScriptedHTTPClient(respond: { [notes] in notes.answer($0) })
        return try FeatureHarness([feature], client: { _ in client }, data: .live)
    }

    private func texts(_ answer: JSONValue) -> [String] {
        answer["items"]?.array?.compactMap { $0["text"]?.string } ?? []
    }

    @Test("A second question over the same list asks nothing, whatever it asks for, and gives what the first would")
    func again() async throws {
        let harness = try harness()
        let first = try await harness.call("desk.list", ["query": "fig", "limit": 100])
        #expect(notes.asked().sorted() == ["1", "2", "3"])
        #expect(first["total"] == 4)
        #expect(try await harness.call("desk.list", ["query": "fig", "limit": 100]) == first)
        #expect(try await harness.call("desk.list", ["sort": "text", "limit": 2])["total"] == 25)
        #expect(try await harness.call("desk.list", ["limit": 12])["items"]?.array?.count == 12)
        #expect(try await harness.call("desk.list", ["ids": [3, 24]])["items"]?.array?.count == 2)
        #expect(notes.asked() == [])
    }

    @Test(
        "When their time is over the pages are asked for again: the server's time, and 60 s at most",
        arguments: [5, 600])
    func time(_ lifetime: Int) async throws {
        notes.lifetime.store(lifetime, ordering: .relaxed)
        let harness = try harness()
        _ = try await harness.call("desk.list", ["query": "fig"])
        notes.version.store(2, ordering: .relaxed)
        harness.advance(by: .seconds(min(lifetime, 60) - 1))
        #expect(texts(try await harness.call("desk.list", ["query": "fig"])).first == "fig, version 1")
        _ = notes.asked()
        harness.advance(by: .seconds(1))
        #expect(texts(try await harness.call("desk.list", ["query": "fig"])).first == "fig, version 2")
        #expect(notes.asked().sorted() == ["1", "2", "3"])
    }

    @Test("An answer that may not be given again is asked for each time")
    func never() async throws {
        notes.lifetime.store(0, ordering: .relaxed)
        let harness = try harness()
        for version in 1...3 {
            notes.version.store(version, ordering: .relaxed)
            let answer = try await harness.call("desk.list", ["query": "fig"])
            #expect(texts(answer).allSatisfy { $0 == "fig, version \(version)" } && notes.asked().count == 3)
        }
    }

    @Test("A screen asks for what is there now, and questions see what it saw")
    func screen() async throws {
        let harness = try harness()
        _ = try await harness.call("desk.list", ["query": "version"])
        notes.version.store(2, ordering: .relaxed)
        _ = notes.asked()
        let screen = try await harness.open("galleria://desk")
        let text = try await screen.text
        #expect(notes.asked() == ["1"] && text.contains("version 2"))
        // The other pages may be given again.
        let answer = try await harness.call("desk.list", ["sort": "id", "limit": 100])
        #expect(texts(answer).map { $0.hasSuffix("version 2") } == (0..<25).map { $0 < 10 })
        #expect(notes.asked() == [])
    }

    @Test(
        "Questions that come together read the list once; of answers that may not be given again each reads it",
        arguments: [30, 0])
    func together(_ lifetime: Int) async throws {
        notes.lifetime.store(lifetime, ordering: .relaxed)
        let harness = try harness()
        let calls = (0..<5).map { _ in harness.start("desk.list", ["query": "fig"]) }
        harness.settle()
        for call in calls { #expect(texts(try #require(try call.result?.get())).count == 4) }
        #expect(notes.asked().count == (lifetime == 0 ? 15 : 3))
    }

    // MARK: - The pages themselves

    private let clock = ManualClock()

    /// A row of so many texts that they are a megabyte: rows of a large answer hold no more of it than their texts.
    private static let wide = RowLayout(
        "note", [Field.whole("id", "Its number.", .key)],
        hidden: (0..<60).map { Field.text("part\($0)", "A part of what it says.") })

    private func page(_ bytes: Int, _ reuse: HTTPReuse? = HTTPReuse(age: 3, lifetime: 30)) throws -> RowPage {
        var text = #"[{"id":1"#
        for part in 0..<60 where text.utf8.count + 20 < bytes {
            let name = #","part\#(part)":""#
            let room = bytes - text.utf8.count - name.utf8.count - 3
            text += name + String(repeating: "x", count: max(0, min(20_000, room))) + "\""
        }
        text += String(repeating: " ", count: max(0, bytes - text.utf8.count - 2)) + "}]"
        let document = try JSONDocument(parsing: text)
        var page = RowPage(rows: Self.wide.read(document.root, try .test), total: 1, received: 1)
        page.reuse = reuse
        return page
    }

    @Test("Pages of 4 MiB are kept; the one that was not used for longest goes first; a large one is not kept")
    func bounds() throws {
        let pages = KeptPages(clock, isFixed: false)
        for number in 0..<8 { _ = pages.keep(try page(500_000), as: "\(number)") }
        #expect(pages.page("0", of: Self.wide) != nil)
        _ = pages.keep(try page(500_000), as: "8")
        #expect(
            (0...8).map { pages.page("\($0)", of: Self.wide) != nil } == [true, false]
                + Array(repeating: true, count: 7))
        _ = pages.keep(try page(1 << 20 + 10), as: "large")
        #expect(pages.page("large", of: Self.wide) == nil)
        let other = RowLayout("card", [Field.whole("id", "Its number.", .key)])
        #expect(pages.page("8", of: other) == nil, "rows of another layout are other rows")
        _ = pages.keep(try page(100, nil), as: "8")
        #expect(pages.page("8", of: Self.wide) == nil, "a newer answer that may not be given again")
        pages.forget()
        #expect((0...8).allSatisfy { pages.page("\($0)", of: Self.wide) == nil })
    }

    @Test("Rows of few letters count by what they hold, not by what the upstream sent")
    func held() throws {
        let rows = (0..<100_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        var page = RowPage(
            rows: Self.layout.read(try JSONDocument(parsing: "[\(rows)]").root, try .test), total: nil, received: 0)
        page.reuse = HTTPReuse(age: 0, lifetime: 30)
        #expect(page.rows.bytes.count < 1 << 20 && page.rows.heldBytes > 1 << 20)
        let pages = KeptPages(clock, isFixed: false)
        _ = pages.keep(page, as: "few letters")
        #expect(pages.page("few letters", of: Self.layout) == nil)
    }

    @Test("All rows of a list are known as long as none of its pages has changed")
    func whole() throws {
        let pages = KeptPages(clock, isFixed: false)
        let one = pages.keep(try page(100), as: "1")
        let two = pages.keep(try page(100, HTTPReuse(age: 9, lifetime: 10)), as: "2")
        func keep(_ of: [RowPage]) {
            pages.keep(KeptPages.Whole(rows: one.rows.rows + two.rows.rows, first: one, read: nil), of: of, as: "all")
        }
        keep([one, two])
        #expect(pages.whole("all")?.rows.count == 2 && pages.whole("others") == nil)
        clock.advance(by: .seconds(10))
        #expect(pages.whole("all") == nil, "a page of it is over")
        keep([one, two])
        _ = pages.keep(try page(100), as: "1")
        #expect(pages.whole("all") == nil, "a page of it is newer")
        keep([one, try page(100, nil)])
        #expect(pages.whole("all") == nil, "a page of it is made of several answers")
    }

    @Test("Columns of a list take the room that its pages leave, are the same for all questions, and go with the list")
    func columns() throws {
        let order = RowOrder(place: 0, isDescending: true)
        func columns(_ count: Int, of bytes: Int) throws -> RowColumns {
            let pages = KeptPages(clock, isFixed: false)
            let kept = try (0..<count).map { pages.keep(try page(bytes), as: "\($0)") }
            let whole = KeptPages.Whole(rows: kept.flatMap(\.rows.rows), first: kept[0], read: nil)
            pages.keep(whole, of: kept, as: "all")
            let columns = try #require(pages.whole("all")?.columns)
            #expect(columns === pages.whole("all")?.columns && whole.columns == nil)
            _ = pages.keep(try page(1), as: "new")
            #expect(pages.whole("all") == nil, "one more page takes of the room")
            return columns
        }
        let some = try columns(2, of: 100)
        #expect(some.places(in: order) == [0, 1] && some.heldBytes == 4)
        // Of 1 MiB each, as rows; an order of four rows takes 8 bytes.
        let full = (1 << 20) + 500_000 - (try page(500_000).rows.heldBytes)
        for (left, isRoom) in [(0, false), (1, false), (2, true)] {
            let columns = try columns(4, of: full - left)
            #expect((columns.places(in: order) != nil) == isRoom && columns.heldBytes == (isRoom ? 8 : 0), "\(left)")
        }
    }

    @Test("A list is no longer known than its oldest page, and not at all beside a page that was replaced meanwhile")
    func late() throws {
        let pages = KeptPages(clock, isFixed: false)
        let one = pages.keep(try page(100), as: "1")
        let whole = KeptPages.Whole(rows: one.rows.rows, first: one, read: nil)
        clock.advance(by: .seconds(20))
        pages.keep(whole, of: [one], as: "all")
        let recorder = AnswerOrigin.Recorder()
        AnswerOrigin.Recorder.$current.withValue(recorder) { #expect(pages.whole("all") != nil) }
        #expect(recorder.recorded?.age == 23)
        #expect(pages.hasWhole && pages.known("all")?.1 == AnswerOrigin(.cache, age: 23))
        #expect(recorder.recorded?.age == 23)
        clock.advance(by: .seconds(10))
        #expect(pages.whole("all") == nil)
        let newer = pages.keep(try page(101), as: "1")
        pages.keep(whole, of: [one], as: "all")
        #expect(pages.whole("all") == nil, "a screen read the page again while the list was read")
        pages.keep(whole, of: [newer], as: "all")
        #expect(pages.whole("all") != nil)
    }

    @Test("The same rows that were sent again are those that are held already; any others are others")
    func sent() throws {
        let pages = KeptPages(clock, isFixed: false)
        let one = pages.keep(try page(100), as: "1")
        clock.advance(by: .seconds(20))
        let again = pages.keep(try page(100), as: "1")
        #expect(again.rows === one.rows)
        clock.advance(by: .seconds(20))
        #expect(pages.page("1", of: Self.wide)?.rows === one.rows, "what was said again is fresh again")
        clock.advance(by: .seconds(20))
        #expect(pages.keep(try page(100), as: "1").rows === one.rows, "also when it was over")
        let layout = RowLayout("note", [Field.whole("id", "Its number.", .key)])
        let (same, other) = (#"[{"id":1},{"id":2}]"#, #"[{"id":1},{"id":3}]"#)
        func read(_ text: String, _ layout: RowLayout) throws -> RowSet {
            layout.read(try JSONDocument(parsing: text).root, try .test)
        }
        #expect(try read(same, layout).isExactly(read(same, layout)))
        #expect(try !read(same, layout).isExactly(read(other, layout)))
        #expect(try !read(same, layout).isExactly(read(same, Self.layout)))
        #expect(pages.keep(try page(100), as: "2").rows !== one.rows, "each question has its own")
        #expect(pages.keep(try page(101), as: "1").rows !== one.rows)
    }

    @Test("Equal numbers of rows with other texts, lists or rows in them are others")
    func exactly() throws {
        let inner = RowLayout("line", [Field.text("word", "A word.", .key)])
        let layout = RowLayout(
            "note",
            [
                Field.whole("id", "Its number.", .key), Field.texts("words", "Its words."),
                Field.rows("lines", "Its lines.", of: inner),
            ])
        func read(_ words: String, _ line: String) throws -> RowSet {
            let text = #"[{"id":1,"words":["\#(words)"],"lines":[{"word":"\#(line)"}]}]"#
            return layout.read(try JSONDocument(parsing: text).root, try .test)
        }
        let one = try read("a", "b")
        #expect(try one.isExactly(read("a", "b")))
        #expect(try !one.isExactly(read("c", "b")) && !one.isExactly(read("a", "c")))
        #expect(try !read("\u{E9}", "b").isExactly(read("e\u{301}", "b")))
    }

    @Test("The origin is told as that of a kept answer, older with each second")
    func origin() throws {
        let pages = KeptPages(clock, isFixed: false)
        let one = pages.keep(try page(100), as: "1")
        pages.keep(KeptPages.Whole(rows: one.rows.rows, first: one, read: nil), of: [one], as: "all")
        clock.advance(by: .milliseconds(4_500))
        for isWhole in [true, false] {
            let recorder = AnswerOrigin.Recorder()
            AnswerOrigin.Recorder.$current.withValue(recorder) {
                if isWhole { _ = pages.whole("all") } else { _ = pages.page("1", of: Self.wide) }
            }
            #expect(recorder.recorded == AnswerOrigin(.cache, age: 7, isStale: false))
            #expect(recorder.bytes == 0, "nothing was read")
        }
    }
}
