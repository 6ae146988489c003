import Glibc
import Testing

@testable import DesignSystem

/// Columns per grapheme cluster, where sums over scalars go wrong (T3).
@Suite("Display width") struct DisplayWidthTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        let text: String
        let narrow: Int
        let wide: Int

        init(_ id: String, _ text: String, _ narrow: Int, wide: Int? = nil) {
            description = id
            self.text = text
            self.narrow = narrow
            self.wide = wide ?? narrow
        }
    }

    static let cases = [
        Case("empty", "", 0),
        Case("ASCII", "Swift 6.3", 9),
        Case("tilde, the last of ASCII", "~", 1),
        Case("control", "\u{1B}", 0),
        Case("Latin with a mark, composed", "é", 1, wide: 2),
        Case("Latin with a mark, decomposed", "e\u{301}", 1),
        Case("combining mark alone", "\u{301}", 0),
        Case("zalgo", "Z" + String(repeating: "\u{335}", count: 40), 1),
        Case("Greek is ambiguous", "α", 1, wide: 2),
        Case("Cyrillic is ambiguous", "Д", 1, wide: 2),
        Case("em dash is ambiguous", "—", 1, wide: 2),
        Case("box drawing is ambiguous", "─", 1, wide: 2),
        Case("degree is ambiguous", "31°C", 4, wide: 5),
        Case("Hangul syllables", "한국어", 6),
        Case("conjoining jamo, two", "\u{1112}\u{1161}", 2),
        Case("conjoining jamo, three", "\u{1112}\u{1161}\u{11AB}", 2),
        Case("syllable and trailing jamo", "하\u{11AB}", 2),
        Case("compatibility jamo", "ㅋㅋ", 4),
        Case("halfwidth jamo", "\u{FFA1}", 1),
        Case("traditional Chinese", "繁體中文", 8),
        Case("ideograph of plane 2", "\u{20000}", 2),
        Case("unassigned ideograph", "\u{2FFFD}", 2),
        Case("kana", "カナ", 4),
        Case("halfwidth kana", "ｶﾅ", 2),
        Case("halfwidth kana with voiced mark", "ｶﾞ", 1 + 1),
        Case("kana with combining voiced mark", "か\u{3099}", 2),
        Case("fullwidth Latin", "ＡＢＣ", 6),
        Case("ideographic space", "\u{3000}", 2),
        Case("fullwidth won sign", "￦", 2),
        Case("won sign", "₩", 1),
        Case("euro sign is ambiguous", "€", 1, wide: 2),
        Case("emoji", "😀", 2),
        Case("emoji of Unicode 16", "\u{1FAE9}", 2),
        Case("text heart", "\u{2764}", 1),
        Case("heart with VS16", "\u{2764}\u{FE0F}", 2),
        Case("telephone with VS16", "☎\u{FE0F}", 2),
        Case("letter with VS16", "a\u{FE0F}", 1),
        Case("keycap", "1\u{FE0F}\u{20E3}", 2),
        Case("skin tone", "👍🏽", 2),
        Case("skin tone on a narrow base", "☝🏽", 2),
        Case("skin tone alone", "🏽", 2),
        Case("family", "👨‍👩‍👧", 2),
        Case("family of four with tones", "👨🏻‍👩🏼‍👧🏽‍👦🏾", 2),
        Case("rainbow flag", "🏳️‍🌈", 2),
        Case("eye in speech bubble without VS16", "👁‍🗨", 2),
        Case("flag", "🇰🇷", 2),
        Case("two flags", "🇰🇷🇹🇼", 4),
        Case("half a flag", "🇰", 2),
        Case("flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        Case("Thai with vowels", "ที่นี่", 2),
        Case("Devanagari with spacing mark", "की", 2),
        Case("Devanagari conjunct", "क्ष", 2),
        Case("Hebrew with points", "שָׁ", 1),
        Case("Arabic", "سلام", 4),
        Case("joiner alone", "\u{200D}", 0),
        Case("zero width space", "\u{200B}", 0),
        Case("variation selector alone", "\u{FE0F}", 0),
        Case("private use is ambiguous", "\u{E000}", 1, wide: 2),
        Case("replacement character is ambiguous", "\u{FFFD}", 1, wide: 2),
        Case("last scalar", "\u{10FFFF}", 1),
        Case("mixed", "Swift 權威指南 3판 👨‍👩‍👧", 21),
    ]

    @Test("T3: a text takes its columns", arguments: cases)
    func width(_ sample: Case) {
        #expect(displayWidth(sample.text) == sample.narrow)
        #expect(displayWidth(sample.text, ambiguous: 2) == sample.wide)
    }

    @Test("the table is sorted, without overlaps, with known classes")
    func tableIsSorted() {
        var last: UInt64?
        for entry in displayWidthTable {
            let (first, end, widthClass) = (entry >> 32, entry >> 8 & 0xFF_FFFF, entry & 0xFF)
            #expect(first <= end && end <= 0x10FFFF)
            #expect(last.map { $0 < first } ?? true)
            #expect([0, 2, 3].contains(widthClass))
            last = end
        }
        #expect(displayWidthTable.count > 400)
    }

    @Test("the ends of every range of the table are found")
    func tableIsSearched() {
        for entry in displayWidthTable {
            let expected = entry & 0xFF == 3 ? 2 : Int(entry & 0xFF)
            for point in [entry >> 32, entry >> 8 & 0xFF_FFFF] {
                guard let scalar = Unicode.Scalar(UInt32(point)) else { continue }
                #expect(displayWidth(of: Character(scalar), ambiguous: 2) == expected, "U+\(String(point, radix: 16))")
            }
        }
    }

    @Test("T3: of the scalars that Glibc has a width for, 99 in 100 have the same here")
    func likeGlibc() throws {
        // Of this thread alone: the process keeps its locale.
        let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        // A function of X/Open, which the module map leaves out.
        let wcwidth = unsafeBitCast(
            try #require(dlsym(nil, "wcwidth")), to: (@convention(c) (wchar_t) -> Int32).self)
        var (known, equal) = (0, 0)
        for value in UInt32(0x20)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let width = Int(wcwidth(wchar_t(value)))
            guard width >= 0 else { continue }
            known += 1
            if displayWidth(of: Character(scalar), ambiguous: 1) == width { equal += 1 }
        }
        #expect(known > 280_000)
        #expect(equal * 100 >= known * 99, "\(equal) of \(known)")
    }

    @Test("simple scalars are kept, join no cluster and have their own width, so that the short way is the long way")
    func simpleScalars() {
        var all = ""
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value), scalar.isSimple else { continue }
            all.unicodeScalars.append(scalar)
        }
        #expect(all.unicodeScalars.count > 32_000)
        #expect(all.count == all.unicodeScalars.count)
        // A mark at the end takes the long way and changes no width.
        #expect(displayWidth(all + "\u{301}", ambiguous: 2) == displayWidth(all, ambiguous: 2))
        #expect(sanitized(all + "\u{1B}").unicodeScalars.elementsEqual(all.unicodeScalars))
    }

    @Test("concatenation adds widths where the clusters stay apart")
    func adds() {
        for left in Self.cases {
            let joined = left.text + " " + left.text
            guard joined.count == left.text.count * 2 + 1 else { continue }
            #expect(displayWidth(joined) == left.narrow * 2 + 1, "\(left)")
        }
    }
}

