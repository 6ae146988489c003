import Testing

@testable import Values

@Suite("Texts of parts")
struct JoinedTextTests {
    @Test(
        "the parts stand side by side, with what separates them between them",
        arguments: [
            ([], ", ", ""), ([""], ", ", ""), (["a"], ", ", "a"), (["a", "", "b"], ", ", "a, , b"),
            (["한글", "é", "e\u{301}", "😀"], "·", "한글·é·e\u{301}·😀"), (["a", "b"], "", "ab"),
            ([String(repeating: "long", count: 40), "er"], " ", String(repeating: "long", count: 40) + " er"),
        ])
    func parts(_ parts: [String], _ separator: String, _ expected: String) {
        #expect(Array(joined(parts, separator: separator).utf8) == Array(expected.utf8))
    }

    @Test(
        "a sentence goes on in lower case, whatever its first letter",
        arguments: [
            ("Its price.", "its price."), ("its price.", "its price."), ("", ""), ("A", "a"), ("Z", "z"),
            ("[", "["), ("@", "@"), ("1 of them.", "1 of them."), ("Étage.", "étage."), ("한글", "한글"),
            ("E\u{301}tage.", "e\u{301}tage."),
        ])
    func sentences(_ sentence: String, _ expected: String) {
        for words in ["", "Filter: ", "한: "] {
            #expect(Array(continued(sentence, behind: words).utf8) == Array((words + expected).utf8))
        }
    }
}
