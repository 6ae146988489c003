import TestSupport
import Testing

@testable import JSON

@Suite("Values")
struct ValueTests {
    static let sample: JSONValue = [
        "id": 1, "name": "x", "ok": true, "none": nil, "list": [1, "two", [], [:]], "nested": ["z": ["y": -3]],
    ]

    @Test("Literals keep the order of members")
    func literals() {
        let text = #"{"id":1,"name":"x","ok":true,"none":null,"list":[1,"two",[],{}],"nested":{"z":{"y":-3}}}"#
        #expect(Self.sample.serialized() == Array(text.utf8))
        #expect(JSONValue.string("a\(1)b") == "a1b")
    }

    @Test("Members and elements are found")
    func access() {
        #expect(Self.sample["id"]?.integer == 1)
        #expect(Self.sample["name"]?.string == "x")
        #expect(Self.sample["ok"]?.bool == true)
        #expect(Self.sample["none"]?.isNull == true)
        #expect(Self.sample["list"]?[1] == "two")
        #expect(Self.sample["list"]?.array?.count == 4)
        #expect(Self.sample["nested"]?["z"]?["y"] == -3)
        #expect(Self.sample["nested"]?.members?.map(\.key) == ["z"])
        #expect(Self.sample["none"]?["x"] == nil)
        #expect(Self.sample["absent"] == nil)
        #expect(Self.sample[0] == nil)
        for outside in [-1, 4, Int.max, Int.min] { #expect(Self.sample["list"]?[outside] == nil) }
        let name: JSONValue = "x"
        #expect(
            name.bool == nil && name.integer == nil && name.double == nil && name.array == nil && name.members == nil)
        #expect(Self.sample.string == nil && !Self.sample.isNull)
    }

    @Test("Equality is of bytes, literals and order")
    func equality() {
        let e: JSONValue = "\u{E9}"
        #expect(e != "e\u{301}")
        #expect(JSONValue.object([JSONMember("\u{E9}", 1)]) != .object([JSONMember("e\u{301}", 1)]))
        #expect(JSONValue.integer(1) != .number("1.0"))
        #expect((["a": 1, "b": 2] as JSONValue) != ["b": 2, "a": 1])
        #expect(([1, 2] as JSONValue) != [1])
        #expect((nil as JSONValue) != false)
        #expect(Self.sample == Self.sample)
    }

    @Test(
        "Numbers that are plain Ints become integers, all others keep their literal",
        arguments: [
            ("7", JSONValue.integer(7)), ("-7", .integer(-7)), ("0", .integer(0)), ("-0", .number("-0")),
            ("7.0", .number("7.0")), ("7e0", .number("7e0")), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number("9223372036854775808")),
        ])
    func numbers(_ text: String, _ expected: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == expected)
    }

    @Test("A number made by hand that is invalid has no value")
    func falseNumbers() {
        for literal in ["", "abc", "1x", "0x1p3", "inf", "nan", "--1"] {
            #expect(JSONValue.number(literal).integer == nil, "\(literal)")
            #expect(JSONValue.number(literal).double == nil, "\(literal)")
        }
    }

    @Test("Parsing is as strict as for documents")
    func parsing() throws {
        #expect(throws: JSONFault(.duplicateMember("a"), at: 7)) { try JSONValue(parsing: #"{"a":1,"a":2}"#) }
        #expect(throws: JSONFault(.unexpectedByte(0x5D), at: 3)) { try JSONValue(parsing: "[1,]") }
    }

    @Test("Pretty text is indented by two and reads back as the same value")
    func pretty() throws {
        let expected = """
            {
              "id": 1,
              "name": "x",
              "ok": true,
              "none": null,
              "list": [
                1,
                "two",
                [],
                {}
              ],
              "nested": {
                "z": {
                  "y": -3
                }
              }
            }
            """
        #expect(Self.sample.pretty() == expected)
        #expect(try JSONValue(parsing: expected) == Self.sample)
        #expect(JSONValue.array([]).pretty() == "[]")
        #expect(JSONValue.string("a\nb").pretty() == #""a\nb""#)
    }

    @Test("Text is laid out by its bytes: parts are painted, blanks between them go, strings stay")
    func layout() {
        let text = Array(#" { "a\"}" : [ 1 , -2e3,{} , [] ], "b":"c:,", "d":true } "#.utf8)
        func paint(_ part: JSONPart, _ text: String) -> String {
            switch part {
            case .name: "N<\(text)>"
            case .string: "S<\(text)>"
            case .number: "0<\(text)>"
            case .word: "W<\(text)>"
            case .punctuation: text
            }
        }
        let compact = Array(#"{"a\"}":[1,-2e3,{},[]],"b":"c:,","d":true}"#.utf8)
        let painted = #"{N<"a\"}">:[0<1>,0<-2e3>,{},[]],N<"b">:S<"c:,">,N<"d">:W<true>}"#
        #expect(JSONLayout.text(compact, isIndented: false, painting: paint) == painted)
        #expect(JSONLayout.text(text, isIndented: false) == #"{"a\"}":[1,-2e3,{},[]],"b":"c:,","d":true}"#)
        #expect(JSONLayout.text([], isIndented: true).isEmpty)
    }

    @Test(
        "Random values survive writing and reading, compact, pretty and by nodes",
        arguments: 1...40 as ClosedRange<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        for _ in 0..<25 {
            let value = Self.random(depth: 6, &generator)
            let compact = value.serialized()
            let document = try JSONDocument(parsing: compact)
            #expect(JSONValue(document.root) == value)
            #expect(JSONValue(document.root).serialized() == compact)
            #expect(try JSONValue(parsing: value.pretty()) == value)
            var writer = JSONWriter(reserving: 0)
            writer.node(document.root)
            #expect(writer.bytes == compact)
        }
    }

    /// A value with everything that can be hard in it.
    static func random(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator))
        case 3: return .double(Double(bitPattern: generator.next()))
        case 4, 5, 6: return .string(randomText(&generator))
        case 7, 8:
            return .array(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in random(depth: depth - 1, &generator) })
        default:
            // Numbered, so that no name comes twice.
            return .object(
                (0..<Int.random(in: 0...20, using: &generator)).map {
                    JSONMember("\($0)\(randomText(&generator))", random(depth: depth - 2, &generator))
                })
        }
    }

    static func randomText(_ generator: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            let highest: UInt32 =
                [0x20, 0x80, 0x100, 0x2030, 0xFFFF, 0x10FFFF].randomElement(using: &generator) ?? 0x80
            guard let scalar = Unicode.Scalar(UInt32.random(in: 0...highest, using: &generator)) else { continue }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
