extension SettingType<String> {
    /// An http or https address with a host, and optionally a port and a path; no user name, query or fragment, since
    /// those would carry secrets or be lost when a path is appended. The value is the text as written.
    package static var url: Self {
        Self(
            .url,
            scalar: { scalar, _ in
                guard let text = scalar.asText else { return .failure(.wrong) }
                return EndpointAddress.fault(in: text).map { .failure($0) } ?? .success(text)
            },
            write: { YAMLWriter.scalar($0) })
    }

    /// A PostgreSQL database as libpq's URIs spell it, without a password, since an address is shown; or the empty text.
    /// - Parameter scalars: allowed length in Unicode scalars.
    package static func database(_ scalars: ClosedRange<Int>) -> Self {
        Self(
            .text(scalars),
            scalar: { scalar, _ in
                guard let text = scalar.asText else { return .failure(.wrong) }
                // Before the length: what is too long may hold a secret too.
                if let fault = DatabaseAddress.fault(in: text) { return .failure(fault) }
                return scalars.contains(text.unicodeScalars.count) ? .success(text) : .failure(.outOfRange)
            },
            write: { YAMLWriter.scalar($0) })
    }

    /// A file or directory. A leading `~/` (or `~` alone) becomes the home directory.
    package static var path: Self {
        Self(
            .path,
            scalar: { scalar, context in
                guard let text = scalar.asPath, (1...4096).contains(text.utf8.count),
                    !text.utf8.contains(where: { $0 < 0x20 })
                else { return .failure(.wrong) }
                guard text.utf8.first == UInt8(ascii: "~") else { return .success(text) }
                let rest = text.utf8.dropFirst()
                guard rest.first == nil || rest.first == UInt8(ascii: "/") else { return .failure(.otherHome) }
                guard let home = context.home, !home.isEmpty else { return .failure(.noHome) }
                return .success(home + String(decoding: rest, as: UTF8.self))
            },
            write: { YAMLWriter.scalar($0) })
    }
}

extension YAMLScalar {
    /// The text, and `~` alone too: a path setting knows no null, and the home directory is what is meant.
    fileprivate var asPath: String? {
        isPlain && text.utf8.elementsEqual("~".utf8) ? text : asText
    }
}

/// The form of an endpoint's address (RFC 3986), held to ASCII.
enum EndpointAddress {
    /// Fault of `text`, or nil.
    static func fault(in text: String) -> ValueFault.Kind? {
        let bytes = Array(text.utf8)
        let lower = bytes.prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let start = lower.starts(with: "https://".utf8) ? 8 : lower.starts(with: "http://".utf8) ? 7 : nil
        guard let start else { return .wrong }
        let rest = bytes[start...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if authority.contains(UInt8(ascii: "@")) { return .urlWithUser }
        if rest.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) { return .urlWithQuery }
        guard bytes.count <= 2048, bytes.allSatisfy(isAllowed), isHostAndPort(authority) else { return .wrong }
        return nil
    }

    /// Printable ASCII without the characters that RFC 3986 has no place for.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    private static func isHostAndPort(_ authority: ArraySlice<UInt8>) -> Bool {
        var host = authority
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            host = authority[authority.startIndex...end]
            let inside = host.dropFirst().dropLast()
            guard inside.contains(UInt8(ascii: ":")), inside.allSatisfy({ isHex($0) || $0 == 0x3A || $0 == 0x2E })
            else { return false }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            guard !host.isEmpty, host.count <= 253, host.allSatisfy(isHostByte) else { return false }
        }
        let port = authority.dropFirst(host.count)
        if port.isEmpty { return true }
        guard port.first == UInt8(ascii: ":"), let number = UInt16(String(decoding: port.dropFirst(), as: UTF8.self))
        else { return false }
        return number > 0 && port.dropFirst().allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}
