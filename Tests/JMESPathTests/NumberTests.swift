import Testing

@testable import JMESPath

@Suite("Numbers stay exact") struct NumberTests {
    @Test(
        "what is passed through keeps its spelling",
        arguments: [
            ("price", #"{"price": 44.990}"#, "44.990"),
            ("price", #"{"price": 0.1000000000000000055511151231257827}"#, "0.1000000000000000055511151231257827"),
            ("id", #"{"id": 9007199254740993}"#, "9007199254740993"),
            ("@[0]", "[1E+400]", "1E+400"),
            ("max(@)", "[1.50, 2.500, 2.5]", "2.500"),
            ("min(@)", "[1e2, 99.90]", "99.90"),
            ("sort(@)", "[3.10, 3.1, 1e0, -0.0]", "[-0.0,1e0,3.10,3.1]"),
            ("sort_by(@, &p)[].p", #"[{"p": 1.10}, {"p": 1.1}, {"p": 1.09}]"#, "[1.09,1.10,1.1]"),
            ("abs(@)", "-12.50", "12.50"),
            ("to_number('12.50')", "null", "12.50"),
            ("to_number('123456789012345678901234567890')", "null", "123456789012345678901234567890"),
            ("to_string(@)", "[1.0, 2.50]", #""[1.0,2.50]""#),
            ("`1.50`", "null", "1.50"),
        ])
    func spelling(_ expression: String, _ json: String, _ wanted: String) throws {
        #expect(try value(expression, on: json).text == wanted)
    }

    @Test(
        "comparisons are by the exact value",
        arguments: [
            ("@[0] == @[1]", "[1.0, 1]", true), ("@[0] == @[1]", "[100, 1e2]", true),
            ("@[0] == @[1]", "[9007199254740993, 9007199254740992]", false),
            ("@[0] > @[1]", "[9007199254740993, 9007199254740992]", true),
            ("@[0] == @[1]", "[0.1, 0.1000000000000000055511151231257827]", false),
            ("@[0] < @[1]", "[0.1, 0.1000000000000000055511151231257827]", true),
            ("@[0] == @[1]", "[-0, 0]", true), ("@[0] < @[1]", "[-0.0, 0]", false),
            ("@[0] < @[1]", "[-1e400, -1e399]", true), ("@[0] < @[1]", "[1e-400, 1e-399]", true),
            ("@[0] == @[1]", "[1e400, 10e399]", true), ("@[0] <= @[1]", "[1e999999999999, 1e999999999998]", true),
            ("@[0] < @[1]", "[123456789012345678901234567890, 123456789012345678901234567891]", true),
            ("@[0] >= @[1]", "[-5, 1e-30]", false), ("@[0] == @[1]", "[[1.0, {\"a\": 2.50}], [1, {\"a\": 2.5}]]", true),
            ("contains(@, `1.0`)", "[1]", true),
        ])
    func comparisons(_ expression: String, _ json: String, _ wanted: Bool) throws {
        #expect(try value(expression, on: json).bool == wanted)
    }

    @Test(
        "arithmetic is exact where decimals allow, and the nearest number elsewhere",
        arguments: [
            ("sum(@)", "[0.1, 0.2]", "0.3"), ("sum(@)", "[44.99, 17.23, 9.90]", "72.12"), ("sum(@)", "[]", "0"),
            ("sum(@)", "[9007199254740993, 1]", "9007199254740994"), ("sum(@)", "[1e300, 1e300]", "2e+300"),
            ("sum(@)", "[9223372036854775807, 1]", "9.223372036854776e+18"),
            ("avg(@)", "[0.1, 0.2]", "0.15"), ("avg(@)", "[10, 20, 25, 25]", "20"),
            ("avg(@)", "[1, 1, 2]", "1.3333333333333333"),
            ("avg(@)", "[]", "null"), ("avg(@)", "[0.000000000000000001, 0]", "5e-19"),
            ("ceil(@)", "1.01", "2"), ("floor(@)", "-1.01", "-2"), ("ceil(@)", "-1.5", "-1"), ("ceil(@)", "-0.5", "0"),
            ("floor(@)", "0.5", "0"), ("floor(@)", "99.99", "99"), ("ceil(@)", "99.01", "100"),
            ("floor(@)", "1e300", "1e300"), ("ceil(@)", "1e-300", "1"), ("floor(@)", "-1e-300", "-1"),
            ("ceil(@)", "99999999999999999999.5", "100000000000000000000"), ("floor(@)", "12.0", "12.0"),
            ("abs(@)", "1e999", "1e999"),
        ])
    func arithmetic(_ expression: String, _ json: String, _ wanted: String) throws {
        #expect(try value(expression, on: json).text == wanted)
    }

    @Test("a sum that no number holds is an error")
    func outOfRange() {
        #expect(fault("sum(@)", on: "[1e999, 1]")?.reason == .outOfRange("sum"))
    }

    @Test(
        "texts that JSON does not take for a number are null",
        arguments: ["", " 1", "1 ", "01", "1.", ".5", "+1", "0x10", "NaN", "1_000", "true", "[1]"])
    func noNumber(_ text: String) throws {
        #expect(try value("to_number('\(text)')", on: "null").isNull)
    }
}
