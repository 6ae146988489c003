import TestSupport
import Testing

@testable import JSON

@Suite("Numbers")
struct NumberTests {
    /// Value of one literal as an integer and as a binary64 number.
    struct Reading: Sendable, Equatable {
        let integer: Int?
        let double: Double?
    }

    @Test("W13, W9: integers are exact or nil, never rounded, never a trap", arguments: numbers)
    func values(_ row: Case<Reading>) throws {
        for node in [try read(row.text), try #require(try read("[\(row.text)]")[0])] {
            #expect(node.kind == .number)
            #expect(node.integer == row.expected.integer)
            #expect(node.double == row.expected.double)
            #expect(node.numberText == row.text)
            #expect(Array(node.rawText) == Array(row.text.utf8))
            #expect(JSONValue(node).integer == row.expected.integer)
            #expect(JSONValue(node).double == row.expected.double)
            #expect(JSONValue(node).serialized() == Array(row.text.utf8))
        }
    }

    static let numbers: [Case<Reading>] = [
        ("0", 0, 0), ("-0", 0, -0.0), ("-0.0", 0, -0.0), ("0e99", 0, 0), ("0e-99", 0, 0), ("0.000", 0, 0),
        ("1", 1, 1), ("-1", -1, -1), ("10", 10, 10), ("1.0", 1, 1), ("1.00", 1, 1), ("-1.0", -1, -1),
        ("1e2", 100, 100), ("1E2", 100, 100), ("1e+2", 100, 100), ("1.5e1", 15, 15), ("100e-2", 1, 1),
        ("1e0", 1, 1), ("1e-0", 1, 1), ("10.50e1", 105, 105), ("0.1e1", 1, 1), ("0.0012e4", 12, 12),
        ("1.5", nil, 1.5), ("0.1", nil, 0.1), ("1e-2", nil, 0.01), ("15e-1", nil, 1.5), ("1.05e1", nil, 10.5),
        ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_992),
        ("9223372036854775807", Int.max, 0x1p63), ("-9223372036854775808", Int.min, -0x1p63),
        ("9223372036854775808", nil, 0x1p63), ("-9223372036854775809", nil, -0x1p63),
        ("9223372036854775807.0", Int.max, 0x1p63), ("922337203685477580.7e1", Int.max, 0x1p63),
        ("-922337203685477580.8e1", Int.min, -0x1p63), ("922337203685477580.8e1", nil, 0x1p63),
        ("1e18", 1_000_000_000_000_000_000, 1e18), ("1e19", nil, 1e19), ("12e18", nil, 1.2e19),
        ("123456789012345678901234567890", nil, 1.2345678901234568e29),
        ("1000000000000000000000e-21", 1, 1), ("1.000000000000000000000000000000", 1, 1),
        ("1.000000000000000005", nil, 1), ("1e308", nil, 1e308), ("1e309", nil, nil), ("-1e309", nil, nil),
        ("1e999999999", nil, nil), ("1e99999999999999999999999999", nil, nil), ("1e-999999999", nil, 0),
        ("1e-99999999999999999999999999", nil, 0), ("0e99999999999999999999999999", 0, 0),
        ("5e-324", nil, .leastNonzeroMagnitude),
        ("1e-400", nil, 0), ("1.7976931348623157e308", nil, Double.greatestFiniteMagnitude),
        ("2.2250738585072014e-308", nil, .leastNormalMagnitude),
    ].map { Case($0.0, $0.0, Reading(integer: $0.1, double: $0.2)) }

    @Test("Literals of thousands of digits are exact")
    func longLiterals() throws {
        let zeros = String(repeating: "0", count: 4_000)
        #expect(try read("1\(zeros)e-4000").integer == 1)
        #expect(try read("0.\(zeros)7e4001").integer == 7)
        #expect(try read("7.\(zeros)").integer == 7)
        #expect(try read("7\(zeros)").integer == nil)
        #expect(try read("0.\(zeros)7").integer == nil)
        #expect(try read("1e\(zeros)2").integer == 100)
        #expect(try read("1e-\(zeros)0").integer == 1)
    }

    @Test(
        "W1: what is not a number is refused at the byte",
        arguments: [
            Case("leading zero", "01", JSONFault(.unexpectedByte(0x31), at: 1)),
            Case("minus leading zero", "-01", JSONFault(.unexpectedByte(0x31), at: 2)),
            Case("minus", "-", JSONFault(.unexpectedEnd, at: 1)),
            Case("minus in array", "[-]", JSONFault(.unexpectedByte(0x5D), at: 2)),
            Case("plus", "+1", JSONFault(.unexpectedByte(0x2B), at: 0)),
            Case("point first", ".5", JSONFault(.unexpectedByte(0x2E), at: 0)),
            Case("point last", "5.", JSONFault(.unexpectedEnd, at: 2)),
            Case("point then e", "5.e1", JSONFault(.unexpectedByte(0x65), at: 2)),
            Case("e last", "5e", JSONFault(.unexpectedEnd, at: 2)),
            Case("sign last", "[5e+]", JSONFault(.unexpectedByte(0x5D), at: 4)),
            Case("two points", "1.2.3", JSONFault(.trailingBytes, at: 3)),
            Case("hexadecimal", "0x10", JSONFault(.trailingBytes, at: 1)),
            Case("infinity", "Infinity", JSONFault(.unexpectedByte(0x49), at: 0)),
            Case("not a number", "NaN", JSONFault(.unexpectedByte(0x4E), at: 0)),
            Case("minus infinity", "-Infinity", JSONFault(.unexpectedByte(0x49), at: 1)),
            Case("underscore", "1_000", JSONFault(.trailingBytes, at: 1)),
            Case("full-width digit", "１", JSONFault(.unexpectedByte(0xEF), at: 0)),
        ])
    func refused(_ row: Case<JSONFault>) {
        #expect(firstFault(row.text.utf8) == row.expected)
        let isNumber = NumberScan.isNumber(Array(row.text.utf8).span.bytes)
        #expect(!isNumber)
    }

    @Test("Integers that fit read back from every spelling of them")
    func randomIntegers() throws {
        var generator = SeededGenerator(13)
        for _ in 0..<2_000 {
            let value = Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator)
            let places = Int.random(in: 0...40, using: &generator)
            let digits = String(value.magnitude)
            let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
            let sign = value < 0 ? "-" : ""
            let point = places == 0 ? padded : "\(padded.dropLast(places)).\(padded.suffix(places))"
            let literal = "\(sign)\(point)e\(places)"
            guard firstFault(literal.utf8) == nil else {
                Issue.record("\(literal) is refused")
                continue
            }
            #expect(try read(literal).integer == value, "\(literal)")
            #expect(try read("\(value)").integer == value)
            #expect(try read("\(value).5").integer == nil)
        }
    }
}
