import Values

/// The address whose answer a file is made of, taken apart: what becomes the setting `endpoint`, what is asked below it,
/// and the secrets that are written nowhere.
package struct DraftAddress: Sendable {
    /// Name and value, decoded.
    package struct Item: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// `https://api.example.com/v1`: the origin and all but the last part of the path.
    package let base: String
    /// `/concerts`, percent-encoded; `/` for a path without parts.
    package let path: String
    /// Without the secrets.
    package let query: [Item]
    /// Parameters of the address that hold secrets.
    package let secrets: [Item]
    /// `api.example.com:8080`
    package let host: String

    /// - Parameter text: as the user gave it; http or https, without user and password.
    /// - Throws: why it is no address. The sentence never repeats a value of its query.
    package init(_ text: String) throws(DraftRefusal) {
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let isSecure = bytes.starts(with: "https://".utf8)
        guard isSecure || bytes.starts(with: "http://".utf8) else {
            throw .notAnAddress("it begins with neither http:// nor https://.")
        }
        let rest = bytes.dropFirst(isSecure ? 8 : 7)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.isEmpty else { throw .notAnAddress("it names no host.") }
        guard !authority.contains(UInt8(ascii: "@")) else {
            throw .notAnAddress("it holds a user name or password.")
        }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .notAnAddress("it holds a blank.") }
        let tail = rest[authority.endIndex...]
        let path = tail.prefix { $0 != UInt8(ascii: "?") }
        host = String(decoding: authority, as: UTF8.self)
        let origin = "\(isSecure ? "https" : "http")://\(host)"
        var parts = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        if parts.contains(where: { $0 == "." || $0 == ".." }) { throw .notAnAddress("its path climbs by dots.") }
        let last = parts.popLast()
        base = ([origin] + parts).joined(separator: "/")
        let endsInSlash = path.last == UInt8(ascii: "/") && last != nil
        self.path = "/\(last ?? "")\(endsInSlash ? "/" : "")"
        let items = Self.items(tail[path.endIndex...].dropFirst())
        query = items.filter { !Self.isSecret($0.name) || $0.value.isEmpty }
        secrets = items.filter { Self.isSecret($0.name) && !$0.value.isEmpty }
    }

    private init(base: String, path: String, query: [Item], secrets: [Item], host: String) {
        (self.base, self.path, self.query, self.secrets, self.host) = (base, path, query, secrets, host)
    }

    /// The last part of the path, decoded; nil without one.
    package var lastSegment: String? {
        path.split(separator: "/").last.map { Self.decoded($0.utf8) }
    }

    /// The address with one more part of the base in its path: `/swift/1` below `…/search`.
    var withLongerPath: DraftAddress {
        guard let slash = base.utf8.lastIndex(of: UInt8(ascii: "/")), base[base.index(after: slash)...] != host else {
            return self
        }
        return DraftAddress(
            base: String(base[..<slash]), path: String(base[slash...]) + path, query: query, secrets: secrets,
            host: host)
    }

    /// The parts of the path, decoded; one that is empty where it ends in a slash.
    package var segments: [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { Self.decoded($0.utf8) }
    }

    private static func items(_ query: Substring.UTF8View) -> [Item] {
        query.split(separator: UInt8(ascii: "&")).map { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return Item(decoded(name, isForm: true), decoded(item[name.endIndex...].dropFirst(), isForm: true))
        }
    }

    private static func decoded(_ bytes: some Collection<UInt8>, isForm: Bool = false) -> String {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            let digits = rest.prefix(2)
            let hex = String(decoding: digits, as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(PercentEncoding.isHexDigit),
                let value = UInt8(hex, radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(isForm && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Whether a parameter's name is that of a secret.
    static func isSecret(_ name: String) -> Bool {
        let words = MemberName(name)
        if words.has(anyOf: ["page", "next", "continuation"]) { return false }
        return words.has(anyOf: ["key", "token", "secret", "appid", "auth", "signature", "sig", "credential", "pwd"])
            || words.holds(anyOf: ["apikey", "accesskey", "passw", "secret", "token", "authorization", "credential"])
    }
}