@Suite("Truncation") struct TruncationTests {
    @Test(
        "T3: a text is cut to its columns at a cluster",
        arguments: [
            ("Swift", 5, "Swift"), ("Swift 6", 5, "Swif…"), ("", 0, ""), ("a", 0, ""), ("ab", 1, "…"),
            ("한국어", 6, "한국어"), ("한국어", 5, "한국…"), ("한국어", 4, "한…"), ("한국어", 2, "…"),
            ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 5, "👨‍👩‍👧👨‍👩‍👧…"), ("🇰🇷🇹🇼", 3, "🇰🇷…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func cut(_ text: String, _ width: Int, _ expected: String) {
        #expect(truncated(text, toWidth: width) == expected)
        #expect(displayWidth(truncated(text, toWidth: width)) <= max(width, 0))
    }

    @Test("an ellipsis of two columns needs room")
    func ambiguousEllipsis() {
        #expect(truncated("abcdef", toWidth: 4, ambiguous: 2) == "ab…")
        #expect(truncated("abcdef", toWidth: 1, ambiguous: 2) == "")
    }

    @Test("a limit counts clusters and keeps its last place for the ellipsis")
    func limit() {
        #expect("abc".limited(to: 3) == "abc")
        #expect("abcd".limited(to: 3) == "ab…")
        #expect("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧".limited(to: 3) == "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧")
        #expect("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧".limited(to: 2) == "👨‍👩‍👧…")
    }
}
