import TestSupport
import Testing
import Values

@Suite("Bytes that grow")
struct ByteBufferTests {
    private func text(_ write: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer()
        write(&buffer)
        return buffer.text
    }

    @Test("whole numbers in decimal digits, the least and the greatest included")
    func decimal() {
        var numbers = [0, 1, 9, 10, 99, 100, -1, -9, -10, Int.max, Int.min, Int.max - 1, Int.min + 1]
        var random = SeededGenerator(7)
        for bits in 0..<63 { numbers.append(Int.random(in: 0...(1 << bits), using: &random)) }
        for number in numbers {
            #expect(text { $0.append(decimal: number) } == "\(number)")
            #expect(String(decimal: number) == "\(number)")
        }
        let together = text { buffer in for number in numbers { buffer.append(decimal: number) } }
        #expect(together == numbers.map { "\($0)" }.joined())
    }

    @Test("what was appended, of any length, stands there in its order")
    func appending() {
        var expected = ""
        var buffer = ByteBuffer(capacity: 1)
        for length in 0..<70 {
            let piece = String(repeating: length % 3 == 0 ? "é" : "x", count: length)
            buffer.append(piece)
            buffer.append(UInt8(ascii: "|"))
            buffer.append("가" as Unicode.Scalar)
            expected += piece + "|가"
        }
        #expect(buffer.text == expected && buffer.count == expected.utf8.count)
        buffer.removeLast(3)
        #expect(buffer.text == String(expected.dropLast()))
        buffer.removeAll(keepingCapacity: false)
        #expect(buffer.isEmpty && buffer.last == nil && buffer.array == [])
    }

    @Test("what is written to memory of known room, also by a rest of it, stands there in its order")
    func target() {
        var expected = "before"
        var buffer = ByteBuffer()
        buffer.append("before")
        for length in 0..<70 {
            let piece = String(repeating: length % 2 == 0 ? "é" : "x", count: length)
            buffer.append(atLeast: piece.utf8.count + decimalRoom + 9) { target in
                #expect(target.room >= piece.utf8.count + decimalRoom + 9)
                var text = piece
                text.withUTF8 { target.append(copying: $0) }
                target.append("<>")
                target.append("." as StaticString)
                target.append(StaticString(unicodeScalarLiteral: "é"))
                var rest = target.rest
                rest.append(decimal: -length)
                rest.append(UInt8(ascii: "|"))
                target.skip(to: rest)
            }
            expected += "\(piece)<>.é\(-length)|"
        }
        #expect(buffer.text == expected)
        buffer.append(atLeast: 0) { _ in }
        #expect(buffer.count == expected.utf8.count)
    }

    @Test("memory that a buffer left has nothing of it for the next one, of any size")
    func left() {
        for size in [0, 1, 8, 4_096, 4_097, 65_536, 65_537, 300_000] {
            var first = ByteBuffer(left: 4_096)
            var second = ByteBuffer(left: 64)
            #expect(first.isEmpty && second.isEmpty)
            first.append(String(repeating: "a", count: size))
            second.append(String(repeating: "b", count: size / 2))
            #expect(first.text == String(repeating: "a", count: size))
            #expect(second.text == String(repeating: "b", count: size / 2))
            first.removeAll(keepingCapacity: false)
            first.append("again")
            #expect(first.text == "again")
        }
    }

    @Test("buffers of several threads that take what another left have each its own bytes")
    func leftByThreads() async {
        await withTaskGroup(of: Bool.self) { group in
            for name in UInt8(ascii: "a")...UInt8(ascii: "d") {
                group.addTask {
                    (0..<2_000).allSatisfy { round in
                        let count = 1 + round % 6_000
                        var buffer = ByteBuffer(left: 32)
                        for _ in 0..<count { buffer.append(name) }
                        return buffer.count == count && buffer.withBytes { $0.allSatisfy { $0 == name } }
                    }
                }
            }
            for await isSound in group { #expect(isSound) }
        }
    }
}
