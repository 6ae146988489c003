import HTTP
import JSON
import Settings
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// The rows of a list of the state are made when the state has changed, and then alone.
@Suite("Pages of the state")
struct StoredPageTests {
    private static let namespace = StateNamespace("notes.kept")
    private static let id = Field.text("id", "Its name.", .key)
    private static let text = Field.text("text", "What it says.", .title)
    private static let layout = RowLayout("note", [id, text])

    private final class Made: Sendable {
        let count = Atomic(0)

        var value: Int { count.load(ordering: .relaxed) }
    }

    private let made = Made()
    private let store = InMemoryStateStore()

    /// The list's operation, which counts how often its rows are made.
    private func operation() throws -> RegisteredOperation {
        let settings = try Settings.load(
            catalog: try SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) }))
        let upstream = Upstream(
            module: "notes", endpoint: try HTTPEndpoint(parsing: "http://127.0.0.1:9"), timeout: .seconds(1),
            client: ScriptedHTTPClient([]))
        let context = FeatureContext(
            settings: settings, upstream: upstream, state: store, clock: ContinuousClock(),
            background: Background { work in Task { await work() } })
        let list = ListPart("list", title: "List notes", doc: "The notes.", of: Self.layout) {
            [made] call throws(Fault) in
            made.count.add(1, ordering: .relaxed)
            do throws(StorageFailure) {
                let entries = try call.state.knownEntries(in: Self.namespace, limit: 10_000)
                return RowPage(
                    Self.layout.rows(of: entries) { entry, row in
                        row.set(Self.id, entry.key)
                        row.set(Self.text, String(decoding: entry.value, as: UTF8.self))
                    }, notice: call.trouble)
            } catch {
                throw call.fault(error)
            }
        }
        let feature = Feature(
            "notes", title: "Notes", doc: "Notes.", endpoint: "http://127.0.0.1:9", sample: { _ in nil }, parts: [list])
        return try #require(feature.register(context).operations.first)
    }

    private func answer(_ operation: RegisteredOperation, _ parameters: String = "{}") throws -> JSONValue {
        let answer = try #require(try operation.answerAtOnce(JSONDocument(parsing: parameters).root))
        var writer = JSONWriter()
        answer.write(&writer)
        return JSONValue(try JSONDocument(parsing: writer.bytes).root)
    }

    private func ids(_ answer: JSONValue) -> [String?] { (answer["items"]?.array ?? []).map { $0["id"]?.string } }

    private func note(_ key: String, _ text: String?) async throws {
        let key = StateKey(namespace: Self.namespace, key: key)
        try await store.commit([text.map { .set(key, Array($0.utf8)) } ?? .remove(key)])
    }

    @Test("rows are made once for each state, and are as it is")
    func once() async throws {
        let operation = try operation()
        for _ in 0..<3 { #expect(try ids(answer(operation)) == []) }
        #expect(made.value == 1)
        try await note("b", "B")
        try await note("a", "A")
        for _ in 0..<3 { #expect(try ids(answer(operation)) == ["a", "b"]) }
        #expect(made.value == 2)
        try await note("a", nil)
        #expect(try ids(answer(operation)) == ["b"])
        // Whatever is stored elsewhere: the state has changed.
        try await store.commit([.set(StateKey(namespace: StateNamespace("other"), key: "a"), [1])])
        #expect(try ids(answer(operation)) == ["b"] && made.value == 4)
    }

    @Test("pages of one state, in any order, are cut of the same rows")
    func pages() async throws {
        let operation = try operation()
        for number in 100..<160 { try await note("n\(number)", "No. \(number)") }
        let first = try answer(operation)
        #expect(ids(first).count == 20 && first["total"] == 60)
        let cursor = try #require(first["nextCursor"]?.string)
        let second = try answer(operation, #"{"cursor":"\#(cursor)"}"#)
        #expect(ids(second) == (120..<140).map { "n\($0)" })
        #expect(try answer(operation, #"{"limit":100}"#)["items"]?.array?.count == 60)
        #expect(try answer(operation) == first && made.value == 1)
    }

    @Test("rows with a notice are made each time: what it says may no longer be so")
    func trouble() async throws {
        let operation = try operation()
        try await note("a", "A")
        #expect(try answer(operation)["notice"] == nil)
        store.failReads(with: .corrupt(path: "state.db"))
        for _ in 0..<2 { #expect(try answer(operation)["notice"]?.string?.isEmpty == false) }
        #expect(made.value == 3)
        store.failReads(with: nil)
        for _ in 0..<2 { #expect(try answer(operation)["notice"] == nil) }
        #expect(made.value == 4)
    }

    @Test("rows of more than a quarter of what pages may take are not kept")
    func large() async throws {
        let operation = try operation()
        try await note("a", String(repeating: "x", count: KeptPages.mostBytes / 4 - 10_000))
        for _ in 0..<2 { #expect(try ids(answer(operation)) == ["a"]) }
        #expect(made.value == 1)
        try await note("b", String(repeating: "x", count: 20_000))
        for _ in 0..<2 { #expect(try ids(answer(operation)) == ["a"]) }
        #expect(made.value == 3)
    }

    @Test("a state that is closed is told, not what it held")
    func closed() async throws {
        let operation = try operation()
        try await note("a", "A")
        #expect(try ids(answer(operation)) == ["a"])
        await store.close()
        #expect(throws: Fault.self) { try answer(operation) }
    }

    @Test("there is one answer for all threads that ask while the state changes")
    func threads() async throws {
        let operation = try operation()
        try await note("n", "0")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 1...200 { try await note("n", "\(number)") } }
            for _ in 0..<3 {
                group.addTask {
                    var last = 0
                    for _ in 0..<300 {
                        let text = try answer(operation)["items"]?.array?.first?["text"]?.string
                        let number = try #require(text.flatMap { Int($0) })
                        // Never a state before the one that was seen.
                        #expect(number >= last)
                        last = number
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try answer(operation)["items"]?.array?.first?["text"] == "200")
    }
}
