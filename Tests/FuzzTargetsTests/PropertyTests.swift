import Testing

@testable import FuzzTargets

/// The properties themselves: what breaks them is found, what keeps them is not.
@Suite("Properties of the fuzz targets") struct PropertyTests {
    struct Talk: Sendable, CustomTestStringConvertible {
        let name: String
        let asked: [String]
        let answered: [String]
        var holds = true

        var testDescription: String { name }
    }

    private static func request(_ id: String, _ method: String = "ping") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
    }

    private static func result(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"# }

    private static let parseError = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#
    private static let note = #"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#

    static let talks = [
        Talk(name: "nothing", asked: [], answered: []),
        Talk(name: "a request", asked: [request("1")], answered: [result("1")]),
        Talk(
            name: "answers in another order", asked: [request("1"), request("2")], answered: [result("2"), result("1")]),
        Talk(name: "no JSON", asked: ["{"], answered: [parseError]),
        Talk(name: "a notification", asked: [note], answered: []),
        Talk(name: "told something", asked: [], answered: [note]),
        Talk(
            name: "a batch", asked: ["[\(request("1")),\(note),\(request("2"))]"],
            answered: ["[\(result("1")),\(result("2"))]"]),
        Talk(name: "cancelled", asked: [request("1"), #"{"jsonrpc":"2.0","method":"exit"}"#], answered: []),
        Talk(name: "a subscription", asked: [request("1", "subscriptions/listen")], answered: []),
        Talk(name: "unanswered", asked: [request("1")], answered: [], holds: false),
        Talk(name: "answered twice", asked: [request("1")], answered: [result("1"), result("1")], holds: false),
        Talk(name: "another id", asked: [request("1")], answered: [result("2")], holds: false),
        Talk(name: "an id of another kind", asked: [request("1")], answered: [result(#""1""#)], holds: false),
        Talk(name: "a notification answered", asked: [note], answered: [parseError], holds: false),
        Talk(name: "no JSON unanswered", asked: ["{"], answered: [], holds: false),
        Talk(name: "an empty batch", asked: [request("1")], answered: ["[]"], holds: false),
        Talk(
            name: "a batch's member twice", asked: ["[\(request("1"))]"], answered: ["[\(result("1")),\(result("1"))]"],
            holds: false),
        Talk(name: "not JSON", asked: [request("1")], answered: ["ok"], holds: false),
        Talk(name: "a raw control", asked: [request("1")], answered: [result("1") + "\u{85}"], holds: false),
        Talk(name: "a raw tab", asked: [request("1")], answered: ["\t" + result("1")], holds: false),
        Talk(
            name: "result and error", asked: [request("1")],
            answered: [#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#], holds: false),
        Talk(name: "neither", asked: [request("1")], answered: [#"{"jsonrpc":"2.0","id":1}"#], holds: false),
        Talk(name: "no version", asked: [request("1")], answered: [#"{"id":1,"result":{}}"#], holds: false),
        Talk(name: "asked in turn", asked: [], answered: [request("1")], holds: false),
    ]

    @Test(
        "messages are the same where they are read in memory that is used again",
        arguments: [
            #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":"a\u0041","method":"ping","params":{}}"#,
            #"{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","arguments":{"a":[{"b":null}]}}}"#,
            #"{"jsonrpc":"2.0","id":1,"id":2,"method":"p"}"#, #"{"\u006asonrpc":"2.0","\u0069d":null,"method":"x"}"#,
            #"{"jsonrpc":"2.0","id":7,"result":{}}"#, #"[{"jsonrpc":"2.0","method":"a"}]"#,
            #"{"jsonrpc":"2.0","id":1.5e3,"method":""}"#, #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
        ])
    func inPlace(_ message: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == "json" })
        try target.check(Array(message.utf8))
    }

    @Test("a conversation holds or breaks, the request at its end included", arguments: talks)
    func conversation(_ talk: Talk) {
        func text(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
        let hasLeft = talk.asked.contains { $0.contains("exit") }
        let talked = Conversation(
            asked: text(talk.asked + [Self.request(#""end""#)]),
            answered: text(talk.answered + (hasLeft ? [] : [Self.result(#""end""#)])), sentinel: "end")
        #expect(holds { () throws(BrokenProperty) in try talked.check() } == talk.holds)
    }

    @Test("the request at the end must be answered, and the last line whole")
    func sentinel() {
        let asked = Array((Self.request("1") + "\n" + Self.request(#""end""#) + "\n").utf8)
        for (answered, isRight) in [
            (Self.result("1") + "\n" + Self.result(#""end""#) + "\n", true), (Self.result("1") + "\n", false),
            (Self.result("1") + "\n" + Self.result(#""end""#), false),
        ] {
            let talked = Conversation(asked: asked, answered: Array(answered.utf8), sentinel: "end")
            #expect(holds { () throws(BrokenProperty) in try talked.check() } == isRight)
        }
    }

    @Test(
        "scalars that must reach no reader are found",
        arguments: [
            ("plain\n\tkept", nil), ("\u{1B}[0m", "U+1B"), ("a\u{9B}b", "U+9B"), ("\u{202E}", "U+202E"),
            ("\u{E0041}", "U+E0041"), ("\r", "U+D"), ("\u{200D}\u{FE0F}", nil),
        ] as [(String, String?)])
    func forbidden(_ text: String, _ found: String?) {
        #expect(text.forbiddenScalar == found)
    }

    @Test(
        "one line holds no raw break, of any kind",
        arguments: [("{}", true), ("한", true), ("\n", false), ("\u{2028}", false), ("\u{7F}", false)])
    func oneLine(_ text: String, _ isOne: Bool) {
        #expect(holds { () throws(BrokenProperty) in try expectOneLine(Array(text.utf8)) } == isOne)
        #expect(!holds { () throws(BrokenProperty) in try expectOneLine(Array(text.utf8) + [0xFF]) })
    }

    private func holds(_ check: () throws(BrokenProperty) -> Void) -> Bool {
        do throws(BrokenProperty) {
            try check()
            return true
        } catch {
            return false
        }
    }
}
