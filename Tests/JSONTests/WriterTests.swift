import Foundation
import TestSupport
import Testing
import Values

@testable import JSON

@Suite("Writing")
struct WriterTests {
    /// Text that `body` writes.
    static func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "a text of several lines is the string that any text is",
        arguments: ["", "a", "\n", "# A\n\n\"b\" \\ \u{2028}é\n", "x\u{7F}"])
    func escaped(_ text: String) {
        var text = text
        let string = Self.written { writer in writer.string(text as String) }
        func lines(_ text: inout String, _ writer: inout JSONWriter) {
            text.withUTF8 { text in
                writer.string { bytes in
                    var bytes = bytes
                    JSONWriter.escape(text, to: &bytes)
                    return bytes
                }
            }
        }
        #expect(Self.written { lines(&text, &$0) } == string)
        let long = String(repeating: text + "한글 line\n", count: 700)
        #expect(
            Self.written { writer in
                var long = long
                lines(&long, &writer)
            } == Self.written { $0.string(long as String) })
    }

    @Test("what stands in the program and what was written before take their commas")
    func beginnings() {
        let text = Self.written { writer in
            writer.begin(#"{"a":"#)
            writer.integer(1)
            writer.begin(#""b":[{"c":"#)
            Array("-1.50".utf8).withUnsafeBufferPointer { writer.value(encoded: $0) }
            writer.endObject()
            Array(#""x""#.utf8).withUnsafeBufferPointer { writer.value(encoded: $0) }
            writer.string { bytes in
                var bytes = bytes
                bytes.append(#"y\n"# as StaticString)
                return bytes
            }
            writer.endArray()
            writer.members(#""d":false"#)
            writer.begin(#""e":"#)
            writer.null()
            writer.endObject()
        }
        #expect(text == #"{"a":1,"b":[{"c":-1.50},"x","y\n"],"d":false,"e":null}"#)
    }

    @Test("Commas and colons come by themselves")
    func commas() {
        let text = Self.written { writer in
            writer.beginObject()
            writer.key("a")
            writer.integer(1)
            writer.key("list" as String)
            writer.beginArray()
            writer.beginArray()
            writer.endArray()
            writer.beginObject()
            writer.endObject()
            writer.string("x")
            writer.string("y" as String)
            writer.bool(true)
            writer.bool(false)
            writer.null()
            writer.double(0.5)
            writer.number(literal: "1e400")
            writer.raw(Array("[1]".utf8))
            writer.value(["k": 2])
            writer.endArray()
            writer.key("z")
            writer.beginObject()
            writer.key("")
            writer.string("")
            writer.endObject()
            writer.endObject()
        }
        #expect(text == #"{"a":1,"list":[[],{},"x","y",true,false,null,0.5,1e400,[1],{"k":2}],"z":{"":""}}"#)
    }

    @Test(
        "Each character is escaped as by itself, wherever it stands among words and pieces of a text",
        arguments: ["\"", "\\", "\n", "\u{1}", "\u{7F}", "\u{9B}", "é", "–", "\u{2028}", "\u{2030}", "한", "🦆", "a"])
    func placesOfEscapes(_ character: String) {
        let escaped = Self.written { $0.string(character) }.dropFirst().dropLast()
        for start in [0, 1, 7, 8, 9, 15, 16, 17, 500, 505, 509, 510, 511, 512, 513, 1022, 1030] {
            for rest in [0, 1, 7, 8, 15, 16, 40] {
                let (before, after) = (String(repeating: "x", count: start), String(repeating: "y", count: rest))
                // A quote first, so that all behind it goes the way of what is escaped.
                let text = "\"" + before + character + after
                let expected = "\"\\\"\(before)\(escaped)\(after)\""
                #expect(Self.written { $0.string(text) } == expected, "\(start) \(rest)")
            }
        }
    }

    @Test("Characters mixed in any way are escaped as each by itself, in strings and in finished JSON")
    func mixtures() {
        var state: UInt64 = 20
        func pick(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let plain = ["a", "xyz", "é", "–", "\u{2030}", "\u{C2}\u{A0}", "한국어", "🦆", "0123456789abcdef"]
        let escaped = ["\u{7F}", "\u{80}", "\u{9F}", "\u{2028}", "\u{2029}"]
        let ofStrings = ["\"", "\\", "\n", "\t", "\u{0}", "\u{1F}"]
        for round in 0..<600 {
            let isString = pick(2) == 0
            let pieces = plain + escaped + (isString ? ofStrings : [])
            // Long ones are written in several pieces.
            let parts = (0..<pick(round % 20 == 0 ? 1_500 : 61)).map { _ in pieces[pick(pieces.count)] }
            let expected = "\"" + parts.map { Self.written($0) }.joined() + "\""
            let text = parts.joined()
            // Of finished JSON, blanks between tokens are left out.
            let written = Self.written { isString ? $0.string(text) : $0.raw("\t\"\(text)\"\n") }
            #expect(written == expected, "\(text)")
        }
    }

    /// A character's escape, as the rules say it.
    private static func written(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x22, 0x5C: "\\\(scalar)"
            case 0x09: "\\t"
            case 0x0A: "\\n"
            case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029:
                "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }.joined()
    }

    @Test("A member is its name and its value, whatever has to be escaped")
    func members() {
        let name = #""a\"b":"#
        let (key, parts) = (Array(name.utf8), Array("<m>".utf8))
        let text = Self.written { writer in
            writer.beginObject()
            for value in ["plain", "two\nlines"] {
                key.withUnsafeBufferPointer { writer.key(encoded: $0) }
                writer.string(value)
            }
            parts.withUnsafeBufferPointer { parts in
                func part(_ place: Int) -> UnsafeBufferPointer<UInt8> {
                    UnsafeBufferPointer(rebasing: parts[place...place])
                }
                key.withUnsafeBufferPointer { writer.member($0, part(0), part(1), part(2)) }
            }
            writer.endObject()
        }
        #expect(text == #"{\#(name)"plain",\#(name)"two\nlines",\#(name)"<m>"}"#)
    }

    @Test("Bytes are a string of base64, a member as others", arguments: [0, 1, 2, 3, 100, 24_575, 24_576, 100_000])
    func base64Strings(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 8) }
        func write(_ writer: inout JSONWriter) {
            writer.beginObject()
            writer.key("a")
            writer.base64(bytes)
            writer.key("b")
            writer.beginArray()
            for _ in 0..<2 { writer.base64(bytes) }
            writer.endArray()
            writer.endObject()
        }
        let letters = base64(bytes, .standard)
        let expected = #"{"a":"\#(letters)","b":["\#(letters)","\#(letters)"]}"#
        #expect(Self.written(write) == expected)
        var writer = JSONWriter(mayInset: true)
        write(&writer)
        #expect(String(decoding: writer.text.whole, as: UTF8.self) == expected)
        // The first large one alone is set in.
        #expect((writer.text.inset != nil) == (count >= 24_576))
        #expect(writer.bytes.count == expected.utf8.count - (writer.text.inset?.letterCount ?? 0))
        writer.removeAll()
        #expect(writer.text == InsetText([]))
    }

    @Test("A writer starts over after removeAll", arguments: [true, false])
    func removeAll(_ keepingCapacity: Bool) {
        var writer = JSONWriter(reserving: 4)
        writer.integer(1)
        writer.removeAll(keepingCapacity: keepingCapacity)
        writer.beginArray()
        writer.integer(2)
        writer.endArray()
        #expect(writer.bytes == Array("[2]".utf8))
    }

    @Test(
        "W11: strings are escaped where a line or a reader could break, and nowhere else",
        arguments: [
            Case("quote and backslash", "a\"b\\c", #""a\"b\\c""#),
            Case("slash", "a/b", #""a/b""#),
            Case("short escapes", "\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
            Case("other controls", "\0\u{1}\u{1B}\u{1F}", #""\u0000\u0001\u001b\u001f""#),
            Case("DEL", "a\u{7F}", #""a\u007f""#),
            Case("next line", "a\u{85}b", #""a\u0085b""#),
            Case("17.13 C1 controls", "\u{80}\u{9B}31m\u{9D}\u{9F}", #""\u0080\u009b31m\u009d\u009f""#),
            Case("separators", "\u{2028}x\u{2029}", #""\u2028x\u2029""#),
            Case(
                "their neighbours", "\u{A0}\u{A1}\u{2027}\u{202A}\u{C2}\u{E2}",
                "\"\u{A0}\u{A1}\u{2027}\u{202A}\u{C2}\u{E2}\""),
            Case("beyond ASCII", "é漢😀", #""é漢😀""#),
            Case("line break pair", "\r\n", #""\r\n""#),
            Case("decomposed", "e\u{301}", "\"e\u{301}\""),
        ])
    func escapes(_ row: Case<String>) {
        #expect(Self.written { $0.string(row.text) }.utf8.elementsEqual(row.expected.utf8))
        let object = Self.written {
            $0.beginObject()
            $0.key(row.text)
            $0.null()
            $0.endObject()
        }
        #expect(object.utf8.elementsEqual("{\(row.expected):null}".utf8))
    }

    @Test("W11: each scalar up to U+2FFF at each place of a word survives, on one line")
    func everyScalar() throws {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let place = Int(value % 11)
            let text =
                String(repeating: "a", count: place) + String(scalar) + String(repeating: "b", count: Int(value % 9))
            let line = Self.written { $0.string(text) }
            #expect(try read(line).string?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(value)")
            #expect(!line.unicodeScalars.contains { Self.breaks.contains($0.value) }, "\(value)")
        }
    }

    /// Scalars that must never stand raw in output.
    static let breaks = Set(0...0x1F as ClosedRange<UInt32>).union(0x7F...0x9F).union([0x2028, 0x2029])

    @Test("W11: each length, with a byte to escape at each place")
    func everyPlace() throws {
        for length in Array(0...100) + [2_047, 2_048, 2_049] {
            let plain = String(repeating: "x", count: length)
            #expect(Self.written { $0.string(plain) } == "\"\(plain)\"")
            for place in (0..<length).suffix(100) {
                let start = String(repeating: "x", count: place)
                let end = String(repeating: "y", count: length - place - 1)
                #expect(Self.written { $0.string("\(start)\n\(end)") } == "\"\(start)\\n\(end)\"")
            }
        }
    }

    @Test("Literal strings and names are written like others")
    func staticStrings() {
        #expect(Self.written { $0.string("tab\tnew\u{2028}" as StaticString) } == #""tab\tnew\u2028""#)
        #expect(Self.written { $0.string("x" as StaticString) } == #""x""#)
        #expect(Self.written { $0.string("" as StaticString) } == #""""#)
    }

    @Test(
        "Integers",
        arguments: [
            0, 1, -1, 9, 10, 99, 100, -100, 1_234_567_890, Int.max, Int.min, Int.max - 1, 1_000_000, 99_999_999,
            -99_999_999,
            100_000_000, -100_000_000, 10_203_040,
        ])
    func integers(_ value: Int) {
        #expect(Self.written { $0.integer(value) } == "\(value)")
    }

    @Test(
        "Doubles read back as themselves; what is not finite is null",
        arguments: [
            0, -0.0, 0.1, 1, 1e16, 1e-7, 123456.789, .leastNormalMagnitude / 8, .greatestFiniteMagnitude,
            .leastNonzeroMagnitude, .pi,
            .infinity, -.infinity, .nan,
        ] as [Double])
    func doubles(_ value: Double) throws {
        let text = Self.written { $0.double(value) }
        #expect(try read(text).double == (value.isFinite ? value : nil))
        #expect((text == "null") == !value.isFinite)
        #expect(JSONValue.double(value).serialized() == Array(text.utf8))
    }

    @Test(
        "Only numbers pass as literals",
        arguments: [
            ("1", "1"), ("-0.50E+7", "-0.50E+7"), ("", "null"), ("01", "null"), ("1 ", "null"), (" 1", "null"),
            ("NaN", "null"), ("1,2", "null"), ("1}", "null"), ("\"a\"", "null"), ("-", "null"), ("1\n", "null"),
        ])
    func literals(_ literal: String, _ expected: String) {
        #expect(Self.written { $0.number(literal: literal) } == expected)
        #expect(JSONValue.number(literal).serialized() == Array(expected.utf8))
    }

    @Test(
        "W9, W11: what was read is echoed to the code point, on one line",
        arguments: [
            Case("2^53+1", "9007199254740993", "9007199254740993"),
            Case("2^63", "9223372036854775808", "9223372036854775808"),
            Case("30 digits", "123456789012345678901234567890", "123456789012345678901234567890"),
            Case("1.0", "1.0", "1.0"),
            Case("empty", #""""#, #""""#),
            Case("raw separators", "\"\u{2028}\u{2029}\"", #""\u2028\u2029""#),
            Case("raw next line and DEL", "\"a\u{85}\u{7F}b\"", #""a\u0085\u007fb""#),
            Case("17.13 raw C1 control", "\"a\u{9B}2J\"", #""a\u009b2J""#),
            Case("escaped separator", #""\u2028""#, #""\u2028""#),
            Case("decomposed", "\"e\u{301}\"", "\"e\u{301}\""),
            Case("NUL", #""\u0000""#, #""\u0000""#),
            Case("ESC", #""\u001b""#, #""\u001b""#),
            Case("spelled escapes", #""\/\u0041""#, #""\/\u0041""#),
            Case("pretty", "{\r\n\t\"a\": [\n1,\n2\n]\n}", #"{"a": [1,2]}"#),
        ])
    func echo(_ row: Case<String>) throws {
        let node = try #require(try read("[\(row.text)]")[0])
        let echoed = Self.written { $0.node(node) }
        #expect(echoed.utf8.elementsEqual(row.expected.utf8))
        #expect(Self.written { $0.raw(node.rawText) } == echoed)
        #expect(JSONValue(try read(echoed)).integer == JSONValue(node).integer)
        #expect(try read(echoed).string?.utf8.count == node.string?.utf8.count)
    }

    @Test(
        "a number of few places is spelled as Swift spells it, and so are its neighbours", arguments: [10, 100, 1_000])
    func places(scale: Double) {
        var generator = SeededGenerator(UInt64(scale))
        let edges: [Double] = [
            0, -0.0, 1, 9, 10, 99_999, 100_000, 100_001, 12_345_678, 1e15, 1e16, 0.0001, .leastNonzeroMagnitude, .pi,
        ]
        let some = (0..<20_000).map { _ in Double(generator.next() % 200_000_000) / scale }
        for value in edges + edges.map({ $0 / scale }) + some {
            for value in [value, -value, value.nextUp, value.nextDown] {
                var writer = JSONWriter()
                writer.double(value)
                #expect(String(decoding: writer.bytes, as: UTF8.self) == value.description)
            }
        }
    }

    @Test("W9: an id of 1 MB is echoed whole")
    func longID() throws {
        let id = "\"" + String(repeating: "é\\n", count: 250_000) + "\""
        let node = try read(id)
        #expect(Self.written { $0.node(node) } == id)
    }

    @Test("Another reader agrees about what is written")
    func otherReader() throws {
        let value: JSONValue = ["a\u{2028}\"": [1, nil, true, "é\n\u{7F}"], "b": .double(0.1)]
        let read = try JSONSerialization.jsonObject(with: Data(value.serialized()))
        let expected: NSDictionary = ["a\u{2028}\"": [1, NSNull(), true, "é\n\u{7F}"] as [Any], "b": 0.1]
        #expect(expected.isEqual(read))
    }
}
