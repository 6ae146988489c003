/// Observer of a conversation, message by message in the order of the wire, such as a recorder.
package protocol WireObserver: AnyObject, Sendable {
    /// A message is about to be delivered. On the loop's thread.
    /// - Parameter message: without its framing; valid during the call only.
    func received(_ message: UnsafeRawBufferPointer)

    /// Input that is no message was skipped. On the loop's thread.
    func rejected(_ input: RejectedInput)

    /// The input ended. On the loop's thread.
    func inputEnded()

    /// A message goes out. Any thread, while the outbox is locked: it must neither wait nor send.
    /// - Parameter message: without its framing.
    func sent(_ message: [UInt8])
}
