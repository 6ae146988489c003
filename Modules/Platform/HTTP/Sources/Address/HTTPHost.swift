import Glibc

/// Hosts of http URLs (RFC 3986 section 3.2.2), narrowed to spellings that every layer reads the same way.
enum HTTPHost {
    /// The host in its one spelling, or nil for an invalid one.
    ///
    /// Names are letters, digits, `-` and `_` in labels of 1…63 bytes, at most 253 in all. A host whose last label is
    /// a number must be a dotted quad: resolvers read `127.1`, `0x7f.1` and `2130706433` as addresses too (H4).
    /// International names must come in their `xn--` form.
    static func normalized(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.first == UInt8(ascii: "[") {
            guard bytes.count > 2, bytes.last == UInt8(ascii: "]") else { return nil }
            return normalizedIPv6(bytes.dropFirst().dropLast()).map { "[\($0)]" }
        }
        guard bytes.count <= 253 else { return nil }
        // Byte by byte: each picture of a list has a host.
        var label = 0
        var isLowerCase = true
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard label > 0 else { return nil }
                label = 0
                continue
            }
            guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            else { return nil }
            isLowerCase = isLowerCase && ASCII.lowercased(byte) == byte
            label += 1
            guard label <= 63 else { return nil }
        }
        guard label > 0 else { return nil }
        if isNumber(bytes.suffix(label)), !isDottedQuad(bytes) { return nil }
        return String(decoding: isLowerCase ? bytes : bytes.map(ASCII.lowercased)[...], as: UTF8.self)
    }

    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        // What is no hexadecimal number begins, nearly always, with a letter.
        guard let first = label.first, ASCII.isDigit(first) else { return false }
        let isPrefixed =
            first == UInt8(ascii: "0") && label.dropFirst().first.map(ASCII.lowercased) == UInt8(ascii: "x")
        return label.allSatisfy(ASCII.isDigit) || isPrefixed && label.dropFirst(2).allSatisfy(ASCII.isHexDigit)
    }

    private static func isDottedQuad(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Digits of the label so far, and their value.
        var (labels, digits, number) = (1, 0, 0)
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard digits > 0 else { return false }
                (labels, digits, number) = (labels + 1, 0, 0)
                continue
            }
            // No digit behind a leading zero.
            guard ASCII.isDigit(byte), digits < 3, digits == 0 || number > 0 else { return false }
            digits += 1
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            guard number <= 255 else { return false }
        }
        return labels == 4 && digits > 0
    }

    /// The canonical text of an IPv6 address (RFC 5952, as inet_ntop writes it); no zone.
    private static func normalizedIPv6(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.allSatisfy({ ASCII.isHexDigit($0) || ":.".utf8.contains($0) }) else { return nil }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(decoding: bytes, as: UTF8.self), &address) == 1 else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
