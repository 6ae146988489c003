/// Percent-encoding of URL parts (RFC 3986 section 2).
enum PercentEncoding {
    /// One path segment: unreserved bytes stay, everything else becomes `%XX`, also `/`, `%`, `?` and `#`.
    ///
    /// The segments `.` and `..` have a meaning of their own (section 5.2.4) and are encoded, so that neither
    /// libcurl nor a plain server climbs by them.
    static func segment(_ text: String) -> String {
        switch text {
        case ".": "%2E"
        case "..": "%2E%2E"
        default: component(text)
        }
    }

    /// One query name or value: unreserved bytes stay, everything else becomes `%XX`.
    static func component(_ text: String) -> String {
        encode(text.utf8, keeping: isUnreserved)
    }

    /// A reference from outside with the bytes that no URL may hold encoded, as browsers do: spaces, non-ASCII, `\`.
    /// ASCII controls become `%XX` as well. What is already encoded stays.
    static func repaired(_ text: String) -> String {
        encode(text.utf8) { isUnreserved($0) || isReserved($0) || $0 == UInt8(ascii: "%") }
    }

    /// The index of the first byte that may stand in neither a path nor a query, or of a `%` without two digits.
    static func firstForbidden(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                let digits = bytes[index...].dropFirst().prefix(2)
                guard digits.count == 2, digits.allSatisfy(ASCII.isHexDigit) else { return index }
            } else if !isUnreserved(byte), !isReserved(byte) || isDelimiter(byte) {
                return index
            }
            index += 1
        }
        return nil
    }

    private static func encode(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    private static func isReserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: isDelimiter(byte)
        }
    }

    /// Reserved bytes that stand neither in a path nor in a query.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }
}
