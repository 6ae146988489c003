import Testing

@testable import Storage

@Suite("Keys")
struct StateKeyTests {
    /// Pairs that are one key or two.
    static let pairs: [(id: String, left: StateKey, right: StateKey, same: Bool)] = [
        ("the same", key("a"), key("a"), true),
        ("empty", key(""), key(""), true),
        ("another key", key("a"), key("b"), false),
        ("another namespace", key("a"), key("a", in: "mall"), false),
        ("parts that join alike", key("bc", in: "a"), key("c", in: "ab"), false),
        ("composed and decomposed", key("\u{E9}"), key("e\u{301}"), false),
        ("Hangul and its jamo", key("한"), key("\u{1112}\u{1161}\u{11AB}"), false),
        ("Kelvin and K", key("\u{212A}"), key("K"), false),
        ("a NUL at the end", key("a"), key("a\u{0}"), false),
        ("decomposed in the namespace", key("a", in: "\u{E9}"), key("a", in: "e\u{301}"), false),
    ]

    @Test("F2: keys are compared as bytes", arguments: pairs)
    func comparison(_ id: String, _ left: StateKey, _ right: StateKey, _ same: Bool) {
        #expect((left == right) == same)
        #expect(Set([left, right]).count == (same ? 1 : 2))
        if same { #expect(left.hashValue == right.hashValue) }
    }

    @Test("repeats are dropped, the order stays")
    func repeats() {
        let list = [key("b"), key("a"), key("b"), key("\u{E9}"), key("e\u{301}"), key("a")]
        #expect(list.withoutRepeats == [key("b"), key("a"), key("\u{E9}"), key("e\u{301}")])
        #expect([StateKey]().withoutRepeats.isEmpty)
    }

    @Test("a change carries its key and value")
    func changes() {
        #expect(StateChange.set(key("a"), [1]).value == [1])
        #expect(StateChange.set(key("a"), []).value == [])
        #expect(StateChange.remove(key("a")).value == nil)
        #expect(StateChange.remove(key("a")).key == key("a"))
    }
}
