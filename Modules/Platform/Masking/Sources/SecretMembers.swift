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

    // As bytes, without what joins words: each name of each message is looked at.
    private static let anywhere = bytes([
        "password", "passwd", "passphrase", "secret", "credential", "authorization",
    ])
    private static let atTheEnd = bytes([
        "apikey", "accesskey", "privatekey", "signingkey", "subscriptionkey", "cookie", "cookies", "token", "bearer",
    ])
    private static let whole = bytes(["auth", "pwd", "appid"])
    /// Tokens that open nothing.
    private static let harmless = bytes(["progresstoken", "pagetoken", "nextpagetoken", "continuationtoken"])

    private static func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

    /// True if the member of this name holds a secret.
    func isSecret(_ name: String) -> Bool {
        // The shortest are `pwd` and `auth`.
        guard (3...64).contains(name.utf8.count) else { return false }
        var folded: [UInt8] = []
        folded.reserveCapacity(64)
        for byte in name.utf8 {
            switch byte {
            case 0x41...0x5A: folded.append(byte | 0x20)
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "): break
            default: folded.append(byte)
            }
        }
        if Self.whole.contains(folded) { return true }
        let sounds =
            Self.anywhere.contains { ByteSearch.first($0, in: folded, from: 0) != nil }
            || Self.atTheEnd.contains {
                folded.count >= $0.count && folded[(folded.count - $0.count)...].elementsEqual($0)
            }
        return sounds && !Self.harmless.contains(folded)
    }

    /// Ranges of the values behind secrets' names in a text: `token=abc`, `Authorization: Bearer abc`, and members of
    /// JSON, whole or broken.
    func values(in bytes: [UInt8], _ prose: Redaction.Prose) -> [Range<Int>] {
        guard bytes.contains(UInt8(ascii: "=")) || bytes.contains(UInt8(ascii: ":")) else { return [] }
        var found: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            guard Self.isWord(bytes[index]) else {
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !Self.isWord($0) } ?? bytes.count
            if let value = value(behind: index..<end, in: bytes, prose), !value.isEmpty {
                found.append(value)
                index = max(value.upperBound, end)
            } else {
                index = end
            }
        }
        return found
    }

    private func value(
        behind word: Range<Int>, in bytes: [UInt8], _ prose: Redaction.Prose
    ) -> Range<Int>? {
        guard word.count <= 64 else { return nil }
        var index = skip(Self.quotes, in: bytes, from: word.upperBound)
        let isQuoted = index > word.upperBound
        index = skip(Self.blanks, in: bytes, from: index)
        guard index < bytes.count else { return nil }
        let name = String(decoding: bytes[word], as: UTF8.self)
        switch bytes[index] {
        case UInt8(ascii: "="):
            let looksSecret = prose == .judged && names.looksSecret(name)
            guard isSecret(name) || looksSecret || name == "sig" else { return nil }
        case UInt8(ascii: ":"): guard isSecret(name), prose == .judged || isQuoted else { return nil }
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
