import JSON
import Testing

@testable import FeatureKit

@Suite("Formats of parameters")
struct ParameterFormatTests {
    @Test("W13: whole numbers are exact or refused, never rounded, never a trap", arguments: numbers)
    func whole(_ row: Case<String, Int?>) throws {
        #expect(ParameterFormat.whole(.min ... .max).read(try read(row.input)) == row.expected)
    }

    static let numbers: [Case<String, Int?>] = [
        ("0", 0), ("-0", 0), ("-0.0", 0), ("1", 1), ("-1", -1), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("100e-2", 1),
        ("1.5", nil), ("1e-1", nil), ("1e400", nil), ("-1e400", nil), ("1e-400", nil), ("1e99999999999", nil),
        ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ("9223372036854775808", nil), ("-9223372036854775809", nil), ("123456789012345678901234567890", nil),
        (#""0""#, 0), (#""-0""#, 0), (#""7""#, 7), (#""007""#, 7), (#""-7""#, -7), (#""9223372036854775807""#, .max),
        (#""9223372036854775808""#, nil), (#""123456789012345678901234567890""#, nil), (#""+7""#, nil), (#"" 7""#, nil),
        (#""7 ""#, nil), (#""7.0""#, nil), (#""1e2""#, nil), (#""-""#, nil), (#""--7""#, nil), (#""""#, nil),
        (#""NaN""#, nil),
        (#""nan""#, nil), (#""inf""#, nil), (#""0x10""#, nil), (#""1_000""#, nil), (#""１""#, nil), (#""7\u0000""#, nil),
        ("null", nil), ("true", nil), ("[1]", nil), ("{}", nil),
    ].map { Case($0.0, $0.0, $0.1) }

    @Test("Bounds are part of the range", arguments: [(-2, nil), (-1, -1), (0, 0), (5, 5), (6, nil)] as [(Int, Int?)])
    func bounds(_ value: Int, _ expected: Int?) throws {
        #expect(ParameterFormat.whole(-1...5).read(try read("\(value)")) == expected)
        #expect(ParameterFormat.whole(-1...5).read(try read("\"\(value)\"")) == expected)
    }

    @Test(
        "Flags are the two words, as JSON or as text",
        arguments: [
            Case("true", "true", true), Case("false", "false", false), Case("text true", #""true""#, true),
            Case("text false", #""false""#, false), Case("1", "1", nil), Case("0", "0", nil),
            Case("TRUE", #""TRUE""#, nil),
            Case("yes", #""yes""#, nil), Case("empty", #""""#, nil), Case("null", "null", nil),
            Case("list", "[true]", nil),
            Case("blank", #""true ""#, nil), Case("escaped", #""tru\u0065""#, true),
        ])
    func flag(_ row: Case<String, Bool?>) throws {
        #expect(ParameterFormat.flag.read(try read(row.input)) == row.expected)
    }

    @Test(
        "The length of text counts Unicode scalars",
        arguments: [
            Case("short", "a", false), Case("least", "ab", true), Case("most", "abcd", true),
            Case("long", "abcde", false),
            Case("wide", "한글", true), Case("combining marks count", "e\u{301}e\u{301}", true),
            Case("one cluster, five scalars", "👩‍👩‍👧", false), Case("blanks count", "  ", true),
            Case("controls count", "\u{0}\u{1B}", true),
        ])
    func length(_ row: Case<String, Bool>) throws {
        let node = try JSONDocument(parsing: JSONValue.string(row.input).serialized()).root
        let value = ParameterFormat.text(2...4).read(node)
        #expect(sameBytes(value, row.expected ? row.input : nil))
    }

    @Test("Words are not blanks alone", arguments: [("", false), (" ", false), ("\u{3000}\n", false), (" a ", true)])
    func words(_ text: String, _ isTaken: Bool) throws {
        let node = try JSONDocument(parsing: JSONValue.string(text).serialized()).root
        #expect(sameBytes(ParameterFormat.words(0...4).read(node), isTaken ? text : nil))
    }

    @Test("A number in the place of a text is its digits", arguments: ["9781617294136", "0", "-1.50", "1e3"])
    func digits(_ sent: String) throws {
        #expect(sameBytes(ParameterFormat.text(0...100).read(try read(sent)), sent))
        #expect(ParameterFormat.texts(1...2).read(try read(sent)) == [sent])
    }

    @Test("Text is text, not what looks like it", arguments: ["true", "null", "[]", "{}", #"["a"]"#])
    func notText(_ sent: String) throws {
        #expect(ParameterFormat.text(0...100).read(try read(sent)) == nil)
        #expect(ParameterFormat.text(matching: ".*", expected: "text") { _ in true }.read(try read(sent)) == nil)
    }

    @Test("A feature's rule decides, on the text as sent")
    func rule() throws {
        let format = ParameterFormat.text(matching: "^[0-9]+$", expected: "digits") {
            $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        #expect(format.read(try read(#""123""#)) == "123")
        #expect(format.read(try read(#""12a""#)) == nil)
        #expect(format.expected == "digits")
        #expect(format.schema.value == ["type": "string", "pattern": "^[0-9]+$"])
    }

    @Test(
        "Objects may come as text of JSON",
        arguments: [
            Case("object", #"{"a":1}"#, #"{"a":1}"#), Case("empty", "{}", "{}"),
            Case("text", #""{\"a\":1}""#, #"{"a":1}"#),
            Case("text with blanks", #"" { } ""#, "{ }"), Case("array", "[]", nil),
            Case("text of an array", #""[]""#, nil),
            Case("text of text of an object", #""\"{}\"""#, nil), Case("broken text", #""{""#, nil),
            Case("empty text", #""""#, nil),
            Case("duplicate members in text (W5)", #""{\"a\":1,\"a\":2}""#, nil), Case("null", "null", nil),
            Case("number", "1", nil),
        ] as [Case<String, String?>])
    func object(_ row: Case<String, String?>) throws {
        let node = ParameterFormat.object.read(try read(row.input))
        #expect(node.map { String(decoding: Array($0.rawText), as: UTF8.self) } == row.expected)
    }

    /// As sent, and the word that is read.
    static let spellings: [Case<String, String?>] = [
        ("price", "price"), ("Price", "price"), ("PRICE", "price"), ("-Price", "-price"), ("kelvin", "kelvin"),
        ("KELVIN", "kelvin"), ("\u{212A}elvin", nil), ("kelvi\u{301}n", nil), ("price ", nil), ("pri", nil),
        ("id", "id"), ("ID", "ID"), ("Id", nil),
    ].map { Case($0.0, $0.0, $0.1) }

    @Test(
        "A word is taken in whatever case, where it can mean one alone; a look-alike is another word",
        arguments: spellings)
    func words(_ row: Case<String, String?>) throws {
        let words = ["price", "-price", "kelvin", "KelvinScale", "id", "ID"]
        let node = try JSONDocument(parsing: JSONValue.string(row.input).serialized()).root
        #expect(ParameterFormat.oneOf(words).read(node) == row.expected)
        #expect(ParameterFormat.texts(1...3, of: words).read(node) == row.expected.map { [$0] })
    }

    @Test("The case of words does not make two of one")
    func sameWord() throws {
        let node = try JSONDocument(parsing: Array(#"["name","Name","PRICE"]"#.utf8)).root
        #expect(ParameterFormat.texts(1...3, of: ["name", "price"]).read(node) == ["name", "price"])
    }

    @Test(
        "The article of a noun",
        arguments: [("isbn13", "an"), ("id", "an"), ("sku", "a"), ("fid", "a"), ("url", "a"), ("", "a")])
    func article(_ noun: String, _ article: String) {
        #expect(withArticle(noun) == "\(article) \(noun)")
    }

    @Test(
        "What a value must be reads well in a sentence",
        arguments: [
            Case("text", ParameterFormat.text(1...20).expected, "text of 1 to 20 characters"),
            Case("text or none", ParameterFormat.text(0...20).expected, "text of at most 20 characters"),
            Case("words", ParameterFormat.words(1...20).expected, "text of 1 to 20 characters, not blanks alone"),
            Case("number", ParameterFormat.whole(1...100).expected, "a whole number from 1 to 100"),
            Case("open number", ParameterFormat.whole(1 ... .max).expected, "a whole number of at least 1"),
            Case("flag", ParameterFormat.flag.expected, "true or false"),
            Case("name", ParameterFormat<RefreshPart>.oneOf.expected, "one of none, header, footer"),
            Case("object", ParameterFormat.object.expected, "a JSON object"),
        ])
    func expected(_ row: Case<String, String>) {
        #expect(row.input == row.expected)
    }

    /// A word of letters, of at most four characters.
    private static let short = TextRule(
        matching: "[a-z]", length: 1...4, expected: "at most four letters", examples: ["abcd"]
    ) { text in text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } }

    @Test("A rule's length is in its schema, beside its pattern; without one the pattern stands alone")
    func lengthInSchema() {
        let schema = ParameterFormat.text(Self.short).schema.value
        #expect(schema == ["type": "string", "pattern": "[a-z]", "minLength": 1, "maxLength": 4])
        #expect(ParameterFormat.text(.date).schema.value["maxLength"] == nil)
    }

    @Test(
        "What a rule takes is what its schema allows: blanks count, and are left out of what is taken",
        arguments: [
            Case("shortest", "a", "a"), Case("longest", "abcd", "abcd"), Case("too long", "abcde", nil),
            Case("empty", "", nil), Case("blanks within the length", " ab ", "ab"),
            Case("blanks beyond the length", "  ab  ", nil), Case("another sign", "a1", nil),
        ])
    func length(_ row: Case<String, String?>) throws {
        let node = try JSONDocument(parsing: Array(JSONValue.string(row.input).serialized())).root
        #expect(ParameterFormat.text(Self.short).read(node) == row.expected)
    }
}
