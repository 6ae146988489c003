import TestSupport
import Testing

@testable import HTTP

@Suite("H8: a server that fails again and again is left alone")
struct CircuitBreakerTests {
    private static let start = Duration.seconds(100)

    /// A breaker that so many failures came to, one after the other, at the start.
    private func breaker(failures: Int) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<failures {
            _ = breaker.admit(at: Self.start)
            breaker.ended(.failed, at: Self.start)
        }
        return breaker
    }

    @Test("fewer failures than the threshold, or a success between them, leave it closed")
    func closed() {
        var below = breaker(failures: CircuitBreaker.threshold - 1)
        #expect(below.admit(at: Self.start) == nil)
        below.ended(.worked, at: Self.start)
        #expect(below.isClean)
        var between = breaker(failures: CircuitBreaker.threshold - 1)
        between.ended(.worked, at: Self.start)
        for _ in 1..<CircuitBreaker.threshold { between.ended(.failed, at: Self.start) }
        #expect(between.admit(at: Self.start) == nil)
    }

    @Test("open, it says how long to wait; after the pause one request tries, and the others still wait")
    func open() {
        var breaker = breaker(failures: CircuitBreaker.threshold)
        #expect(breaker.admit(at: Self.start) == CircuitBreaker.firstPause)
        #expect(breaker.admit(at: Self.start + .seconds(1)) == .seconds(1))
        let later = Self.start + CircuitBreaker.firstPause
        #expect(breaker.admit(at: later) == nil)
        #expect(breaker.admit(at: later) != nil)
        breaker.ended(.worked, at: later)
        #expect(breaker.isClean && breaker.admit(at: later) == nil)
    }

    @Test("each trial that fails doubles the pause, up to the longest")
    func pauses() {
        var breaker = breaker(failures: CircuitBreaker.threshold)
        var now = Self.start
        var pauses: [Duration] = []
        for _ in 1...6 {
            let pause = breaker.admit(at: now) ?? .zero
            pauses.append(pause)
            now += pause
            #expect(breaker.admit(at: now) == nil)
            breaker.ended(.failed, at: now)
        }
        #expect(pauses == [2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
    }

    @Test("a trial that was given up tells nothing: the next one may try at once")
    func untold() {
        var breaker = breaker(failures: CircuitBreaker.threshold)
        let later = Self.start + CircuitBreaker.firstPause
        #expect(breaker.admit(at: later) == nil)
        breaker.ended(.untold, at: later)
        #expect(breaker.admit(at: later) == nil)
    }

    @Test("what began before the circuit opened and fails late prolongs nothing")
    func late() {
        var breaker = breaker(failures: CircuitBreaker.threshold)
        breaker.ended(.failed, at: Self.start + .seconds(1))
        #expect(breaker.admit(at: Self.start + CircuitBreaker.firstPause) == nil)
    }

    @Test("whatever happens in whatever order, it never waits longer than the longest pause, and one success heals")
    func anyOrder() {
        var generator = SeededGenerator(8)
        var breaker = CircuitBreaker()
        var now = Self.start
        for _ in 0..<20_000 {
            now += .milliseconds(Int.random(in: 0...3_000, using: &generator))
            if let wait = breaker.admit(at: now) {
                #expect(wait > .zero && wait <= CircuitBreaker.longestPause)
            } else {
                let outcomes: [CircuitBreaker.Outcome] = [.worked, .failed, .failed, .failed, .failed, .untold]
                let outcome = outcomes[Int.random(in: 0..<outcomes.count, using: &generator)]
                breaker.ended(outcome, at: now)
                if outcome == .worked { #expect(breaker.isClean) }
            }
        }
    }

    static let told: [(ExchangeOutcome, CircuitBreaker.Outcome)] = [
        (.status(200), .worked), (.status(404), .worked), (.status(429), .worked), (.status(500), .failed),
        (.status(503), .failed), (.failure(.connectionLost), .failed),
        (.failure(.unreachable(host: "h", detail: "d")), .failed), (.failure(.timedOut(after: .seconds(1))), .failed),
        (.failure(.malformedResponse(detail: "d")), .failed), (.failure(.tooLarge(limit: 1)), .worked),
        (.failure(.cancelled), .untold), (.failure(.busy(host: "h")), .untold),
        (.failure(.blockedAddress(host: "h")), .untold), (.failure(.libraryMissing(detail: "d")), .untold),
    ]

    @Test("only what the server did counts against it", arguments: told)
    func outcome(_ ended: ExchangeOutcome, _ expected: CircuitBreaker.Outcome) {
        #expect(CircuitBreaker.Outcome(ended.result) == expected)
    }

    @Test("requests to an open origin end at once, unsent; other origins go on; after the pause it is asked again")
    func delivery() async throws {
        var configuration = HTTPConfiguration()
        configuration.retries = 0
        configuration.allowHosts = ["images.example.com"]
        let time = ManualClock()
        let failures = Array(repeating: ExchangeOutcome.status(503), count: CircuitBreaker.threshold)
        let transport = ScriptedTransport(failures + [.status(200), .status(200), .status(200)])
        let delivery = Delivery(
            configuration: configuration, clock: time.clock, randomness: { 0.5 }, transport: transport)
        let request = try ScriptedDelivery.request()
        for _ in failures { #expect(try await delivery.send(request).status == 503) }
        for _ in 1...3 {
            await #expect(throws: HTTPFailure.circuitOpen(host: "api.example.com", wait: .seconds(2))) {
                try await delivery.send(request)
            }
        }
        #expect(transport.seen.count == failures.count)
        let other = try HTTPRequest(get: "https://images.example.com/a.png")
        #expect(try await delivery.send(other).status == 200)
        try await time.clock.sleep(.seconds(2))
        for _ in 1...2 { #expect(try await delivery.send(request).status == 200) }
        #expect(transport.unusedCount == 0)
    }
}
