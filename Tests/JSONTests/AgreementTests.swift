import TestSupport
import Testing

@testable import JSON

/// The reader beside ``PlainReader``: the same texts taken, the same values read.
@Suite("Agreement with a plain reader")
struct AgreementTests {
    /// Value that the reader under test reads from `bytes`.
    static func value(of bytes: [UInt8]) -> JSONValue? {
        (try? JSONDocument(parsing: bytes)).map { JSONValue($0.root) }
    }

    /// Records a disagreement about `bytes`; gives back whether they were taken.
    static func agree(_ bytes: [UInt8]) -> Bool {
        let found = value(of: bytes)
        let expected = PlainReader.value(of: bytes)
        #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self)) \(bytes)")
        return found != nil
    }

    @Test("W1: about the corpus")
    func corpus() throws {
        var taken = 0
        for folder in ["test_parsing", "test_transform"] {
            for name in JSONTestSuite.names("", in: folder) {
                let bytes = try JSONTestSuite.bytes(name, in: folder)
                guard bytes.count < 50_000 else { continue }
                if Self.agree(bytes) { taken += 1 }
            }
        }
        #expect(taken > 100)
    }

    @Test("W1: about every text of up to five tokens")
    func shortTexts() {
        let tokens = ["[", "]", "{", "}", ",", ":", "1", "\"a\""].map { Array($0.utf8) }
        var texts: [[UInt8]] = [[]]
        var taken = 0
        for _ in 0..<5 {
            texts = texts.flatMap { text in tokens.map { text + $0 } }
            for text in texts where Self.agree(text) { taken += 1 }
        }
        // Two of one token, two of two, and so on: few, and always the same.
        #expect(taken == 22)
    }

    @Test("W1, W12: about every text of up to two bytes, alone, in an array and in a string")
    func everyByte() {
        for first in UInt8.min...UInt8.max {
            _ = Self.agree([first])
            _ = Self.agree([0x5B, first, 0x5D])
            _ = Self.agree([0x22, first, 0x22])
            _ = Self.agree([0x22, 0x5C, first, 0x22])
            for second in UInt8.min...UInt8.max where second % 5 == first % 5 {
                _ = Self.agree([first, second])
                _ = Self.agree([0x22, first, second, 0x22])
            }
        }
    }

    @Test("W1, W5, W12, W13: about texts put together from hard pieces", arguments: 1...20 as ClosedRange<UInt64>)
    func pieces(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        for _ in 0..<250 {
            var bytes: [UInt8] = []
            Self.append(depth: 4, to: &bytes, &generator)
            // Most texts are right as they are; the others get one thing wrong.
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.removeLast()
            case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &generator))
            case 2:
                let place = Int.random(in: 0...bytes.count, using: &generator)
                bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            default: break
            }
            _ = Self.agree(bytes)
        }
    }

    static let scalars = [
        "0", "-0", "-1", "1.0", "1e5", "01", "1.", "-", "9223372036854775808", "null", "true", "false", "nul",
    ]
    static let strings = [
        "\"a\"", "\"\"", "\"\\u0061\"", "\"b\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"é\"", "\"e\u{301}\"",
        "\"\\n\"",
        "\"12345678\"", "\"123456789\"", "\"1234567\\\"\"", "\"\u{2028}\"", "\"漢字漢字\"", "\"\\x\"",
    ]
    static let spaces = ["", "", "", " ", "\n", "\t \r\n"]

    /// Appends a value, mostly a good one.
    static func append(depth: Int, to bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        func space() -> [UInt8] { Array((spaces.randomElement(using: &generator) ?? "").utf8) }
        bytes += space()
        switch Int.random(in: 0..<(depth == 0 ? 4 : 9), using: &generator) {
        case 0, 1:
            // The good ones more often.
            let most = Bool.random(using: &generator) ? scalars.count : 5
            bytes += Array(scalars[Int.random(in: 0..<most, using: &generator)].utf8)
        case 2, 3:
            let most = Bool.random(using: &generator) ? strings.count : 5
            bytes += Array(strings[Int.random(in: 0..<most, using: &generator)].utf8)
        case 4, 5, 6:
            bytes.append(UInt8(ascii: "["))
            for element in 0..<Int.random(in: 0...4, using: &generator) {
                if element > 0 { bytes.append(UInt8(ascii: ",")) }
                append(depth: depth - 1, to: &bytes, &generator)
            }
            bytes += space() + [UInt8(ascii: "]")]
        default:
            bytes.append(UInt8(ascii: "{"))
            for member in 0..<Int.random(in: 0...6, using: &generator) {
                if member > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += space()
                // A name of its own mostly, sometimes one that may come twice.
                let common = strings.randomElement(using: &generator) ?? "\"\""
                bytes += Array((Int.random(in: 0..<8, using: &generator) == 0 ? common : "\"n\(member)\"").utf8)
                bytes += space() + [UInt8(ascii: ":")]
                append(depth: depth - 1, to: &bytes, &generator)
            }
            bytes += space() + [UInt8(ascii: "}")]
        }
        bytes += space()
    }
}
