import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import BookShelf

@Suite("Failures of the book store")
struct FailureTests {
    @Test(
        "5c.8 5d an error other than 0 fails with the store's words, whatever the status",
        arguments: [200, 400, 404, 422])
    func domainError(_ status: Int) async throws {
        let client = ScriptedHTTPClient(respond: { _ in
            .json(["error": "[search] Invalid request"], status: status)
        })
        let harness = try FeatureHarness.shelf(client)
        for (method, parameters) in [("bookShelf.search", ["query": "x"]), ("bookShelf.list", [:])]
            as [(String, JSONValue)]
        {
            let fault = await harness.fault(method, parameters)
            #expect(fault?.code == .upstreamRejected, "\(method)")
            #expect(fault?.message.contains("[search] Invalid request") == true)
            #expect(fault?.module == "bookShelf")
        }
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["refresh"]?["message"]?.string?.contains("[search] Invalid request") == true)
    }

    @Test("5c.8 an error that is 0, as text or number, is no error", arguments: ["0", 0] as [JSONValue])
    func noError(_ error: JSONValue) async throws {
        let client = ScriptedHTTPClient([.json(["error": error, "total": "1", "books": .array([Bookstore.row(1)])])])
        #expect(try await FeatureHarness.shelf(client).call("bookShelf.list").isbns == [Bookstore.isbn(1)])
    }

    @Test("5c.10 an unknown isbn13 is not_found, whatever the status", arguments: [200, 404])
    func unknownBook(_ status: Int) async throws {
        let client = ScriptedHTTPClient(respond: { _ in .json(["error": "[books] Not found"], status: status) })
        let harness = try FeatureHarness.shelf(client)
        let fault = await harness.fault("bookShelf.show", ["isbn13s": ["9999999999999"]])
        #expect(fault?.code == .notFound)
        #expect(fault?.retryable == false)
        #expect(fault?.message.contains("9999999999999") == true)
        #expect(fault?.field == "isbn13" && fault?.module == "bookShelf")
        let screen = try await harness.open("galleria://book/9999999999999")
        #expect(try await screen.state["refresh"]?["failed"] == "header")
        #expect(try await screen.text.contains("9999999999999"))
    }

    @Test("5c.14 an upstream that does not answer within 10 s is told as that, and can be tried again")
    func timeout() async throws {
        let client = ScriptedHTTPClient(respond: { _ in .failure(.timedOut(after: .seconds(10))) })
        let harness = try FeatureHarness.shelf(client)
        let fault = await harness.fault("bookShelf.list")
        #expect(fault?.code == .upstreamTimeout)
        #expect(fault?.text.contains("10s") == true)
        #expect(fault?.retryable == true)
        let screen = try await harness.open("galleria://shelf")
        #expect(try await screen.state["refresh"]?["message"] == .string(fault?.message ?? ""))
        #expect(harness.requests.allSatisfy { $0.timeout == .seconds(10) })
    }

    @Test("the time and the endpoint come from the settings")
    func settings() async throws {
        let client = ScriptedHTTPClient(respond: Bookstore.shop())
        let harness = try FeatureHarness.shelf(
            client,
            settings: [
                ("modules.bookShelf.timeout", "3s"), ("modules.bookShelf.endpoint", "http://127.0.0.1:8080/books/1.0/"),
            ])
        try await harness.call("bookShelf.list")
        #expect(harness.requests.first?.timeout == .seconds(3))
        #expect(harness.requests.first?.url == "http://127.0.0.1:8080/books/1.0/new")
    }

    @Test(
        "5c.14 H8 a server that fails is told with its status, and can be tried again", arguments: [500, 502, 503, 599])
    func serverFailure(_ status: Int) async throws {
        let client = ScriptedHTTPClient(respond: { _ in .json(["error": "0", "books": []], status: status) })
        let harness = try FeatureHarness.shelf(client)
        let fault = await harness.fault("bookShelf.list")
        #expect(fault?.code == .upstreamUnavailable)
        #expect(fault?.text.contains("\(status)") == true)
        #expect(fault?.retryable == true)
    }

    /// Answers that are invalid, for lists and for books.
    static let malformed: [(id: String, response: HTTPResponse)] = [
        ("no body", HTTPResponse(status: 200)), ("HTML", HTTPResponse(status: 200, body: Array("<html></html>".utf8))),
        ("cut JSON", HTTPResponse(status: 200, body: Array(#"{"error":"0","books":["#.utf8))),
        ("an array", .json([])), ("null", .json(.null)), ("text", .json("books")), ("an empty object", .json([:])),
        ("books is an object", .json(["error": "0", "books": ["a": 1]])),
        ("books is null", .json(["error": "0", "books": .null])),
        ("not UTF-8", HTTPResponse(status: 200, body: Array(#"{"books":""#.utf8) + [0xFF] + Array(#""}"#.utf8))),
    ]

    @Test("5c.14 5d H9 what is no answer is a failure, never an empty list", arguments: malformed.map(\.id))
    func malformedAnswers(_ id: String) async throws {
        let response = try #require(Self.malformed.first { $0.id == id }?.response)
        let harness = try FeatureHarness.shelf(ScriptedHTTPClient(respond: { _ in .response(response) }))
        let calls: [(String, JSONValue)] = [
            ("bookShelf.list", [:]), ("bookShelf.search", ["query": "x"]),
            ("bookShelf.show", ["isbn13s": ["9781617294136"]]),
        ]
        for (method, parameters) in calls {
            #expect(await harness.fault(method, parameters)?.code == .upstreamMalformed, "\(method)")
        }
        for route in ["galleria://shelf", "galleria://book/9781617294136"] {
            let refresh = try await harness.open(route).state["refresh"]
            #expect(refresh?["running"] == "none")
            #expect(refresh?["failed"] == "header")
        }
    }

    /// Every way in which there is no answer.
    static let failures: [(failure: HTTPFailure, code: FaultCode)] = [
        (.timedOut(after: .seconds(10)), .upstreamTimeout),
        (.unreachable(host: "h", detail: "d"), .upstreamUnavailable),
        (.connectionLost, .upstreamUnavailable), (.truncatedBody, .upstreamUnavailable),
        (.tooLarge(limit: 8), .tooLarge), (.tooManyRedirects(limit: 3), .upstreamRejected),
        (.redirectRefused(to: "https://x"), .blockedAddress), (.blockedAddress(host: "h"), .blockedAddress),
        (.tlsRefused(host: "h", detail: "d"), .upstreamUnavailable),
        (.malformedResponse(detail: "d"), .upstreamMalformed),
        (.libraryMissing(detail: "d"), .upstreamUnavailable), (.busy(host: "h"), .busy), (.offline, .offline),
        (.cancelled, .cancelled),
    ]

    @Test("5d H8 no failure vanishes: loading ends with a message that can be retried", arguments: failures.indices)
    func everyFailure(_ index: Int) async throws {
        let (failure, code) = Self.failures[index]
        let client = ScriptedHTTPClient(respond: { _ in .failure(failure) })
        let harness = try FeatureHarness.shelf(client)
        let fault = await harness.fault("bookShelf.search", ["query": "x"])
        #expect(fault?.code == code)
        #expect(fault?.module == "bookShelf")
        for route in ["galleria://shelf", "galleria://book/9781617294136"] {
            let screen = try await harness.open(route)
            let refresh = try await screen.state["refresh"]
            #expect(refresh?["running"] == "none", "\(route)")
            #expect(refresh?["ended"] == "error")
            #expect(refresh?["failed"] == "header")
            #expect(refresh?["message"]?.string?.isEmpty == false)
        }
    }

    @Test("what a failed screen's text says to do is an action that the screen has")
    func hints() async throws {
        let client = ScriptedHTTPClient(respond: { _ in .failure(.connectionLost) })
        let harness = try FeatureHarness.shelf(client)
        for (route, action) in [("galleria://shelf", "retry"), ("galleria://book/9781617294136", "refresh")] {
            let screen = try await harness.open(route)
            let text = try await screen.text
            #expect(text.contains("Send \(action) "), "\(route): \(text)")
            let asked = harness.requests.count
            try await screen.send(action)
            #expect(harness.requests.count == asked + 1)
        }
    }

    @Test("a status that is no success and no server failure is a refusal", arguments: [301, 400, 401, 429])
    func refusals(_ status: Int) async throws {
        let harness = try FeatureHarness.shelf(
            ScriptedHTTPClient(respond: { _ in .json(["error": "0", "books": []], status: status) }))
        let fault = await harness.fault("bookShelf.list")
        #expect(fault?.code == .upstreamRejected)
        #expect(fault?.retryable == (status == 429))
    }

    @Test("T1 the store's words come without control characters and bounded")
    func hostileWords() async throws {
        let words = "\u{1B}[31m[search]\u{202E} " + String(repeating: "x", count: 100_000)
        let client = ScriptedHTTPClient(respond: { _ in .json(["error": .string(words)]) })
        let harness = try FeatureHarness.shelf(client)
        let fault = await harness.fault("bookShelf.list")
        #expect((fault?.message.unicodeScalars.count ?? .max) < 400)
        let text = try await harness.open("galleria://shelf").text
        #expect(text.forbiddenScalars == [] && fault?.text.forbiddenScalars == [])
    }

    @Test("F11 F14 without a state books are found and shown all the same, and the reason is told beside them")
    func unusableState() async throws {
        let store = InMemoryStateStore(isRead: false)
        store.failReads(with: .corrupt(path: "state.db"))
        store.failWrites(with: .corrupt(path: "state.db"))
        let harness = try FeatureHarness.shelf(hits: 3, store: store)
        let search = try await harness.call("bookShelf.search", ["query": "swift"])
        #expect(search["items"]?.array?.count == 3)
        let shown = try await harness.answer("bookShelf.show", ["isbn13s": [.string(Bookstore.isbn(1))]])
        #expect(shown.json["items"]?[0]?["title"] == "Book 1" && shown.json["items"]?[0]?["memo"] == nil)
        #expect(shown.json["notice"]?.string?.contains("damaged") == true)
        #expect(shown.markdown.contains("damaged"))
        let shelf = try await harness.call("bookShelf.list")
        #expect(shelf["source"] == "new" && shelf["notice"]?.string?.contains("damaged") == true)
        for route in ["galleria://shelf", "galleria://book/\(Bookstore.isbn(1))"] {
            let screen = try await harness.open(route)
            #expect(try await screen.state["notice"]?.string?.contains("damaged") == true, "17.A3 \(route)")
            #expect(try await screen.text.contains("damaged"), "17.A3 \(route)")
        }
        #expect(await harness.fault("bookShelf.memos")?.code == .storageFailed)
        let note: JSONValue = ["isbn13": .string(Bookstore.isbn(1)), "text": "x"]
        #expect(await harness.fault("bookShelf.setMemo", note)?.code == .storageFailed)
    }
}
