import Testing

@testable import Settings

@Suite("Types of the YAML 1.2 core schema (C2)")
struct YAMLCoreSchemaTests {
    @Test("a plain scalar", arguments: plain)
    func plainScalar(_ text: String, _ value: YAMLValue) {
        #expect(YAMLScalar(text: text, isPlain: true).value == value)
    }

    @Test("a quoted scalar is text", arguments: plain.map(\.0))
    func quoted(_ text: String) {
        #expect(YAMLScalar(text: text, isPlain: false).value == .text(text))
        #expect(YAMLScalar(text: text, isPlain: true, tag: .str).value == .text(text))
    }

    @Test("not a number")
    func notANumber() {
        for text in [".nan", ".NaN", ".NAN"] {
            guard case .float(let value) = YAMLScalar(text: text, isPlain: true).value else {
                Issue.record("\(text) is not a float")
                continue
            }
            #expect(value.isNaN)
        }
    }

    @Test("a tag gives a quoted scalar its type")
    func tags() {
        #expect(YAMLScalar(text: "12", isPlain: false, tag: .int).value == .int(12))
        #expect(YAMLScalar(text: "true", isPlain: false, tag: .bool).value == .bool(true))
        #expect(YAMLScalar(text: "twelve", isPlain: false, tag: .int).value == .text("twelve"))
    }

    static let plain: [(String, YAMLValue)] =
        ["", "~", "null", "Null", "NULL"].map { ($0, .null) }
        + ["true", "True", "TRUE"].map { ($0, .bool(true)) }
        + ["false", "False", "FALSE"].map { ($0, .bool(false)) }
        + [
            ("0", .int(0)), ("012", .int(12)), ("+7", .int(7)), ("-7", .int(-7)), ("-0", .int(0)), ("0x1F", .int(31)),
            ("0xff", .int(255)), ("0o17", .int(15)), ("9223372036854775807", .int(.max)),
            ("-9223372036854775808", .int(.min)), ("9223372036854775808", .hugeInt),
            ("0xFFFFFFFFFFFFFFFFF", .hugeInt), ("-9223372036854775809", .hugeInt),
            ("1.5", .float(1.5)), ("1.", .float(1)), (".5", .float(0.5)), ("-1e3", .float(-1000)),
            ("1E+2", .float(100)), ("+12.5e-1", .float(1.25)), (".inf", .float(.infinity)),
            ("+.INF", .float(.infinity)), ("-.Inf", .float(-.infinity)), ("1e999", .float(.infinity)),
        ]
        + [
            "yes", "no", "on", "off", "y", "n", "Yes", "NO", "tRue", "nUll", "1:30", "1_000",
            "0b11", "0o", "0x", "0x-1",
            "-0x1F", "+0o7", "0o8", "0xG", ".", "-", "+", "e5", "1e", "1e+", ".e1", "1.2.3", "12 ", "١٢", "２", "+.nan",
            "inf", "nan", "2001-12-14", "=", "<<", "1,000", "--1", "Infinity", "0x1p3",
        ].map { ($0, .text($0)) }
}
