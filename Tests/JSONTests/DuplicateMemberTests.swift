import Testing

@testable import JSON

@Suite("Duplicate members")
struct DuplicateMemberTests {
    @Test(
        "W5: a name that comes twice is refused at its second place",
        arguments: [
            Case("ids", #"{"id":"d1","id":"d2"}"#, JSONFault(.duplicateMember("id"), at: 11)),
            Case("same value", #"{"a":1,"a":1}"#, JSONFault(.duplicateMember("a"), at: 7)),
            Case("in arguments", #"{"p":{"q":1,"r":2,"q":3}}"#, JSONFault(.duplicateMember("q"), at: 18)),
            Case("escaped second", #"{"a":1,"\u0061":2}"#, JSONFault(.duplicateMember("a"), at: 7)),
            Case("escaped first", #"{"\u0061":1,"a":2}"#, JSONFault(.duplicateMember("a"), at: 12)),
            Case("escaped two ways", #"{"\n":1,"\u000A":2}"#, JSONFault(.duplicateMember("\n"), at: 8)),
            Case("empty", #"{"":1,"":2}"#, JSONFault(.duplicateMember(""), at: 6)),
            Case("long", #"{"abcdefghij":1,"b":0,"abcdefghij":2}"#, JSONFault(.duplicateMember("abcdefghij"), at: 22)),
            Case("past containers", #"{"a":[1,{"a":2}],"b":{},"a":3}"#, JSONFault(.duplicateMember("a"), at: 24)),
            Case("pair", #"{"\ud83d\ude00":1,"😀":2}"#, JSONFault(.duplicateMember("😀"), at: 18)),
        ])
    func refused(_ row: Case<JSONFault>) {
        #expect(firstFault(row.text.utf8) == row.expected)
    }

    @Test(
        "W5: names that only look alike are different",
        arguments: [
            Case("composed and decomposed", "{\"\u{E9}\":1,\"e\u{301}\":2}", 2),
            Case("case", #"{"a":1,"A":2}"#, 2),
            Case("prefix", #"{"a":1,"ab":2,"abc":3,"":4}"#, 4),
            Case("NUL", #"{"a":1,"a\u0000":2}"#, 2),
            Case("ninth byte", #"{"abcdefgh1":1,"abcdefgh2":2}"#, 2),
            Case("nested", #"{"a":{"a":{"a":1}}}"#, 1),
            Case("siblings", #"{"x":{"a":1},"y":{"a":1}}"#, 2),
            Case("backslash", #"{"\\n":1,"\n":2}"#, 2),
        ])
    func accepted(_ row: Case<Int>) throws {
        #expect(try read(row.text).count == row.expected)
    }

    @Test(
        "W5: found among few and among many names, wherever the two are", arguments: [2, 15, 16, 17, 18, 33, 64, 500])
    func positions(_ count: Int) {
        for first in [0, 1, count / 2, count - 2] where first >= 0 && first < count - 1 {
            for second in Set([first + 1, count - 1]) {
                var names = (0..<count).map { "name\($0)" }
                #expect(firstFault(Self.object(names).utf8) == nil)
                names[second] = names[first]
                #expect(
                    firstFault(Self.object(names).utf8)?.reason == .duplicateMember("name\(first)"),
                    "\(first) \(second)")
            }
        }
    }

    @Test("W5: found at every depth, before and behind objects within objects", arguments: [1, 2, 31, 32, 33, 40, 60])
    func depths(_ depth: Int) {
        let names = (0..<20).map { "\"n\($0)\":0" }
        for (first, second) in [(0, 19), (3, 4), (18, 19)] {
            for inner in ["{}", "{\"n3\":1,\"m\":[{\"n19\":2}]}", "[[],{\"n0\":{\"n0\":1}}]"] {
                var members = names
                members[10] = "\"n10\":\(inner)"
                let around = (String(repeating: "{\"a\":[", count: depth), String(repeating: "]}", count: depth))
                let limits = JSONLimits(depth: 128)
                let right = around.0 + "{\(members.joined(separator: ","))}" + around.1
                #expect(firstFault(right.utf8, limits) == nil)
                members[second] = "\"n\(first)\":7"
                let before = around.0 + "{" + members[..<second].joined(separator: ",") + ","
                let wrong = before + members[second...].joined(separator: ",") + "}" + around.1
                #expect(
                    firstFault(wrong.utf8, limits)
                        == JSONFault(.duplicateMember("n\(first)"), at: before.utf8.count), "\(depth) \(inner)")
            }
        }
    }

    @Test("W5: of several objects the one that ends first is told, and of its names the first that comes again")
    func first() {
        let inner = #"{"b":1,"c":2,"c":3,"b":4}"#
        #expect(firstFault("{\"a\":1,\"a\":\(inner)}".utf8) == JSONFault(.duplicateMember("c"), at: 24))
        #expect(firstFault("[\(inner),{\"a\":1,\"a\":2}]".utf8) == JSONFault(.duplicateMember("c"), at: 14))
    }

    @Test(
        "W5: names of every length up to forty differ by any one byte, or are the same",
        arguments: [0, 1, 7, 8, 9, 15, 16, 17])
    func lengths(_ few: Int) {
        for length in few + 1...few + 24 {
            let name = String(repeating: "a", count: length)
            for place in [0, length / 2, length - 1] {
                var other = Array(name.utf8)
                other[place] = UInt8(ascii: "b")
                let changed = String(decoding: other, as: UTF8.self)
                #expect(firstFault(Self.object([name, "x", changed, "y"]).utf8) == nil)
                #expect(
                    firstFault(Self.object([changed, "x", name, changed]).utf8)?.reason == .duplicateMember(changed))
            }
        }
    }

    @Test("W5: 100,000 members, escaped or not, are read", arguments: ["", "\\u0061"])
    func many(_ prefix: String) throws {
        let names = (0..<100_000).map { "\(prefix)\($0)" }
        #expect(try read(Self.object(names)).count == 100_000)
        #expect(firstFault(Self.object(names + ["\(prefix)99"]).utf8) != nil)
    }

    @Test("A broken text is reported as broken, even after a duplicate")
    func grammarFirst() {
        #expect(firstFault(#"{"a":1,"a":2"#.utf8) == JSONFault(.unexpectedEnd, at: 12))
        #expect(firstFault(#"[{"a":1,"a":2},]"#.utf8) == JSONFault(.unexpectedByte(0x5D), at: 15))
    }

    @Test("A long name is cut in the fault, between scalars")
    func longName() {
        let name = String(repeating: "é", count: 1_000) + "x"
        let reason = firstFault(Self.object([name, name]).utf8)?.reason
        #expect(reason == .duplicateMember(String(repeating: "é", count: JSONFault.longestName / 2)))
    }

    static func object(_ names: [String]) -> String {
        "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    }
}
