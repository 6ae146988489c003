import JSON
import Testing

@testable import JSONRPC

@Suite("Identifiers")
struct IdentifierTests {
    @Test("W9: an id comes back with the digits or scalars that were sent", arguments: echoed)
    func echo(_ row: Case<String>) throws {
        let reply = RPCReply.result(try identifier(row.text)) { $0.null() }
        #expect(text(reply) == #"{"jsonrpc":"2.0","id":\#(row.expected),"result":null}"#)
        let back = try #require(try JSONDocument(parsing: reply).root["id"])
        #expect(JSONValue(back) == JSONValue(try read(row.text)))
    }

    static let echoed: [Case<String>] =
        [
            "0", "-0", "-1", "1", "9007199254740993", "9223372036854775807", "9223372036854775808",
            "-9223372036854775809", "12345678", "123456789", "-12345678901234", "123456789012345", "1234567890123456",
            "123456789012345678901234567890", "1e5", "1E+5", "1.0", "0.1", "1e400", "null",
            #""""#, #""0""#, #""null""#, #""a b""#, #""e\u0301""#, #""\u0000""#, #""\u001b[31m""#, #""\"\\\/""#,
            #""\n\r\t\b\f""#, "\"e\u{301}\"", "\"\u{E9}\"", "\"\u{1F1F0}\u{1F1F7}\"", #""\ud83d\ude00""#,
        ].map { Case($0, $0, $0) } + [
            // What some readers take for the end of a line never stands raw in a frame (W11).
            Case("raw U+2028", "\"a\u{2028}b\"", #""a\u2028b""#),
            Case("raw U+2029", "\"a\u{2029}b\"", #""a\u2029b""#),
            Case("raw U+0085", "\"a\u{85}b\"", #""a\u0085b""#),
            Case("raw U+007F", "\"a\u{7F}b\"", #""a\u007fb""#),
        ]

    @Test("W9: a string of 1 MB comes back whole")
    func megabyte() throws {
        let sent = "\"" + String(repeating: "한", count: 350_000) + "\""
        #expect(try identifier(sent).text.utf8.elementsEqual(sent.utf8))
    }

    @Test("W9: a number of 4,000 digits comes back whole")
    func longNumber() throws {
        let sent = String(repeating: "7", count: 4_000)
        #expect(try identifier(sent).text.utf8.elementsEqual(sent.utf8))
    }

    @Test("W2: what is no number, string or null is no id", arguments: ["true", "false", "{}", "[]", "[1]"])
    func none(_ value: String) throws {
        #expect(RPCIdentifier(try read(value)) == nil)
    }

    @Test("W10: ids are the same when their scalars or digits are", arguments: pairs)
    func equality(_ row: Case<Bool>) throws {
        let ids = try read(row.text).elements.compactMap(RPCIdentifier.init)
        try #require(ids.count == 2)
        #expect((ids[0] == ids[1]) == row.expected)
        #expect(Set(ids).count == (row.expected ? 1 : 2))
    }

    static let pairs: [Case<Bool>] = [
        ("[1,1]", true), (#"["a","a"]"#, true), ("[null,null]", true), (#"["",""]"#, true),
        (#"["a","\u0061"]"#, true), (#"["/","\/"]"#, true), (#"["\u00E9","\u00e9"]"#, true),
        ("[\"\u{E9}\",\"\\u00e9\"]", true), (#"["\n","\u000a"]"#, true), ("[\"\u{2028}\",\"\\u2028\"]", true),
        ("[\"\u{1F600}\",\"\\ud83d\\ude00\"]", true),
        (#"[1,"1"]"#, false), ("[1,2]", false), ("[0,-0]", false), ("[1,1.0]", false), ("[100,1e2]", false),
        (#"[null,"null"]"#, false), (#"["a","A"]"#, false), (#"["a","a\u0000"]"#, false),
        ("[\"\u{E9}\",\"e\u{301}\"]", false), ("[\"K\",\"\u{212A}\"]", false),
        ("[9007199254740992,9007199254740993]", false),
        (#"["\\u0061","a"]"#, false),
        // At the length up to which a number needs no memory of its own, and behind it.
        ("[123456789012345,123456789012345]", true), ("[1234567890123456,1234567890123456]", true),
        ("[12345678,12345679]", false), ("[123456789,1234567890]", false), ("[123456781,123456782]", false),
        ("[123456789012345,123456789012346]", false), ("[123456789012345,1234567890123450]", false),
        ("[1234567890123456,1234567890123457]", false), ("[123456789012345,null]", false),
        (#"[123456789012345,"123456789012345"]"#, false), (#"[1234567890123456,"1234567890123456"]"#, false),
    ].map { Case($0.0, $0.0, $0.1) }

    @Test("null is the id of what has none")
    func null() throws {
        #expect(try identifier("null").isNull)
        #expect(try identifier("null") == .null)
        #expect(try !identifier(#""null""#).isNull)
        #expect(try !identifier("0").isNull)
    }
}
