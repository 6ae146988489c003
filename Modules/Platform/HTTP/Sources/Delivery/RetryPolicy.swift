/// When a failed try is worth another, and how long to wait before it.
///
/// Full jitter: a random time up to 250 ms, 500 ms, 1 s …, so that clients that failed together do not come back
/// together. `Retry-After` is a floor; jitter is added to it and never taken from it.
struct RetryPolicy {
    static let base = Duration.milliseconds(250)
    static let cap = Duration.seconds(8)
    static let statuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// Whether another try may end differently.
    static func isWorthRetrying(_ result: Result<HTTPResponse, HTTPFailure>) -> Bool {
        switch result {
        case .success(let response): statuses.contains(response.status)
        case .failure(.unreachable), .failure(.connectionLost), .failure(.truncatedBody): true
        case .failure: false
        }
    }

    /// Delay before the next try.
    ///
    /// - Parameters:
    ///   - retry: 0 before the first retry.
    ///   - randomness: 0..<1.
    ///   - floor: from `Retry-After`, or zero.
    static func delay(beforeRetry retry: Int, randomness: Double, floor: Duration) -> Duration {
        let ceiling = min(cap, base * (1 << min(max(retry, 0), 10)))
        return floor + ceiling * min(max(randomness, 0), 1)
    }
}
