/// Cursor of a list: opaque to clients, complete in itself, so that it works in another process.
///
/// The text is base64url (RFC 4648 section 5, no padding) of `1`, the method, the position and the parameters that the
/// list depends on, joined by U+001F. It holds no secret and needs no signature: a forged one names a page, no more.
package struct ListCursor: Sendable, Equatable {
    package let position: Int
    private static let version = "1"
    private static let separator: UInt8 = 0x1F

    package init(position: Int) {
        self.position = position
    }

    /// The text to give to the client.
    /// - Parameters:
    ///   - method: the operation that will take it.
    ///   - parameters: what the list depends on besides the position, such as the query.
    package func text(for method: String, parameters: [String] = []) -> String {
        let parts = [Self.version, method, String(position)] + parameters
        return base64(Array(parts.joined(separator: "\u{1F}").utf8), .url)
    }

    /// - Throws: `invalid_argument` when `method` never gave `text` for these parameters.
    package init(_ text: String, for method: String, parameters: [String] = []) throws(Fault) {
        guard text.utf8.count <= 4096, let bytes = bytes(base64URL: text) else {
            throw .foreignCursor(of: method)
        }
        let parts = bytes.split(separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
        let rest = Array(parameters.joined(separator: "\u{1F}").utf8)
        guard parts.count == (parameters.isEmpty ? 3 : 4), parts[0].elementsEqual(Self.version.utf8),
            parts[1].elementsEqual(method.utf8),
            let position = Int(String(decoding: parts[2], as: UTF8.self)), (0...10_000_000).contains(position),
            parameters.isEmpty || parts[3].elementsEqual(rest)
        else { throw .foreignCursor(of: method) }
        self.position = position
    }
}
