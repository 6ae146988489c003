import TestSupport
import Testing

@testable import DesignSystem

/// Sanitizing before any layout (T1, T3, T4).
@Suite("Sanitiser") struct SanitizerTests {
    @Test("T1: there are enough hostile texts, with ids of their own")
    func enough() {
        #expect(HostileText.all.count >= 57)
        #expect(Set(HostileText.all.map(\.description)).count == HostileText.all.count)
    }

    @Test("T1: a hostile text becomes harmless", arguments: HostileText.all)
    func harmless(_ hostile: HostileText) {
        // Compared by scalar: `==` on strings is by canonical equivalence.
        #expect(Array(sanitized(hostile.text).unicodeScalars) == Array(hostile.sanitized.unicodeScalars))
    }

    @Test("T1: sanitising twice changes nothing, nothing grows, nothing forbidden is left", arguments: HostileText.all)
    func laws(_ hostile: HostileText) {
        for text in [hostile.text, "한\(hostile.text)글", hostile.text + hostile.text, "🇰🇷" + hostile.text + "👩"] {
            for multiline in [false, true] {
                let once = sanitized(text, multiline: multiline)
                #expect(Array(sanitized(once, multiline: multiline).unicodeScalars) == Array(once.unicodeScalars))
                #expect(once.utf8.count <= text.utf8.count)
                #expect(!once.unicodeScalars.contains { $0.isForbiddenInText || !multiline && $0 == "\n" })
                #expect(once.allSatisfy { $0.unicodeScalars.count <= TextLimits.scalarsPerCluster })
            }
        }
    }

    @Test("T1: no scalar of Unicode gets a forbidden one through, alone or between letters")
    func everyScalar() {
        for first in stride(from: UInt32(0), through: 0x10FFFF, by: 256) {
            let scalars = (first..<first + 256).compactMap { Unicode.Scalar($0) }
            let text = scalars.reduce(into: "") { $0 += "a\($1)b\($1)" }
            let result = sanitized(text)
            if result.unicodeScalars.contains(where: { $0.isForbiddenInText || $0 == "\n" }) {
                Issue.record("U+\(String(first, radix: 16)) and after: \(result.debugDescription)")
            }
        }
    }

    @Test("T4: line breaks of every kind are one kind in multi-line text")
    func multiline() {
        let breaks = "a\nb\rc\r\nd\u{0B}e\u{0C}f\u{85}g\u{2028}h\u{2029}i\tj"
        #expect(sanitized(breaks, multiline: true) == "a\nb\nc\nd\ne\nf\ng\nh\ni j")
    }

    @Test("17.13 a sequence over several lines is removed with its lines, and one broken by a line goes on")
    func sequencesOverLines() {
        #expect(sanitized("a\u{1B}]0;t\ni\u{07}b\nc", multiline: true) == "ab\nc")
        #expect(sanitized("a\u{1B}[3\n1mb", multiline: true) == "a\nb")
    }

