import Testing

@testable import JSON

@Suite("Strings")
struct StringTests {
    @Test(
        "W9: strings read as what they stand for, to the scalar",
        arguments: [
            Case("empty", #""""#, ""),
            Case("plain", #""plain""#, "plain"),
            Case("eight bytes", #""12345678""#, "12345678"),
            Case("each short escape", #""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            Case("NUL", #""a\u0000b""#, "a\0b"),
            Case("ESC", #""\u001B[31m""#, "\u{1B}[31m"),
            Case("both cases of digits", #""\u00e9\u00E9""#, "éé"),
            Case("pair", #""\ud83d\udE00!""#, "😀!"),
            Case("first and last pair", #""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
            Case("around surrogates", #""\uD7FF\uE000\uFFFF""#, "\u{D7FF}\u{E000}\u{FFFF}"),
            Case("raw line separators", "\"\u{2028}\u{2029}\u{85}\u{7F}\"", "\u{2028}\u{2029}\u{85}\u{7F}"),
            Case("decomposed", "\"e\u{301}\"", "e\u{301}"),
            Case("composed", "\"\u{E9}\"", "\u{E9}"),
            Case("raw beyond ASCII", "\"aé漢😀\u{10FFFF}z\"", "aé漢😀\u{10FFFF}z"),
            Case("escaped, then raw", "\"\\t漢字\"", "\t漢字"),
            Case("not an escape twice", #""\\u0041\\n""#, #"\u0041\n"#),
            Case(
                "1 MB", "\"" + String(repeating: "x", count: 1_000_000) + "\"", String(repeating: "x", count: 1_000_000)
            ),
        ])
    func values(_ row: Case<String>) throws {
        for text in [row.text, "[\(row.text)]", " \(row.text) "] {
            let root = try read(text)
            let node = root.kind == .array ? try #require(root[0]) : root
            let string = try #require(node.string)
            #expect(string.unicodeScalars.elementsEqual(row.expected.unicodeScalars))
            #expect(Array(node.rawText) == Array(row.text.utf8))
            #expect(node.withUTF8 { Array($0) } == Array(row.expected.utf8))
        }
        let member = try read("{\(row.text):1}")
        #expect(member[row.expected]?.integer == 1)
        #expect(member[row.expected + "?"] == nil)
        #expect(member.members.map(\.key.utf8.count) == [row.expected.utf8.count])
    }

    @Test(
        "W1, W12: bad strings are refused at the place",
        arguments: [
            ("lone high surrogate", Array(#"["\ud800"]"#.utf8), JSONFault(.loneSurrogate, at: 2)),
            ("lone low surrogate", Array(#"["a\udc00"]"#.utf8), JSONFault(.loneSurrogate, at: 3)),
            ("two high surrogates", Array(#""\ud800\ud800""#.utf8), JSONFault(.loneSurrogate, at: 1)),
            ("high, then letter", Array(#""\ud800\n""#.utf8), JSONFault(.loneSurrogate, at: 1)),
            ("in a name", Array(#"{"\udfff":1}"#.utf8), JSONFault(.loneSurrogate, at: 2)),
            ("bad digit", Array(#""\u00g0""#.utf8), JSONFault(.unexpectedByte(0x67), at: 5)),
            ("bad digit in second half", Array(#""\ud800\u00g0""#.utf8), JSONFault(.unexpectedByte(0x67), at: 11)),
            ("unknown escape", Array(#""\x41""#.utf8), JSONFault(.unexpectedByte(0x78), at: 2)),
            ("open", Array(#""abc"#.utf8), JSONFault(.unexpectedEnd, at: 4)),
            ("open after backslash", Array(#""abc\"#.utf8), JSONFault(.unexpectedEnd, at: 5)),
            ("open in digits", Array(#""\u00"#.utf8), JSONFault(.unexpectedEnd, at: 5)),
            ("quote in digits", Array(#""\u00""#.utf8), JSONFault(.unexpectedByte(0x22), at: 5)),
            ("raw line break", Array("\"a\nb\"".utf8), JSONFault(.controlCharacterInString(0x0A), at: 2)),
            ("raw tab", Array("\"\t\"".utf8), JSONFault(.controlCharacterInString(0x09), at: 1)),
            ("raw NUL", Array("\"ab\0\"".utf8), JSONFault(.controlCharacterInString(0), at: 3)),
            ("raw NUL last", Array("\"ab\0".utf8), JSONFault(.controlCharacterInString(0), at: 3)),
            ("single quotes", Array("'a'".utf8), JSONFault(.unexpectedByte(0x27), at: 0)),
        ])
    func refused(_ id: String, _ bytes: [UInt8], _ expected: JSONFault) {
        #expect(firstFault(bytes) == expected, "\(id)")
    }

    @Test("W12: UTF-8 is taken exactly where Unicode defines it, at every place of a word")
    func everySequence() {
        // Leads with each second byte, the third and fourth at the edges of their range and beyond.
        let edges: [UInt8] = [0x22, 0x7F, 0x80, 0xBF, 0xC0]
        for lead in UInt8(0x80)...0xFF {
            for second in UInt8(0x70)...0xC8 {
                for third in edges {
                    check([lead, second, third])
                    if lead >= 0xE0 { check([lead, second, 0x80, third]) }
                }
            }
        }
        for padding in 0..<9 {
            let bytes = [UInt8](repeating: 0x61, count: padding)
            check(bytes + [0xE6, 0xBC, 0xA2] + bytes)
            check(bytes + [0xE6, 0xBC] + bytes)
            check(bytes + [0xED, 0xA0, 0x80] + bytes)
        }
    }

    /// The reader and the standard library agree about these bytes inside a string.
    func check(_ bytes: [UInt8]) {
        let text = [0x22] + bytes.filter { $0 != 0x22 } + [0x22]
        let valid = String(validating: text, as: UTF8.self) != nil
        #expect((firstFault(text) == nil) == valid, "\(bytes)")
    }

    @Test("W12: a cut character at the end of the text is refused", arguments: [1, 2, 3])
    func cut(_ count: Int) {
        #expect(firstFault([0x22] + Array("😀".utf8).prefix(count)) == JSONFault(.invalidUTF8, at: 1))
    }

    @Test("W15: isString compares bytes after unescaping")
    func isString() throws {
        #expect(try read(#""ping""#).isString("ping"))
        #expect(try read(#""\u0070ing""#).isString("ping"))
        #expect(try read(#""""#).isString(""))
        #expect(try read(#""é""#).isString("é"))
        for other in [#""PING""#, #""pin""#, #""pings""#, "\"ping\u{301}\"", #""""#, "1", "null", #"["ping"]"#] {
            #expect(try !read(other).isString("ping"), "\(other)")
        }
        #expect(try !read("\"e\u{301}\"").isString("\u{E9}"))
    }

    @Test("Every byte at every place of a word stops a scan exactly when it should")
    func scans() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                var bytes = [UInt8](repeating: 0x61, count: 8)
                bytes[place] = byte
                // Bytes above the stop must not hide or move it.
                for filler: UInt8 in [0x61, 0x21, 0x23, 0x5D, 0x80, 0xFF] {
                    for above in place + 1..<8 where place < 7 { bytes[above] = filler }
                    let word = ByteScan.word(of: bytes.span.bytes, at: 0) ?? 0
                    let reading = byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x80
                    let stops = ByteScan.stopsReading(word)
                    let stop = stops == 0 ? 8 : ByteScan.lowest(stops)
                    #expect((stop == place) == reading && stop >= place, "\(byte) \(place) \(filler)")
                }
            }
        }
    }

    @Test("The last bytes make a word with zeros above")
    func lastBytes() {
        let bytes = (1...20).map { UInt8($0) }
        for length in 0...20 {
            for count in 0...min(7, length) {
                let text = Array(bytes.prefix(length))
                let expected = text.suffix(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                let word = ByteScan.lastBytes(count, of: text.span.bytes)
                #expect(word == expected, "\(length) \(count)")
            }
        }
    }
}
