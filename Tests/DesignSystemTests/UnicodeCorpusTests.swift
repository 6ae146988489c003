import Foundation
import Testing

@testable import DesignSystem

/// Every sequence of two Unicode data files (T3).
@Suite("Unicode data") struct UnicodeCorpusTests {
    /// Lines that later versions of Unicode, which the standard library follows, answer otherwise: scissors are no
    /// longer reserved for emoji.
    private static let changedSince15: Set = ["÷ 2701 × 200D × 2701 ÷"]

    private func scalars(_ field: some StringProtocol) -> String {
        var text = String.UnicodeScalarView()
        for part in field.split(separator: " ") {
            if let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }

    @Test("T3: every emoji of emoji-test.txt is one cluster of the right width")
    func emoji() throws {
        var count = 0
        for line in try Corpus.dataLines("unicode/emoji-test.txt") {
            let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let text = scalars(fields[0])
            count += 1
            #expect(text.count == 1, "\(fields[0])")
            // Unqualified means: without the VS16 that would make a narrow base an emoji.
            let isNarrow = fields[1] == "unqualified" && text.unicodeScalars.count <= 2
            let allowed = isNarrow ? 1...2 : 2...2
            #expect(allowed.contains(displayWidth(text)), "\(fields[0]) \(fields[1])")
            #expect(displayWidth(text) == displayWidth(text, ambiguous: 1))
        }
        #expect(count > 4_700)
    }

    @Test("T3: every emoji survives the sanitiser, but for tag characters")
    func emojiIsKept() throws {
        for line in try Corpus.dataLines("unicode/emoji-test.txt") {
            let text = scalars(line.prefix { $0 != ";" })
            let tagless = text.unicodeScalars.filter { !(0xE0000...0xE007F).contains($0.value) }
            #expect(sanitized(text) == String(String.UnicodeScalarView(tagless)), "\(line)")
        }
    }

    @Test("T3: every line of GraphemeBreakTest.txt has the expected clusters, whose widths add up")
    func graphemeBreaks() throws {
        var count = 0
        for line in try Corpus.dataLines("unicode/GraphemeBreakTest.txt") {
            let clusters = line.split(separator: "÷").map { scalars($0.filter { $0 != "×" }) }.filter { !$0.isEmpty }
            let text = clusters.joined()
            count += 1
            if Self.changedSince15.contains(String(line.filter { $0 != "\t" })) { continue }
            #expect(text.map(String.init) == clusters, "\(line)")
            #expect(displayWidth(text) == clusters.reduce(0) { $0 + displayWidth($1) }, "\(line)")
            #expect(clusters.allSatisfy { (0...2).contains(displayWidth($0)) }, "\(line)")
        }
        #expect(count == 602)
    }

    @Test("T3: no line of GraphemeBreakTest.txt is broken inside a cluster, at any width")
    func neverBreaksClusters() throws {
        for line in try Corpus.dataLines("unicode/GraphemeBreakTest.txt") {
            let text = sanitized(scalars(line.filter { $0 != "÷" && $0 != "×" }))
            for width in [1, 2, 4] {
                var breaker = LineBreaker(width: width, ambiguousWidth: 1)
                let lines = breaker.lines(of: [Piece(text: text, role: .body)])
                let kept: [Character] = lines.flatMap { Array($0.pieces.map(\.text).joined()) }
                #expect(kept.filter { $0 != " " } == Array(text.filter { !$0.isWhitespace }), "\(line)")
            }
        }
    }
}
