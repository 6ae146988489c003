import TestSupport
import Testing

/// The book shelf against an upstream that misbehaves.
@Suite("H9: The shelf from a misbehaving upstream") struct MisbehavingShelfTests {
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer() }

    private func driver(_ home: TemporaryHome) throws -> ScreenDriver {
        ScreenDriver(
            try GalleriaProcess(
                [
                    "serve", "--set", "network.data=live", "--set", "network.retries=0", "--set",
                    "modules.bookShelf.endpoint=\(server.endpoint("books"))", "--set", "modules.bookShelf.timeout=60s",
                ], home: home))
    }

    private static func search(_ query: String, _ page: Int) -> String { "/books/search/\(query)/\(page)" }

    private static func isbn(_ number: Int) -> String {
        let digits = String(number)
        return "978" + String(repeating: "0", count: 10 - digits.count) + digits
    }

    private static func isbns(_ numbers: [Int]) -> [String] { numbers.map(isbn) }

    /// A page of these books, with further rows as JSON.
    private static func books(_ numbers: [Int], and more: [String] = [], total: String = #""25""#) -> String {
        let rows = numbers.map { #"{"isbn13":"\#(isbn($0))","title":"Book \#($0)","price":"$1.00"}"# } + more
        return #"{"error":"0","total":\#(total),"books":[\#(rows.joined(separator: ","))]}"#
    }

    @Test("a search that was superseded never shows; failing, spoiled and shifted pages cost no row and no end")
    func screen() throws {
        server.answer(
            "/books/new", .failure(),
            .json(Self.books([1, 2, 2], and: [#"{"isbn13":5}"#, #""x""#, #"{"title":"no number"}"#])))
        server.answer(Self.search("slow", 1), .json(Self.books(Array(80...89)), after: "slow"))
        server.answer(Self.search("swift", 1), .json(Self.books(Array(10...19))))
        // One row was inserted before each page; the third lacks its total and holds rows of wrong types.
        server.answer(
            Self.search("swift", 2), .failure(502), .json(#"{"error":"0","total":"25"}"#),
            .json(#"{"error":"[search] Try later"}"#), .json(Self.books(Array(19...28))))
        let spoiled = [#"{"isbn13":["x"]}"#, "null", #"{"isbn13":"12"}"#, "[]", "7"]
        server.answer(Self.search("swift", 3), .json(Self.books(Array(28...32), and: spoiled, total: "[]")))
        server.answer(Self.search("swift", 4), .json(Self.books([33, 10], total: #""many""#)))
        let home = try TemporaryHome()
        let driver = try driver(home)
        let screen = try driver.open("galleria://shelf")
        #expect(try driver.settled(screen)["refresh"]?["failed"]?.text == "header")
        #expect(try driver.send(screen, "retry"))
        #expect(try driver.settled(screen).keys("isbn13") == Self.isbns([1, 2]))

        #expect(try driver.send(screen, "search", #"{"query":"slow"}"#))
        try server.waitForRequests(1, of: Self.search("slow", 1))
        #expect(try driver.send(screen, "search", #"{"query":"swift"}"#))
        try driver.state(of: screen) { $0.keys("isbn13") == Self.isbns(Array(10...19)) }
        server.release("slow")
        try server.waitForAnswers(1, of: Self.search("slow", 1))

        #expect(try driver.send(screen, "loadMore"))
        for _ in 1...3 {
            let state = try driver.settled(screen)
            #expect(state["refresh"]?["failed"]?.text == "footer")
            #expect(state.keys("isbn13") == Self.isbns(Array(10...19)))
            #expect(try driver.send(screen, "retry"))
        }
        #expect(try driver.settled(screen).keys("isbn13") == Self.isbns(Array(10...28)))
        #expect(try driver.send(screen, "loadMore"))
        #expect(try driver.settled(screen).keys("isbn13") == Self.isbns(Array(10...32)))
        #expect(try driver.send(screen, "loadMore"))
        let last = try driver.settled(screen)
        #expect(last.keys("isbn13") == Self.isbns(Array(10...33)))
        #expect(last["refresh"]?["ended"]?.text == "noMoreData")
        try driver.end()
        #expect(driver.states[screen]?.contains { $0.keys("isbn13").contains(Self.isbn(80)) } == false)

        // What was accumulated is the shelf of the next process, too.
        let next = try self.driver(home)
        let shelf = try next.call("bookShelf.list", #"{"limit":100}"#)["result"]
        #expect(shelf?["search"]?.text == "swift")
        #expect(shelf?.keys("isbn13") == Self.isbns(Array(10...33)))
        #expect(try next.settled(next.open("galleria://shelf")).keys("isbn13") == Self.isbns(Array(10...33)))
        try next.end()
    }
}
