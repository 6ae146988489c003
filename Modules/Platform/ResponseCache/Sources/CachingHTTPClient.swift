import DiskCache
package import HTTP

/// A client with a cache before it: fresh answers are given at once, stale ones are confirmed by their server, and the
/// answer's `source` tells which it was.
package struct CachingHTTPClient: HTTPClient {
    /// Runs work that no answer waits for.
    package typealias Beside = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Void

    private let client: any HTTPClient
    private let cache: ResponseCache
    private let beside: Beside

    /// - Parameters:
    ///   - client: asked for what the cache may not give.
    ///   - beside: runs a request for an answer that was given already (`stale-while-revalidate`).
    package init(_ client: any HTTPClient, cache: ResponseCache, beside: @escaping Beside) {
        self.client = client
        self.cache = cache
        self.beside = beside
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        // An answer to anything but a GET is of use once (RFC 9111 section 3).
        guard request.method == .get, request.lifetime != 0 else { return try await client.send(request) }
        let stored = await cache.read(request)
        guard !Task.isCancelled else { throw .cancelled }
        let now = cache.now
        if let stored, !request.mustRevalidate, let reuse = stored.reuse(for: request, at: now) {
            return stored.response(at: now, isAllowed: true, reuse: reuse)
        }
        if let stored, !request.mustRevalidate, stored.mayBeRefreshedBeside(at: cache.now) {
            refresh(stored, request)
            return stored.response(at: cache.now, isAllowed: true)
        }
        return try await ask(request, stored)
    }

    package func forget(_ request: HTTPRequest) async { await cache.remove(request) }

    /// Asks the server without an asker; one request at a time for one answer.
    private func refresh(_ stored: StoredResponse, _ request: HTTPRequest) {
        guard cache.beginRefresh(request) else { return }
        beside {
            // Who failed to answer is asked again by whoever wants the answer next.
            _ = try? await ask(request, stored)
            cache.endRefresh(request)
        }
    }

    /// Asks the server, for the whole answer or whether the kept one is still right.
    private func ask(_ request: HTTPRequest, _ stored: StoredResponse?) async throws(HTTPFailure) -> HTTPResponse {
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
            return confirmed.confirmedResponse(reuse(confirmed, request))
        case 500...599: return standIn(stored) ?? response
        default:
            if let fresh = StoredResponse(response, now: cache.now) {
                await cache.write(fresh, for: request)
                return HTTPResponse(
                    status: response.status, fields: response.fields, body: response.body, source: response.source,
                    reuse: reuse(fresh, request))
            }
            if stored != nil, [200, 404, 410].contains(response.status) {
                // It is gone, or may no longer be kept: an older answer must not come back when the network is off.
                await cache.remove(request)
            }
            return response
        }
    }

    /// - Returns: nil also where nothing is kept, by the settings.
    private func reuse(_ stored: StoredResponse, _ request: HTTPRequest) -> HTTPReuse? {
        cache.disk.isOn ? stored.reuse(for: request, at: cache.now) : nil
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

    package func forget(_ request: HTTPRequest) async { await cache.remove(request) }
}
