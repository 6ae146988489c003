import Foundation
import TestSupport
import Testing

@testable import StdioTransport

@Suite("Read buffer")
struct ReadBufferTests {
    private func text(_ buffer: ReadBuffer) -> String { String(decoding: buffer.unread, as: UTF8.self) }

    @Test("What is read stays until it is consumed, and moves to the front when room is short")
    func consuming() {
        let pipe = TestPipe()
        let buffer = ReadBuffer(messageBytes: 100_000)
        pipe.write("abcdef")
        #expect(buffer.fill(from: pipe.readEnd, wanted: 0) == .read(6))
        buffer.consume(2)
        #expect(text(buffer) == "cdef")
        pipe.write([UInt8](repeating: 0x78, count: 50_000))
        #expect(buffer.fill(from: pipe.readEnd, wanted: 0) == .read(50_000))
        buffer.consume(50_002)
        #expect(text(buffer) == "xx")
        pipe.write("g")
        #expect(buffer.fill(from: pipe.readEnd, wanted: 0) == .read(1))
        #expect(text(buffer) == "xxg")
        #expect(buffer.capacity == ReadBuffer.baseBytes)
        buffer.consume(1_000)
        #expect(text(buffer) == "")
        pipe.closeWriteEnd()
        #expect(buffer.fill(from: pipe.readEnd, wanted: 0) == .endOfInput)
    }

    @Test("It grows for a long message, never far beyond the longest one, and gives the memory back, W7")
    func growing() {
        let pipe = TestPipe()
        let limit = 300_000
        let buffer = ReadBuffer(messageBytes: limit)
        let piece = [UInt8](repeating: 0x78, count: 30_000)
        for _ in 0..<10 {
            pipe.write(piece)
            // One read takes what there is room for, which may be less.
            var got = 0
            while got < 30_000, case .read(let count) = buffer.fill(from: pipe.readEnd, wanted: 0) { got += count }
            #expect(got == 30_000)
        }
        #expect(buffer.unread.count == 300_000)
        #expect(buffer.unread.allSatisfy { $0 == 0x78 })
        #expect(buffer.capacity <= limit + ReadBuffer.baseBytes)
        buffer.consume(300_000)
        pipe.write("1")
        #expect(buffer.fill(from: pipe.readEnd, wanted: 0) == .read(1))
        #expect(buffer.capacity == ReadBuffer.baseBytes)
    }

    @Test("A length that is known makes room at once")
    func wanted() {
        let pipe = TestPipe()
        let buffer = ReadBuffer(messageBytes: 1_000_000)
        pipe.write("1")
        #expect(buffer.fill(from: pipe.readEnd, wanted: 500_000) == .read(1))
        #expect(buffer.capacity >= 500_000)
        #expect(buffer.fill(from: 1_000_000, wanted: 0) == .failed(errno: EBADF))
    }

    @Test("A descriptor that has nothing now is not at its end, P10")
    func nothingNow() {
        let pipe = TestPipe()
        _ = fcntl(pipe.readEnd, F_SETFL, O_NONBLOCK)
        #expect(ReadBuffer(messageBytes: 10).fill(from: pipe.readEnd, wanted: 0) == .nothing)
    }
}
