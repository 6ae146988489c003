package import HTTP

/// A client with a cache before it: fresh answers are given at once, stale ones are confirmed by their server, and the
/// answer's `source` tells which it was.
package struct CachingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let cache: ResponseCache

    /// - Parameter client: asked for what the cache may not give.
    package init(_ client: any HTTPClient, cache: ResponseCache) {
        self.client = client
        self.cache = cache
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let stored = await cache.read(request)
        guard !Task.isCancelled else { throw .cancelled }
        if let stored, !request.mustRevalidate, stored.isFresh(at: cache.now) {
            return stored.response(at: cache.now)
        }
        var conditional = request
        conditional.headers += stored?.conditions ?? []
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(conditional)
        } catch {
            if error.isOutage, let standIn = standIn(stored) { return standIn }
            throw error
        }
        switch response.status {
        case 304:
            guard let stored else { return response }
            let confirmed = stored.confirmed(by: response, now: cache.now)
            await cache.write(confirmed, for: request)
            return confirmed.confirmedResponse()
        case 500...599: return standIn(stored) ?? response
        default:
            if let fresh = StoredResponse(response, now: cache.now) {
                await cache.write(fresh, for: request)
            } else if stored != nil, [200, 404, 410].contains(response.status) {
                // It is gone, or may no longer be kept: an older answer must not come back when the network is off.
                await cache.remove(request)
            }
            return response
        }
    }

    /// A stale answer where its server or the settings allow one.
    private func standIn(_ stored: StoredResponse?) -> HTTPResponse? {
        let now = cache.now
        return stored.flatMap { $0.standsIn(at: now, allowance: cache.staleIfError) ? $0.response(at: now) : nil }
    }
}

/// The client of the data mode `offline`: answers from the cache alone, however old the answer is.
package struct CacheOnlyHTTPClient: HTTPClient {
    private let cache: ResponseCache

    package init(_ cache: ResponseCache) {
        self.cache = cache
    }

    /// - Throws: `.offline` for what was never asked, or is not kept any more.
    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard let stored = await cache.read(request) else { throw .offline }
        return stored.response(at: cache.now)
    }
}
