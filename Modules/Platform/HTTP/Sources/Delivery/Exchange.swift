/// One try of one hop: a single request on the wire and its answer.
struct Exchange: Sendable {
    let url: HTTPURL
    let fields: [HTTPField]
    /// Until the deadline of the whole request; more than zero.
    let remaining: Duration
    /// Maximum of sends: libcurl repeats a request by itself when a reused connection turns out dead.
    let maximumTries: Int
    /// Whether the address may be loopback or private.
    let isTrusted: Bool
}

/// Result of an exchange.
struct ExchangeOutcome: Sendable {
    /// Number of sends, 0 for a request that was never sent.
    let tries: Int
    let result: Result<HTTPResponse, HTTPFailure>
}

/// Transport of exchanges: libcurl, or a test.
protocol ExchangeTransport: Sendable {
    /// Ends with `.cancelled` as soon as the task is cancelled.
    func perform(_ exchange: Exchange) async -> ExchangeOutcome
}
