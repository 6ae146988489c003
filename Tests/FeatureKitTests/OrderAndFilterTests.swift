import TestSupport
import Testing

@testable import FeatureKit

@Suite("Natural order")
struct NaturalOrderTests {
    @Test(
        "5c.11: numbers in texts count by their value",
        arguments: [
            ["Chapter 1", "Chapter 2", "Chapter 10", "Chapter 11"], ["", "a", "a1", "a1b", "a2", "a10", "b"],
            ["1", "2", "10", "100", "a"],
            ["a9", "a99999999999999999999", "a100000000000000000000"], ["v1.2", "v1.10", "v2"], ["1-1", "1-2", "2-1"],
            ["A", "a", "é", "한"],
            ["x0", "x1", "x01y"],
        ])
    func order(_ texts: [String]) {
        for (index, left) in texts.enumerated() {
            for right in texts[(index + 1)...] {
                #expect(precedesNaturally(left, right), "\(left) before \(right)")
                #expect(!precedesNaturally(right, left), "\(right) not before \(left)")
            }
        }
    }

    @Test("Leading zeros do not count", arguments: [("a1", "a01"), ("007", "7"), ("0", "000"), ("x01y", "x1y")])
    func zeros(_ left: String, _ right: String) {
        #expect(!precedesNaturally(left, right) && !precedesNaturally(right, left))
    }

    @Test("It is a strict weak order", arguments: [1, 2, 3] as [UInt64])
    func laws(seed: UInt64) {
        var numbers = SeededGenerator(seed)
        let letters = Array("0019aB -é")
        let texts = (0..<28).map { _ in
            String(
                (0..<Int.random(in: 0...5, using: &numbers)).compactMap { _ in letters.randomElement(using: &numbers) })
        }
        var broken: [String] = []
        for a in texts {
            if precedesNaturally(a, a) { broken.append("\(a) before itself") }
            for b in texts {
                if precedesNaturally(a, b), precedesNaturally(b, a) { broken.append("\(a) and \(b) before each other") }
                for c in texts {
                    if precedesNaturally(a, b), precedesNaturally(b, c), !precedesNaturally(a, c) {
                        broken.append("\(a), \(b), \(c)")
                    }
                    let (ab, bc) = (areEquivalent(a, b), areEquivalent(b, c))
                    if ab, bc, !areEquivalent(a, c) { broken.append("\(a) ~ \(b) ~ \(c)") }
                }
            }
        }
        #expect(broken.isEmpty)
    }

    private func areEquivalent(_ left: String, _ right: String) -> Bool {
        !precedesNaturally(left, right) && !precedesNaturally(right, left)
    }
}

@Suite("Trimmed texts")
struct TrimmingTests {
    @Test(
        "White space is cut at both ends only",
        arguments: [
            ("", ""), (" ", ""), ("a", "a"), (" a ", "a"), ("\t\r\na b\u{2003}\u{3000}", "a b"), ("\u{A0}a\u{85}", "a"),
            ("\u{200B}a", "\u{200B}a"),
            (" e\u{301} ", "e\u{301}"), ("\u{301} a", "\u{301} a"), ("\u{0} ", "\u{0}"),
        ])
    func trimming(_ text: String, _ expected: String) {
        #expect(sameBytes(trimmed(text), expected))
    }
}
