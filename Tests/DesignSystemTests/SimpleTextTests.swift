import TestSupport
import Testing

@testable import DesignSystem

@Suite("Simple texts")
struct SimpleTextTests {
    @Test("each scalar up to U+FFFF, at each place of a word of eight bytes, is judged as by itself")
    func everyScalar() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let places = value < 0x800 ? 0...16 : 7...8
            for place in places {
                let text = String(repeating: "a", count: place) + String(scalar) + String(repeating: "b", count: 9)
                #expect(text.isSimple == scalar.isSimple, "U+\(String(value, radix: 16)) at \(place)")
            }
        }
    }

    @Test("what is simple is kept, and is a character of its own")
    func kept() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value), scalar.isSimple else { continue }
            // Between characters that are not simple: the whole text goes the long way.
            let text = "🦆\(Character(scalar))🦆"
            #expect(sanitized(text) == text && text.count == 3, "U+\(String(value, radix: 16))")
        }
    }

    @Test("any mixture is simple where all its scalars are")
    func mixtures() {
        var generator = SeededGenerator(11)
        let some: [Unicode.Scalar] = [
            "a", " ", "~", "é", "–", "책", "囍", "\u{7F}", "\u{1F}", "\u{80}", "\u{200D}", "🦆", "\u{FFFD}", "\u{10FFFF}",
        ]
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<(generator.next() % 24) {
                // Mostly what is simple, so that the answer is often yes.
                let bound = generator.next() % 8 == 0 ? UInt64(some.count) : 7
                text.unicodeScalars.append(some[Int(generator.next() % bound)])
            }
            #expect(text.isSimple == text.unicodeScalars.allSatisfy(\.isSimple), "\(text.debugDescription)")
        }
    }
}
