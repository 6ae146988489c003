/// The port that features and FeatureKit send requests through.
package protocol HTTPClient: Sendable {
    /// Sends one request and answers with the whole response, whatever its status.
    ///
    /// Cancelling the task ends the request at once with `.cancelled`.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

    /// Forgets the kept answer to a request, since nobody could read it: the next `send` asks the server.
    func forget(_ request: HTTPRequest) async
}

extension HTTPClient {
    /// A client that keeps nothing has nothing to forget.
    package func forget(_ request: HTTPRequest) async {}
}
