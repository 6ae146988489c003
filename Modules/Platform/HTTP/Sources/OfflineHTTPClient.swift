/// The client of the data mode `offline`, behind the caches: fails every request, without suspending and without the network.
package struct OfflineHTTPClient: HTTPClient {
    package init() {}

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw .offline
    }
}
