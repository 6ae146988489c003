/// Carries one request to its answer over any number of exchanges: breaker ▸ deadline ▸ redirects ▸ retries ▸ exchange.
///
/// The deadline spans everything. A retry repeats the hop that failed; retries are counted over all hops, so one
/// request hits upstream at most `1 + retries + redirects` times (H8).
struct Delivery<Transport: ExchangeTransport>: Sendable {
    /// The longest URL that is sent, in bytes. Servers refuse far shorter ones.
    static var maximumURLLength: Int { 65_536 }

    let configuration: HTTPConfiguration
    let clock: HTTPClock
    /// 0..<1, for the jitter.
    let randomness: @Sendable () -> Double
    let transport: Transport
    let breakers = CircuitBreakers()

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        // Made once: it is percent-encoded each time that the request is asked for it.
        let home = request.target
        try breakers.admit(home, at: clock.now())
        let result: Result<HTTPResponse, HTTPFailure>
        do throws(HTTPFailure) {
            result = .success(try await deliver(request, to: home))
        } catch {
            result = .failure(error)
        }
        breakers.ended(home, CircuitBreaker.Outcome(result), at: clock.now())
        return try result.get()
    }

    /// - Parameter home: the request's target.
    private func deliver(_ request: HTTPRequest, to home: HTTPURL) async throws(HTTPFailure) -> HTTPResponse {
        let timeout = request.timeout ?? configuration.timeout
        let deadline = clock.now() + timeout
        let policy = RedirectPolicy(request, allowHosts: configuration.allowHosts)
        guard home.length <= Self.maximumURLLength else { throw .tooLarge(limit: Self.maximumURLLength) }
        guard policy.isAllowed(home) else { throw .blockedAddress(host: home.host) }

        var url = home
        var (method, body) = (request.method, request.body)
        var fields = request.headers
        var hops = 0
        var retries = 0
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let isRepeatable = request.isRepeatable || method == .get
            let remaining = deadline - clock.now()
            guard remaining > .zero else { throw .timedOut(after: timeout) }
            let outcome = await transport.perform(
                Exchange(
                    method: method, url: url, body: body, fields: fields, remaining: remaining,
                    maximumTries: isRepeatable ? max(1, 1 + configuration.retries - retries) : 1,
                    isAlone: !isRepeatable, isTrusted: policy.isTrusted(url)))
            retries += max(0, outcome.tries - 1)

            if isRepeatable, RetryPolicy.isWorthRetrying(outcome.result), retries < configuration.retries {
                let delay = RetryPolicy.delay(
                    beforeRetry: retries, randomness: randomness(), floor: floor(of: outcome.result))
                // A wait that outlasts the deadline helps nobody: the answer at hand is given at once.
                if delay < deadline - clock.now(), await hasSlept(delay) {
                    retries += 1
                    continue
                }
                guard !Task.isCancelled else { throw .cancelled }
            }
            let response: HTTPResponse
            switch outcome.result {
            case .success(let answer): response = answer
            case .failure(.timedOut): throw .timedOut(after: timeout)
            case .failure(let failure): throw failure
            }
            guard let next = try policy.target(of: response, from: url, home: home, secrets: request.secrets) else {
                return response
            }
            guard hops < configuration.redirects else { throw .tooManyRedirects(limit: configuration.redirects) }
            hops += 1
            if method != .get {
                // RFC 9110 section 15.4: 307 and 308 ask for the same again, which another origin must not be told; any other
                // redirect leads to what came of it.
                let isSame = response.status == 307 || response.status == 308
                guard !isSame || next.origin == home.origin else { throw .redirectRefused(to: next.origin) }
                if !isSame {
                    (method, body) = (.get, nil)
                    fields.removeAll { $0.isNamed("Content-Type") }
                }
            }
            // Once away from home, the request's own fields stay behind, also on a way back.
            if next.origin != home.origin { fields = [] }
            url = next
        }
    }

    /// False when the wait ended early.
    private func hasSlept(_ time: Duration) async -> Bool {
        do { try await clock.sleep(time) } catch { return false }
        return true
    }

    /// Delay asked for by `Retry-After`; zero without one.
    private func floor(of result: Result<HTTPResponse, HTTPFailure>) -> Duration {
        guard case .success(let response) = result, let text = response.field("Retry-After"),
            let seconds = RetryAfter.seconds(from: text, secondsSince1970: clock.secondsSince1970())
        else { return .zero }
        return .seconds(seconds)
    }
}
