import TestSupport
import Testing

@testable import FeatureKit

@Suite("Local search, by its definition")
struct TextFilterLawTests {
    /// Reference of a filter: the lowercased text holds the lowercased, trimmed filter, byte for byte.
    private func holds(_ text: String, _ filter: String) -> Bool {
        let (hay, needle) = (Array(text.lowercased().utf8), Array(trimmed(filter).lowercased().utf8))
        if needle.isEmpty { return true }
        guard hay.count >= needle.count else { return false }
        return (0...(hay.count - needle.count)).contains { hay[$0..<($0 + needle.count)].elementsEqual(needle) }
    }

    @Test("It finds what lowercasing both would find", arguments: [1, 2, 3, 4] as [UInt64])
    func random(seed: UInt64) {
        var numbers = SeededGenerator(seed)
        // Few letters, so that much is found: ASCII at the edges of its cases, Latin-1 with × and ÷, letters whose lower
        // case is longer, shorter or ASCII, scripts without case, punctuation, emoji, NUL.
        let letters = Array("aAbZz@[`{ \0éÉÿß×÷ÀİıſKΩΩσΣςǅẞДд한글黃あ’—€Ⓐⓐꭰ𐐀😀").map(String.init)
        func text(_ most: Int, _ letters: ArraySlice<String>) -> String {
            (0..<Int.random(in: 0...most, using: &numbers)).compactMap { _ in letters.randomElement(using: &numbers) }
                .joined()
        }
        var wrong: [String] = []
        for _ in 0..<20_000 {
            // Mostly of few kinds of letters, in turn those of each place of the table.
            let start = Int.random(in: 0..<(letters.count - 4), using: &numbers)
            let kinds = Bool.random(using: &numbers) ? letters[...] : letters[start..<(start + 4)]
            let (hay, needle) = (text(24, kinds), text(3, kinds))
            if TextFilter(needle).matches(hay) != holds(hay, needle) { wrong.append("“\(needle)” in “\(hay)”") }
        }
        #expect(wrong.isEmpty)
    }

    @Test("Every scalar is found in whatever case it has, behind ASCII and behind itself")
    func scalars() {
        var wrong: [UInt32] = []
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "swift \(Character(scalar)) server"
            for needle in [
                String(Character(scalar)), scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping,
            ]
            where TextFilter(needle).matches(text) != holds(text, needle) {
                wrong.append(value)
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("A text of any length is searched to its end, and no further", arguments: 0...40)
    func lengths(_ length: Int) {
        let text = String(repeating: "a", count: length)
        for needle in ["x", "ax", "aaaaaaaaax"] {
            #expect(TextFilter(needle).matches(text + needle.uppercased()))
            #expect(!TextFilter(needle).matches(text + needle.dropLast()))
            #expect(TextFilter(needle).matches(needle + text))
        }
    }
}
