/// Input that is no message: it was skipped, and the next message is served.
package enum RejectedInput: Equatable, Sendable {
    /// A message longer than the limit, in bytes. It was never stored.
    case tooLong(limit: Int)
    /// A header block that does not say how long its message is.
    case malformedHeader(HeaderFault)
}

/// Fault of a header block of the base protocol.
package enum HeaderFault: Equatable, Sendable {
    /// A line that is not `Name: value`.
    case notAField
    /// `Content-Length` is not a whole number that fits.
    case badLength
    /// Two `Content-Length` lines disagree.
    case conflictingLengths
    /// The block ended without `Content-Length`.
    case missingLength
    /// `Content-Type` names a character set other than UTF-8.
    case unsupportedCharset
    /// More bytes than a header block may have.
    case tooLong(limit: Int)
    /// Input ended inside a header block or its message.
    case endOfInput
}
