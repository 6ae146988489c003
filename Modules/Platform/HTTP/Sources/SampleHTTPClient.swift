/// The client of the data mode `sample`: answers from sample data, without suspending and without the network.
package struct SampleHTTPClient: HTTPClient {
    private let respond: @Sendable (HTTPRequest) -> HTTPResponse?
    /// Whether a request has the same answer as long as the program runs.
    package let isFixed: Bool

    /// - Parameters:
    ///   - isFixed: false for samples whose days begin today.
    ///   - respond: the answer to a request, or nil when the samples have none, which is a 404.
    package init(isFixed: Bool = true, _ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) {
        self.isFixed = isFixed
        self.respond = respond
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { answer(to: request) }

    /// The answer to a request, for which nobody waits.
    package func answer(to request: HTTPRequest) -> HTTPResponse {
        guard let response = respond(request) else {
            return HTTPResponse(status: 404, source: .sample)
        }
        return HTTPResponse(
            status: response.status, fields: response.fields, body: response.body, source: .sample)
    }
}
