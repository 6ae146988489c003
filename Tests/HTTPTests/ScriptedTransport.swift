import Synchronization

@testable import HTTP

/// Exchanges in memory: outcomes in order, and what was asked for them.
final class ScriptedTransport: ExchangeTransport {
    private let state: Mutex<(outcomes: [ExchangeOutcome], seen: [Exchange])>

    init(_ outcomes: [ExchangeOutcome]) {
        state = Mutex((outcomes, []))
    }

    var seen: [Exchange] { state.withLock { $0.seen } }
    var unusedCount: Int { state.withLock { $0.outcomes.count } }

    func perform(_ exchange: Exchange) async -> ExchangeOutcome {
        state.withLock { state in
            state.seen.append(exchange)
            guard !state.outcomes.isEmpty else { return .failure(.offline) }
            return state.outcomes.removeFirst()
        }
    }
}

extension ExchangeOutcome {
    static func status(_ status: Int, _ fields: [(String, String)] = []) -> ExchangeOutcome {
        let fields = fields.map { HTTPField(receivedName: $0.0, value: $0.1) }
        return ExchangeOutcome(tries: 1, result: .success(HTTPResponse(status: status, fields: fields)))
    }

    static func redirect(_ location: String, status: Int = 302) -> ExchangeOutcome {
        .status(status, [("Location", location)])
    }

    static func failure(_ failure: HTTPFailure, tries: Int = 1) -> ExchangeOutcome {
        ExchangeOutcome(tries: tries, result: .failure(failure))
    }
}

/// A clock that goes forward only when somebody sleeps, and remembers for how long.
final class ManualClock: Sendable {
    private let state = Mutex((now: Duration.seconds(1_000), sleeps: [Duration]()))

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// 1994-11-06T08:49:37Z at the start.
    var clock: HTTPClock {
        HTTPClock(
            now: { self.state.withLock { $0.now } }, secondsSince1970: { 784_111_777 },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += duration
                    state.sleeps.append(duration)
                }
            })
    }
}

/// A delivery over scripted exchanges, with a clock that never waits and randomness that always says `jitter`.
struct ScriptedDelivery {
    let transport: ScriptedTransport
    let time = ManualClock()
    var configuration = HTTPConfiguration()
    var jitter = 0.5

    init(_ outcomes: [ExchangeOutcome]) {
        transport = ScriptedTransport(outcomes)
        configuration.allowHosts = ["images.example.com"]
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let jitter = jitter
        return try await Delivery(
            configuration: configuration, clock: time.clock, randomness: { jitter }, transport: transport
        ).send(request)
    }

    /// A GET of `https://api.example.com/v1/new`, with a secret and a field of its own.
    static func request(timeout: Duration? = nil) throws -> HTTPRequest {
        var request = HTTPRequest(
            get: ["new"], query: [HTTPQueryItem(name: "appid", value: "CANARY/key")],
            at: try HTTPEndpoint(parsing: "https://api.example.com/v1"), timeout: timeout, secretQueryNames: ["appid"])
        request.headers = [try HTTPField(name: "Authorization", value: "CANARY header")]
        return request
    }
}
