/// One try of one hop: a single request on the wire and its answer.
struct Exchange: Sendable {
    let url: HTTPURL
    let fields: [HTTPField]
    /// Until the deadline of the whole request; more than zero.
    let remaining: Duration
    /// How often the request may go out: libcurl repeats it by itself when a reused connection turns out dead.
    let maximumTries: Int
    /// Whether the address may be loopback or private.
    let isTrusted: Bool
}

/// How an exchange ended.
struct ExchangeOutcome: Sendable {
    /// How often the request went out, 0 when it never did.
    let tries: Int
    let result: Result<HTTPResponse, HTTPFailure>
}

/// What performs exchanges: libcurl, or a test.
protocol ExchangeTransport: Sendable {
    /// Ends with `.cancelled` as soon as the task is cancelled.
    func perform(_ exchange: Exchange) async -> ExchangeOutcome
}
