import Testing
import Values

@testable import StdioTransport

@Suite("Outbox")
struct OutboxTests {
    /// Takes everything, as the writer does.
    private func drain(_ outbox: Outbox) -> [[UInt8]] {
        var chunk: [UInt8] = []
        var chunks: [[UInt8]] = []
        while outbox.exchange(&chunk) {
            outbox.acknowledge(chunk.count)
            chunks.append(chunk)
        }
        return chunks.filter { !$0.isEmpty }
    }

    private func text(_ chunks: [[UInt8]]) -> String {
        String(decoding: chunks.joined(), as: UTF8.self)
    }

    @Test("Small frames of one turn are one chunk, so one write")
    func coalesced() {
        let outbox = Outbox(framing: .lines)
        for number in 0..<64 { outbox.add(Array("\(number)".utf8)) }
        let chunks = drain(outbox)
        #expect(chunks.count == 1)
        #expect(text(chunks) == (0..<64).map { "\($0)\n" }.joined())
        #expect(outbox.pendingBytes == 0)
    }

    @Test(
        "Each framing around small, edge and large messages, in order",
        arguments: [Framing.auto, .lines, .headers], [0, 1, 32_767, 32_768, 65_535, 65_536, 300_000])
    func framing(framing: Framing, size: Int) {
        let outbox = Outbox(framing: framing)
        let bodies = [[UInt8](repeating: 0x61, count: size), [0x62], [UInt8](repeating: 0x63, count: size)]
        for body in bodies { outbox.add(body) }
        var expected: [UInt8] = []
        for body in bodies {
            if framing == .headers { expected += Array("Content-Length: \(body.count)\r\n\r\n".utf8) }
            expected += body
            if framing != .headers { expected.append(0x0A) }
        }
        #expect(outbox.pendingBytes == expected.count)
        #expect(Array(drain(outbox).joined()) == expected)
        #expect(outbox.pendingBytes == 0)
    }

    private static let inset = (0..<250_001).map { UInt8(truncatingIfNeeded: $0 &* 151 ^ $0 >> 8) }

    @Test(
        "A text with an inset is one frame in its place, spelled a chunk at a time",
        arguments: [Framing.lines, .headers], [1, 3, 24_576, 49_151, 49_152, 49_153, 98_304, 250_001])
    func inset(framing: Framing, size: Int) {
        let outbox = Outbox(framing: framing)
        let text = InsetText(Array(#"{"data":""}"#.utf8), inset: Base64Inset(at: 9, Array(Self.inset.prefix(size))))
        let body = Array(#"{"data":"\#(base64(Array(Self.inset.prefix(size)), .standard))"}"#.utf8)
        var expected: [UInt8] = []
        for message in [[0x61], body, [0x62], body, [UInt8](repeating: 0x63, count: 40_000)] {
            if message == body { outbox.add(text) } else { outbox.add(message) }
            if framing == .headers { expected += Array("Content-Length: \(message.count)\r\n\r\n".utf8) }
            expected += message
            if framing != .headers { expected.append(0x0A) }
        }
        #expect(outbox.pendingBytes == expected.count && outbox.sentBytes == expected.count)
        let chunks = drain(outbox)
        #expect(Array(chunks.joined()) == expected)
        #expect(chunks.allSatisfy { $0.count <= Outbox.chunkBytes })
        #expect(outbox.pendingBytes == 0)
    }

    @Test("What comes while an inset is being taken stands behind it; closed in its middle, nothing more is taken")
    func insetInterleaved() {
        let outbox = Outbox(framing: .lines)
        let text = InsetText([], inset: Base64Inset(at: 0, Self.inset))
        var chunk: [UInt8] = []
        outbox.add(text)
        #expect(outbox.exchange(&chunk))
        var all = chunk
        outbox.add([0x61])
        while outbox.exchange(&chunk) { all += chunk }
        #expect(String(decoding: all, as: UTF8.self) == base64(Self.inset, .standard) + "\na\n")
        outbox.add(text)
        #expect(outbox.exchange(&chunk))
        outbox.close()
        #expect(!outbox.exchange(&chunk) && outbox.pendingBytes == 0)
    }

    @Test("Chunks stay near what a pipe takes, however many frames there are")
    func chunkSize() {
        let outbox = Outbox(framing: .lines)
        for _ in 0..<1_000 { outbox.add([UInt8](repeating: 0x61, count: 999)) }
        let chunks = drain(outbox)
        #expect(chunks.allSatisfy { $0.count <= Outbox.chunkBytes })
        #expect(chunks.count == 4)
        #expect(chunks.map(\.count).reduce(0, +) == 1_000_000)
    }

    @Test("The memory of a written chunk takes the next frames, unless there is more to take")
    func takeBack() throws {
        let outbox = Outbox(framing: .lines)
        var chunk: [UInt8] = []
        func place() throws -> UInt {
            try #require(chunk.withUnsafeBytes { $0.baseAddress.map { UInt(bitPattern: $0) } })
        }
        outbox.add([0x61])
        #expect(outbox.exchange(&chunk) && chunk == [0x61, 0x0A])
        let first = try place()
        outbox.takeBack(&chunk)
        #expect(chunk.isEmpty && !outbox.exchange(&chunk))
        for byte in UInt8(0x62)...0x70 {
            outbox.add([byte])
            #expect(outbox.exchange(&chunk) && chunk == [byte, 0x0A])
            #expect(try place() == first)
            outbox.takeBack(&chunk)
        }
        // A frame came meanwhile: it stays where it is.
        outbox.add([0x71])
        #expect(outbox.exchange(&chunk))
        outbox.add([0x72])
        outbox.takeBack(&chunk)
        #expect(chunk == [0x71, 0x0A])
        #expect(outbox.exchange(&chunk) && chunk == [0x72, 0x0A])
        // More than a chunk: the rest is taken first.
        for byte in [UInt8(0x73), 0x74] { outbox.add([UInt8](repeating: byte, count: 40_000)) }
        #expect(outbox.exchange(&chunk) && chunk.first == 0x73)
        outbox.takeBack(&chunk)
        #expect(chunk.first == 0x73)
        var all = chunk
        while outbox.exchange(&chunk) { all += chunk }
        #expect(all.count == 80_002 && all.last == 0x0A && all[40_001...].first == 0x74)
    }

    @Test("Adding while taking keeps the order")
    func interleaved() {
        let outbox = Outbox(framing: .lines)
        var chunk: [UInt8] = []
        var all: [UInt8] = []
        for number in 0..<300 {
            outbox.add(Array("\(number)".utf8) + [UInt8](repeating: 0x2E, count: number * 200))
            if number.isMultiple(of: 3), outbox.exchange(&chunk) { all += chunk }
        }
        while outbox.exchange(&chunk) { all += chunk }
        let numbers = all.split(separator: 0x0A).map { Int(String(decoding: $0.prefix { $0 != 0x2E }, as: UTF8.self)) }
        #expect(numbers == (0..<300).map { $0 })
    }

    @Test("A framing found later holds from then on")
    func lateFraming() {
        let outbox = Outbox(framing: .auto)
        outbox.add([0x31])
        outbox.setFraming(.headers)
        outbox.add([0x32])
        #expect(text(drain(outbox)) == "1\nContent-Length: 1\r\n\r\n2")
    }

    @Test("A closed outbox drops what it has and what comes, P3")
    func closed() {
        let outbox = Outbox(framing: .lines)
        outbox.add([UInt8](repeating: 0x61, count: 100_000))
        outbox.close()
        outbox.add([0x62])
        #expect(outbox.pendingBytes == 0)
        #expect(drain(outbox).isEmpty)
    }
}
