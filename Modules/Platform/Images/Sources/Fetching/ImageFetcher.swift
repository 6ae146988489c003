package import HTTP

/// The port through which pictures are asked for.
package protocol ImageFetcher: Sendable {
    /// Asks for a picture; with validators, only if it is another than the one that they came with.
    /// - Returns: any answer; 304 when it is the same.
    /// - Throws: `.notAllowed`, `.request`, `.libraryMissing` or `.cancelled`.
    func fetch(_ address: ImageAddress, unless validators: HTTPValidators) async throws(ImageFailure) -> HTTPResponse
}

/// The live end: over HTTP.
package struct HTTPImageFetcher: ImageFetcher {
    private let client: any HTTPClient

    /// - Parameter client: decides which hosts may be asked, for how long, and how large an answer may be.
    package init(client: any HTTPClient) {
        self.client = client
    }

    package func fetch(
        _ address: ImageAddress, unless validators: HTTPValidators
    ) async throws(ImageFailure) -> HTTPResponse {
        var request = address.request
        let accept = try? HTTPField(
            name: "Accept", value: "image/webp,image/png,image/jpeg,image/gif,image/bmp,*/*;q=0.1")
        request.headers += (accept.map { [$0] } ?? []) + validators.conditions
        do throws(HTTPFailure) {
            return try await client.send(request)
        } catch {
            throw error == .cancelled ? .cancelled : .request(error)
        }
    }
}