    @Test(
        "what people write stays as it is",
        arguments: [
            "", "plain ASCII ~", "café", "cafe\u{301}", "스위프트 프로그래밍 ㅋㅋ", "\u{1112}\u{1161}\u{11AB}", "Swift 權威指南（第二版）",
            "「カタカナ」、ひらがな。", "ﾊﾝｶｸ", "葛\u{E0100}城", "שָׁלוֹם", "سلام", "می\u{200C}خواهم", "क्\u{200D}ष", "ที่นี่",
            "한글\u{3000}띄어쓰기",
            "👨‍👩‍👧 ☎️ 🇰🇷 1️⃣ 👍🏽 🏳️‍🌈 🧑🏻‍❤️‍💋‍🧑🏿", "naïve — “quoted” … 5 € №", "Tiê\u{301}ng Viê\u{323}\u{302}t", "a\u{A0}b", "\u{FFFD}",
        ])
    func kept(_ text: String) {
        #expect(Array(sanitized(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("T3: a megabyte of marks, joiners, jamo or letters is read in one pass")
    func megabytes() {
        let count = 300_000
        #expect(sanitized("a" + String(repeating: "\u{301}", count: count)).unicodeScalars.count == 7)
        #expect(sanitized("é" + String(repeating: "\u{200D}", count: count)) == "é")
        #expect(sanitized(String(repeating: "\u{1100}", count: count)).unicodeScalars.count == 17)
        #expect(sanitized(String(repeating: "한", count: count)).count == count)
        #expect(sanitized(String(repeating: "\u{1B}[31m", count: count)).isEmpty)
        #expect(sanitized(String(repeating: "\u{1B}]0;a", count: count)).isEmpty)
        #expect(sanitized(String(repeating: "\u{9D}a", count: count)).isEmpty)
    }
}

/// Addresses from outside (T5).
@Suite("Link targets") struct LinkTargetTests {
    @Test(
        "T5: only http, https and galleria are links, written so that nothing ends them early",
        arguments: [
            ("https://itbook.store/books/9781617294136", "https://itbook.store/books/9781617294136"),
            ("http://127.0.0.1:8080/a?b=c&d=e#f", "http://127.0.0.1:8080/a?b=c&d=e#f"),
            ("HTTPS://Example.org/", "HTTPS://Example.org/"),
            ("galleria://book/9781617294136", "galleria://book/9781617294136"),
            ("http://[::1]:8080/", "http://[::1]:8080/"), ("https://e.example/~a*b", "https://e.example/~a*b"),
            ("https://e.example/a b", "https://e.example/a%20b"), ("https://e.example/\"x", "https://e.example/%22x"),
            ("https://e.example/<b>", "https://e.example/%3Cb%3E"),
            ("https://e.example/a(b)", "https://e.example/a%28b%29"),
            ("https://e.example/'a'", "https://e.example/%27a%27"),
            ("https://e.example/a|b`c", "https://e.example/a%7Cb%60c"),
            ("https://e.example/\\", "https://e.example/%5C"), ("https://e.example/한", "https://e.example/%ED%95%9C"),
            ("https://e.example/\u{9B}", "https://e.example/%C2%9B"),
            ("https://e.example/%20", "https://e.example/%20"),
        ])
    func safe(_ target: String, _ expected: String) {
        #expect(safeLinkTarget(target) == expected)
        #expect(safeLinkTarget(expected) == expected)
    }

    @Test("a target is plain where it is safe and written as it should be, whatever stands at which place of a word")
    func plainTargets() {
        for byte in UInt8(0)...0x7F {
            for place in 0...16 {
                var target =
                    "https://" + String(repeating: "a", count: place) + String(Unicode.Scalar(byte))
                    + String(repeating: "b", count: 9)
                let isPlain = target.withUTF8 { TextMarks($0).isLink }
                #expect(isPlain == (safeLinkTarget(target) == target), "\(byte) at \(place)")
            }
        }
        for var target in ["", "http:/", "javascript:alert(1)", "https://한", "GALLERIA://x", "https://"] {
            let isPlain = target.withUTF8 { TextMarks($0).isLink }
            #expect(isPlain == (safeLinkTarget(target) == target), "\(target)")
        }
    }

    @Test(
        "T5: everything else is no link",
        arguments: [
            "", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " https://e.example",
            "data:text/html,x",
            "vbscript:x", "file:///etc/passwd", "//e.example", "/path", "e.example", "https:e.example",
            "https:/e.example",
            "mailto:a@e.example", "ftp://e.example", "https", "https\u{301}://e.example", "hｔtp://e.example",
            "x-https://e.example",
            "https://e.example/\u{1B}]8;;\u{07}", "https://e.example/\r\nx", "https://e.example/\0",
            "https://e.example/\t",
            "https://e.example/" + String(repeating: "a", count: TextLimits.linkTarget),
            "javascript://https://e.example",
        ])
    func unsafe(_ target: String) {
        #expect(safeLinkTarget(target) == nil)
    }
}
