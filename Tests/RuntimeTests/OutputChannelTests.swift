import Foundation
import TestSupport
import Testing

@testable import Runtime

@Suite("Output channel")
struct OutputChannelTests {
    private func flags(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_GETFL) }

    private func write(_ bytes: [UInt8], _ channel: borrowing OutputChannel) -> WriteOutcome {
        bytes.withUnsafeBytes { channel.write($0) }
    }

    /// Writes the same bytes until something else than "wrote" happens; nil after a thousand.
    private func fill(_ channel: borrowing OutputChannel, count: Int) -> WriteOutcome? {
        let bytes = [UInt8](repeating: 0x61, count: count)
        for _ in 0..<1_000 {
            let outcome = write(bytes, channel)
            guard case .wrote = outcome else { return outcome }
        }
        return nil
    }

    @Test("A full pipe is not waited for, and its inherited flags stay as they were, P8 P10")
    func fullPipe() {
        let pipe = TestPipe()
        let before = flags(pipe.writeEnd)
        let channel = OutputChannel(descriptor: pipe.writeEnd)
        #expect(fill(channel, count: 10_000) == .wouldBlock)
        let hadRoom = channel.hasRoom(waiting: 0)
        #expect(!hadRoom)
        #expect(flags(pipe.writeEnd) == before)
        #expect(before & O_NONBLOCK == 0)
        let own = channel.descriptor
        #expect(flags(own) & O_NONBLOCK != 0)
        _ = pipe.read(atLeast: 8_192)
        let hasRoom = channel.hasRoom(waiting: 0)
        #expect(hasRoom)
        #expect(write([1, 2, 3], channel) == .wrote(3))
    }

    @Test("A full socket is not waited for, and its flags stay as they were, P10")
    func fullSocket() {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let before = flags(ends[0])
        let channel = OutputChannel(descriptor: ends[0])
        #expect(fill(channel, count: 10_000) == .wouldBlock)
        #expect(flags(ends[0]) == before)
        close(ends[1])
        #expect(fill(channel, count: 10) == .closed(errno: EPIPE))
        close(ends[0])
    }

    @Test("A terminal is asked first and written in small pieces, P10")
    func terminal() {
        var (master, slave): (Int32, Int32) = (-1, -1)
        #expect(openpty(&master, &slave, nil, nil, nil) == 0)
        let before = flags(slave)
        let channel = OutputChannel(descriptor: slave)
        let bytes = [UInt8](repeating: 0x61, count: 100_000)
        guard case .wrote(let count) = write(bytes, channel) else {
            Issue.record("an empty terminal takes bytes")
            return
        }
        #expect((1...4_096).contains(count))
        #expect(flags(slave) == before)
        close(master)
        close(slave)
    }

    @Test("A pipe whose reader is gone says so, and no signal kills the process, P3")
    func brokenPipe() {
        let early = TestPipe()
        early.closeReadEnd()
        let closedBefore = OutputChannel(descriptor: early.writeEnd)
        #expect(fill(closedBefore, count: 10) == .closed(errno: EPIPE))
        let late = TestPipe()
        let closedLater = OutputChannel(descriptor: late.writeEnd)
        late.closeReadEnd()
        #expect(fill(closedLater, count: 10) == .closed(errno: EPIPE))
    }

    @Test("A file takes everything at once; a closed descriptor nothing; nothing is nothing")
    func others() {
        let file = fileno(tmpfile())
        let channel = OutputChannel(descriptor: file)
        let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(write(bytes, channel) == .wrote(1_000_000))
        #expect(write([], channel) == .wrote(0))
        #expect(fill(OutputChannel(descriptor: 1_000_000), count: 1) == .closed(errno: EBADF))
    }
}
