import TestSupport
import Testing

@testable import JSON

/// Members at the end of a text are read one by one by the reader itself, those with room behind them in a loop of their own: both
/// must say the same of any text.
@Suite("Members as most are")
struct PlainMembersTests {
    /// Longer than what the loop looks at.
    private static let room = [UInt8](repeating: UInt8(ascii: " "), count: 64)

    private static func reading(_ bytes: [UInt8], _ limits: JSONLimits) -> Result<[UInt64], JSONFault> {
        do throws(JSONFault) {
            return .success(try JSONDocument(parsing: bytes, limits: limits).storage.tape)
        } catch {
            return .failure(error)
        }
    }

    /// Records a disagreement about a text of at most 31 bytes, which the loop does not touch without room behind it.
    /// - Returns: whether it is read.
    private static func agree(_ bytes: [UInt8], _ limits: JSONLimits = .standard) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(bytes.count < 32)
        let (alone, roomy) = (reading(bytes, limits), reading(bytes + room, limits))
        switch (alone, roomy) {
        case (.success(let one), .success(let other)): #expect(one == other, "\(text)")
        case (.failure(let one), .failure(let other)):
            // At the end of the text there are blanks now.
            if one.offset < bytes.count, one.reason != .unexpectedEnd {
                #expect(one == other || other.offset >= bytes.count, "\(text)")
            }
        default: Issue.record("\(text): \(alone) \(roomy)")
        }
        if case .success = alone { return true }
        return false
    }

    private static let values = [
        "1", "0", "-1", "01", "1.5", "1.", "0.0", "00", "1e5", "1E", "12345678", "\"\"", "\"x\"", "\"\\n\"", "\"é\"",
        "\"a\u{7F}\"", "null",
        "true", "false", "nul", "True", "nulL", "fals", "[]", "{}", "[1]", "{\"a\":1}", "\"sixteen letters.\"", "\"",
        "", "x", " 1", "1 ",
    ]
    private static let names = [
        "a", "b", "", "a", "\\u0061", "é", "fifteen letters", "sixteen letters.", "a\u{7F}", "\\n",
    ]

    @Test("objects of one, two and three members of every kind", arguments: names)
    func members(_ name: String) {
        var read = 0
        for value in Self.values {
            if Self.agree(Array("{\"\(name)\":\(value)}".utf8.prefix(31))) { read += 1 }
            for other in Self.names.prefix(5) {
                for text in [
                    "{\"\(name)\":\(value),\"\(other)\":2}", "{\"\(other)\":2,\"\(name)\":\(value)}",
                    "{\"\(other)\":[],\"\(name)\":\(value)}",
                    "{\"\(name)\":\(value) ,\"\(other)\":2}", "{\"\(name)\" :\(value)}", "{\"\(name)\":\(value),}",
                    "{\"\(name)\":\(value)]",
                    "{\"\(name)\":\(value)\"\(other)\":2}", "[{\"\(name)\":\(value)},{\"\(other)\":2}]",
                    "{\"\(name)\": \(value), \"\(other)\": 2}", "[{\"\(name)\": \(value)}, {\"\(other)\": 2}]",
                    "{\"\(name)\": \(value),  \"\(other)\":2}", "{\"\(name)\":  \(value)}",
                    "[{\"\(name)\": \(value)},  {\"\(other)\":2}]",
                ] {
                    let bytes = Array(text.utf8)
                    if bytes.count < 32, Self.agree(bytes) { read += 1 }
                }
            }
        }
        #expect(read > 20)
    }

    @Test("texts in which any one byte is another", arguments: 1...6 as ClosedRange<UInt64>)
    func changed(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let texts = [
            #"{"a":1,"b":"x","c":[{"d":2}]}"#, #"{"key":null,"f":false,"t":true}"#, #"{"price":129.99,"p":0}"#,
            #"{"a":{"a":{"a":"a"}},"b":7}"#, #"{"a": 1, "b": "x", "c": true}"#, #"{"a": [{"d": 2}, {"e": 3}]}"#,
            #"{"a": {"b": 1.5}, "c": null}"#,
        ]
        var read = 0
        for text in texts {
            for place in 0..<text.utf8.count {
                for _ in 0..<40 {
                    var bytes = Array(text.utf8)
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                    if Self.agree(bytes) { read += 1 }
                }
            }
        }
        #expect(read > 100)
    }

    @Test("a text of up to seven blocks, in which a byte at any place ends it, or may not stand there")
    func longTexts() {
        // Room for the loop behind it.
        let end = Array("\",\"b\":\"\(String(repeating: "c", count: 64))\"}".utf8)
        for count in [15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 111] {
            for place in 0..<count {
                for byte in [0x1F, 0x22, 0x5C, 0x7F, 0xC3, 0x62] as [UInt8] {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                    text[place] = byte
                    let root = try? JSONDocument(parsing: Array("{\"a\":\"".utf8) + text + end).root
                    let isText = byte == 0x7F || byte == 0x62
                    #expect(root?["a"]?.string?.utf8.elementsEqual(text) == (isText ? true : nil))
                }
            }
        }
    }

    @Test("limits hold: of a number's length, of members, of values")
    func limits() {
        for length in 1...8 {
            let text = Array("{\"a\":12345,\"b\":1.25,\"c\":12345}".utf8)
            #expect(Self.agree(text, JSONLimits(numberLength: length)) == (length >= 5))
            #expect(Self.agree(text, JSONLimits(elements: length)) == (length >= 3))
        }
    }

    @Test(
        "objects and arrays within each other, whole and with any one byte another",
        arguments: 1...12 as ClosedRange<UInt64>)
    func nested(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        func blank() -> String { Bool.random(using: &generator) ? " " : "" }
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth == 0 ? 3 : 8), using: &generator) {
            case 0: return ["1", "\"x\"", "null", "\"\\n\""].randomElement(using: &generator) ?? "1"
            case 1: return "[]"
            case 2: return "{}"
            case 3, 4:
                return "["
                    + (0..<Int.random(in: 1...3, using: &generator)).map { _ in value(depth - 1) }.joined(
                        separator: "," + blank())
                    + "]"
            default:
                let names = ["a", "b", "c", "a name of 24 letters now", "d"].shuffled(using: &generator)
                let members = names.prefix(Int.random(in: 1...4, using: &generator)).map {
                    "\"\($0)\":\(blank())\(value(depth - 1))"
                }
                return "{" + members.joined(separator: "," + blank()) + "}"
            }
        }
        var read = 0
        for _ in 0..<60 {
            let bytes = Array(value(5).utf8)
            // A reader that knows nothing of the loop.
            for padding in [[], Self.room] {
                if AgreementTests.agree(bytes + padding) { read += 1 }
                for _ in 0..<6 where !bytes.isEmpty {
                    var changed = bytes
                    changed[Int.random(in: 0..<bytes.count, using: &generator)] =
                        Array("{}[]\",: 1ax".utf8).randomElement(using: &generator) ?? 0
                    _ = AgreementTests.agree(changed + padding)
                }
            }
        }
        #expect(read == 120)
    }

    @Test(
        "containers are opened and closed at every depth, and one too many is refused",
        arguments: [1, 2, 30, 31, 32, 33, 34, 100])
    func depths(_ depth: Int) {
        for (opening, closing) in [("{\"a\":", "}"), ("{\"a\":[", "]}"), ("[{\"a\":", "}]")] {
            let brackets = opening.contains("[") ? 2 * depth : depth
            let inner =
                String(repeating: opening, count: depth) + "{\"b\":1,\"c\":2}"
                + String(repeating: closing, count: depth)
            let bytes = Array(inner.utf8) + Self.room
            #expect(Self.isRead(bytes, JSONLimits(depth: brackets + 1)) == (brackets < JSONLimits.deepest))
            #expect(!Self.isRead(bytes, JSONLimits(depth: brackets)))
            #expect(!Self.isRead(Array(inner.utf8.dropLast()) + Self.room, JSONLimits(depth: brackets + 1)))
        }
    }

    private static func isRead(_ bytes: [UInt8], _ limits: JSONLimits) -> Bool {
        if case .success = reading(bytes, limits) { true } else { false }
    }

    @Test("a page of members is read as it is written", arguments: [0, 1, 5, 31, 32, 33, 34, 100])
    func many(_ count: Int) throws {
        let members = (0..<count).map { number in
            let value = [
                "\(number)", "\"text \(number)\"", "null", "[{\"n\":\(number)}]", "-\(number).5e1", "\"\\u00e9\"",
            ][number % 6]
            return "\"name\(number)\":\(value)"
        }
        let document = try JSONDocument(
            parsing: "[{\(members.joined(separator: ","))},\"\(String(repeating: "x", count: 40))\"]")
        let object = try #require(document.root[0])
        #expect(object.count == count)
        for (member, found) in zip(members, object.members) {
            #expect("\"\(found.key)\":" + String(decoding: found.value.rawText, as: UTF8.self) == member)
        }
    }
}
