/// Why a text is not the JSON that is read here, and where. `sentence` (JSONFaultSentences.swift) says it in words.
package struct JSONFault: Error, Sendable, Equatable {
    /// Reason of a refusal.
    package enum Reason: Sendable, Equatable {
        /// No byte at all, or white space alone.
        case empty
        /// The text starts with U+FEFF (RFC 8259 section 8.1: must not be added).
        case byteOrderMark
        /// The text stops in the middle of a value.
        case unexpectedEnd
        /// A byte that the grammar does not have there.
        case unexpectedByte(UInt8)
        /// Bytes that are not well-formed UTF-8 (overlong, surrogate, out of range, cut) inside a string.
        case invalidUTF8
        /// `\uD800`…`\uDFFF` without its other half.
        case loneSurrogate
        /// U+0000…U+001F unescaped inside a string.
        case controlCharacterInString(UInt8)
        /// A member's name comes twice in one object. The name is cut to ``longestName`` bytes.
        case duplicateMember(String)
        /// More arrays and objects open than the limit given here.
        case tooDeep(limit: Int)
        /// A number literal of more bytes than the limit given here.
        case numberTooLong(limit: Int)
        /// More elements or members in one container than the limit given here.
        case tooManyElements(limit: Int)
        /// More values in all than the limit given here.
        case tooManyValues(limit: Int)
        /// A whole value, then more than white space.
        case trailingBytes
        /// A text of more bytes than the limit given here.
        case documentTooLong(limit: Int)
    }

    /// Reason of the refusal.
    package let reason: Reason
    /// Offset in bytes from the start of the text. For a duplicate, the quote that opens the later name.
    package let offset: Int

    /// - Parameters:
    ///   - reason: what was wrong.
    ///   - offset: bytes from the start of the text.
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// Kept prefix of a duplicate member's name, in bytes of UTF-8.
    package static let longestName = 96
}
