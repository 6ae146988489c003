import HTTP
import JSON
import Storage
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Guests of a party: those who are asked stand before the list, those who came in it; the state says who came.
private enum Guest {
    static let name = Field.text("name", "The guest.", .key)
    static let age = Field.whole("age", "Years.")
    static let came = Field.flag("came", "Whether the guest came.").stored { row, overlays in
        do { return try overlays.state.knownValue(for: key(row.key)) != nil } catch { return nil }
    }
    static let layout = RowLayout("guest", [name, age, came], words: ["guest": "Gast", "No asked.": "Niemand."])
    static let asked = Field.rows("asked", "Who is asked.", of: layout)
    static let count = Field.whole("count", "All of them.")
    static let head = RowLayout("party", [count, asked], words: ["No asked.": "Niemand.", "count": "Anzahl"])

    static func key(_ name: String) -> StateKey { StateKey(namespace: "party", key: name) }

    /// - Parameter body: of the upstream's answer.
    static func feature(_ body: @escaping @Sendable () -> String) -> Feature {
        Feature(
            "party", title: "Party", doc: "A party.", endpoint: "http://127.0.0.1:9",
            sample: { _ in HTTPResponse(status: 200, body: Array(body().utf8), source: .sample) },
            parts: [
                ListPart(
                    "list", title: "Guests", doc: "Who came.", of: layout, paging: .whole
                ) { _, call throws(Fault) in
                    var page = try await call.rows("guests", at: "guests", orNull: true)
                    page.head = head.row { $0.set(count, page.rows.count) }
                    return page
                }
                .head(head).screen("galleria://party").showsStored(StateNamespace("party")).joinsRefresh()
                .arranged { page in
                    let rows = page.rows.rows
                    let head = page.head?.changing {
                        $0.set(asked, layout.set(of: rows.filter { !$0[came] }))
                    }
                    return (rows.filter { $0[came] }.sorted { $0.key < $1.key }, head)
                }
            ])
    }
}

extension JSONValue {
    fileprivate func names(_ list: String) -> [String] { self[list]?.array?.compactMap { $0["name"]?.string } ?? [] }
}

@Suite("Lists whose rows follow from a whole page and the state")
struct ArrangementTests {
    private static let body = #"{"guests":[{"name":"Eve","age":30},{"name":"Adam","age":31},{"name":"Abel","age":4}]}"#

    @Test("a change of the state moves rows on every screen and in answers, without a load")
    func moves() async throws {
        let harness = try FeatureHarness.sample(Guest.feature { Self.body })
        let screen = try await harness.open("galleria://party")
        #expect(try await screen.state.names("asked") == ["Eve", "Adam", "Abel"])
        #expect(try await screen.state["items"] == [])
        let loads = harness.requests.count
        try await harness.store.commit([.set(Guest.key("Eve"), [1]), .set(Guest.key("Abel"), [1])])
        let state = try await screen.state
        #expect(state.names("items") == ["Abel", "Eve"] && state.names("asked") == ["Adam"])
        #expect(state["total"] == 2 && state["count"] == 3 && harness.requests.count == loads)
        try await harness.store.commit([.remove(Guest.key("Eve"))])
        #expect(try await screen.state.names("asked") == ["Eve", "Adam"])
        let answer = try await harness.call("party.list")
        #expect(answer.names("items") == ["Abel"] && answer.names("asked") == ["Eve", "Adam"])
        #expect(answer["total"] == 1)
    }

    @Test("a change of something else changes nothing")
    func others() async throws {
        let harness = try FeatureHarness.sample(Guest.feature { Self.body })
        let screen = try await harness.open("galleria://party")
        let revision = try await screen.whole["revision"]
        try await harness.store.commit([.set(Guest.key("nobody"), [1])])
        #expect(try await screen.whole["revision"] == revision)
    }

    @Test("words narrow the rows of the head as well; filters and the head's facts are of all")
    func narrowed() async throws {
        let harness = try FeatureHarness.sample(Guest.feature { Self.body })
        try await harness.store.commit([.set(Guest.key("Abel"), [1])])
        let answer = try await harness.call("party.list", ["query": "A"])
        #expect(answer.names("items") == ["Abel"] && answer.names("asked") == ["Adam"] && answer["count"] == 3)
        let screen = try await harness.open("galleria://party")
        try await screen.send("find", ["text": "eve"])
        #expect(try await screen.state.names("items") == [])
        #expect(try await screen.state.names("asked") == ["Eve"])
    }

