package import JSON
package import Settings
import Values

/// Redaction of recordings and cassettes: the secrets of the settings, the values of their variables, credentials in
/// addresses, and values behind a secret's name in members, queries and texts. Masking too much costs a replay a
/// little, so in doubt it masks.
package struct Redaction: Sendable {
    /// Replacement of a secret.
    package static let mask = "***"
    private static let maskBytes = Array(mask.utf8)
    private static let limits = JSONLimits(depth: JSONLimits.deepest)

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

    /// Redaction of the secrets of these settings.
    package init(of settings: Settings) {
        self.init(secrets: settings.hiddenTexts, names: SecretNames(settings.catalog))
    }

    /// Masks these as well from now on, as they are and as a URL has them.
    package mutating func add(_ texts: [String]) {
        for text in texts where !text.isEmpty {
            for bytes in [Array(text.utf8), Array(PercentEncoding.component(text).utf8)] where !secrets.contains(bytes)
            {
                secrets.append(bytes)
            }
        }
        secrets.sort { $0.count > $1.count }
    }

    // MARK: Values

    /// Writes a value without what is masked; the rest is spelled as it was.
    /// - Parameter prose: how texts inside the value are judged.
    /// - Returns: whether anything was masked.
    @discardableResult
    package func write(_ node: JSONNode, into writer: inout JSONWriter, prose: Prose = .judged) -> Bool {
        switch node.kind {
        case .null, .bool: writer.node(node)
        case .number:
            guard secrets.contains(where: { $0.elementsEqual(node.rawText) }) else {
                writer.node(node)
                return false
            }
            writer.string(Self.mask)
            return true
        case .string:
            guard let masked = node.withUTF8({ masked(Array($0), prose) }) ?? nil else {
                writer.node(node)
                return false
            }
            writer.string(text(masked))
            return true
        case .array:
            var isMasked = false
            writer.beginArray()
            for element in node.elements where write(element, into: &writer, prose: prose) { isMasked = true }
            writer.endArray()
            return isMasked
        case .object:
            var isMasked = false
            writer.beginObject()
            for (index, member) in node.members.enumerated() {
                // Numbered: two names may be one once they are masked, and no object has a name twice.
                let name = masked(Array(member.key.utf8), prose).map { "\(text($0))#\(index)" }
                writer.key(name ?? member.key)
                if members.isSecret(member.key) {
                    writeMasked(member.value, into: &writer)
                    isMasked = true
                } else {
                    isMasked = write(member.value, into: &writer, prose: prose) || name != nil || isMasked
                }
            }
            writer.endObject()
            return isMasked
        }
        return false
    }

    /// Treatment of a text without a reader of its own.
    package enum Prose: Sendable {
        /// `Password: abc` has a secret, as logs and errors have them.
        case judged
        /// A title may begin with `Secret: `; only what a program would take apart counts: `token=abc`, `"token": "abc"`.
        case kept
    }

    /// Body of an answer with its secrets masked: members by name and texts in JSON, values behind a name in anything
    /// else. Bytes with nothing to mask stay as they are.
    package func masked(body: [UInt8]) -> [UInt8] {
        guard let document = try? JSONDocument(parsing: body, limits: Self.limits) else {
            return masked(body) ?? body
        }
        var writer = JSONWriter(reserving: body.count)
        return write(document.root, into: &writer, prose: .kept) ? writer.bytes : body
    }

    /// The value of a field of a head; all of it is masked where the field's name is a secret's.
    package func masked(_ value: String, ofField name: String) -> String {
        if members.isSecret(name) { return Self.mask }
        return masked(Array(value.utf8), .kept).map(text) ?? value
    }

    /// A request's target without the values of secrets' names in its query.
    package func masked(target: String) -> String { masked(Array(target.utf8), .kept).map(text) ?? target }

    /// The value without what is masked.
    package func masked(_ value: JSONValue) -> JSONValue {
        var writer = JSONWriter()
        guard let document = try? JSONDocument(parsing: value.serialized(), limits: Self.limits) else {
            return .string(Self.mask)
        }
        write(document.root, into: &writer)
        return (try? JSONDocument(parsing: writer.bytes, limits: Self.limits)).map { JSONValue($0.root) }
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

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Texts

    /// A text, or bytes that are not text, without what is masked; nil where there is nothing to mask.
    package func masked(_ bytes: [UInt8], _ prose: Prose = .judged) -> [UInt8]? {
        var found: [Range<Int>] = []
        for secret in secrets { found += occurrences(of: secret, in: bytes) }
        found += userInformation(in: bytes)
        found += members.values(in: bytes, prose)
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

    /// Ranges between `://` and the `@` of the same authority.
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
}
