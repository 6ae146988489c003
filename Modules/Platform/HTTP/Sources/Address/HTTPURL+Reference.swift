import Values

extension HTTPURL {
    /// Reads an absolute URL that stands in data, as forgivingly as a redirect's target is read.
    ///
    /// - Throws: when it is not an http or https URL that this module connects to.
    init(found text: String) throws(HTTPEndpointFault) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }
        let repaired = PercentEncoding.repaired(text)
        self = try HTTPURL(parsing: repaired, fragmentAllowed: true).withoutDotSegments()
    }

    /// The URL that `reference` means when it stands in an answer from this URL (RFC 3986 section 5.2).
    ///
    /// - Throws: when the outcome is not an http or https URL that this module connects to.
    func resolving(_ reference: String) throws(HTTPEndpointFault) -> HTTPURL {
        guard reference.utf8.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }
        let text = PercentEncoding.repaired(reference)
        if Self.hasScheme(text) {
            return try HTTPURL(parsing: text, fragmentAllowed: true).withoutDotSegments()
        }
        if text.utf8.starts(with: "//".utf8) {
            return try HTTPURL(parsing: "\(scheme.rawValue):\(text)", fragmentAllowed: true).withoutDotSegments()
        }
        let withoutFragment = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let pathBytes = withoutFragment.prefix { $0 != UInt8(ascii: "?") }
        let newQuery = withoutFragment[pathBytes.endIndex...]
        let target = String(decoding: pathBytes, as: UTF8.self) + String(decoding: newQuery, as: UTF8.self)

        let path: String
        if pathBytes.isEmpty {
            let kept = newQuery.isEmpty ? query.map { "?" + $0 } ?? "" : ""
            path = self.path + kept + target
        } else if pathBytes.first == UInt8(ascii: "/") {
            path = target
        } else {
            let directory = self.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { self.path[...$0] } ?? "/"
            path = directory + target
        }
        return try HTTPURL(parsing: origin + path, fragmentAllowed: true).withoutDotSegments()
    }

    /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-`, `.`, up to a colon before any `/`, `?` or `#`.
    private static func hasScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
        let scheme = text.utf8.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
        return text.utf8[scheme.endIndex...].first == UInt8(ascii: ":")
    }

    /// RFC 3986, 5.2.4, on whole segments.
    private func withoutDotSegments() -> HTTPURL {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring.UTF8View] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                if isLast { kept.append("".utf8[...]) }
            } else if segment.elementsEqual(".".utf8) {
                if isLast { kept.append("".utf8[...]) }
            } else {
                kept.append(segment)
            }
        }
        return with(path: kept.map { "/" + String(decoding: $0, as: UTF8.self) }.joined(), query: query)
    }
}
