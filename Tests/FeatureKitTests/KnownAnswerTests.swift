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
            return try await call.row(RowRequest("halls", segments: [id]))
        }
        let feature = Feature(
            "hall", title: "Halls", doc: "Halls.", endpoint: "http://127.0.0.1:9", sample: { _ in nil }, parts: [part])
        return try #require(feature.register(try context(client, store)).operations.first)
    }

    private func context(_ client: any HTTPClient, _ store: any StateStore) throws -> FeatureContext {
        FeatureContext(
            settings: try Settings.load(
                catalog: try SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) })),
            upstream: Upstream(
                module: "hall", endpoint: try HTTPEndpoint(parsing: "http://127.0.0.1:9"), timeout: .seconds(1),
                client: client),
            state: store, clock: ContinuousClock(), background: Background { work in Task { await work() } })
    }

    /// A like asks another feature's upstream for the product: of samples, which are fixed, once.
    @Test("the upstream of another feature keeps what was read of it, apart from one's own and from others'")
    func neighbor() async throws {
        let requests = Mutex<[String]>([])
        func upstream(_ module: String) throws -> Upstream {
            Upstream(
                module: module, endpoint: try HTTPEndpoint(parsing: "http://127.0.0.1:9"), timeout: .seconds(1),
                client: SampleHTTPClient(isFixed: true) { request in
                    requests.withLock { $0.append("\(module) \(request.path.last ?? "")") }
                    return Self.answer(request)
                })
        }
        let neighbors = ["house": try upstream("house"), "yard": try upstream("yard")]
        let own = try upstream("hall")
        let environment = FeatureEnvironment(
            FeatureContext(
                settings: try Settings.load(
                    catalog: try SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) })),
                upstream: own, neighbor: { neighbors[$0] }, state: InMemoryStateStore(), clock: ContinuousClock(),
                background: Background { work in Task { await work() } }))
        let call = environment.call(Self.layout)
        for _ in 0..<3 {
            for id in ["house", "yard", "nobody"] {
                let row = try await call.asking(id).row(RowRequest("halls", segments: ["a"]))
                #expect(row?.key == "a")
            }
            let row = try await call.row(RowRequest("halls", segments: ["a"]))
            #expect(row?.key == "a")
        }
        #expect(requests.withLock { $0 } == ["house a", "yard a", "hall a", "hall a"])
        #expect(environment.asking("yard").context.upstream.module == "yard")
        #expect(environment.asking("nobody").context.upstream.module == "hall")
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
        var whole = JSONWriter()
        var string = JSONWriter()
        whole.string(answer.modelText() as String)
        answer.writeModelText(&string)
        #expect(string.bytes == whole.bytes)
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

    // MARK: - Rows that one request each asks for

    /// The operation over halls that are asked for by a request each.
    private func asked(
        _ client: any HTTPClient, key: @escaping @Sendable (String) -> String = { $0 }
    ) throws -> RegisteredOperation {
        let part = ShowPart(title: "Show halls", doc: "Halls.", of: Self.layout, example: "a") { id in
            id.hasPrefix("-") ? nil : RowRequest("halls", segments: [id], withKey: key(id), requiring: "name")
        }
        .checking { id throws(Fault) in
            if id == "!" { throw Fault(.invalidArgument, "No hall has this name.", hint: "Take another one.") }
        }
        let feature = Feature(
            "hall", title: "Halls", doc: "Halls.", endpoint: "http://127.0.0.1:9", sample: { _ in nil }, parts: [part])
        return try #require(feature.register(try context(client, InMemoryStateStore())).operations.first)
    }

    @Test("a row of sample data that one request asks for is told at once the first time, as a call tells it")
    func askedAtOnce() async throws {
        let requests = Atomic(0)
        let operation = try asked(
            SampleHTTPClient { request in
                requests.add(1, ordering: .relaxed)
                return Self.answer(request)
            })
        for ids in [["a"], ["b", "a"], ["c", "d", "a"]] {
            let atOnce = try #require(try operation.answerAtOnce(Self.node(ids)))
            #expect(atOnce.origin?.source == .sample)
            let other = try asked(SampleHTTPClient(Self.answer))
            #expect(Self.told(atOnce) == Self.told(try await other.call(try Self.node(ids), CallContext())))
        }
        #expect(requests.load(ordering: .relaxed) == 4, "each hall once")
    }

    @Test("a row that is not there, a fault and another's row are left to a call, which says what is wrong")
    func askedLater() async throws {
        let operation = try asked(SampleHTTPClient(Self.answer))
        for ids in [["none"], ["a", "none"], ["-"]] { #expect(try operation.answerAtOnce(Self.node(ids)) == nil) }
        #expect(throws: Fault.self) { try operation.answerAtOnce(Self.node(["!"])) }
        let live = try asked(PassingClient(answer: Self.answer))
        #expect(try live.answerAtOnce(Self.node(["a"])) == nil)
        _ = try await live.call(try Self.node(["a"]), CallContext())
        #expect(try live.answerAtOnce(Self.node(["a"])) == nil)
        let odd = try asked(SampleHTTPClient(Self.answer)) { $0 + "x" }
        #expect(try odd.answerAtOnce(Self.node(["a"])) == nil)
        await #expect(throws: Fault.unexpectedAnswer("hall with this id", module: "hall")) {
            try await odd.call(try Self.node(["a"]), CallContext())
        }
        for (status, body) in [(200, "[]"), (200, "{"), (200, #"{"id":"a"}"#), (503, "{}"), (404, "")] {
            let failing = try asked(
                SampleHTTPClient { _ in
                    HTTPResponse(status: status, fields: [], body: Array(body.utf8), source: .sample)
                })
            #expect(try failing.answerAtOnce(Self.node(["a"])) == nil)
            await #expect(throws: Fault.self) { try await failing.call(try Self.node(["a"]), CallContext()) }
        }
    }

    // MARK: - Questions to a list

    /// The operation of a list of 70 halls in pages of 30, whose upstream gives them once a page.
    private func list(
        _ client: any HTTPClient, _ store: any StateStore = InMemoryStateStore()
    ) throws -> RegisteredOperation {
        let isLit = Field.flag("lit", "Whether its lights are on.", .badge("lit"), .filter)
            .stored(in: Self.namespace) { row, overlays in
                do { return try overlays.value(of: row, in: Self.namespace) != nil } catch { return nil }
            }
        let seats = Field.whole("seats", "Its seats.")
        let layout = RowLayout("hall", [Self.id, Self.name, seats, isLit])
        let part = ListPart(
            "list", title: "List halls", doc: "Halls.", of: layout, paging: .numbersOf(30)
        ) { [fetched] page, call throws(Fault) in
            fetched.count.add(1, ordering: .relaxed)
            return try await call.rows("halls", ["page": "\(page.number)"], at: "halls", total: "total")
        }
        let feature = Feature(
            "hall", title: "Halls", doc: "Halls.", endpoint: "http://127.0.0.1:9", sample: { _ in nil }, parts: [part])
        return try #require(feature.register(try context(client, store)).operations.first)
    }

    @Sendable private static func page(_ request: HTTPRequest) -> HTTPResponse {
        let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
        let halls = ((page - 1) * 30..<min(70, page * 30)).map { number in
            #"{"id":"h\#(number)","name":"Hall & *\#(number)*","seats":\#(number * 7 % 10 * 100)}"#
        }
        let body = #"{"total":70,"halls":[\#(halls.joined(separator: ","))]}"#
        return HTTPResponse(status: 200, fields: [], body: Array(body.utf8), source: .sample)
    }

    private static func question(_ members: [JSONMember]) throws -> JSONNode {
        try JSONDocument(parsing: JSONValue.object(members).serialized()).root
    }

    @Test("a question over rows that are known is answered at once, as a call answers it, page by page")
    func questions() async throws {
        let store = InMemoryStateStore()
        let operation = try list(SampleHTTPClient(Self.page), store)
        let questions: [[JSONMember]] = [
            [JSONMember("sort", "-seats"), JSONMember("limit", 7)], [JSONMember("query", "hall 3|4")],
            [JSONMember("query", "nothing of this name")], [JSONMember("lit", true)],
            [JSONMember("lit", false), JSONMember("limit", 3)],
            [JSONMember("sort", "name"), JSONMember("fields", ["all"])],
        ]
        for question in questions { #expect(try operation.answerAtOnce(Self.question(question)) == nil) }
        _ = try await operation.call(try Self.question(questions[0]), CallContext())
        let asked = fetched.count.load(ordering: .relaxed)
        for isLit in [false, true] {
            if isLit { try await store.commit([3, 33, 63].map { .set(Self.key("h\($0)"), [1]) }) }
            for question in questions {
                var members = question
                for _ in 0..<4 {
                    let node = try Self.question(members)
                    let called = Self.told(try await operation.call(node, CallContext()))
                    let atOnce = try #require(try operation.answerAtOnce(node))
                    #expect(Self.told(atOnce) == called)
                    #expect(atOnce.origin?.source == .sample)
                    guard let next = try JSONDocument(parsing: called[0]).root["nextCursor"]?.string else { break }
                    members = [JSONMember("cursor", .string(next))]
                }
            }
        }
        let lit = try #require(try operation.answerAtOnce(try Self.question([JSONMember("lit", true)])))
        #expect(Self.told(lit)[0].contains(#""total":3"#) && Self.told(lit)[1].contains("|`h33`|Hall & "))
        #expect(fetched.count.load(ordering: .relaxed) == asked, "no page is asked for again")
        // Its own order is the upstream's.
        #expect(try operation.answerAtOnce(Self.question([])) == nil)
        #expect(throws: Fault.self) { try operation.answerAtOnce(Self.question([JSONMember("limit", 0)])) }
    }

    @Test("an answer that is too long ends as early for who asks again", arguments: [600, 930, 970, 1_900])
    func bounded(_ letters: Int) async throws {
        let operation = try list(
            SampleHTTPClient { request in
                let page = Self.page(request)
                let name = "Hall " + String(repeating: "x", count: letters)
                let body = String(decoding: page.body, as: UTF8.self).split(
                    separator: "Hall ", omittingEmptySubsequences: false)
                return HTTPResponse(
                    status: 200, fields: [], body: Array(body.joined(separator: name).utf8), source: .sample)
            })
        let question = try Self.question([JSONMember("sort", "seats"), JSONMember("limit", 40)])
        let first = Self.told(try await operation.call(question, CallContext()))
        #expect(max(first[0].utf8.count, first[1].utf8.count) < 40_500)
        let given = try #require(try JSONDocument(parsing: first[0]).root["items"]?.count)
        #expect(letters < 930 ? given == 40 : given < 41)
        for _ in 0..<4 { #expect(try operation.answerAtOnce(question).map(Self.told) == first) }
    }

    @Test("facts before the rows, which might be too long by themselves, are measured")
    func longHead() throws {
        let layout = RowLayout("hall", [Self.id, Self.name])
        func rows(_ count: Int, _ name: String) throws -> [FeatureKit.Row] {
            let halls = (0..<count).map { number in #"{"id":"h\#(number)","name":"\#(name)"}"# }
            return layout.read(try JSONDocument(parsing: "[\(halls.joined(separator: ","))]").root, try .test).rows
        }
        let head = try #require(try rows(1, String(repeating: "*", count: 20_000)).first)
        let all = try rows(3, "Hall")
        for _ in 0..<3 {
            var answer = RowsAnswer(
                layout: layout, head: head, rows: all, fields: layout.listed, total: 3, nextCursor: nil, firstIndex: 1,
                read: nil, missing: [], notice: nil)
            answer.bound { "behind \($0)" }
            // Six bytes of each letter were too many; each takes one.
            #expect(answer.rows.count == 3 && answer.nextCursor == nil)
        }
    }

    @Test("rows of an upstream that must be asked again, and a state that may have to be waited for, are not at hand")
    func notAtHand() async throws {
        let question = try Self.question([JSONMember("sort", "name")])
        for (client, store) in [
            (PassingClient(answer: Self.page) as any HTTPClient, InMemoryStateStore() as any StateStore),
            (SampleHTTPClient(Self.page), UnavailableStateStore(reason: "No place.")),
        ] {
            let operation = try list(client, store)
            _ = try await operation.call(question, CallContext())
            #expect(try operation.answerAtOnce(question) == nil)
        }
    }

    private struct PassingClient: HTTPClient {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { answer(request) }
    }
}
