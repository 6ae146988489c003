import Foundation
import TestSupport
import Testing
import Values

@testable import StdioTransport

/// Observation of a conversation.
@Suite("Wire observer") struct WireObserverTests {
    /// Notes what goes by.
    private final class Observer: WireObserver {
        let notes = Locked<[String]>([])

        func received(_ message: UnsafeRawBufferPointer) { note("in \(String(decoding: message, as: UTF8.self))") }
        func rejected(_ input: RejectedInput) { note("rejected") }
        func inputEnded() { note("end") }
        func sent(_ message: [UInt8]) { note("out \(String(decoding: message, as: UTF8.self))") }

        private func note(_ text: String) { notes.withLock { $0.append(text) } }
    }

    @Test("it sees each message before it is delivered, what was skipped, the end, and each answer, without framing")
    func order() throws {
        let observer = Observer()
        let talk = try Conversation(
            .echo(), framing: .headers, limits: TransportLimits(messageBytes: 4), observer: observer)
        talk.toServer.write("Content-Length: 1\r\n\r\naContent-Length: 9\r\n\r\n123456789Content-Length: 2\r\n\r\nbb")
        talk.toServer.closeWriteEnd()
        _ = talk.fromServer.readToEnd()
        talk.join()
        #expect(observer.notes.current == ["in a", "out a", "rejected", "in bb", "out bb", "end"])
    }

    @Test("it sees a text with its inset spelled, as the client does")
    func inset() throws {
        let observer = Observer()
        let talk = try Conversation(.echo(), observer: observer)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 73 ^ $0 >> 7) }
        let text = InsetText(Array("<>".utf8), inset: Base64Inset(at: 1, bytes))
        let transport = talk.transport
        talk.onLoop { transport.send(text) }
        let expected = "<\(base64(bytes, .standard))>"
        talk.toServer.closeWriteEnd()
        #expect(String(decoding: talk.fromServer.readToEnd(), as: UTF8.self) == expected + "\n")
        talk.join()
        #expect(observer.notes.current == ["out \(expected)", "end"])
    }
}
