import Foundation
import Testing

@testable import StdioTransport

/// Who watches a conversation go by.
@Suite("Wire observer") struct WireObserverTests {
    /// Notes what goes by, and holds as much of it as the test says.
    private final class Observer: WireObserver {
        let notes = Locked<[String]>([])
        let held = Counter()
        let asked = Counter()

        func received(_ message: UnsafeRawBufferPointer) { note("in \(String(decoding: message, as: UTF8.self))") }
        func rejected(_ input: RejectedInput) { note("rejected") }
        func inputEnded() { note("end") }
        func sent(_ message: [UInt8]) { note("out \(String(decoding: message, as: UTF8.self))") }
        var pendingBytes: Int { held.count }
        func holdsInput() { _ = asked.increment() }

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

    @Test("while it holds too much nothing is delivered; when it has let go and wakes the loop, everything is")
    func heldBack() throws {
        let observer = Observer()
        let talk = try Conversation(
            .echo(), limits: TransportLimits(queuedOutputBytes: 1000), observer: observer, starts: false)
        observer.held.set(1001)
        talk.toServer.write("1\n2\n")
        talk.run()
        // The end of a turn asks.
        while observer.asked.count == 0 { talk.onLoop() }
        #expect(observer.notes.current == [])
        // Not before it is at half of it.
        observer.held.set(501)
        talk.transport.loop.wake()
        talk.onLoop()
        talk.onLoop()
        #expect(observer.notes.current == [])
        observer.held.set(500)
        talk.transport.loop.wake()
        #expect(talk.fromServer.read(atLeast: 4) == Array("1\n2\n".utf8))
        talk.toServer.closeWriteEnd()
        talk.join()
        #expect(observer.notes.current == ["in 1", "out 1", "in 2", "out 2", "end"])
    }
}
