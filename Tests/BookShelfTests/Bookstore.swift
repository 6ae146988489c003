import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import BookShelf

/// The upstream as tests play it: bodies in its shape, and a shop whose searches have as many hits as a test wants.
enum Bookstore {
    /// The isbn13 of the book with a number: 9780000000007 for 7.
    static func isbn(_ number: Int) -> String {
        "978" + String(repeating: "0", count: 10 - String(number).count) + String(number)
    }

    /// A row of a list: `Book 7`, `Part 7`, `$7.50`, unless the test says otherwise.
    static func row(_ number: Int, _ changes: [(String, JSONValue)] = []) -> JSONValue {
        let row: JSONValue = [
            "title": .string("Book \(number)"), "subtitle": .string("Part \(number)"),
            "isbn13": .string(isbn(number)), "price": .string("$\(number).50"),
            "image": .string("https://itbook.store/img/books/\(isbn(number)).png"),
            "url": .string("https://itbook.store/books/\(isbn(number))"),
        ]
        return row.replacing(changes)
    }

    static func rows(_ numbers: some Sequence<Int>) -> [JSONValue] { numbers.map { row($0) } }

    /// The body of `new` or `search`.
    static func list(_ rows: [JSONValue], total: JSONValue?, page: Int? = nil) -> JSONValue {
        var members = [JSONMember("error", "0")]
        if let total { members.append(JSONMember("total", total)) }
        if let page { members.append(JSONMember("page", .string(String(page)))) }
        return .object(members + [JSONMember("books", .array(rows))])
    }

    /// The body of `books/{isbn13}`.
    static func detail(_ number: Int, _ changes: [(String, JSONValue)] = []) -> JSONValue {
        let detail: JSONValue = [
            "error": "0", "title": .string("Book \(number)"), "subtitle": .string("Part \(number)"),
            "authors": "Ada Writer, Bob Author", "publisher": "Larkfield", "language": "English",
            "isbn10": "148426682X", "isbn13": .string(isbn(number)), "pages": "384", "year": "2018", "rating": "4",
            "desc": "About the book.", "price": .string("$\(number).50"),
            "image": .string("https://itbook.store/img/books/\(isbn(number)).png"),
            "url": .string("https://itbook.store/books/\(isbn(number))"),
        ]
        return detail.replacing(changes)
    }

    /// A shop: 20 new books (901 to 920), every search has `hits` books (1 to `hits`) ten a page, every book is there.
    /// - Parameter total: what the searches say their total is, when that is not the truth; null leaves it out.
    static func shop(hits: Int = 118, total: JSONValue? = nil) -> @Sendable (HTTPRequest) -> ScriptedHTTPClient.Answer?
    {
        { request in
            let path = request.path
            switch (path.first, path.count) {
            case ("new", 1): return .json(list(rows(901...920), total: "20"))
            case ("search", 3):
                guard let page = Int(path[2]) else { return nil }
                let numbers = (0..<hits).dropFirst((page - 1) * 10).prefix(10).map { $0 + 1 }
                let told = total ?? .string(String(hits))
                return .json(list(rows(numbers), total: told.isNull ? nil : told, page: numbers.isEmpty ? nil : page))
            case ("books", 2): return Int(path[1].dropFirst(3)).map { .json(detail($0)) }
            default: return nil
            }
        }
    }
}

extension JSONValue {
    /// The object with members replaced; a null takes the member away.
    fileprivate func replacing(_ changes: [(String, JSONValue)]) -> JSONValue {
        var members = self.members ?? []
        for (name, value) in changes {
            members.removeAll { $0.key == name }
            if !value.isNull { members.append(JSONMember(name, value)) }
        }
        return .object(members)
    }

    /// The object without a member.
    func removing(_ name: String) -> JSONValue { replacing([(name, .null)]) }

    /// The isbn13 of each item.
    var isbns: [String] { self["items"]?.array?.compactMap { $0["isbn13"]?.string } ?? [] }
}

