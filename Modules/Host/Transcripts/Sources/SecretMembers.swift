import Settings

/// Which names in messages stand before a secret: `Authorization`, `apiKey`, `client_secret`, `accessToken`.
///
/// Names of members are judged narrowly, since `progressToken` and `key` are words of the protocol; names before an equals
/// sign, where addresses have them, as the settings judge theirs.
struct SecretMembers: Sendable {
    private let names: SecretNames

    init(_ names: SecretNames) {
        self.names = names
    }

    private static let anywhere = ["password", "passwd", "passphrase", "secret", "credential", "authorization"]
    private static let atTheEnd = [
        "apikey", "accesskey", "privatekey", "signingkey", "subscriptionkey", "cookie", "cookies", "token", "bearer",
    ]
    private static let whole: Set = ["auth", "pwd"]
    /// Tokens that open nothing.
    private static let harmless: Set = ["progresstoken", "pagetoken", "nextpagetoken", "continuationtoken"]

    /// Whether what the member of this name holds is a secret.
    func isSecret(_ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." && $0 != " " }
        if Self.harmless.contains(folded) { return false }
        return Self.whole.contains(folded) || Self.anywhere.contains { folded.contains($0) }
            || Self.atTheEnd.contains { folded.hasSuffix($0) }
    }

    /// What stands behind secrets' names in a text: `token=abc`, `Authorization: Bearer abc`, and members of JSON, whole or
    /// broken.
    func values(in bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return [] }
        var found: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            guard Self.isWord(bytes[index]) else {
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !Self.isWord($0) } ?? bytes.count
            if let value = value(behind: index..<end, in: bytes), !value.isEmpty {
                found.append(value)
                index = max(value.upperBound, end)
            } else {
                index = end
            }
        }
        return found
    }

    private func value(behind word: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        guard word.count <= 64 else { return nil }
        var index = skip(Self.quotes, in: bytes, from: word.upperBound)
        index = skip(Self.blanks, in: bytes, from: index)
        guard index < bytes.count else { return nil }
        let name = String(decoding: bytes[word], as: UTF8.self)
        switch bytes[index] {
        case UInt8(ascii: "="): guard isSecret(name) || names.looksSecret(name) || name == "sig" else { return nil }
        case UInt8(ascii: ":"): guard isSecret(name) else { return nil }
        default: return nil
        }
        index = skip(Self.blanks, in: bytes, from: index + 1)
        let start = skip(Self.quotes, in: bytes, from: index)
        if start > index {
            return
                start..<(bytes[start...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
                ?? bytes.count)
        }
        var end = endOfWord(in: bytes, from: start)
        // `Bearer abc`: the scheme is no secret, what follows is.
        let scheme = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
        if ["bearer", "basic", "digest", "token"].contains(scheme) {
            end = endOfWord(in: bytes, from: skip(Self.blanks, in: bytes, from: end))
        }
        return start..<end
    }

    private func endOfWord(in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { $0 <= 0x20 || Self.endsValue.contains($0) } ?? bytes.count
    }

    private func skip(_ set: Set<UInt8>, in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { !set.contains($0) } ?? bytes.count
    }

    private static let quotes = Set("\"'\\".utf8)
    private static let blanks = Set(" \t".utf8)
    private static let endsValue = Set("&,;\"'}])<>#".utf8)

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
