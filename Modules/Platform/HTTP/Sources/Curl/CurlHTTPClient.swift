/// The live client, on libcurl's multi interface.
///
/// libcurl is opened and its thread started at the first request. The thread ends, and closes the kept connections,
/// after half a minute without requests or when the client is released.
package final class CurlHTTPClient: HTTPClient {
    private let engine: TransferEngine
    private let delivery: Delivery<TransferEngine>

    /// - Parameters:
    ///   - configuration: limits, and where requests may go.
    ///   - clock: for the deadline between exchanges and the waits before retries.
    ///   - randomness: 0..<1, for the jitter of those waits.
    package init(
        configuration: HTTPConfiguration, clock: HTTPClock = .system,
        randomness: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        engine = TransferEngine(limits: TransferLimits(configuration))
        delivery = Delivery(configuration: configuration, clock: clock, randomness: randomness, transport: engine)
    }

    deinit {
        engine.close()
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await delivery.send(request)
    }
}
