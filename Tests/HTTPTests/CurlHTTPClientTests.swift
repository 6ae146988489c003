import TestSupport
import Testing
import Values

@testable import HTTP

/// One server for each test, so that none sees another's requests.
struct LiveServer {
    let server: FaultServer
    let client: CurlHTTPClient

    init(_ certificate: FaultServer.Certificate? = nil, configure: (inout HTTPConfiguration) -> Void = { _ in }) throws
    {
        server = try FaultServer(certificate)
        var configuration = HTTPConfiguration()
        configuration.timeout = .seconds(60)
        configuration.certificateFile = server.certificateFile
        configure(&configuration)
        client = CurlHTTPClient(configuration: configuration, randomness: { 0 })
    }

    func request(
        _ path: [String], below base: String = "", query: [HTTPQueryItem] = [], timeout: Duration? = nil
    ) throws -> HTTPRequest {
        HTTPRequest(get: path, query: query, at: try HTTPEndpoint(parsing: server.endpoint(base)), timeout: timeout)
    }

    func get(_ path: String...) async throws -> HTTPResponse {
        try await client.send(try request(path))
    }
}

@Suite("The live client against a server on loopback")
struct CurlHTTPClientTests {
    @Test("a plain answer: status, fields, body, and a request with nothing unasked")
    func plain() async throws {
        let live = try LiveServer { $0.userAgent = "galleria/1" }
        var request = try live.request(["new"], below: "books/1.0")
        request.headers = [try HTTPField(name: "X-Empty", value: ""), try HTTPField(name: "Accept", value: "text/x")]
        let response = try await live.client.send(request)
        #expect(response.status == 200 && response.source == .network)
        #expect(response.field("content-type") == "application/json")
        #expect(response.field("Content-Length") == "\(response.body.count)")
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""total": "20""#))
        let seen = try live.server.log().requests
        #expect(seen.map(\.line) == ["GET /books/1.0/new HTTP/1.1"])
        #expect(
            seen[0].headers == [
                "Host: 127.0.0.1:\(live.server.port)", "User-Agent: galleria/1",
                "Accept-Encoding: deflate, gzip, br, zstd", "X-Empty: ", "Accept: text/x",
            ])
    }

    @Test("H7: hard text goes out as one segment and one value, with no header more")
    func hardText() async throws {
        let live = try LiveServer()
        let texts = [
            "c#", "a/b", "50%", "한글", "?", "..", ".", " x ", "\r\nX-Evil: 1", "a&b=c", "%2e%2e", "\\..\\", "\0",
        ]
        for text in texts {
            let request = try live.request(["echo", "x", text, "y"], query: [HTTPQueryItem(name: "q", value: text)])
            _ = try await live.client.send(request)
        }
        let seen = try live.server.log().requests
        let lines = texts.map {
            "GET /echo/x/\(PercentEncoding.segment($0))/y?q=\(PercentEncoding.component($0)) HTTP/1.1"
        }
        #expect(seen.map(\.line) == lines)
        #expect(seen.allSatisfy { $0.headers.count == 4 })
    }

    @Test("a connection is reused by the requests that follow")
    func reuse() async throws {
        let live = try LiveServer()
        for _ in 1...5 { _ = try await live.get("echo", "x") }
        #expect(try live.server.log().openConnections == 1)
    }

    @Test("H1: a compressed answer is inflated; a bomb is stopped at the cap")
    func compression() async throws {
        let live = try LiveServer { $0.maxBytes = 1 << 20 }
        let plain = try await live.get("books", "1.0", "new")
        let packed = try await live.get("gzip", "books", "1.0", "new")
        #expect(packed.field("Content-Encoding") == "gzip" && packed.body == plain.body)
        await #expect(throws: HTTPFailure.tooLarge(limit: 1 << 20)) { try await live.get("bomb") }
        await #expect(throws: HTTPFailure.self) { try await live.get("badgzip", "echo") }
    }

    @Test("H2: endless bodies and heads are stopped at the cap, and not asked for again")
    func endless() async throws {
        let live = try LiveServer { $0.maxBytes = 1 << 20 }
        for (path, limit) in [("inf", 1 << 20), ("hugeheaders", 256 * 1_024)] {
            try live.server.reset()
            await #expect(throws: HTTPFailure.tooLarge(limit: limit)) { try await live.get(path) }
            #expect(try await live.server.waitForOpenConnections(0).requests.count == 1, "\(path)")
        }
    }

    @Test("H2, H8: a broken answer is its failure after three tries, never a success")
    func broken() async throws {
        let live = try LiveServer()
        for (path, failure) in [
            ("short", HTTPFailure.truncatedBody), ("reset", .connectionLost), ("close", .connectionLost),
        ] {
            // A connection to reuse: libcurl's own second try on it must not add a fourth.
            _ = try await live.get("status", "200")
            try live.server.reset()
            await #expect(throws: failure) { try await live.get(path, "echo") }
            #expect(try live.server.log().requests.count == 3, "\(path)")
        }
    }

    @Test("H8: what is not HTTP is malformed")
    func garbage() async throws {
        let live = try LiveServer()
        let failure = await #expect(throws: HTTPFailure.self) { try await live.get("garbage") }
        guard case .malformedResponse = failure else {
            Issue.record("not malformed: \(String(describing: failure))")
            return
        }
    }

    @Test("H8: a status is the answer; those worth it are tried three times")
    func status() async throws {
        let live = try LiveServer()
        for (status, hits) in [(404, 1), (500, 3), (503, 3), (429, 3), (418, 1)] {
            try live.server.reset()
            #expect(try await live.get("status", "\(status)").status == status)
            #expect(try live.server.log().requests.count == hits, "\(status)")
        }
    }

    @Test("H8: an upstream that recovers is answered from; Retry-After 0 is honoured")
    func recovers() async throws {
        let live = try LiveServer()
        #expect(try await live.get("flaky", "2", "echo").status == 200)
        #expect(try await live.get("retry-after", "0", "echo").status == 200)
        #expect(try await live.get("html", "x").field("Content-Type") == "text/html; charset=utf-8")
        #expect(try live.server.log().requests.count == 3 + 2 + 1)
    }

    @Test("H8: nobody listens: unreachable, and the sentence names the host")
    func refused() async throws {
        let live = try LiveServer()
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:1")
        let failure = await #expect(throws: HTTPFailure.self) {
            try await live.client.send(HTTPRequest(get: [], at: endpoint))
        }
        guard case .unreachable(host: "127.0.0.1", _) = failure else {
            Issue.record("not unreachable: \(String(describing: failure))")
            return
        }
    }

    @Test("H3: whatever trickles in, the deadline ends it and closes the connection")
    func deadline() async throws {
        let live = try LiveServer()
        for path in ["silent", "drip", "slow/60000"] {
            let request = try live.request(["echo"], below: path, timeout: .milliseconds(200))
            #expect(await live.client.result(of: request) == .failure(.timedOut(after: .milliseconds(200))), "\(path)")
            #expect(try await live.server.waitForOpenConnections(0).openConnections == 0, "\(path)")
        }
    }

    @Test("H3: the deadline counts the time in the queue")
    func queuedDeadline() async throws {
        let live = try LiveServer { $0.perOriginConcurrency = 1 }
        let client = live.client
        let request = try live.request(["silent"])
        let first = Task { await client.result(of: request) }
        try await live.server.waitForRequests(1)
        let second = try live.request(["echo"], timeout: .milliseconds(100))
        #expect(await client.result(of: second) == .failure(.timedOut(after: .milliseconds(100))))
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(try live.server.log().requests.count == 1)
    }

    @Test("P12: more requests than run and queue for one origin are busy at once")
    func busy() async throws {
        let live = try LiveServer {
            $0.perOriginConcurrency = 1
            $0.perOriginQueue = 2
        }
        let client = live.client
        let request = try live.request(["silent"])
        let results = await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>.self) { group in
            for _ in 1...5 { group.addTask { await client.result(of: request) } }
            let refused = [await group.next(), await group.next()]
            group.cancelAll()
            return await group.reduce(into: refused) { $0.append($1) }
        }
        let busy = Result<HTTPResponse, HTTPFailure>.failure(.busy(host: "127.0.0.1"))
        #expect(results == [busy, busy] + Array(repeating: .failure(.cancelled), count: 3))
    }

    @Test("H11: 64 at once are all answered, never more than eight of them at a time")
    func concurrent() async throws {
        let live = try LiveServer()
        let client = live.client
        let requests = try (0..<64).map { try live.request(["slow", "20", "echo", "\($0)"]) }
        let statuses = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for request in requests {
                group.addTask {
                    let response = try await client.send(request)
                    return (response.status, response.body)
                }
            }
            return try await group.reduce(into: [(Int, [UInt8])]()) { $0.append($1) }
        }
        #expect(statuses.count == 64 && statuses.allSatisfy { $0.0 == 200 })
        #expect(Set(statuses.map(\.1)).count == 64)
        let log = try live.server.log()
        #expect(log.requests.count == 64 && log.mostAtOnce <= 8)
    }

    @Test("W16: a cancelled request is over at once, and its connection is closed", arguments: [1, 40])
    func cancellation(_ count: Int) async throws {
        let live = try LiveServer()
        let client = live.client
        let request = try live.request(["silent"])
        let tasks = (0..<count).map { _ in
            Task { await client.result(of: request) }
        }
        // The others wait in the queue: they are cancelled there.
        try await live.server.waitForRequests(min(count, 8))
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == .failure(.cancelled)) }
        #expect(try await live.server.waitForOpenConnections(0).openConnections == 0)
        #expect(try await live.get("status", "200").status == 200)
    }

    @Test("W16: a cancelled wait before a retry ends it")
    func cancelledRetry() async throws {
        let live = try LiveServer()
        let client = live.client
        let request = try live.request(["retry-after", "50", "echo"])
        let task = Task { await client.result(of: request) }
        try await live.server.waitForRequests(1)
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(try live.server.log().requests.count == 1)
    }

    @Test("P14: a released client closes its connections")
    func release() async throws {
        var live: LiveServer? = try LiveServer()
        let server = try #require(live?.server)
        _ = try await live?.get("echo")
        #expect(try server.log().openConnections == 1)
        live = nil
        #expect(try await server.waitForOpenConnections(0).openConnections == 0)
    }

    @Test("P5: an idle thread closes its connections and ends; the next request starts it again")
    func idle() async throws {
        let live = try LiveServer()
        var limits = TransferLimits(HTTPConfiguration())
        limits.idleMilliseconds = 1
        let engine = TransferEngine(limits: limits)
        defer { engine.close() }
        let exchange = Exchange(
            url: try HTTPURL(parsing: live.server.endpoint("echo")), fields: [], remaining: .seconds(60),
            maximumTries: 1,
            isTrusted: true)
        for _ in 1...20 {
            #expect(try await engine.perform(exchange).result.get().status == 200)
            #expect(try await live.server.waitForOpenConnections(0).openConnections == 0)
        }
    }

    @Test("W16: requests cancelled at any moment end, and the client goes on")
    func cancellationStorm() async throws {
        let live = try LiveServer()
        let client = live.client
        let request = try live.request(["slow", "1", "echo"])
        let results = await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>.self) { group in
            for turn in 0..<200 {
                group.addTask {
                    let task = Task { await client.result(of: request) }
                    for _ in 0..<(turn % 20) { await Task.yield() }
                    if turn % 4 != 0 { task.cancel() }
                    return await task.value
                }
            }
            return await group.reduce(into: [Result<HTTPResponse, HTTPFailure>]()) { $0.append($1) }
        }
        let answered = results.filter { (try? $0.get().status) == 200 }.count
        #expect(answered >= 50)
        #expect(answered + results.filter { $0 == .failure(.cancelled) }.count == 200)
        #expect(try await client.send(request).status == 200)
    }
}
