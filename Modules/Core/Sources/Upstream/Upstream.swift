package import HTTP
package import JSON

/// A module's upstream: its endpoint, and the one way from a request to a JSON document or a fault.
package struct Upstream: Sendable {
    package let module: String
    package let endpoint: HTTPEndpoint
    /// Where the answers come from: a feature that needs a key needs none for sample data.
    package let data: DataMode
    private let timeout: Duration
    private let client: any HTTPClient
    private let hiding: @Sendable (String) -> String

    /// - Parameters:
    ///   - module: the id that faults name.
    ///   - timeout: for a whole request.
    ///   - data: what the client is.
    ///   - client: live or sample.
    ///   - hiding: takes out of a sentence what the settings show nowhere, such as a host's name from a variable.
    package init(
        module: String, endpoint: HTTPEndpoint, timeout: Duration, data: DataMode = .sample, client: any HTTPClient,
        hiding: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.module = module
        self.endpoint = endpoint
        self.data = data
        self.timeout = timeout
        self.client = client
        self.hiding = hiding
    }

    /// Asks for a JSON document below the endpoint, and has it read: a large one on the pool, so that the thread that
    /// answers everybody else does not wait for it.
    /// - Parameters:
    ///   - path: decoded segments; each becomes exactly one segment, whatever it holds.
    ///   - secretQueryNames: names of query items, such as a key, whose values are shown nowhere and sent to no other
    ///     origin.
    ///   - read: makes something of the document; it judges the status, but for 5xx, which is judged here.
    /// - Throws: the failure as a fault of the module, and what `read` throws.
    package func json<Value: Sendable>(
        _ path: [String], query: [HTTPQueryItem] = [], secretQueryNames: Set<String> = [],
        read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        var request = HTTPRequest(
            get: path, query: query, at: endpoint, timeout: timeout, secretQueryNames: secretQueryNames)
        request.mustRevalidate = Background.isCurrent
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            var fault = Fault(error, module: module)
            (fault.message, fault.hint) = (hiding(fault.message), hiding(fault.hint))
            throw fault
        }
        AnswerOrigin.Recorder.current?.record(response.source, bytes: response.body.count)
        if response.status >= 500 { throw .serverFailed(response.status, module: module) }
        return try await LargeWork.run(ofBytes: response.body.count) { () throws(Fault) in
            try read(try reply(of: response))
        }
    }

    private func reply(of response: HTTPResponse) throws(Fault) -> UpstreamReply {
        do throws(JSONFault) {
            return UpstreamReply(status: response.status, document: try JSONDocument(parsing: response.body))
        } catch {
            throw (200...299).contains(response.status)
                ? .notJSON(error, module: module) : .rejected(response.status, module: module)
        }
    }
}

/// What an upstream answered.
package struct UpstreamReply: Sendable {
    package let status: Int
    package let document: JSONDocument

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

    /// The upstream's JSON lacks what every answer must have.
    package static func unexpectedAnswer(_ what: String, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The server's answer has no \(what).",
            hint: "Check that modules.\(module).endpoint is the right API.", module: module)
    }
}
