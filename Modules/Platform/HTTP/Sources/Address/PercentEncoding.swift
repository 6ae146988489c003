import Values

// Percent-encoding of the URLs of requests.
extension PercentEncoding {
    /// One path segment. The segments `.` and `..` have a meaning of their own (RFC 3986 section 5.2.4) and are encoded, so
    /// that neither libcurl nor a plain server climbs by them.
    static func segment(_ text: String) -> String {
        switch text {
        case ".": "%2E"
        case "..": "%2E%2E"
        default: component(text)
        }
    }

    /// A reference from outside with the bytes that no URL may hold encoded, as browsers do: spaces, non-ASCII, `\`.
    /// ASCII controls become `%XX` as well. What is already encoded stays.
    static func repaired(_ text: String) -> String {
        encoded(text.utf8) { isUnreserved($0) || isReserved($0) || $0 == UInt8(ascii: "%") }
    }

    /// The index of the first byte that may stand in neither a path nor a query, or of a `%` without two digits.
    static func firstForbidden(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                let digits = bytes[index...].dropFirst().prefix(2)
                guard digits.count == 2, digits.allSatisfy(isHexDigit) else { return index }
            } else if !isUnreserved(byte), !isReserved(byte) || isDelimiter(byte) {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Reserved bytes that stand neither in a path nor in a query.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }
}
