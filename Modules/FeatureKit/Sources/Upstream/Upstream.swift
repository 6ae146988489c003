package import HTTP
package import JSON

/// A module's upstream: its endpoint, and the one way from a request to a JSON document or a fault.
package struct Upstream: Sendable {
    package let module: String
    package let endpoint: HTTPEndpoint
    /// Source of the answers: a feature that needs a key needs none for sample data.
    package let data: DataMode
    /// For a whole request.
    package let timeout: Duration
    private let client: any HTTPClient
    /// The client, where it is that of sample data.
    private let samples: SampleHTTPClient?
    private let hiding: @Sendable (String) -> String
    private let limits: JSONLimits

    /// Memory of a list of rows, written and laid out, is ten times its body: 20,480 rows are 50 MB, and the
    /// most that are shown at once. A million values are a tape of 8 MiB.
    package static let limits = JSONLimits(elements: 20_480, values: 1 << 20)

    /// - Parameters:
    ///   - module: the id that faults name.
    ///   - timeout: for a whole request.
    ///   - data: what the client is.
    ///   - client: live or sample.
    ///   - hiding: takes out of a sentence what the settings show nowhere, such as a host's name from a variable.
    ///   - limits: of an answer.
    package init(
        module: String, endpoint: HTTPEndpoint, timeout: Duration, data: DataMode = .sample, client: any HTTPClient,
        hiding: @escaping @Sendable (String) -> String = { $0 }, limits: JSONLimits = Upstream.limits
    ) {
        self.module = module
        self.endpoint = endpoint
        self.data = data
        self.timeout = timeout
        self.client = client
        samples = client as? SampleHTTPClient
        self.hiding = hiding
        self.limits = limits
    }

    /// Whether the same request always has the same answer: that of the sample data.
    package var isFixed: Bool { samples?.isFixed ?? false }

    /// Asks sample data for a JSON document as `json` does, without a task to wait in.
    /// - Returns: nil where somebody has to wait: for a server, or for a large document, which the pool reads.
    /// - Throws: as `json` does.
    func jsonAtOnce<Value: Sendable>(
        _ path: [String], query: [HTTPQueryItem], read: (UpstreamReply) throws(Fault) -> Value
    ) throws(Fault) -> Value? {
        guard let samples else { return nil }
        let response = samples.answer(to: HTTPRequest(get: path, query: query, at: endpoint, timeout: timeout))
        guard response.body.count < LargeWork.bytes else { return nil }
        return try value(of: response, judging: [], .nothing, read)
    }

    /// Asks for a JSON document below the endpoint, and has it read: a large one on the pool, so that the thread that
    /// answers everybody else does not wait for it.
    ///
    /// An answer that can't be read is not kept: else a proxy's page, given with a `max-age`, would be read again by every
    /// process. A kept one is forgotten, and the server is asked once more.
    /// - Parameters:
    ///   - path: decoded segments; each becomes exactly one segment, whatever it holds.
    ///   - secretQueryNames: names of query items, such as a key, whose values are shown nowhere and sent to no other
    ///     origin.
    ///   - lifetimeUnsaid: seconds for which an answer serves again whose server says nothing of its freshness.
    ///   - read: makes something of the document; it judges the status, but for 5xx, which is judged here.
    /// - Throws: the failure as a fault of the module, and what `read` throws.
    // In one place, as `answer` below.
    @inline(never)
    package func json<Value: Sendable>(
        _ path: [String], query: [HTTPQueryItem] = [], secretQueryNames: Set<String> = [], lifetimeUnsaid: Int64 = 0,
        read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        var request = HTTPRequest(
            get: path, query: query, at: endpoint, timeout: timeout, secretQueryNames: secretQueryNames)
        request.mustRevalidate = Background.isCurrent
        request.lifetimeUnsaid = lifetimeUnsaid
        return try await visiting(request, judging: [], .nothing, read)
    }

    /// Sends a request, and has the answer's JSON read; that of one that is no success and no JSON is null.
    /// - Parameters:
    ///   - takesNothing: whether a success without a body is null, and not malformed.
    ///   - statuses: those from 500 on that `read` judges; others are failures of the server.
    ///   - read: makes something of the document; it judges the status.
    /// - Throws: the failure as a fault of the module, and what `read` throws.
    package func reply<Value: Sendable>(
        to request: HTTPRequest, judging statuses: Set<Int>, takesNothing: Bool,
        read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        try await visiting(request, judging: statuses, takesNothing ? .body : .refusal, read)
    }

    private func visiting<Value: Sendable>(
        _ request: HTTPRequest, judging statuses: Set<Int>, _ leniency: Leniency,
        _ read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        LargeBodies.Visit.current == nil
            ? try await onItsOwn(request, judging: statuses, leniency, read)
            : try await answer(to: request, judging: statuses, leniency, read)
    }

    /// A screen's load: what it read is a state afterwards.
    @inline(never)
    private func onItsOwn<Value: Sendable>(
        _ request: HTTPRequest, judging statuses: Set<Int>, _ leniency: Leniency,
        _ read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        try await LargeBodies.Visit.$current.withValue(LargeBodies.Visit()) { () async -> Result<Value, Fault> in
            do throws(Fault) {
                return .success(try await answer(to: request, judging: statuses, leniency, read))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Answers that count as null.
    private enum Leniency {
        case nothing
        /// Answers that are no success and no JSON.
        case refusal
        /// Those, and successes without a body.
        case body
    }

    // In one place, and not where it is called: a function that waits keeps all that it is made of in memory until it ends, which
    // was 12 KB of each page in flight.
    @inline(never)
    private func answer<Value: Sendable>(
        to request: HTTPRequest, judging statuses: Set<Int>, _ leniency: Leniency,
        _ read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let response = try await answer(to: request)
        let outcome = await outcome(of: response, judging: statuses, leniency, read)
        if outcome.isUnreadable {
            return try await askedAgain(request, response, outcome, judging: statuses, leniency, read)
        }
        AnswerOrigin.Recorder.current?.record(response.source, bytes: response.body.count)
        return try outcome.get()
    }

    /// Forgets an answer that can't be read; one that was kept is asked for once more.
    @inline(never)
    private func askedAgain<Value: Sendable>(
        _ request: HTTPRequest, _ response: HTTPResponse, _ outcome: Result<Value, Fault>, judging statuses: Set<Int>,
        _ leniency: Leniency, _ read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        var (response, outcome) = (response, outcome)
        await client.forget(request)
        if case .cache = response.source {
            response = try await answer(to: request)
            outcome = await self.outcome(of: response, judging: statuses, leniency, read)
            if outcome.isUnreadable { await client.forget(request) }
        }
        AnswerOrigin.Recorder.current?.record(response.source, bytes: response.body.count)
        return try outcome.get()
    }

    private func answer(to request: HTTPRequest) async throws(Fault) -> HTTPResponse {
        do throws(HTTPFailure) {
            return try await client.send(request)
        } catch {
            var fault = Fault(error, module: module)
            (fault.message, fault.hint) = (hiding(fault.message), hiding(fault.hint))
            throw fault
        }
    }

    private func outcome<Value: Sendable>(
        of response: HTTPResponse, judging statuses: Set<Int>, _ leniency: Leniency,
        _ read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async -> Result<Value, Fault> {
        do throws(Fault) {
            return .success(
                try await LargeWork.run(ofBytes: response.body.count) { () throws(Fault) in
                    try value(of: response, judging: statuses, leniency, read)
                })
        } catch {
            return .failure(error)
        }
    }

    private func value<Value>(
        of response: HTTPResponse, judging statuses: Set<Int>, _ leniency: Leniency,
        _ read: (UpstreamReply) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        if response.status >= 500, !statuses.contains(response.status) {
            throw .serverFailed(response.status, module: module)
        }
        return try read(try reply(of: response, leniency))
    }

    private func reply(of response: HTTPResponse, _ leniency: Leniency) throws(Fault) -> UpstreamReply {
        do throws(JSONFault) {
            return UpstreamReply(
                status: response.status, fields: response.fields,
                document: try JSONDocument(parsing: response.body, limits: limits), reuse: response.reuse)
        } catch {
            let isSuccess = (200...299).contains(response.status)
            if leniency == .body && response.body.isEmpty || leniency != .nothing && !isSuccess,
                let nothing = try? JSONDocument(parsing: Array("null".utf8))
            {
                return UpstreamReply(status: response.status, fields: response.fields, document: nothing)
            }
            switch error.reason {
            case .tooManyElements, .tooManyValues: throw .tooManyRows(module: module)
            default: break
            }
            throw isSuccess
                ? .notJSON(error, module: module) : .rejected(response.status, module: module)
        }
    }
}

extension Result where Failure == Fault {
    /// Whether the answer is not JSON, or not of the shape that the module reads.
    fileprivate var isUnreadable: Bool {
        if case .failure(let fault) = self { fault.code == .upstreamMalformed } else { false }
    }
}

/// Answer of an upstream.
package struct UpstreamReply: Sendable {
    package let status: Int
    package let fields: [HTTPField]
    package let document: JSONDocument
    /// Time for which what is made of it may be given again; nil where its server must be asked.
    package var reuse: HTTPReuse?

    package var isSuccess: Bool { (200...299).contains(status) }
}

extension Fault {
    static func serverFailed(_ status: Int, module: String) -> Fault {
        Fault(
            .upstreamUnavailable, "The server failed with HTTP status \(status).", hint: "Try again later.",
            module: module, retryable: true)
    }

    /// The upstream answered, but not with a success.
    package static func rejected(_ status: Int, module: String) -> Fault {
        Fault(
            .upstreamRejected, "The server refused the request with HTTP status \(status).",
            hint: "Check modules.\(module).endpoint.", module: module, retryable: status == 429)
    }

    static func notJSON(_ fault: JSONFault, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's answer is not JSON, from byte \(fault.offset) on.",
            hint: "Check that modules.\(module).endpoint is the API and not a web page.", module: module)
    }

    static func tooManyRows(module: String) -> Fault {
        Fault(
            .tooLarge,
            "The server's answer has more than \(Upstream.limits.elements) rows in one list, or too many values.",
            hint: "Ask for less at once, or check modules.\(module).endpoint.", module: module)
    }

    /// The upstream's JSON lacks what every answer must have.
    package static func unexpectedAnswer(_ what: String, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's answer has no \(what).",
            hint: "Check that modules.\(module).endpoint is the right API.", module: module)
    }
}
