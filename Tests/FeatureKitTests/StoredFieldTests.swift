import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import FeatureKit

/// Fields whose values are stored here and not by the upstream, and actions that change them.
@Suite("Stored fields of rows")
struct StoredFieldTests {
    private static let namespace = StateNamespace("test.marks")

    private static func key(_ id: String) -> StateKey { StateKey(namespace: namespace, key: id) }

    private enum Stamp {
        static let id = Field.text("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title, .html, from: "names.*.text")
        static let kind = Field.text("kind", "Its kind.", .ribbon)
        static let isMarked = Field.flag("marked", "Whether it is marked.", .badge("marked"), .filter).stored {
            row, overlays in
            do throws(StorageFailure) {
                return try overlays.state.knownValue(for: StoredFieldTests.key(row.key)) != nil
            } catch {
                return nil
            }
        }
        static let layout = RowLayout("stamp", [id, name, kind, isMarked])
    }

    private static let mark = RowAction(
        "mark", "Marks a stamp, or takes that back.",
        ParameterShape(
            { ($0, $1) }, Parameter.required("id", .text(1...20), "The stamp.", examples: ["a"]),
            Parameter.required("marked", .flag, "Whether it is marked.", examples: [true]))
    ) { asked, call throws(Fault) in
        do throws(StorageFailure) {
            let key = StoredFieldTests.key(asked.0)
            try await call.state.commit([asked.1 ? .set(key, [1]) : .remove(key)])
        } catch {
            throw Fault(error, module: "stamps")
        }
    }

    private func feature() -> Feature {
        Feature(
            "stamps", title: "Stamps", doc: "Stamps.", endpoint: "http://127.0.0.1:9", sample: { _ in nil },
            parts: [
                ListPart("list", title: "Stamps", doc: "Stamps.", of: Stamp.layout, paging: .whole) {
                    _, call throws(Fault) in
                    try await call.rows("stamps", at: "")
                }
                .screen("galleria://stamps").showsStored(Self.namespace).action(Self.mark)
                .cover("Nothing here").footers(loading: "Loading", end: "The end")
            ])
    }

    private static let answer: ScriptedHTTPClient.Answer = .body(
        #"[{"id":"a","names":[{},{"text":"Alpha &amp; co"}],"kind":"rare"},{"id":"b","names":[{"text":"Beta"},{"text":"x"}]}]"#
    )

    private func harness(_ answers: [ScriptedHTTPClient.Answer], state: (any StateStore)? = nil) throws
        -> FeatureHarness
    {
        try FeatureHarness([feature()], client: { _ in ScriptedHTTPClient(answers) }, state: state)
    }

    private func marked(_ value: JSONValue) -> [JSONValue?] { (value["items"]?.array ?? []).map { $0["marked"] } }

    @Test("a row is told with what is stored of it; false is said, and filters find it")
    func told() async throws {
        let harness = try harness([Self.answer, Self.answer])
        try await harness.store.commit([.set(Self.key("b"), [1])])
        let answer = try await harness.answer("stamps.list")
        #expect(marked(answer.json) == [false, true])
        #expect(answer.json["items"]?[0]?["name"] == "Alpha & co" && answer.json["items"]?[1]?["name"] == "Beta")
        #expect(answer.markdown.contains("[rare]"))
        #expect(answer.markdown.contains("[marked]"))
        #expect(try await harness.call("stamps.list", ["marked": true])["total"] == 1)
    }

    @Test("an action answers when it is durable; the screen shows it, and what others store, without a load")
    func screen() async throws {
        let harness = try harness([Self.answer])
        let screen = try await harness.open("galleria://stamps")
        #expect(try await marked(screen.state) == [false, false])
        try await screen.send("mark", ["id": "a", "marked": true])
        #expect(try await marked(screen.state) == [true, false])
        try await harness.store.commit([.set(Self.key("b"), [1]), .remove(Self.key("a"))])
        #expect(try await marked(screen.state) == [false, true])
        let revision = try await screen.whole["revision"]
        try await harness.store.commit([.set(Self.key("of no row"), [1])])
        #expect(try await screen.whole["revision"] == revision, "what shows nothing new is no change")
        #expect(harness.requests.count == 1)
        #expect(try await screen.state["footer"] == "The end")
    }

    @Test("an action has a title, prompts, defaults and present values; its answer says what takes it back")
    func actions() async throws {
        let screen = try await harness([Self.answer]).open("galleria://stamps")
        func action(_ name: String) async throws -> JSONValue? {
            try await screen.whole["actions"]?.array?.first { $0["name"] == .string(name) }
        }
        let marking = try #require(try await action("mark"))
        #expect(marking["title"] == "Mark" && marking["doc"] == "Marks a stamp, or takes that back.")
        #expect(
            marking["params"] == [
                ["name": "id", "prompt": "Id"], ["name": "marked", "prompt": "Marked?"],
            ])
        #expect(marking["schema"]?["required"] == ["id", "marked"] && marking["confirm"] == nil)
        let finding = try await action("find")
        #expect(finding?["params"] == [["name": "text", "prompt": "Find", "default": "", "source": "find"]])
        try await screen.send("find", ["text": "beta"])
        try await screen.send("sort", ["by": "-name"])
        try await screen.send("filter", ["marked": false])
        #expect(try await action("find")?["params"]?[0]?["value"] == "beta")
        #expect(try await action("sort")?["params"]?[0]?["value"] == "-name")
        #expect(
            try await action("filter")?["params"] == [
                ["name": "marked", "prompt": "Marked?", "value": false, "source": "filter.marked"]
            ])
        for name in ["find", "sort", "filter"] { try await screen.send(name) }
        let plain = try await screen.state
        #expect(plain["find"] == nil && plain["sort"] == nil && plain["filter"] == nil)

        let marked = try await screen.send("mark", ["id": "a", "marked": true])
        #expect(marked["undo"] == ["action": "mark", "params": ["id": "a", "marked": false]])
        #expect(try await screen.send("mark", ["id": "a", "marked": true])["undo"] == nil, "it was so before")
        try await screen.send("mark", marked["undo"]?["params"])
        #expect(try await self.marked(screen.state) == [false, false])
        #expect(try await screen.send("mark", ["id": "of no row", "marked": true])["undo"] == nil)
    }

    @Test("what can't be read is left out and said, in the answer and on the screen")
    func unreadable() async throws {
        let store = InMemoryStateStore(isRead: false)
        store.failReads(with: .corrupt(path: "state.db"))
        let harness = try harness([Self.answer, Self.answer], state: store)
        let answer = try await harness.answer("stamps.list")
        #expect(marked(answer.json) == [nil, nil])
        #expect(answer.json["notice"]?.string?.contains("state.db is damaged") == true)
        #expect(answer.markdown.contains("state.db is damaged"))
        let screen = try await harness.open("galleria://stamps")
        #expect(try await screen.state["notice"]?.string?.contains("state.db is damaged") == true)
        #expect(try await screen.text.contains("state.db is damaged"))
    }

    @Test("a first page that fails is covered; the cover goes with the next one that succeeds")
    func cover() async throws {
        let harness = try harness([.failure(.connectionLost), Self.answer])
        let screen = try await harness.open("galleria://stamps")
        #expect(try await screen.state["cover"] == "Nothing here")
        #expect(try await screen.text.contains("Nothing here"))
        try await screen.send("retry")
        #expect(try await screen.state["cover"] == nil)
    }
}
