import HTTP
import JSON
import Settings
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Answers of an operation that has nothing to wait for: the same bytes as those of a call.
@Suite("Answers at once")
struct KnownAnswerTests {
    private static let id = Field.text("id", "Its key.", .key, filter: "ids")
    private static let name = Field.text("name", "Its name.", .title)
    private static let note = Field.prose("note", "The user's note.").stored { row, overlays in
        (try? overlays.state.knownValue(for: key(row.key))).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }
    private static let layout = RowLayout("hall", [id, name, note])
    private static let namespace = StateNamespace("halls")

    private static func key(_ id: String) -> StateKey { StateKey(namespace: namespace, key: id) }

    private let fetched = Counter()

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    /// The operation over an upstream, whose every hall is there but `none`.
    private func operation(
        _ client: any HTTPClient, _ store: any StateStore = InMemoryStateStore()
    ) throws -> RegisteredOperation {
        let part = ShowPart(
            title: "Show halls", doc: "Halls.", of: Self.layout, example: "a"
        ) { [fetched] id, call throws(Fault) in
            fetched.count.add(1, ordering: .relaxed)
            return try await call.row("halls", segments: [id])
        }
        let feature = Feature(
            "hall", title: "Halls", doc: "Halls.", endpoint: "http://127.0.0.1:9", sample: { _ in nil }, parts: [part])
        let context = FeatureContext(
            settings: try Settings.load(
                catalog: try SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) })),
            upstream: Upstream(
                module: "hall", endpoint: try HTTPEndpoint(parsing: "http://127.0.0.1:9"), timeout: .seconds(1),
                client: client),
            state: store, clock: ContinuousClock(), background: Background { work in Task { await work() } })
        return try #require(try feature.register(context).operations.first)
    }

    @Sendable private static func answer(_ request: HTTPRequest) -> HTTPResponse {
        let id = request.path.last ?? ""
        let body = id == "none" ? "{}" : #"{"id":"\#(id)","name":"Hall *\#(id)*"}"#
        return HTTPResponse(status: 200, fields: [], body: Array(body.utf8), source: .sample)
    }

    private static func node(_ ids: [String]) throws -> JSONNode {
        try JSONDocument(parsing: JSONValue.object([JSONMember("ids", .array(ids.map { .string($0) }))]).serialized())
            .root
    }

    private static func told(_ answer: Answer) -> [String] {
        var writer = JSONWriter()
        answer.writeTelling(&writer)
        return [
            String(decoding: writer.bytes, as: UTF8.self), answer.modelText(),
            answer.origin?.source.rawValue ?? "",
        ]
    }

    @Test("what was fetched of sample data is told at once, as a call tells it")
    func sameBytes() async throws {
        let store = InMemoryStateStore()
        let operation = try operation(SampleHTTPClient(Self.answer), store)
        let atOnce = operation.answerAtOnce
        #expect(try atOnce(Self.node(["a"])) == nil)
        for ids in [["a"], ["a", "b"], ["b", "a"]] {
            let called = Self.told(try await operation.call(try Self.node(ids), CallContext()))
            #expect(try atOnce(Self.node(ids)).map(Self.told) == called)
        }
        #expect(try atOnce(Self.node(["a", "c"])) == nil)
        try await store.commit([.set(Self.key("a"), Array("Sit *left*.".utf8))])
        let noted = try #require(try atOnce(Self.node(["a"])).map(Self.told))
        #expect(noted[0].contains("Sit *left*.") && noted[1].contains("> Sit"))
        #expect(noted == Self.told(try await operation.call(try Self.node(["a"]), CallContext())))
    }

    @Test("wrong arguments are refused at once")
    func wrongArguments() throws {
        let atOnce = try operation(SampleHTTPClient(Self.answer)).answerAtOnce
        #expect(throws: Fault.self) { try atOnce(Self.node([])) }
        #expect(throws: Fault.self) { try atOnce(nil) }
    }

    @Test("a row that is not there is looked for each time")
    func absent() async throws {
        let operation = try operation(SampleHTTPClient(Self.answer))
        let atOnce = operation.answerAtOnce
        _ = try await operation.call(try Self.node(["a", "none"]), CallContext())
        #expect(try atOnce(Self.node(["none"])) == nil)
        #expect(try atOnce(Self.node(["a"])) != nil)
    }

    @Test("another upstream is asked each time")
    func live() async throws {
        let operation = try operation(PassingClient(answer: Self.answer))
        let atOnce = operation.answerAtOnce
        _ = try await operation.call(try Self.node(["a"]), CallContext())
        #expect(try atOnce(Self.node(["a"])) == nil)
        _ = try await operation.call(try Self.node(["a"]), CallContext())
        #expect(fetched.count.load(ordering: .relaxed) == 2)
    }

    @Test("a state that may have to be waited for is")
    func unreadState() async throws {
        let operation = try operation(SampleHTTPClient(Self.answer), UnavailableStateStore(reason: "No place."))
        _ = try await operation.call(try Self.node(["a"]), CallContext())
        #expect(try operation.answerAtOnce(Self.node(["a"])) == nil)
    }

    private struct PassingClient: HTTPClient {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { answer(request) }
    }
}
