import Synchronization

/// Leaves a server alone that fails again and again, and asks it now and then whether it is back (H8).
///
/// Counted are whole requests, after their retries. Once `threshold` of them failed in a row the circuit is open: requests
/// end at once. After a pause one is let through; if it fails the pause doubles, and if it works everything is as before.
struct CircuitBreaker: Sendable, Equatable {
    static let threshold = 8
    static let firstPause = Duration.seconds(2)
    static let longestPause = Duration.seconds(30)

    private var failures = 0
    private var pause = Self.firstPause
    /// When the next request may try; nil while the circuit is closed.
    private var opensAgain: Duration?
    /// True while one request probes the server.
    private var isTrying = false

    /// Result of a request, for the circuit breaker.
    enum Outcome: Sendable, Equatable {
        case worked, failed
        /// It was given up, or never reached the server.
        case untold
    }

    /// True if the server has no state to keep.
    var isClean: Bool { failures == 0 && opensAgain == nil }

    /// Asks to send a request.
    /// - Returns: nil when it may be sent; else how long to wait at least before asking again.
    mutating func admit(at now: Duration) -> Duration? {
        guard let opensAgain else { return nil }
        guard !isTrying, now >= opensAgain else { return max(opensAgain - now, .milliseconds(100)) }
        isTrying = true
        return nil
    }

    /// Notes how a request that was admitted ended.
    mutating func ended(_ outcome: Outcome, at now: Duration) {
        switch outcome {
        case .worked: self = CircuitBreaker()
        case .untold: isTrying = false
        case .failed:
            failures = min(failures + 1, Self.threshold)
            // One that began before the circuit opened and fails late is no trial.
            if opensAgain != nil, isTrying { pause = min(pause * 2, Self.longestPause) }
            if failures >= Self.threshold, opensAgain == nil || isTrying { opensAgain = now + pause }
            isTrying = false
        }
    }
}

/// The breakers of the origins that fail at present.
final class CircuitBreakers: Sendable {
    /// Servers that fail at once; more are not remembered.
    private static let limit = 256

    private let failing = Mutex<[String: CircuitBreaker]>([:])

    /// - Throws: `.circuitOpen` while the origin is left alone.
    func admit(_ url: HTTPURL, at now: Duration) throws(HTTPFailure) {
        let wait = failing.withLock { $0.isEmpty ? nil : $0[url.origin]?.admit(at: now) }
        // In whole seconds, upwards: it is said to people.
        if let wait {
            throw .circuitOpen(host: url.host, wait: .seconds((wait + .milliseconds(999)).components.seconds))
        }
    }

    func ended(_ url: HTTPURL, _ outcome: CircuitBreaker.Outcome, at now: Duration) {
        failing.withLock { failing in
            if failing.isEmpty, outcome != .failed { return }
            var breaker = failing[url.origin] ?? CircuitBreaker()
            breaker.ended(outcome, at: now)
            if breaker.isClean {
                failing[url.origin] = nil
            } else if failing[url.origin] != nil || failing.count < Self.limit {
                failing[url.origin] = breaker
            }
        }
    }
}

extension CircuitBreaker.Outcome {
    /// A refusal by status tells that the server is there; only its own errors count.
    init(_ result: Result<HTTPResponse, HTTPFailure>) {
        switch result {
        case .success(let response): self = response.status >= 500 ? .failed : .worked
        case .failure(.timedOut), .failure(.unreachable), .failure(.connectionLost), .failure(.truncatedBody),
            .failure(.tlsRefused), .failure(.malformedResponse):
            self = .failed
        case .failure(.tooLarge), .failure(.tooManyRedirects), .failure(.redirectRefused): self = .worked
        case .failure: self = .untold
        }
    }
}
