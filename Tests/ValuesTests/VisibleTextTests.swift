import Testing

@testable import Values

@Suite("Names inside of sentences") struct VisibleTextTests {
    @Test(
        "what could disturb a terminal is escaped, and nothing else",
        arguments: [
            ("price", "price"), ("é 한", "é 한"), ("\u{1B}[0m", "\\u{1B}[0m"), ("\u{202E}x", "\\u{202E}x"),
            ("a\nb", "a\\nb"),
            ("\u{2028}", "\\u{2028}"), ("", ""),
            (String(repeating: "a", count: 81), String(repeating: "a", count: 80) + "…"),
        ])
    func text(_ name: String, _ visible: String) {
        #expect(visibleText(name) == visible)
    }

    @Test(
        "a character is named by what can be seen of it",
        arguments: [("=", "`=`"), (" ", "a space"), ("\n", "U+000A"), ("é", "U+00E9"), ("𝄞", "U+1D11E")]
            as [(Unicode.Scalar, String)])
    func scalar(_ scalar: Unicode.Scalar, _ visible: String) {
        #expect(visibleScalar(scalar) == visible)
    }

    @Test(
        "a sentence begins with a capital letter, in any script that has them",
        arguments: [
            ("sale price", "Sale price"), ("z", "Z"), ("URL", "URL"), ("1st", "1st"), ("`x` is", "`x` is"), ("", ""),
            ("été", "Été"), ("ßa", "SSa"), ("한국어", "한국어"), ("i\u{307}x", "I\u{307}x"), ("a\u{301}b", "A\u{301}b"),
        ])
    func sentence(_ words: String, _ begun: String) {
        #expect(sentenceCase(words).unicodeScalars.elementsEqual(begun.unicodeScalars))
    }
}
