/// Bounds of a JSON text, beyond which the reader refuses it. Bounds beside these are fixed: see ``deepest`` and
/// ``longestDocument``.
package struct JSONLimits: Sendable, Equatable {
    /// Maximum of open arrays and objects. Values outside 1...``deepest`` count as the nearer end.
    package var depth: Int
    /// Maximum length of a number's literal, in bytes.
    package var numberLength: Int
    /// Elements of one array, members of one object.
    package var elements: Int
    /// Names and values of the whole text, counted by its separators: those inside strings count as well.
    package var values: Int

    /// - Parameters:
    ///   - depth: arrays and objects open at once.
    ///   - numberLength: bytes of one number literal.
    ///   - elements: of one array or object.
    ///   - values: in all, about.
    package init(depth: Int = 64, numberLength: Int = 4096, elements: Int = .max, values: Int = .max) {
        self.depth = depth
        self.numberLength = numberLength
        self.elements = elements
        self.values = values
    }

    /// Defaults of the wire.
    package static let standard = JSONLimits()

    /// The depth that no setting can raise, so that walking a document or a ``JSONValue`` by recursion fits a small
    /// stack.
    package static let deepest = 128

    /// The longest document, in bytes (256 MiB less one): a tape word keeps offsets and lengths in 28 bits each.
    package static let longestDocument = 1 << 28 - 1
}
