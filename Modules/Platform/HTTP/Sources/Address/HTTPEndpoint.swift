/// Endpoint of a module's upstream requests: scheme, host, port and base path, from the settings.
///
/// An endpoint is trusted as an exact origin by the requests made for it, and by no other; it may be loopback or private.
/// It has one spelling: two texts that mean the same origin and path make equal values.
package struct HTTPEndpoint: Sendable, Hashable {
    let url: HTTPURL

    package var scheme: HTTPScheme { url.scheme }
    /// Lower case; an IPv6 address stands in brackets.
    package var host: String { url.host }
    /// The port that is connected to, also when the text names none.
    package var port: Int { url.port }
    /// Percent-encoded; empty, or `/…` without a slash at the end.
    package var basePath: String { url.path }
    /// `scheme://host[:port]`, without a default port.
    package var origin: String { url.origin }
    /// The endpoint in its one spelling.
    package var text: String { url.origin + url.path }

    /// Reads an absolute http or https URL without user information, query or fragment (RFC 3986), at most
    /// 8,192 bytes.
    ///
    /// - Throws: the first thing that is wrong; it never repeats user information.
    package init(parsing text: String) throws(HTTPEndpointFault) {
        let url = try HTTPURL(parsing: text)
        guard url.query == nil else { throw .query }
        var path = url.path
        if path.withUTF8({ Self.hasDotSegment($0) }) { throw .dotSegment }
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        self.url = path.utf8.count == url.path.utf8.count ? url : url.with(path: path, query: nil)
    }

    private static func hasDotSegment(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        var (dots, others) = (0, 0)
        for byte in path {
            switch byte {
            case UInt8(ascii: "/"):
                if others == 0, dots == 1 || dots == 2 { return true }
                (dots, others) = (0, 0)
            case UInt8(ascii: "."): dots += 1
            default: others += 1
            }
        }
        return others == 0 && (dots == 1 || dots == 2)
    }

    /// The origin of a URL alone, without a path.
    init(origin url: HTTPURL) {
        self.url = url.with(path: "", query: nil)
    }
}

/// Why a text is no endpoint. Offsets count bytes from 0.
package enum HTTPEndpointFault: Error, Sendable, Hashable {
    case empty
    case tooLong(limit: Int)
    case missingScheme
    case unsupportedScheme
    case missingHost
    case userInformation
    case badHost
    case badPort
    case query
    case fragment
    case dotSegment
    case forbiddenCharacter(offset: Int)
}
