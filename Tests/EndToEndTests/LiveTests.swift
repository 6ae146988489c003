import Foundation
import TestSupport
import Testing

/// The binary against a real HTTP server, which misbehaves on request.
@Suite("Live data") struct LiveTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    private func galleria(
        _ arguments: [String] = ["serve"], path: String = "books/1.0", timeout: String = "120s",
        home: TemporaryHome? = nil
    ) throws -> GalleriaProcess {
        try GalleriaProcess(
            arguments + [
                "--set", "network.data=live", "--set", "modules.bookShelf.endpoint=\(server.endpoint(path))",
                "--set", "modules.bookShelf.timeout=\(timeout)", "--set", "network.retries=0",
            ], home: home)
    }

    /// Searches; ten books are one page of the upstream.
    private func search(
        _ process: ChildProcess, _ query: String, _ more: String = "", limit: Int = 10, id: Int = 1
    ) throws -> WireValue {
        try process.call("bookShelf.search", #"{"query":"\#(query)","limit":\#(limit)\#(more)}"#, id: id)
    }

    @Test("a list is paged to its end by its cursors, each of them in a new process, with no row twice")
    func cursorsInNewProcesses() throws {
        var isbns: [String] = []
        var cursor: String?
        for page in 1...12 {
            let process = try galleria()
            let result = try search(process, "swift", cursor.map { #","cursor":"\#($0)""# } ?? "")["result"]
            isbns += result?["items"]?.elements?.compactMap { $0["isbn13"]?.text } ?? []
            #expect(result?["total"]?.integer == 118)
            cursor = result?["nextCursor"]?.text
            #expect((cursor != nil) == (page < 12))
            #expect(try process.finish() == [])
        }
        #expect(cursor == nil)
        #expect(isbns.count == 118)
        #expect(Set(isbns).count == 118)
        let targets = try server.log().requests.map(\.target)
        #expect(targets == (1...12).map { "/books/1.0/search/swift/\($0)" })
    }

    @Test("several pages make one answer; the cursor is refused for another query")
    func pages() throws {
        let process = try galleria()
        let result = try search(process, "swift", limit: 30)["result"]
        #expect(result?["items"]?.elements?.count == 30)
        let cursor = try #require(result?["nextCursor"]?.text)
        let other = try search(process, "kotlin", #","cursor":"\#(cursor)""#)
        #expect(other["error"]?["data"]?["field"]?.text == "query")
    }

    @Test(
        "H7: whatever is searched for reaches the server as one segment",
        arguments: [
            ("c#", "c%23"), ("a/b", "a%2Fb"), ("50%", "50%25"), ("한글", "%ED%95%9C%EA%B8%80"), ("?", "%3F"),
            ("..", "%2E%2E"),
            ("a b", "a%20b"), ("a+b&c=d", nil), (#"x\r\nHost: evil"#, nil), (#"é"#, "%C3%A9"), ("http://x/y?z#f", nil),
        ] as [(String, String?)])
    func hardQueries(_ query: String, _ segment: String?) throws {
        let process = try galleria()
        let answer = try search(process, query)
        #expect(answer["result"]?["query"] != nil)
        let requests = try server.log().requests
        #expect(requests.count == 1)
        let target = try #require(requests.first?.target)
        #expect(target.split(separator: "/").count == 5, "\(target)")
        #expect(!target.contains("?") && !target.contains("#"))
        if let segment { #expect(target == "/books/1.0/search/\(segment)/1") }
        #expect(requests.first?.headers.filter { $0.lowercased().hasPrefix("host:") }.count == 1)
    }

    @Test(
        "H2 H3 H5 H8: each fault of the server has its code, and the next request works",
        arguments: [
            ("status/500/books/1.0", "upstream_unavailable"), ("status/404/books/1.0", "upstream_rejected"),
            ("status/429/books/1.0", "upstream_rejected"), ("silent/books/1.0", "upstream_timeout"),
            ("slow/5000/books/1.0", "upstream_timeout"), ("short/books/1.0", "upstream_unavailable"),
            ("close/books/1.0", "upstream_unavailable"), ("reset/books/1.0", "upstream_unavailable"),
            ("garbage/books/1.0", "upstream_malformed"), ("html/books/1.0", "upstream_malformed"),
            ("badgzip/books/1.0", "upstream_malformed"), ("redirect/5/books/1.0", "upstream_rejected"),
        ])
    func faults(_ path: String, _ code: String) throws {
        let process = try galleria(path: path, timeout: "600ms")
        let error = try search(process, "swift")["error"]
        #expect(error?["data"]?["code"]?.text == code)
        #expect(error?["data"]?["module"]?.text == "bookShelf")
        for word in ["Optional(", "CURLE", "HTTPFailure", "nil"] {
            #expect(error?["message"]?.text?.contains(word) == false)
        }
        try process.expectServing()
        #expect(try process.finish() == [])
    }

    @Test(
        "H1 H5: compressed answers and a few redirects to the same origin are followed",
        arguments: [
            "gzip/books/1.0", "redirect/2/books/1.0", "slow/50/books/1.0",
        ])
    func fine(_ path: String) throws {
        let process = try galleria(path: path)
        #expect(try search(process, "swift")["result"]?["total"]?.integer == 118)
    }

    @Test("H5: a redirect to another origin is refused, and nobody is asked there")
    func elsewhere() throws {
        let other = try FaultServer()
        let process = try galleria(path: "elsewhere/\(other.port)/books/1.0")
        #expect(try search(process, "swift")["error"]?["data"]?["code"]?.text == "blocked_address")
        #expect(try other.log().requests.isEmpty)
    }

    @Test(
        "W16: a cancelled call stops its request: the server's connections come to none",
        arguments: [
            (#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":ID}}"#, false),
            (#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":ID}}"#, true),
        ])
    func cancelled(_ cancel: String, _ isAnswered: Bool) async throws {
        let process = try galleria(path: "silent/books/1.0")
        for id in 0..<20 {
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))
        }
        try await server.waitForRequests(1)
        for id in 0..<20 { try process.send(line: cancel.replacing("ID", with: String(id))) }
        if isAnswered {
            let answers = try (0..<20).map { _ in try process.answer() }
            #expect(answers.allSatisfy { $0.errorCode == -32800 })
            #expect(Set(answers.compactMap { $0["id"]?.integer }) == Set(0..<20))
        }
        #expect(try await server.waitForOpenConnections(0).openConnections == 0)
        try process.expectServing()
        #expect(try process.finish() == [])
    }

    @Test(
        "17.15: with hardly a descriptor a call is answered or fails with a sentence; no signal ends it",
        arguments: 6...14)
    func hardlyADescriptor(_ limit: Int) throws {
        let process = try GalleriaProcess(
            script: "ulimit -n \(limit); exec \"$0\" \"$@\"",
            arguments: [
                "call", "bookShelf.search", "query=swift", "--set", "network.data=live", "--set", "network.retries=1",
                "--set", "modules.bookShelf.endpoint=\(server.endpoint("books/1.0"))",
            ])
        process.closeInput()
        let output = try process.readToEnd().joined(separator: "\n")
        let ending = try process.waitForEnd()
        if ending == .exited(0) {
            #expect(output.contains("Books for “swift”"))
        } else {
            #expect(ending == .exited(1))
            #expect(process.errorText.contains("limit on open files"), "\(process.errorText)")
        }
    }

    @Test("17.15: what failed for want of descriptors works once there are some")
    func descriptorsAgain() throws {
        let process = try GalleriaProcess(
            script: "ulimit -Sn 10; exec \"$0\" serve \"$@\"",
            arguments: [
                "--set", "network.data=live", "--set", "network.retries=0", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("books/1.0"))",
            ])
        let failed = try process.call("bookShelf.search", #"{"query":"swift"}"#, id: 1)
        #expect(failed["error"]?["data"]?["code"]?.text == "busy", "\(failed)")
        let raise = try ChildProcess("/usr/bin/prlimit", ["--pid", "\(process.pid)", "--nofile=256"], environment: [:])
        raise.closeInput()
        #expect(try raise.waitForEnd() == .exited(0))
        let answered = try process.call("bookShelf.search", #"{"query":"swift"}"#, id: 2)
        #expect(answered["result"]?["items"]?.elements?.count == 20, "\(answered)")
        #expect(try process.finish() == [])
    }

    @Test("P13: 64 calls at once are answered with 32 descriptors")
    func fewDescriptors() throws {
        let process = try GalleriaProcess(
            script: #"ulimit -n 32; exec "$0" serve "$@""#,
            arguments: [
                "--set", "network.data=live", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("slow/20/books/1.0"))", "--set", "limits.drain=60s",
                "--set", "modules.bookShelf.timeout=120s",
            ])
        for id in 0..<64 {
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))
        }
        let answers = try process.finish()
        #expect(answers.filter { $0["result"] != nil }.count == 64)
    }
}
