/// One try of one hop: a single request on the wire and its answer.
struct Exchange: Sendable {
    var method = HTTPMethod.get
    let url: HTTPURL
    /// Goes with the request, for methods that take one.
    var body: [UInt8]?
    let fields: [HTTPField]
    /// Until the deadline of the whole request; more than zero.
    let remaining: Duration
    /// Maximum of sends: libcurl repeats a request by itself when a reused connection turns out dead.
    let maximumTries: Int
    /// True if it goes out on a connection of its own: on one that is kept it may be lost, and is not sent again.
    var isAlone = false
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
