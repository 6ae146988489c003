import DesignSystem
import TestSupport
import Testing

@testable import FeatureKit

@Suite("Character references of HTML")
struct HTMLEntityTests {
    @Test("References are replaced, everything else stays as it is", arguments: table)
    func decoding(_ row: Case<String, String>) {
        #expect(sameBytes(decodingHTMLEntities(row.input), row.expected))
    }

    static let table: [Case<String, String>] = [
        ("", ""), ("plain", "plain"), ("&amp;", "&"), ("&lt;b&gt;", "<b>"), ("&quot;&apos;", "\"'"), ("&#039;", "'"),
        ("&#39;", "'"),
        ("&#x27;", "'"), ("&#X27;", "'"), ("&#x2f;", "/"), ("&nbsp;", " "), ("a&nbsp;b", "a b"), ("&hellip;", "…"),
        ("&mdash;&ndash;", "—–"),
        ("&lsquo;&rsquo;&ldquo;&rdquo;", "‘’“”"), ("&bull;&trade;&euro;", "•™€"), ("&copy;&reg;&pound;&yen;", "©®£¥"),
        ("caf&eacute;", "caf\u{E9}"), ("&Aring;&yuml;", "\u{C5}\u{FF}"), ("&OElig;&oelig;", "Œœ"), ("&frac12;", "½"),
        ("&#8364;", "€"), ("&#x1F600;", "😀"), ("&#128512;", "😀"), ("&#10;", "\n"), ("&#xa;", "\n"),
        // Once, never twice.
        ("&amp;lt;", "&lt;"), ("&amp;amp;", "&amp;"), ("&amp;#39;", "&#39;"), ("&#38;lt;", "&lt;"),
        // What is no reference.
        ("AT&T", "AT&T"), ("&", "&"), ("&;", "&;"), ("& amp;", "& amp;"), ("&amp", "&amp"), ("&unknown;", "&unknown;"),
        ("&AMP;", "&AMP;"),
        ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#xg;", "&#xg;"), ("&#1f;", "&#1f;"), ("&#-1;", "&#-1;"),
        ("&#+1;", "&#+1;"), ("&# 1;", "&# 1;"),
        ("&#99999999999;", "&#99999999999;"), ("&#000000000065;", "&#000000000065;"), ("&a&amp;b", "&a&b"),
        ("&&amp;", "&&"),
        ("&am\u{301}p;", "&am\u{301}p;"), ("&amp\u{37E}", "&amp\u{37E}"), ("&thetasym;", "&thetasym;"),
        ("&#٣٩;", "&#٣٩;"),
        // What has no place in a text is dropped.
        ("a&#0;b", "ab"), ("a&#27;b", "ab"), ("a&#x1b;[31mb", "a[31mb"), ("a&#13;b", "ab"), ("a&#127;b", "ab"),
        ("a&#128;b", "ab"),
        ("a&#xD800;b", "ab"), ("a&#xDFFF;b", "ab"), ("a&#x110000;b", "ab"), ("a&#xFFFFFFFF;b", "ab"),
        ("e\u{301}&amp;\u{E9}", "e\u{301}&\u{E9}"), ("한&amp;글", "한&글"),
    ].map { Case($0.0.isEmpty ? "empty" : $0.0, $0.0, $0.1) }

    @Test(
        "Latin-1 has its names in order",
        arguments: [
            ("iexcl", 161), ("sect", 167), ("deg", 176), ("iquest", 191), ("Agrave", 192), ("times", 215),
            ("szlig", 223), ("divide", 247), ("yuml", 255),
        ] as [(String, UInt32)])
    func latin1(_ name: String, _ code: UInt32) throws {
        #expect(decodingHTMLEntities("&\(name);") == String(try #require(Unicode.Scalar(code))))
    }

    @Test("A text of ampersands alone takes no more than its length")
    func ampersands() {
        let text = String(repeating: "&", count: 100_000)
        #expect(decodingHTMLEntities(text) == text)
    }

    @Test(
        "A line that is plain as it came has nothing to replace; an ampersand that begins no reference leaves it plain")
    func plainLines() {
        func isPlain(_ text: String) -> Bool {
            var text = text
            return text.withUTF8 { TextMarks($0).isPlainHTMLLine }
        }
        for text in [
            "plain", "AT&T", "Salt & Pepper", "&", "a;b", ";",
        ] {
            #expect(isPlain(text), "\(text)")
        }
        for text in ["a&amp;b", "&;", "&" + String(repeating: "a", count: 11) + ";", "& a;", " a", "a ", ""] {
            #expect(!isPlain(text), "\(text)")
        }
        var numbers = SeededGenerator(29)
        let pieces = ["&", ";", "#", "x", "4", "1", "a", "amp", "lt", "nbsp", " ", "국", "&amp;", "&#38;"]
        var plain = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &numbers)).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }.joined()
            guard isPlain(text) else { continue }
            plain += 1
            #expect(sameBytes(decodingHTMLEntities(text), text), "\(text)")
        }
        #expect(plain > 1_000)
    }
}
