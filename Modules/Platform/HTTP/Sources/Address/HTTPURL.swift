import Values

/// An absolute http or https URL, checked and in one spelling: lower-case scheme and host, explicit port, no user
/// information and no fragment (RFC 3986, RFC 9110 section 4.2).
///
/// Every address that is connected to passes through this type, so what it refuses (a percent-encoded host, `127.1`,
/// a zone) can reach no lower layer that would read it differently.
struct HTTPURL: Sendable, Hashable {
    /// The longest text that is read, in bytes.
    static let maximumLength = 8_192

    private let parts: Parts

    /// In one object: a request is handed on through a dozen functions that wait, with its target and its endpoint.
    private final class Parts: Sendable, Hashable {
        let scheme: HTTPScheme
        let host: String
        let port: Int
        let origin: String
        let path: String
        let query: String?

        init(_ scheme: HTTPScheme, _ host: String, _ port: Int, _ origin: String, path: String, query: String?) {
            (self.scheme, self.host, self.port, self.origin) = (scheme, host, port, origin)
            (self.path, self.query) = (path, query)
        }

        // The origin says scheme, host and port.
        static func == (one: Parts, other: Parts) -> Bool {
            one === other || one.origin == other.origin && one.path == other.path && one.query == other.query
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(origin)
            hasher.combine(path)
            hasher.combine(query)
        }
    }

    var scheme: HTTPScheme { parts.scheme }
    /// A lower-case name, a dotted quad, or an IPv6 address in brackets.
    var host: String { parts.host }
    /// The port that is connected to, whether the text named it or not.
    var port: Int { parts.port }
    /// Percent-encoded; empty or beginning with `/`.
    var path: String { parts.path }
    /// Percent-encoded, without the question mark.
    var query: String? { parts.query }

    /// Scheme, host and port; a default port is left out, so equal origins have equal texts (RFC 6454, 6.2).
    // Kept: a request is asked for it a dozen times.
    var origin: String { parts.origin }

    /// The same site with another path and query, both percent-encoded.
    func with(path: String, query: String?) -> HTTPURL {
        HTTPURL(Parts(scheme, host, port, origin, path: path, query: query))
    }

    private init(_ parts: Parts) { self.parts = parts }

    /// The URL as it goes to libcurl. An empty path is sent as `/`.
    var text: String {
        let path = path.isEmpty ? "/" : path
        return if let query { joined([origin, path, "?", query]) } else { joined([origin, path]) }
    }

    /// Bytes of `text`.
    var length: Int { origin.utf8.count + max(1, path.utf8.count) + (query.map { 1 + $0.utf8.count } ?? 0) }
}

extension HTTPURL {
    /// Reads an absolute URL; a fragment is dropped when `fragmentAllowed` is true.
    ///
    /// - Throws: what is wrong first, from left to right.
    init(parsing text: String, fragmentAllowed: Bool = false) throws(HTTPEndpointFault) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }
        if let bad = bytes.firstIndex(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw .forbiddenCharacter(offset: bad)
        }

        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw .missingScheme }
        let schemeText = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard let scheme = HTTPScheme(rawValue: schemeText) else { throw .unsupportedScheme }
        let slashes = bytes[colon...].dropFirst()
        guard slashes.starts(with: "//".utf8) else { throw .missingHost }

        let rest = slashes.dropFirst(2)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var tail = rest[authority.endIndex...]
        if let hash = tail.firstIndex(of: UInt8(ascii: "#")) {
            guard fragmentAllowed else { throw .fragment }
            tail = tail[..<hash]
        }
        let path = tail.prefix { $0 != UInt8(ascii: "?") }
        let query = tail[path.endIndex...].dropFirst()

        let (host, port) = try Self.readAuthority(authority, scheme: scheme)
        for part in [path, query] {
            if let bad = PercentEncoding.firstForbidden(in: part) { throw .forbiddenCharacter(offset: bad) }
        }
        let origin =
            port == scheme.defaultPort ? "\(scheme.rawValue)://\(host)" : "\(scheme.rawValue)://\(host):\(port)"
        parts = Parts(
            scheme, host, port, origin, path: String(decoding: path, as: UTF8.self),
            query: path.endIndex == tail.endIndex ? nil : String(decoding: query, as: UTF8.self))
    }

    /// Splits `host[:port]` and checks both.
    private static func readAuthority(
        _ authority: ArraySlice<UInt8>, scheme: HTTPScheme
    ) throws(HTTPEndpointFault) -> (host: String, port: Int) {
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userInformation }
        var host = authority
        var portText: ArraySlice<UInt8> = []
        let afterBracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        if let colon = authority[afterBracket...].firstIndex(of: UInt8(ascii: ":")) {
            host = authority[..<colon]
            portText = authority[colon...].dropFirst()
        }
        guard !host.isEmpty else { throw .missingHost }
        guard let checked = HTTPHost.normalized(host) else { throw .badHost }
        // RFC 3986, 3.2.3: an empty port after the colon is the default one.
        guard !portText.isEmpty else { return (checked, scheme.defaultPort) }
        guard portText.count <= 5, portText.allSatisfy(ASCII.isDigit) else { throw .badPort }
        let port = portText.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard (1...65_535).contains(port) else { throw .badPort }
        return (checked, port)
    }
}
