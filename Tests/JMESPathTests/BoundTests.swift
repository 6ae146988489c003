import JSON
import TestSupport
import Testing

@testable import JMESPath

@Suite("Bounds of expressions") struct BoundTests {
    @Test("1 KiB is read, a byte more is not")
    func length() throws {
        let longest = "'" + String(repeating: "a", count: 1022) + "'"
        #expect(try value(longest, on: "null").string?.utf8.count == 1022)
        #expect(fault(longest + " ")?.reason == .tooLong(limit: 1024))
    }

    @Test(
        "32 levels are read, one more is not, whatever they are made of",
        arguments: [
            ("(", "@", ")"), ("[", "@", "]"), ("{a: ", "@", "}"), ("!", "@", ""), ("to_array(", "@", ")"),
            ("[?", "@", "]"), ("[*]", "", ""), ("[]", "", ""), ("a == ", "a", ""), ("map(&", "@", ", @)"),
        ])
    func depth(_ open: String, _ inner: String, _ close: String) throws {
        func nested(_ count: Int) -> String {
            let levels = { (part: String) in String(repeating: part, count: count) }
            return levels(open) + inner + levels(close)
        }
        let deepest = (1...33).last { fault(nested($0))?.reason != .tooDeep(limit: 32) }
        #expect((8...32).contains(deepest ?? 0), "\(deepest ?? 0)")
        #expect(fault(nested(100))?.reason == .tooDeep(limit: 32))
    }

    @Test("what repeats gets longer, not deeper", arguments: [".a", "[0]", " | @", " || a", " && a"])
    func longChains(_ part: String) throws {
        #expect(try value("a" + String(repeating: part, count: 150), on: "{}").isNull)
    }

    @Test("10,000 steps are the most; they are shared, and none is left behind")
    func steps() throws {
        let row = "[" + Array(repeating: "1", count: 200).joined(separator: ",") + "]"
        let all = try JSONDocument(parsing: row).root
        let expression = try JMESExpression(parsing: "@[*].to_string(@)")
        var steps = JMESSteps()
        _ = try expression.value(of: .node(all), in: Fixture(), steps: &steps)
        let cost = steps.limit - steps.left
        #expect((400...1_000).contains(cost))
        for _ in 1..<(10_000 / cost) { _ = try expression.value(of: .node(all), in: Fixture(), steps: &steps) }
        #expect(throws: JMESFault(.tooManySteps(limit: 10_000), at: 5..<17)) {
            _ = try expression.value(of: .node(all), in: Fixture(), steps: &steps)
        }
        #expect(steps.left == 0)
    }

    /// Expressions of less than 1 KiB whose work or result grows without end.
    static let bombs: [(String, String)] = [
        ("projections", "@[*].[@, @, @][].[@, @, @][].[@, @, @][].[@, @, @][].[@, @][]"),
        ("flattened doubles", Array(repeating: "[@, @][]", count: 40).joined(separator: " | ")),
        ("joined doubles", "'abcdefgh'" + String(repeating: " | join(@, [@, @])", count: 40)),
        ("spelled doubles", String(repeating: "[@, @] | ", count: 40) + "to_string(@)"),
        ("compared doubles", String(repeating: "[@, @] | ", count: 40) + "[@ == @]"),
        ("merged", "map(&merge({a: @}, {b: @}, {c: @}), @) | to_string([@, @, @, @])"),
        ("filters in filters", "[@, @, @, @, @, @, @][?[?@ == 'no' || @ == 'none' || @ == 'nothing']]"),
        ("searches", "join('', @[].to_string(@)) | contains(join('', [@, @, @, @]), join('', [@, @, 'x']))"),
        ("sorted", "sort_by(@, &to_string([@, @, @, @, @, @, @, @, @, @]))"),
        ("sliced", String(repeating: "@[::-1] | ", count: 80) + "@"),
    ]

    @Test("what multiplies itself ends with an error", arguments: bombs)
    func bomb(_ name: String, _ expression: String) throws {
        let row = "[" + Array(repeating: #""some words of a row""#, count: 400).joined(separator: ",") + "]"
        #expect(fault(expression, on: row)?.reason == .tooManySteps(limit: 10_000))
    }

    @Test("a value that nests deeper than JSON may is not walked")
    func deepValue() throws {
        let nest = String(repeating: "[@] | ", count: 150)
        #expect(fault(nest + "to_string(@)", on: "1")?.reason == .valueTooDeep(limit: 128))
        #expect(fault(nest + "[@ == @]", on: "1")?.reason == .valueTooDeep(limit: 128))
        #expect(try value(nest + "@", on: "1").kind == .array)
    }

    @Test("a large object is not free to look into")
    func lookups() throws {
        let members = (0..<30_000).map { "\"k\($0)\": 0" }.joined(separator: ",")
        let object = "{\(members)}"
        #expect(try value("k29999", on: object).text == "0")
        #expect(
            fault("[" + Array(repeating: "x", count: 20).joined(separator: ",") + "]", on: object)?.reason
                == .tooManySteps(limit: 10_000))
    }

    @Test("any bytes, cut or changed, are read or refused inside of the text, and what is read ends")
    func mutated() throws {
        var generator = SeededGenerator(21)
        let row = try JSONDocument(
            parsing: #"{"a": [{"b": 1.50, "c": "x"}, {"b": null}], "foo": {"bar": [1, 2]}, "s": "é"}"#
        ).root
        var (evaluated, refused) = (0, 0)
        for file in ComplianceSuite.files {
            for suiteCase in try ComplianceSuite.cases(of: file) {
                var bytes = Array(suiteCase.expression.utf8)
                for _ in 0..<4 where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    switch UInt8.random(in: 0..<3, using: &generator) {
                    case 0: bytes.remove(at: place)
                    case 1:
                        bytes.insert(
                            Array("[]{}().*&|!?'`\"\\:,@0-a".utf8).randomElement(using: &generator) ?? 0, at: place)
                    default: bytes.replaceSubrange(place..<place, with: bytes[..<place].suffix(9))
                    }
                    let text = String(decoding: bytes, as: UTF8.self)
                    do throws(JMESFault) {
                        let expression = try JMESExpression(parsing: text)
                        var steps = JMESSteps()
                        evaluated += 1
                        _ = try expression.value(of: .node(row), in: Fixture(), steps: &steps)
                    } catch {
                        refused += 1
                        #expect((0...text.utf8.count).contains(error.range.upperBound), "\(text)")
                    }
                }
            }
        }
        #expect(evaluated > 500 && refused > 500)
    }
}
