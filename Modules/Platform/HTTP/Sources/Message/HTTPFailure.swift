/// Why there is no answer. Carries facts that may be shown: hosts and limits, never a whole URL.
package enum HTTPFailure: Error, Sendable, Hashable {
    /// The time for everything together, retries and redirects included, was over.
    case timedOut(after: Duration)
    /// No connection: the name is unknown, nobody listens, or the network is down.
    case unreachable(host: String, detail: String)
    /// The connection ended before an answer.
    case connectionLost
    /// The body ended before its declared length.
    case truncatedBody
    /// The decompressed body, the head of the answer, or the request's own URL is over `limit` bytes.
    case tooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// A redirect to somewhere that is not allowed. `to` is an origin, or words when there is none.
    case redirectRefused(to: String)
    /// The host is no configured one, or its address is not public.
    case blockedAddress(host: String)
    /// The certificate or the TLS handshake was refused.
    case tlsRefused(host: String, detail: String)
    /// Malformed HTTP answer, or a broken encoding.
    case malformedResponse(detail: String)
    /// libcurl is not installed, or too old.
    case libraryMissing(detail: String)
    /// The process may open no more files, and a connection is one.
    case outOfDescriptors
    /// Too many requests wait for this host already.
    case busy(host: String)
    /// The bodies that arrive at the same time are over `limit` bytes together, and this was among the largest.
    case tooMuchAtOnce(limit: Int)
    /// The server failed again and again and is left alone for at least `wait`.
    case circuitOpen(host: String, wait: Duration)
    case cancelled
    /// The network is switched off by the settings.
    case offline
    /// Replaying, and the cassette has no answer. `request` is the method and what stands below the endpoint.
    case notRecorded(request: String)
    /// Replaying, and there is no cassette to read. `detail` says what to do.
    case cassetteUnusable(detail: String)
}

extension HTTPFailure {
    /// Whether the server is out of reach, so that something kept may stand in for its answer.
    package var isOutage: Bool {
        switch self {
        case .timedOut, .unreachable, .connectionLost, .truncatedBody, .tlsRefused, .busy, .tooMuchAtOnce,
            .circuitOpen, .libraryMissing, .outOfDescriptors:
            true
        default: false
        }
    }
}
