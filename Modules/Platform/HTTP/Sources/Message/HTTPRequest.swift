/// One name and value of a query, decoded.
package struct HTTPQueryItem: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The methods this module sends.
package enum HTTPMethod: String, Sendable, Hashable {
    case get = "GET"
}

/// A request relative to a configured endpoint, as data: a feature builds it, a client sends it.
package struct HTTPRequest: Sendable, Hashable {
    package let method = HTTPMethod.get
    package let endpoint: HTTPEndpoint
    /// Decoded segments below the endpoint's base path.
    package let path: [String]
    /// Decoded, in the order they are sent.
    package let query: [HTTPQueryItem]
    /// Sent to the endpoint's own origin only; a redirect elsewhere goes without them.
    package var headers: [HTTPField] = []
    /// For the whole request with its retries and redirects; nil means the client's own.
    package let timeout: Duration?
    /// Names of query items whose values are shown nowhere and sent to no other origin.
    package let secretQueryNames: Set<String>

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
        self.endpoint = endpoint
        self.path = path
        self.query = query
        self.timeout = timeout
        self.secretQueryNames = secretQueryNames
    }

    /// The whole URL, secrets included: for the wire only.
    package var url: String { target.text }

    /// The URL for people and logs: the value of every secret query item is `***`.
    package var redactedURL: String { target(redacted: true).text }

    var target: HTTPURL { target(redacted: false) }

    /// The values that may go to the endpoint's own origin only, as they are and as they look in a URL.
    var secrets: [String] {
        query.filter { secretQueryNames.contains($0.name) && !$0.value.isEmpty }
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
        var url = endpoint.url
        url.path += path.map { "/" + PercentEncoding.segment($0) }.joined()
        let items = query.map { item in
            let hidden = redacted && secretQueryNames.contains(item.name)
            return PercentEncoding.component(item.name) + "=" + (hidden ? "***" : PercentEncoding.component(item.value))
        }
        url.query = items.isEmpty ? nil : items.joined(separator: "&")
        return url
    }
}
