import Testing

@testable import HTTP

@Suite("H8: retries, with a clock that never waits")
struct RetryTests {
    static let retried: [Int] = [408, 429, 500, 502, 503, 504]
    static let final: [Int] = [200, 204, 304, 400, 401, 403, 404, 410, 418, 501, 505]

    @Test("a status worth retrying is tried three times in all, then given", arguments: retried)
    func retries(_ status: Int) async throws {
        let delivery = ScriptedDelivery([.status(status), .status(status), .status(status), .status(200)])
        let response = try await delivery.send(try ScriptedDelivery.request())
        #expect(response.status == status)
        #expect(delivery.time.sleeps == [.milliseconds(125), .milliseconds(250)])
        #expect(delivery.transport.unusedCount == 1)
    }

    @Test("any other status is the answer at once", arguments: final)
    func doesNotRetry(_ status: Int) async throws {
        let delivery = ScriptedDelivery([.status(status)])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == status)
        #expect(delivery.time.sleeps.isEmpty)
    }

    static let connectionFailures: [HTTPFailure] = [
        .connectionLost, .truncatedBody, .unreachable(host: "api.example.com", detail: "refused"),
    ]

    @Test("a failed connection is retried, and a success after it is the answer", arguments: connectionFailures)
    func retriesConnection(_ failure: HTTPFailure) async throws {
        let delivery = ScriptedDelivery([.failure(failure), .failure(failure), .status(200)])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 200)
        let hopeless = ScriptedDelivery([.failure(failure), .failure(failure), .failure(failure), .status(200)])
        await #expect(throws: failure) { try await hopeless.send(try ScriptedDelivery.request()) }
        #expect(hopeless.transport.unusedCount == 1)
    }

    static let finalFailures: [HTTPFailure] = [
        .tooLarge(limit: 1), .blockedAddress(host: "x"), .tlsRefused(host: "x", detail: "y"),
        .malformedResponse(detail: "x"), .libraryMissing(detail: "x"), .busy(host: "x"), .cancelled, .offline,
    ]

    @Test("any other failure is thrown at once", arguments: finalFailures)
    func doesNotRetryFailure(_ failure: HTTPFailure) async throws {
        let delivery = ScriptedDelivery([.failure(failure), .status(200)])
        await #expect(throws: failure) { try await delivery.send(try ScriptedDelivery.request()) }
        #expect(delivery.transport.unusedCount == 1)
    }

    @Test("tries that libcurl made by itself count: at most three hits upstream")
    func countsHiddenTries() async throws {
        let delivery = ScriptedDelivery([
            .failure(.connectionLost, tries: 2), .failure(.connectionLost), .status(200),
        ])
        await #expect(throws: HTTPFailure.connectionLost) { try await delivery.send(try ScriptedDelivery.request()) }
        #expect(delivery.transport.seen.map(\.maximumTries) == [3, 1])
    }

    @Test("retries are counted over all hops of a redirect, and repeat the hop that failed")
    func countsOverHops() async throws {
        let delivery = ScriptedDelivery([
            .status(500), .redirect("/v1/a"), .status(503), .redirect("/v1/b"), .status(502),
        ])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 502)
        #expect(delivery.transport.seen.map(\.url.path) == ["/v1/new", "/v1/new", "/v1/a", "/v1/a", "/v1/b"])
    }

    @Test("no retries when the settings say 0")
    func noRetries() async throws {
        var delivery = ScriptedDelivery([.status(500), .status(200)])
        delivery.configuration.retries = 0
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 500)
    }

    @Test("full jitter: anything from nothing to the doubled base")
    func jitter() {
        #expect(RetryPolicy.delay(beforeRetry: 0, randomness: 0, floor: .zero) == .zero)
        #expect(RetryPolicy.delay(beforeRetry: 0, randomness: 1, floor: .zero) == .milliseconds(250))
        #expect(RetryPolicy.delay(beforeRetry: 1, randomness: 1, floor: .zero) == .milliseconds(500))
        #expect(RetryPolicy.delay(beforeRetry: 3, randomness: 0.5, floor: .zero) == .seconds(1))
        #expect(RetryPolicy.delay(beforeRetry: 90, randomness: 1, floor: .zero) == .seconds(8))
        #expect(RetryPolicy.delay(beforeRetry: -1, randomness: 7, floor: .seconds(3)) == .milliseconds(3_250))
    }

    @Test("Retry-After is a floor: jitter comes on top", arguments: ["2", "Sun, 06 Nov 1994 08:49:39 GMT"])
    func retryAfter(_ text: String) async throws {
        let delivery = ScriptedDelivery([.status(503, [("retry-after", text)]), .status(200)])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 200)
        #expect(delivery.time.sleeps == [.milliseconds(2_125)])
    }

    @Test(
        "a wait that outlasts the deadline is not begun: the answer at hand is given", arguments: ["10", "9999999999"])
    func retryAfterTooLong(_ text: String) async throws {
        let delivery = ScriptedDelivery([.status(429, [("Retry-After", text)]), .status(200)])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 429)
        #expect(delivery.time.sleeps.isEmpty)
    }

    @Test("H3: one deadline spans all tries; each gets what is left")
    func deadline() async throws {
        let delivery = ScriptedDelivery([.status(503, [("Retry-After", "3")]), .failure(.timedOut(after: .seconds(1)))])
        await #expect(throws: HTTPFailure.timedOut(after: .seconds(4))) {
            try await delivery.send(try ScriptedDelivery.request(timeout: .seconds(4)))
        }
        #expect(delivery.transport.seen.map(\.remaining) == [.seconds(4), .milliseconds(875)])
    }

    @Test("no time at all is a timeout without a request")
    func noTime() async throws {
        let delivery = ScriptedDelivery([.status(200)])
        await #expect(throws: HTTPFailure.timedOut(after: .zero)) {
            try await delivery.send(try ScriptedDelivery.request(timeout: .zero))
        }
        #expect(delivery.transport.seen.isEmpty)
    }

    @Test("W16: a cancelled task asks nothing more")
    func cancelled() async throws {
        let delivery = ScriptedDelivery([.status(200)])
        let request = try ScriptedDelivery.request()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: HTTPFailure.cancelled) { try await delivery.send(request) }
        }
        await task.value
        #expect(delivery.transport.seen.isEmpty)
    }
}

@Suite("Retry-After: seconds and the three forms of a date")
struct RetryAfterTests {
    /// Now is 1994-11-06T08:49:37Z.
    static let table: [(text: String, seconds: Int64?)] = [
        ("0", 0),
        ("120", 120),
        ("007", 7),
        ("999999999", 999_999_999),
        ("99999999999999999999999999", 31_536_000),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
        ("Sunday, 06-Nov-94 08:49:47 GMT", 10),
        ("Sun Nov  6 08:49:38 1994", 1),
        ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
        ("Wed, 06 Nov 1996 08:49:37 GMT", 731 * 86_400),
        ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648 - 784_111_777),
        ("Thu, 01 Mar 2400 00:00:00 GMT", 13_574_649_600 - 784_111_777),
        ("", nil),
        ("-1", nil),
        ("1.5", nil),
        ("soon", nil),
        ("١٢", nil),
        ("Sun, 06 Nov 1994", nil),
        ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
        ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
        ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
        ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
        ("Sun, 6x Nov 1994 08:49:37 GMT", nil),
    ]

    @Test("a text and its seconds", arguments: table)
    func reads(_ text: String, _ seconds: Int64?) {
        #expect(RetryAfter.seconds(from: text, secondsSince1970: 784_111_777) == seconds)
    }
}
