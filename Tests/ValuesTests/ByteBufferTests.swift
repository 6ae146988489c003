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
}