extension ScriptedHTTPClient.Answer {
    static func json(_ value: JSONValue, status: Int = 200) -> Self { .response(.json(value, status: status)) }
}

extension HTTPResponse {
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: value.serialized())
    }
}

extension FeatureHarness {
    /// The book shelf over a scripted upstream.
    static func shelf(
        _ client: any HTTPClient, store: InMemoryStateStore = InMemoryStateStore(),
        settings: [(key: String, value: String)] = [], start: Start = .immediate
    ) throws -> FeatureHarness {
        try FeatureHarness(
            [bookShelf], client: { _ in client }, store: store, settings: settings, start: start)
    }

    /// The book shelf over a shop.
    static func shelf(
        hits: Int = 118, total: JSONValue? = nil, store: InMemoryStateStore = InMemoryStateStore()
    ) throws -> FeatureHarness {
        try shelf(ScriptedHTTPClient(respond: Bookstore.shop(hits: hits, total: total)), store: store)
    }

    /// The book shelf over a shop, with a store whose writes wait for the test.
    static func shelf(holding store: HeldStateStore) throws -> FeatureHarness {
        let client = ScriptedHTTPClient(respond: Bookstore.shop())
        return try FeatureHarness([bookShelf], client: { _ in client }, state: store)
    }

    /// Keeps a search as the shelf, as users do: on a shelf's screen, page by page. Asks for the new books before, where
    /// nothing is kept yet.
    func keep(_ query: String, pages: Int = 1) async throws {
        let screen = try await open("galleria://shelf")
        try await screen.send("search", ["query": .string(query)])
        for _ in 1..<pages { try await screen.send("loadMore") }
        try await screen.close()
    }

    /// The item of `bookShelf.show` for one book.
    func book(_ isbn13: String) async throws -> JSONValue {
        try #require(try await call("bookShelf.show", ["isbn13s": [.string(isbn13)]])["items"]?[0])
    }

    /// The memo of a book in `bookShelf.memos`; nil without one.
    func memo(_ isbn13: String) async throws -> String? {
        let memos = try await call("bookShelf.memos", ["limit": 100])["items"]?.array
        return memos?.first { $0["isbn13"]?.string == isbn13 }?["text"]?.string
    }

    @discardableResult
    func setMemo(_ isbn13: String, _ text: String) async throws -> JSONValue {
        try await call("bookShelf.setMemo", ["isbn13": .string(isbn13), "text": .string(text)])
    }

    /// The paths that were asked for, joined by slashes.
    var paths: [String] { requests.map { $0.path.joined(separator: "/") } }
}

extension HarnessScreen {
    /// Begins to send an action whose answer may have to wait for the test.
    func begin(_ action: String, _ parameters: JSONValue) -> PendingCall {
        harness.start("screen.send", ["screen": .string(id), "action": .string(action), "params": parameters])
    }
}

/// An upstream that answers when the test says so, and does not hear of cancellation: answers may come late.
final class StubbornHTTPClient: HTTPClient {
    private typealias Waiting = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

    private let waiting = Mutex<[(path: String, continuation: Waiting)]>([])

    /// Answers the oldest waiting request for a path.
    func answer(
        _ path: String, _ answer: Result<HTTPResponse, HTTPFailure>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = waiting.withLock { waiting -> Waiting? in
            guard let index = waiting.firstIndex(where: { $0.path == path }) else { return nil }
            return waiting.remove(at: index).continuation
        }
        if found == nil { Issue.record("Nobody waits for \(path)", sourceLocation: sourceLocation) }
        found?.resume(returning: answer)
    }

    func answer(_ path: String, _ body: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) {
        answer(path, .success(.json(body)), sourceLocation: sourceLocation)
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await withCheckedContinuation { (continuation: Waiting) in
            waiting.withLock { $0.append((request.path.joined(separator: "/"), continuation)) }
        }.get()
    }
}
