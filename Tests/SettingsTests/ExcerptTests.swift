import Testing

@testable import Settings

@Suite("The line of a problem and its caret")
struct ExcerptTests {
    private static func excerpt(_ line: String, _ span: Range<Int>, masks: [Range<Int>] = []) -> SettingExcerpt {
        SettingExcerpt(Array(line.unicodeScalars), at: 0, span, masks: masks)
    }

    @Test(
        "the caret stands in display columns",
        arguments: [
            ("abc", 1..<2, 1, 1), ("한국 x", 3..<4, 5, 1), ("한국", 0..<2, 0, 4), ("ｆ x", 2..<3, 3, 1),
            ("é x", 2..<3, 2, 1),
            ("e\u{301} x", 3..<4, 2, 1), ("👨‍👩‍👧 x", 6..<7, 3, 1),
            ("❤️ x", 3..<4, 3, 1), ("🇰🇷 x", 3..<4, 3, 1), ("", 0..<0, 0, 1),
            ("ab", 9..<12, 2, 1), ("\tx", 1..<2, 1, 1), ("日本語: 値", 5..<6, 8, 2),
            ("\u{1100}\u{1161}\u{11A8} x", 4..<5, 3, 1),
        ])
    func columns(_ line: String, _ span: Range<Int>, _ column: Int, _ width: Int) {
        let excerpt = Self.excerpt(line, span)
        #expect(excerpt.caretColumn == column)
        #expect(excerpt.caretWidth == width)
    }

    @Test("what a terminal would act on is replaced")
    func controls() {
        let excerpt = Self.excerpt("a\u{1B}[2J\u{202E}b\tc\u{0}\u{9B}", 0..<1)
        #expect(excerpt.text == "a\u{FFFD}[2J\u{FFFD}b c\u{FFFD}\u{FFFD}")
    }

    @Test("masks replace their scalars and move the caret")
    func masks() {
        let line = "key: CANARY, days: 99"
        let behind = Self.excerpt(line, 19..<21, masks: [5..<11])
        #expect(behind.text == "key: ‹masked›, days: 99")
        #expect(behind.caretColumn == 21)
        let inside = Self.excerpt(line, 7..<8, masks: [5..<11])
        #expect(inside.text == "key: ‹masked›, days: 99")
        #expect((inside.caretColumn, inside.caretWidth) == (5, 8))
        #expect(Self.excerpt(line, 0..<3, masks: [5..<8, 7..<Int.max]).text == "key: ‹masked›")
    }

    @Test("a long line is cut around the caret", arguments: [0, 500, 5_000, 9_999])
    func long(_ place: Int) {
        var scalars = [Unicode.Scalar](repeating: "-", count: 10_000)
        scalars[place] = "x"
        let excerpt = SettingExcerpt(scalars, at: 0, place..<place + 1, masks: [])
        #expect(excerpt.text.unicodeScalars.count <= 162)
        #expect(Array(excerpt.text)[excerpt.caretColumn] == "x")
    }

    @Test("a mask far longer than what is shown hides all of it")
    func longMask() {
        let line = String(repeating: "S", count: 5_000) + "x"
        let excerpt = Self.excerpt(line, 5_000..<5_001, masks: [0..<5_000])
        #expect(!excerpt.text.contains("S"))
        #expect(excerpt.text.hasSuffix("x"))
    }
}