    @Test("a layout's words stand in its text, and not in its JSON")
    func words() async throws {
        let harness = try FeatureHarness.sample(Guest.feature { #"{"guests":null}"# })
        let answer = try await harness.answer("party.list")
        #expect(answer.json["count"] == 0 && answer.json["asked"] == [])
        for words in ["# Guests", "Anzahl: 0", "Niemand.", "No guests."] { #expect(answer.markdown.contains(words)) }
    }

    @Test("a refresh while one runs joins it")
    func joins() async throws {
        let held = HeldAnswer()
        let client = ScriptedHTTPClient(respond: { _ in .held(held) })
        let harness = try FeatureHarness([Guest.feature { "" }], client: { _ in client })
        let screen = try await harness.open("galleria://party")
        for _ in 0..<3 { #expect(try await screen.send("refresh")["accepted"] == true) }
        #expect(harness.requests.count == 1)
    }
}

@Suite("Rows of several answers as one set")
struct RowSelectionTests {
    private static let inner = RowLayout("inner", [Field.text("word", "A word.", .key)])
    private static let id = Field.whole("id", "The key.", .key)
    private static let text = Field.text("text", "A text.", .title)
    private static let price = Field.money("price", "A price.", .path("currency"), .price)
    private static let tags = Field.texts("tags", "Tags.")
    private static let others = Field.rows("others", "Others.", of: inner)
    private static let day = Field.date("day", "A day.")
    private static let layout = RowLayout("thing", [id, text, price, tags, others, day])

    private func rows(_ text: String) throws -> RowSet {
        Self.layout.read(try JSONDocument(parsing: text).root, try RowContext.test)
    }

    private func json(_ row: FeatureKit.Row) -> String {
        var writer = JSONWriter()
        row.write(row.layout.given, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("each row keeps every fact, whatever answer it came from")
    func joined() throws {
        let one = try rows(
            #"[{"id":1,"text":"a\u00e9","price":"1.50","currency":"EUR","tags":["x"],"others":[{"word":"p"}],"day":"2019-08-02"},{"id":2}]"#
        )
        let two = try rows(
            #"[{"id":3,"text":"plain","price":2,"currency":"USD","tags":["y","z"],"others":[{"word":"q"},{"word":"r"}]},{"id":4,"text":"é"}]"#
        )
        let picked = [one.rows[0], two.rows[1], two.rows[0], one.rows[1]]
        let set = Self.layout.set(of: picked)
        #expect(set.rows.map(json) == picked.map(json))
        #expect(set.rows.map { $0[Self.price]?.text } == picked.map { $0[Self.price]?.text })
        #expect(Self.layout.set(of: []).rows.isEmpty)
    }

    @Test("all rows of a set in their order are that set; fewer, or others before them, are one of their own")
    func whole() throws {
        let set = try rows(#"[{"id":1,"text":"a"},{"id":2,"text":"b"}]"#)
        #expect(Self.layout.set(of: set.rows) === set)
        for picked in [
            [set.rows[0]], [set.rows[1], set.rows[0]], [set.rows[0], set.rows[0]], set.rows + [set.rows[1]],
        ] {
            let made = Self.layout.set(of: picked)
            #expect(made !== set && made.rows.map(json) == picked.map(json))
        }
    }
}

@Suite("Several things at once")
struct AtOnceTests {
    @Test("results come in the order of what was asked")
    func order() async throws {
        let found = try await atOnce(Array(0..<20)) { number throws(Fault) in
            for _ in 0..<(20 - number) { await Task.yield() }
            return number * 2
        }
        #expect(found == (0..<20).map { $0 * 2 })
    }

    @Test("the first failure is thrown, and ends the others")
    func failure() async throws {
        let fault = await #expect(throws: Fault.self) {
            try await atOnce([0, 1]) { number throws(Fault) in
                if number == 1 { throw Fault(.notFound, "No.", hint: "None.") }
                while !Task.isCancelled { await Task.yield() }
            }
        }
        #expect(fault?.code == .notFound)
    }
}
