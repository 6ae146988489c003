package import JSON
package import Settings

/// What is kept out of transcripts: the secrets of the settings, credentials in addresses, and what stands behind a name
/// that is a secret's, in members and in texts. Masking too much costs a replay a little, so in doubt it masks.
package struct Redaction: Sendable {
    /// What stands where a secret was.
    package static let mask = "***"
    private static let maskBytes = Array(mask.utf8)

    /// Longest first: one may be a part of another.
    private var secrets: [[UInt8]] = []
    private let members: SecretMembers

    /// - Parameters:
    ///   - secrets: texts that are shown nowhere.
    ///   - names: the names of settings that are secrets.
    package init(secrets: [String], names: SecretNames) {
        members = SecretMembers(names)
        add(secrets)
    }

    /// Masks these as well from now on, as they are and as a URL has them.
    package mutating func add(_ texts: [String]) {
        for text in texts where !text.isEmpty {
            for bytes in [Array(text.utf8), Self.percentEncoded(text)] where !secrets.contains(bytes) {
                secrets.append(bytes)
            }
        }
        secrets.sort { $0.count > $1.count }
    }

    // MARK: Values

    /// Writes a value without what is masked; the rest is spelled as it was.
    package func write(_ node: JSONNode, into writer: inout JSONWriter) {
        switch node.kind {
        case .null, .bool: writer.node(node)
        case .number:
            if secrets.contains(where: { $0.elementsEqual(node.rawText) }) {
                writer.string(Self.mask)
            } else {
                writer.node(node)
            }
        case .string:
            if let masked = masked(node) { writer.string(masked) } else { writer.node(node) }
        case .array:
            writer.beginArray()
            for element in node.elements { write(element, into: &writer) }
            writer.endArray()
        case .object:
            writer.beginObject()
            for (index, member) in node.members.enumerated() {
                // Numbered: two names may be one once they are masked, and no object has a name twice.
                writer.key(masked(Array(member.key.utf8)).map { "\(text($0))#\(index)" } ?? member.key)
                if members.isSecret(member.key) {
                    writeMasked(member.value, into: &writer)
                } else {
                    write(member.value, into: &writer)
                }
            }
            writer.endObject()
        }
    }

    /// The value without what is masked.
    package func masked(_ value: JSONValue) -> JSONValue {
        var writer = JSONWriter()
        guard let document = try? JSONDocument(parsing: value.serialized(), limits: Transcript.limits) else {
            return .string(Self.mask)
        }
        write(document.root, into: &writer)
        return (try? JSONDocument(parsing: writer.bytes, limits: Transcript.limits)).map { JSONValue($0.root) }
            ?? .string(Self.mask)
    }

    /// A secret's value: every text and number in it goes.
    private func writeMasked(_ node: JSONNode, into writer: inout JSONWriter) {
        switch node.kind {
        case .null, .bool: writer.node(node)
        case .number, .string: writer.string(Self.mask)
        case .array:
            writer.beginArray()
            for element in node.elements { writeMasked(element, into: &writer) }
            writer.endArray()
        case .object:
            writer.beginObject()
            for (index, member) in node.members.enumerated() {
                writer.key(masked(Array(member.key.utf8)).map { "\(text($0))#\(index)" } ?? member.key)
                writeMasked(member.value, into: &writer)
            }
            writer.endObject()
        }
    }

    private func masked(_ node: JSONNode) -> String? {
        node.withUTF8 { masked(Array($0)) }?.map { text($0) }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Texts

    /// A text, or bytes that are none, without what is masked; nil where there is nothing to mask.
    package func masked(_ bytes: [UInt8]) -> [UInt8]? {
        var found: [Range<Int>] = []
        for secret in secrets { found += occurrences(of: secret, in: bytes) }
        found += userInformation(in: bytes)
        found += members.values(in: bytes)
        guard !found.isEmpty else { return nil }
        var result: [UInt8] = []
        var end = 0
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
            if range.lowerBound >= end {
                result += bytes[end..<range.lowerBound]
                result += Self.maskBytes
            }
            end = range.upperBound
        }
        return result + bytes[end...]
    }

    private func occurrences(of secret: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        while let index = ByteSearch.first(secret, in: bytes, from: found.last?.upperBound ?? 0) {
            found.append(index..<index + secret.count)
        }
        return found
    }

    /// What stands between `://` and the `@` of the same authority.
    private func userInformation(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for mark in occurrences(of: Self.schemeEnd, in: bytes) {
            let authority = bytes[mark.upperBound...].prefix { !Self.endsAuthority.contains($0) && $0 > 0x20 }
            if let end = authority.lastIndex(of: UInt8(ascii: "@")), end > mark.upperBound {
                found.append(mark.upperBound..<end)
            }
        }
        return found
    }

    private static let schemeEnd = Array("://".utf8)
    private static let endsAuthority = Set("/?#\"'<>\\".utf8)

    /// All but letters, digits, `-`, `.`, `_` and `~` as `%XX`.
    private static func percentEncoded(_ text: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}
