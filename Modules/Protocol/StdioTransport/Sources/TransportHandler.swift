/// Event from outside the process.
package enum ProcessEvent: Equatable, Sendable {
    /// Asked to stop by the signal of this number (SIGTERM, SIGINT, or SIGHUP when the parent is gone).
    case terminate(signal: Int32)
    /// SIGHUP while the parent lives: time to read the settings again.
    case hangup
    /// The process that started this one has ended.
    case parentGone
}

/// The one who answers messages. Everything is called on the loop's thread, never from inside another call.
package protocol TransportHandler: AnyObject, Sendable {
    /// One message without its framing, in the order of arrival.
    /// - Parameter message: Valid during the call only: it points into the read buffer.
    func received(_ message: UnsafeRawBufferPointer)

    /// Input that was skipped, in its place among the messages.
    func rejected(_ input: RejectedInput)

    /// The input ended and every message was delivered. Called once. The loop runs on until `stop`.
    func endOfInput()

    /// Nobody will read the output any more: what is sent from here on is dropped and no message is delivered.
    /// Called once. The loop runs on until `stop`.
    func outputClosed()

    /// A signal, or the end of the parent.
    func signalled(_ event: ProcessEvent)

    /// The turn ends and no output is waiting. Called at the end of each such turn, so it must be cheap when there is
    /// nothing to do.
    func outboxDrained()

    /// The turn ends: a good moment to send what was coalesced, if the client has taken what was sent of it before
    /// (`StdioTransport.isWritten`). Called at the end of each turn until the output is closed.
    func turnEnded()
}
