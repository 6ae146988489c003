import Testing

@testable import JSON

/// JSON with comments, read and edited. `edited` is the whole text after `{"b": [1]}`'s member was put at its path.
@Suite("JSONC") struct JSONCTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let path: [String]
        let edited: String
        var value: JSONValue = ["c": "x", "a": ["y"]]

        var testDescription: String { name }
    }

    static let edits = [
        Edit(
            name: "nothing", text: "", path: ["s"],
            edited: "{\n  \"s\": {\n    \"c\": \"x\",\n    \"a\": [\"y\"]\n  }\n}\n"),
        Edit(name: "a mark alone", text: "\u{FEFF}", path: ["s"], edited: "\u{FEFF}{\n  \"s\": 1\n}\n", value: 1),
        Edit(name: "a comment alone", text: "// mine", path: ["s"], edited: "// mine\n{\n  \"s\": 1\n}\n", value: 1),
        Edit(
            name: "a comment alone, ended by a carriage return", text: "// mine\r", path: ["s"],
            edited: "// mine\r{\n  \"s\": 1\n}\n", value: 1),
        Edit(name: "carriage returns alone", text: "\r\r", path: ["s"], edited: "\r\r{\n  \"s\": 1\n}\n", value: 1),
        Edit(
            name: "an empty object", text: "{}", path: ["m", "s"],
            edited: "{\n  \"m\": {\n    \"s\": {\n      \"c\": \"x\",\n      \"a\": [\"y\"]\n    }\n  }\n}"),
        Edit(
            name: "an empty object over lines", text: "{\n\n}\n", path: ["s"], edited: "{\n  \"s\": 1\n\n}\n", value: 1),
        Edit(
            name: "an empty object with a comment", text: "{\n  // none yet\n}\n", path: ["s"],
            edited: "{\n  // none yet\n  \"s\": 1\n}\n", value: 1),
        Edit(
            name: "an inner empty object", text: "{\n    \"m\": {},\n    \"z\": 1\n}\n", path: ["m", "s"],
            edited: "{\n    \"m\": {\n        \"s\": 1\n    },\n    \"z\": 1\n}\n", value: 1),
        Edit(
            name: "beside others", text: "{\n\t\"m\": {\n\t\t\"o\": {\"c\": 1}\n\t}\n}\n", path: ["m", "s"],
            edited:
                "{\n\t\"m\": {\n\t\t\"o\": {\"c\": 1},\n\t\t\"s\": {\n\t\t\t\"c\": \"x\",\n\t\t\t\"a\": [\"y\"]\n\t\t}\n\t}\n}\n"
        ),
        Edit(
            name: "behind the last member's comment", text: "{\n  \"o\": 1 // one\n  /* end */\n}", path: ["s"],
            edited: "{\n  \"o\": 1, // one\n  /* end */\n  \"s\": 1\n}", value: 1),
        Edit(
            name: "with a trailing comma", text: "{\n  \"o\": 1, // one\n}\n", path: ["s"],
            edited: "{\n  \"o\": 1, // one\n  \"s\": 1,\n}\n", value: 1),
        Edit(
            name: "CRLF", text: "{\r\n  \"o\": 1\r\n}\r\n", path: ["m", "s"],
            edited: "{\r\n  \"o\": 1,\r\n  \"m\": {\r\n    \"s\": 1\r\n  }\r\n}\r\n", value: 1),
        Edit(name: "one line", text: #"{"o":1}"#, path: ["s"], edited: #"{"o":1, "s": {"c": "x", "a": ["y"]}}"#),
        Edit(
            name: "one line, trailing comma", text: "{\"o\":1, }", path: ["s"], edited: "{\"o\":1, \"s\": 1, }",
            value: 1),
        Edit(
            name: "one line, a comment", text: "{\"o\":1 /* one */}", path: ["s"],
            edited: "{\"o\":1, /* one */ \"s\": 1}", value: 1),
        Edit(
            name: "the same name elsewhere", text: "{\n  \"p\": {\"m\": {\"s\": 0}},\n  \"t\": \"\\\"m\\\": {\"\n}",
            path: ["m", "s"],
            edited: "{\n  \"p\": {\"m\": {\"s\": 0}},\n  \"t\": \"\\\"m\\\": {\",\n  \"m\": {\n    \"s\": 1\n  }\n}",
            value: 1),
        Edit(
            name: "what looks like comments in strings", text: "{\n  \"u\": \"http://a/*b*/,}\"\n}", path: ["s"],
            edited: "{\n  \"u\": \"http://a/*b*/,}\",\n  \"s\": 1\n}", value: 1),
        Edit(
            name: "a name written with escapes", text: #"{"\u006d": {"s": 0}}"#, path: ["m", "s"],
            edited: #"{"\u006d": {"s": 1}}"#, value: 1),
        Edit(
            name: "in place",
            text: "{\n  // before\n  \"s\": {\"c\": 2, /* in */ \"q\": 1}, // behind\n  \"o\": 2\n}\n",
            path: ["s", "c"],
            edited: "{\n  // before\n  \"s\": {\"c\": \"x\", /* in */ \"q\": 1}, // behind\n  \"o\": 2\n}\n", value: "x"
        ),
        Edit(
            name: "other scripts", text: "{\n  \"책\": \"읽을 것 🧺\"\n}", path: ["가"],
            edited: "{\n  \"책\": \"읽을 것 🧺\",\n  \"가\": 1\n}", value: 1),
        Edit(
            name: "brackets on the members' lines", text: "{ \"o\": 1,\n  \"p\": 2\n}", path: ["s"],
            edited: "{ \"o\": 1,\n  \"p\": 2,\n  \"s\": 1\n}", value: 1),
    ]

    @Test("a value comes to its path, and every other byte stays", arguments: edits)
    func edit(_ edit: Edit) throws {
        let text = try JSONCText(Array(edit.text.utf8))
        let edited = try text.setting(edit.path, to: edit.value)
        #expect(String(decoding: edited, as: UTF8.self) == edit.edited)
        let again = try JSONCText(edited)
        #expect(again.value(at: edit.path) == edit.value)
        #expect(try again.setting(edit.path, to: edit.value) == edited || edit.value.members != nil)
    }

    @Test(
        "putting an object in is idempotent, wherever the outermost one begins",
        arguments: [
            "", "\r", "// c\r", "{}", " {}", "\t{ }", "\n\t{\t\r}", " {\n  \"a\": 1\n }", "{\"a\": 1}",
            "\t{\n\t\t\"a\": {}\n\t}\n", "{\n\t\"m\": {}\n}",
        ])
    func twice(_ text: String) throws {
        let value: JSONValue = ["command": "c", "args": ["serve"], "env": ["A": "b"]]
        let once = try JSONCText(Array(text.utf8)).setting(["m", "s"], to: value)
        let twice = try JSONCText(once).setting(["m", "s"], to: value)
        #expect(String(decoding: twice, as: UTF8.self) == String(decoding: once, as: UTF8.self))
    }

    @Test(
        "what is neither JSON nor JSON with comments is refused, with its place",
        arguments: [
            ("{", 1), ("{\"a\": 1", 7), ("{\"a\" 1}", 5), ("{\"a\": 1,, }", 8), ("{,}", 1), ("[,]", 1),
            ("{\"a\": ,}", 6), ("{\"a\": 1} x", 9), ("/* open", 7), ("{\"a\": 1 / 2}", 8), ("{'a': 1}", 1),
            ("{a: 1}", 1),
            ("{\"a\": 1, \"a\": 2}", 9), ("{\"a\": \"\n\"}", 7), ("{\"a\": 01}", 7), ("{\"a\": \"b}", 9),
        ] as [(String, Int)])
    func refused(_ text: String, _ offset: Int) {
        let fault = #expect(throws: JSONFault.self) { _ = try JSONCText(Array(text.utf8)) }
        #expect(fault?.offset == offset)
    }

    @Test(
        "where an object is needed and something else is, nothing is made",
        arguments: [
            ("[]", [String]()), ("1", []), (#"{"m": []}"#, ["m"]), (#"{"m": null}"#, ["m"]),
            (#"{"m": {"s": 1}}"#, ["m", "s"]),
        ])
    func notAnObject(_ text: String, _ place: [String]) throws {
        let text = try JSONCText(Array(text.utf8))
        #expect(throws: JSONCEditFault.notAnObject(path: place)) { try text.setting(["m", "s", "c"], to: 1) }
    }

    @Test("comments and commas are read as if they were not there")
    func reads() throws {
        let text = try JSONCText(Array("\u{FEFF}// a\n{\"a\": [1, 2, /* b */], // c\r\n\"d\": {\"e\": \"//\",},}".utf8))
        #expect(text.value(at: []) == ["a": [1, 2], "d": ["e": "//"]])
        #expect(text.value(at: ["d", "e"]) == "//")
        #expect(text.value(at: ["d", "f"]) == nil)
        #expect(text.value(at: ["a", "f"]) == nil)
    }

    @Test("comments need not be UTF-8; strings must be")
    func bytes() throws {
        let text = try JSONCText([0x2F, 0x2F, 0xFF, 0x0A] + Array("{}".utf8))
        #expect(try text.setting(["s"], to: 1).starts(with: [0x2F, 0x2F, 0xFF, 0x0A]))
        #expect(throws: JSONFault.self) { try JSONCText([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) }
    }
}
