internal import CCurl

/// libcurl, as this process finds it.
package enum CurlLibrary {
    /// The versions of libcurl and of its TLS library, such as `7.88.1, OpenSSL/3.0.17`. Loads libcurl.
    /// - Throws: `.libraryMissing`
    package static func version() throws(HTTPFailure) -> String {
        if let fault = ccurl_load() { throw .libraryMissing(detail: String(cString: fault)) }
        return ccurl_version().map { String(cString: $0) } ?? ""
    }
}
