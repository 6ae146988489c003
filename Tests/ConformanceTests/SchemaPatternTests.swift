import Testing

@testable import Conformance

@Suite("Patterns of JSON Schema")
struct SchemaPatternTests {
    static let patterns = [
        #"\S"#, #"^\s*\S[\s\S]{1,98}\S\s*$"#, "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "^[0-9]{13}$", "^[0-9]+$", "^[A-Z]{2}$",
        "^[a-z]{2}(,[a-z]{2})*$", "^MD[0-9A-Z]+$", #"[^.]|\.\.\."#, "^B[0-9]+$", #"^(?:\d+|[A-Za-z_]\w*)$"#,
        "^(?!x)[a-z]+$", "^(?=.*[0-9])[a-z0-9]{2,4}$", "(ab|a)(c|bcd)$", "a{2}", "a{0,1}b", "x*", "", "a|", #"[\d\-]"#,
        "[]a]?", "[a-]", "^(a|b|)*c$", #"\."#, "^a.c$",
    ]
    static let texts = [
        "", " ", "a", "ab", "abc", "abcd", "aab", "b", "c", "ac", "a\nc", "x", "xy", "x1", "k9", "KR", "kr", "kr,cn",
        "kr,", "B12",
        "MD0AB", "2021-03-10", "2021-3-10", "9781617294136", "978161729413", "12", "-", "]", ".", "..", "...", ".a",
        "  London  ", "Lo", " L ", "a_1", "1a", "aaaaa", "abababc", "\t", "a-b",
    ]

    @Test("they find what Swift's own regular expressions find", arguments: patterns)
    func finds(_ pattern: String) throws {
        // A bracket that is closed at once is empty in ECMA-262, and no expression in Swift.
        guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return }
        let own = try #require(SchemaPattern(pattern))
        for text in Self.texts {
            #expect(own.isFound(in: text) == (text.firstMatch(of: regex) != nil), "\(text.debugDescription)")
        }
    }

    @Test(
        "what is no pattern is told",
        arguments: ["(", ")", "[a", "a{", "a{2,1}", "*", "a**", #"\"#, #"\q"#, "[b-a]", "(?<a>b)"])
    func wrong(_ pattern: String) { #expect(SchemaPattern(pattern) == nil) }

    @Test("the end is the end alone, as in ECMA-262, and work has an end")
    func bounds() {
        #expect(SchemaPattern("^a$")?.isFound(in: "a\n") == false)
        #expect(SchemaPattern("^(a+)+$")?.isFound(in: String(repeating: "a", count: 60) + "b") == false)
        #expect(SchemaPattern("^.*z$")?.isFound(in: String(repeating: "a", count: 100_000) + "z") == true)
    }
}
