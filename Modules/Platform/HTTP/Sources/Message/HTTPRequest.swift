import Values

/// One name and value of a query, decoded.
package struct HTTPQueryItem: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The methods this module sends (RFC 9110 section 9).
package enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// A request as data, relative to a configured endpoint or to a URL found in data: a feature builds it, a client sends it.
package struct HTTPRequest: Sendable, Hashable {
    package let method: HTTPMethod
    package let endpoint: HTTPEndpoint
    /// Decoded segments below the endpoint's base path.
    package let path: [String]
    /// Decoded, in the order they are sent.
    package let query: [HTTPQueryItem]
    /// Sent to the endpoint's own origin only; a redirect elsewhere goes without them.
    package var headers: [HTTPField] = []
    /// Whether a kept answer must be confirmed by its server before it is given, however fresh it is (`no-cache`, RFC 9111
    /// section 5.2.1.4).
    package var mustRevalidate = false
    /// Seconds for which a kept answer is fresh whose server says nothing of its freshness.
    package var lifetimeUnsaid: Int64 = 0
    /// Seconds for which a kept answer is fresh whatever its server says; 0 keeps none. Nil leaves it to the server.
    package var lifetime: Int64?
    /// Seconds for which a kept answer is fresh at least, whatever its server says.
    package var leastLifetime: Int64 = 0
    /// JSON that goes with the request.
    package var body: [UInt8]?
    /// Bytes by which recordings know the request, in place of its body: without what is new in each, such as a key. Nil for the body.
    package var recordedBody: [UInt8]?
    /// True if it may be sent once more after a try whose outcome nobody knows: sending it twice does what once does.
    package var isRepeatable: Bool
    /// For the whole request with its retries and redirects; nil means the client's own.
    package let timeout: Duration?
    /// Names of query items whose values are shown nowhere and sent to no other origin.
    package let secretQueryNames: Set<String>
    /// The one origin that may be loopback or private for this request: that of its configured endpoint. Nil when the
    /// request has none, so that only public addresses of allowed hosts may answer it.
    package let trustedOrigin: String?
    /// An origin that a trusted server names: it may be asked at public addresses alone. Nil for none.
    package private(set) var vouchedOrigin: String?
    /// The whole target of a request made from a URL; nil when it is made of the parts above.
    private let absolute: HTTPURL?
    /// The target of a request whose address was encoded by its maker, without the items of `query`.
    private let encoded: HTTPURL?

    /// A GET of `endpoint/path[0]/path[1]…?query`.
    ///
    /// - Parameters:
    ///   - path: decoded segments; each becomes exactly one segment on the wire, whatever it holds.
    ///   - query: decoded items; both name and value are percent-encoded.
    ///   - timeout: for everything together, instead of the client's.
    package init(
        get path: [String], query: [HTTPQueryItem] = [], at endpoint: HTTPEndpoint, timeout: Duration? = nil,
        secretQueryNames: Set<String> = []
    ) {
        self.method = .get
        self.isRepeatable = true
        self.endpoint = endpoint
        self.path = path
        self.query = query
        self.timeout = timeout
        self.secretQueryNames = secretQueryNames
        self.trustedOrigin = endpoint.origin
        self.absolute = nil
        self.encoded = nil
    }

    /// A request at an address below an endpoint, or at its origin, that is percent-encoded as it is to be sent.
    /// - Parameters:
    ///   - target: begins with `/`; with its query.
    ///   - isBelowOrigin: whether the endpoint's base path does not stand before it.
    ///   - query: items behind those of the target, encoded here.
    ///   - timeout: for everything together, instead of the client's.
    /// - Throws: a target that makes no URL.
    package init(
        _ method: HTTPMethod, target: String, isBelowOrigin: Bool = false, query: [HTTPQueryItem] = [],
        at endpoint: HTTPEndpoint, timeout: Duration? = nil, secretQueryNames: Set<String> = []
    ) throws(HTTPEndpointFault) {
        guard target.utf8.first == UInt8(ascii: "/") else { throw .missingHost }
        self.method = method
        isRepeatable = method == .get
        self.endpoint = endpoint
        path = []
        self.query = query
        self.timeout = timeout
        self.secretQueryNames = secretQueryNames
        trustedOrigin = endpoint.origin
        absolute = nil
        encoded = try HTTPURL(parsing: (isBelowOrigin ? endpoint.origin : endpoint.text) + target)
    }

    /// A request to an endpoint that a trusted server names in its answer: it is not trusted itself, so that only a public address
    /// may answer (H4).
    /// - Parameters:
    ///   - path: decoded segments below the endpoint.
    ///   - timeout: for everything together, instead of the client's.
    package init(
        _ method: HTTPMethod, _ path: [String] = [], vouchedFor endpoint: HTTPEndpoint, timeout: Duration? = nil
    ) {
        self.init(method, path, at: endpoint, timeout: timeout, isTrusted: false)
        vouchedOrigin = endpoint.origin
    }

    /// A request to an endpoint of the settings, of any method.
    /// - Parameters:
    ///   - path: decoded segments below the endpoint.
    ///   - timeout: for everything together, instead of the client's.
    package init(_ method: HTTPMethod, _ path: [String], at endpoint: HTTPEndpoint, timeout: Duration? = nil) {
        self.init(method, path, at: endpoint, timeout: timeout, isTrusted: true)
    }

    private init(
        _ method: HTTPMethod, _ path: [String], at endpoint: HTTPEndpoint, timeout: Duration?, isTrusted: Bool
    ) {
        self.method = method
        isRepeatable = method == .get
        self.endpoint = endpoint
        self.path = path
        query = []
        self.timeout = timeout
        secretQueryNames = []
        trustedOrigin = isTrusted ? endpoint.origin : nil
        absolute = nil
        encoded = nil
    }

    /// The target, from `/` on, that a reference in the answer to this request means (RFC 3986 section 5.2), without the query
    /// items that are secret: each request brings them itself.
    /// - Returns: nil for one that leads to another origin.
    /// - Throws: a reference that is no address.
    package func target(of reference: String) throws(HTTPEndpointFault) -> String? {
        let url = try target.resolving(reference)
        guard url.origin == endpoint.origin else { return nil }
        let items = url.query?.split(separator: "&", omittingEmptySubsequences: false).filter { item in
            let name = item.prefix { $0 != "=" }
            return !secretQueryNames.contains { PercentEncoding.component($0).utf8.elementsEqual(name.utf8) }
        }
        let query = items.flatMap { $0.isEmpty ? nil : "?" + $0.joined(separator: "&") }
        return (url.path.isEmpty ? "/" : url.path) + (query ?? "")
    }

    /// A GET of a URL that was found in data, such as a picture's: sent to a public address of an allowed host, or to the
    /// origin of the endpoint that is trusted for it.
    ///
    /// The bytes that no URL may hold (spaces, letters beyond ASCII) are percent-encoded in path and query, as browsers
    /// do; dot segments are resolved; a fragment is dropped. `path` and `query` of such a request are empty.
    /// - Parameters:
    ///   - url: absolute, http or https, without user information, at most 8,192 bytes.
    ///   - trusting: the configured endpoint of the module whose data it is; counts only when the URL lies at its origin,
    ///     so that a redirect from elsewhere can't lead there.
    ///   - headers: sent to the URL's own origin only.
    ///   - timeout: for everything together, instead of the client's.
    /// - Throws: why the text is no such URL; the fault never repeats user information.
    package init(
        get url: String, trusting: HTTPEndpoint? = nil, headers: [HTTPField] = [], timeout: Duration? = nil
    ) throws(HTTPEndpointFault) {
        let target = try HTTPURL(found: url)
        self.method = .get
        self.isRepeatable = true
        self.encoded = nil
        self.endpoint = HTTPEndpoint(origin: target)
        self.path = []
        self.query = []
        self.timeout = timeout
        self.secretQueryNames = []
        self.trustedOrigin = trusting?.origin == target.origin ? target.origin : nil
        self.absolute = target
        self.headers = headers
    }

    /// True for a request made from a URL, not from an endpoint and a path below it.
    package var isOfFoundURL: Bool { absolute != nil }

    /// The whole URL, secrets included: for the wire only.
    package var url: String { target.text }

    /// The URL for people and logs: the value of every secret query item is `***`.
    package var redactedURL: String { target(redacted: true).text }

    var target: HTTPURL { target(redacted: false) }

    /// The values that may go to the endpoint's own origin only, as they are and as they look in a URL.
    var secrets: [String] {
        if secretQueryNames.isEmpty { return [] }
        return query.filter { secretQueryNames.contains($0.name) && !$0.value.isEmpty }
            .flatMap { [$0.value, PercentEncoding.component($0.value)] }
    }

    /// Text or bytes from the answer to this request with every secret of the request replaced by `***`.
    package func withoutSecrets(_ bytes: [UInt8]) -> [UInt8] {
        secrets.reduce(bytes) { bytes, secret in
            let needle = Array(secret.utf8)
            var result: [UInt8] = []
            var index = 0
            while index < bytes.count {
                if bytes[index] == needle[0], bytes[index...].starts(with: needle) {
                    result += Array("***".utf8)
                    index += needle.count
                } else {
                    result.append(bytes[index])
                    index += 1
                }
            }
            return result
        }
    }

    package func withoutSecrets(_ text: String) -> String {
        String(decoding: withoutSecrets(Array(text.utf8)), as: UTF8.self)
    }

    private func target(redacted: Bool) -> HTTPURL {
        if let absolute { return absolute }
        let url = encoded ?? endpoint.url
        var target = url.path
        if encoded == nil {
            var parts: [String] = []
            parts.reserveCapacity(1 + 2 * path.count)
            parts.append(target)
            for segment in path {
                parts.append("/")
                parts.append(PercentEncoding.segment(segment))
            }
            target = joined(parts)
        }
        var parts: [String] = []
        parts.reserveCapacity(4 * query.count + 1)
        if let query = encoded?.query { parts.append(query) }
        for item in query {
            let hidden = redacted && secretQueryNames.contains(item.name)
            if !parts.isEmpty { parts.append("&") }
            parts.append(PercentEncoding.component(item.name))
            parts.append("=")
            parts.append(hidden ? "***" : PercentEncoding.component(item.value))
        }
        return url.with(path: target, query: parts.isEmpty ? nil : joined(parts))
    }
}
