import StdioTransport
import Synchronization
import Values

/// Messages of the session to its client.
final class SessionOutput: Sendable {
    private let transport: StdioTransport
    private let firstSent: @Sendable () -> Void
    private let hasSent = Atomic(false)
    private let hasToldFirst = Atomic(false)

    /// - Parameter firstSent: called once, on the loop's thread, when the first message has been written.
    init(_ transport: StdioTransport, firstSent: @escaping @Sendable () -> Void) {
        self.transport = transport
        self.firstSent = firstSent
    }

    func send(_ message: [UInt8]) {
        hasSent.store(true, ordering: .relaxed)
        transport.send(message)
    }

    func send(_ message: InsetText) {
        hasSent.store(true, ordering: .relaxed)
        transport.send(message)
    }

    /// The same for a message that is copied.
    func send(_ message: UnsafeBufferPointer<UInt8>) {
        hasSent.store(true, ordering: .relaxed)
        transport.send(message)
    }

    /// Called when no output is waiting.
    func drained() {
        guard !hasToldFirst.load(ordering: .relaxed), hasSent.load(ordering: .relaxed) else { return }
        hasToldFirst.store(true, ordering: .relaxed)
        firstSent()
    }
}
