import Foundation
import TestSupport
import Testing

/// Answers kept by other processes from a real HTTP server that is then asked less, asked conditionally, or gone.
@Suite("Kept answers") struct KeptAnswerTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func galleria(_ endpoint: String, _ settings: String...) throws -> GalleriaProcess {
        let all =
            ["network.data=live", "modules.bookShelf.endpoint=\(endpoint)", "network.retries=0"] + settings
        return try GalleriaProcess(["serve"] + all.flatMap { ["--set", $0] }, home: home)
    }

    private func search(_ process: ChildProcess, _ query: String = "swift", id: Int = 1) throws -> WireValue {
        try process.call("bookShelf.search", #"{"query":"\#(query)","limit":10}"#, id: id)
    }

    private func origin(_ result: WireValue?) -> WireValue? { result?["_meta"]?["galleria/origin"] }

    @Test(
        "offline answers what was answered live, in another process and without its server, and fails clearly for the rest"
    )
    func offline() throws {
        let server = try FaultServer()
        let endpoint = server.endpoint()
        let live = try search(galleria(endpoint))["result"]
        #expect(live?["items"]?.elements?.count == 10 && origin(live) == nil)
        server.stop()

        let offline = try galleria(endpoint, "network.data=offline")
        let kept = try search(offline)["result"]
        #expect(kept?["items"] == live?["items"] && kept?["nextCursor"] == live?["nextCursor"])
        #expect(origin(kept)?["source"]?.text == "cache" && origin(kept)?["stale"] == .bool(true))
        let missing = try search(offline, "kotlin", id: 2)["error"]
        #expect(missing?["data"]?["code"]?.text == "offline" && missing?["code"]?.integer ?? 0 >= 1_000)
        #expect(try offline.finish() == [])
    }

    @Test("a screen in offline shows what was answered before")
    func offlineScreen() throws {
        let server = try FaultServer()
        func open(_ data: String) throws -> [String] {
            let process = try GalleriaProcess(
                [
                    "open", "galleria://shelf", "--set", "network.data=\(data)", "--set",
                    "modules.bookShelf.endpoint=\(server.endpoint())",
                ], home: home)
            process.closeInput()
            return try process.readToEnd()
        }
        let live = try open("live")
        server.stop()
        #expect(live.count > 20)
        #expect(try open("offline") == live)
    }

    @Test("an ETag is asked with, and a 304 is an answer; an MCP client is told in _meta")
    func confirmed() throws {
        let server = try FaultServer()
        let endpoint = server.endpoint("etag/books/1.0")
        let first = try search(galleria(endpoint))["result"]
        let process = try galleria(endpoint)
        let second = try search(process)["result"]
        #expect(second?["items"] == first?["items"])
        #expect(origin(second)?["source"]?.text == "cache" && origin(second)?["age"]?.integer == 0)
        let conditions = try server.log().requests.map { $0.headers.contains(#"If-None-Match: "v1""#) }
        #expect(conditions == [false, true])

        _ = try process.call(
            "initialize",
            #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#, id: 2)
        let tool = try process.call(
            "tools/call", #"{"name":"book_shelf_search","arguments":{"query":"swift","limit":10}}"#, id: 3)["result"]
        #expect(origin(tool)?["source"]?.text == "cache")
        #expect(tool?["structuredContent"]?["_meta"] == nil)
    }

    private static let target = "/search/swift/1"

    private static func books(_ title: String) -> String {
        #"{"error":"0","total":"1","page":"1","books":[{"title":"\#(title)","isbn13":"9781617294136","price":"$1.00"}]}"#
    }

    private func titles(_ answer: WireValue) -> [String] {
        (answer["result"]?["items"]?.elements ?? []).compactMap { $0["title"]?.text }
    }

    @Test(
        "17.11: what can't be read is not kept, however fresh its server calls it: the next process asks again",
        arguments: ["<html>Sign in</html>", "{}", #"{"error":"0","books":{}}"#])
    func unreadable(_ body: String) throws {
        let server = try ScriptedServer()
        server.answer(
            Self.target, .json(body, control: "max-age=3600"), .json(Self.books("One"), control: "max-age=3600"))
        let first = try search(galleria(server.endpoint("")))
        #expect(first["error"]?["data"]?["code"]?.text == "upstream_malformed")
        for _ in 0..<2 { #expect(titles(try search(galleria(server.endpoint("")))) == ["One"]) }
        #expect(server.targets == [Self.target, Self.target])
    }

    @Test("17.14: stale-while-revalidate answers at once while its server is silent, and the next is told what it said")
    func beside() throws {
        let server = try ScriptedServer()
        let control = "max-age=0, stale-while-revalidate=3600"
        server.answer(
            Self.target, .json(Self.books("One"), control: control),
            .json(Self.books("Two"), control: "max-age=3600", after: "now"))
        #expect(titles(try search(galleria(server.endpoint("")))) == ["One"])
        let process = try galleria(server.endpoint(""))
        for id in 1...3 { #expect(titles(try search(process, id: id)) == ["One"]) }
        try server.waitForRequests(2, of: Self.target)
        server.release("now")
        try server.waitForAnswers(2, of: Self.target)
        #expect(try process.finish() == [])
        #expect(titles(try search(galleria(server.endpoint("")))) == ["Two"])
        #expect(server.targets.count == 2)
    }

    @Test("17.14: a single call waits for what it asked beside its answer, so that the next is told")
    func besideACall() throws {
        let server = try ScriptedServer()
        server.answer(
            Self.target, .json(Self.books("One"), control: "max-age=0, stale-while-revalidate=3600"),
            .json(Self.books("Two"), control: "max-age=3600"))
        for title in ["One", "One", "Two"] {
            let process = try GalleriaProcess(
                [
                    "call", "bookShelf.search", "query=swift", "--json", "--set", "network.data=live", "--set",
                    "modules.bookShelf.endpoint=\(server.endpoint(""))",
                ], home: home)
            process.closeInput()
            let output = try process.readToEnd().joined(separator: "\n")
            #expect(output.contains("\"\(title)\""), "\(output)")
        }
    }

    @Test("a server that is gone is an error, and a kept answer stands in for it where the settings allow that")
    func standsIn() throws {
        var server: ScriptedServer? = try ScriptedServer()
        // A page that said nothing of its freshness would answer for a minute.
        server?.answer(Self.target, .json(Self.books("One"), control: "max-age=0"))
        let endpoint = server?.endpoint("") ?? ""
        let live = try search(galleria(endpoint))["result"]
        server = nil
        #expect(try search(galleria(endpoint))["error"]?["data"]?["code"]?.text == "upstream_unavailable")
        let kept = try search(galleria(endpoint, "network.cache.staleIfError=1h"))["result"]
        #expect(kept?["items"] == live?["items"] && origin(kept)?["stale"] == .bool(true))
    }
}
