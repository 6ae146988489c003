/// Framing of messages on the wire.
package enum Framing: String, CaseIterable, Sendable {
    /// Decided by the first byte that is not blank: `C` or `c` means headers, anything else lines.
    case auto
    /// One message per line.
    case lines
    /// The editors' base protocol: a `Content-Length` header block before each message.
    case headers
}

/// Bounds of the transport.
package struct TransportLimits: Equatable, Sendable {
    /// The longest message taken in, in bytes, without its framing.
    package var messageBytes: Int
    /// Above so many bytes of output nobody has read yet, input stops until it is half as much.
    package var queuedOutputBytes: Int
    /// Time for writing pending output after the loop has stopped.
    package var flushTimeout: Duration

    package init(
        messageBytes: Int = 4 * 1024 * 1024, queuedOutputBytes: Int = 8 * 1024 * 1024,
        flushTimeout: Duration = .seconds(2)
    ) {
        self.messageBytes = messageBytes
        self.queuedOutputBytes = queuedOutputBytes
        self.flushTimeout = flushTimeout
    }
}
