/// The port that features and Core send requests through.
package protocol HTTPClient: Sendable {
    /// Sends one request and answers with the whole response, whatever its status.
    ///
    /// Cancelling the task ends the request at once with `.cancelled`.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
