import JSON
import Testing

@testable import Transcripts

/// Differences of two answers, and their places.
@Suite("Comparison of answers") struct AnswerComparisonTests {
    private func differences(_ old: String, _ new: String, isStrict: Bool = false) throws -> [String] {
        var comparison = AnswerComparison(isStrict: isStrict)
        comparison.compare(try JSONValue(parsing: old), try JSONValue(parsing: new))
        return comparison.differences.map { difference in
            func text(_ value: JSONValue?) -> String {
                value.map { String(decoding: $0.serialized(), as: UTF8.self) } ?? "-"
            }
            return "\(difference.path): \(text(difference.old)) \(text(difference.new))"
        }
    }

    @Test(
        "each place is told with both values",
        arguments: [
            (#"{"a":1,"b":[1,{"c":"x"}]}"#, #"{"b":[1,{"c":"x"}],"a":1}"#, []),
            (#"{"a":1}"#, #"{"a":2}"#, ["a: 1 2"]), (#"{"a":{"b":null}}"#, #"{"a":{}}"#, ["a.b: null -"]),
            (#"{"a":{}}"#, #"{"a":{"책 b":1}}"#, [#"a["책 b"]: - 1"#]), (#"[1,2,3]"#, #"[1,9,3]"#, ["[1]: 2 9"]),
            (#"[1,2,3]"#, #"[0,1,2,3]"#, ["[0]: - 0"]), (#"[1,2,3]"#, #"[1,3]"#, ["[1]: 2 -"]),
            (#"{"a":[]}"#, #"{"a":{}}"#, ["a: [] {}"]), ("1", "1.0", [": 1 1.0"]),
            (#""é""#, "\"e\u{301}\"", [": \"é\" \"e\u{301}\""]),
        ])
    func places(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try differences(old, new) == expected)
    }

    @Test(
        "what differs from run to run is compared by strict ones alone",
        arguments: [
            (#"{"createdAt":"a","taskId":"b"}"#, #"{"createdAt":"c","taskId":"d"}"#, 2),
            (#"{"age":1}"#, #"{"age":null}"#, 1),
            (#"{"u":"http://127.0.0.1:81/a, localhost:1"}"#, #"{"u":"http://127.0.0.1:9999/a, localhost:22"}"#, 1),
            (#"{"u":"http://[::1]:81"}"#, #"{"u":"http://[::1]:8"}"#, 1),
        ])
    func volatile(_ old: String, _ new: String, _ strict: Int) throws {
        #expect(try differences(old, new).isEmpty)
        #expect(try differences(old, new, isStrict: true).count == strict)
    }

    @Test("a volatile member that is missing, or no longer a plain value, is a difference all the same")
    func shape() throws {
        #expect(try differences(#"{"taskId":"a"}"#, "{}") == [#"taskId: "a" -"#])
        #expect(try differences(#"{"age":1}"#, #"{"age":[1]}"#) == ["age: 1 [1]"])
        #expect(try differences(#""http://127.0.0.1:x""#, #""http://127.0.0.1:1""#).count == 1)
    }

    @Test("texts that clients repeat are told with what they are now")
    func carried() throws {
        var comparison = AnswerComparison(isStrict: false)
        comparison.compare(
            try JSONValue(parsing: #"{"a":[{"taskId":"old"}],"requestState":"x","age":1}"#),
            try JSONValue(parsing: #"{"a":[{"taskId":"new"}],"requestState":"y","age":2}"#))
        #expect(comparison.carried == ["old": "new", "x": "y"])
        #expect(comparison.differences.isEmpty)
    }
}
