/// Bounds and times of a client. Fixed for the life of a client.
package struct HTTPConfiguration: Sendable, Hashable {
    /// For the whole request, with its retries, redirects and time in the queue, whatever trickles in.
    package var timeout: Duration = .seconds(10)
    /// Additional tries after a connection failure or a status of 408, 429, 500, 502, 503 or 504; 0 for none.
    package var retries = 2
    /// The largest body, in bytes after decompression.
    package var maxBytes = 8 * 1_024 * 1_024
    /// The most bytes of bodies that arrive at the same time; beyond, the largest fail as `.tooMuchAtOnce`.
    package var maxBytesAtOnce = 16 * 1_024 * 1_024
    /// The largest head of an answer, in bytes.
    package var maxHeaderBytes = 256 * 1_024
    /// The most redirects that are followed for one request.
    package var redirects = 3
    /// The most requests at once to one origin.
    package var perOriginConcurrency = 8
    /// The most requests that wait for one origin; more are `.busy`.
    package var perOriginQueue = 256
    /// The most requests at once in all; fewer when the process may open few files.
    package var concurrency = 64
    /// Sent as `User-Agent`; bytes that no field value may hold are left out.
    package var userAgent = "galleria"
    /// Hosts, in lower case, that may be connected to besides a request's own endpoint, at public addresses only.
    package var allowHosts: Set<String> = []
    /// A PEM bundle of certificate authorities in place of the system's; nil for the system's.
    package var certificateFile: String?

    package init() {}

    /// Whether a request may be sent at all: it trusts its origin, or its host is allowed. Of an allowed host, only the
    /// address that is connected to says the rest.
    package func allows(_ request: HTTPRequest) -> Bool {
        RedirectPolicy(request, allowHosts: allowHosts).isAllowed(request.target)
    }
}
