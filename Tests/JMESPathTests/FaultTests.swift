import Testing

@testable import JMESPath

@Suite("Mistakes in expressions") struct FaultTests {
    static let scope: JMESScope = {
        var scope = JMESScope()
        scope.parameters = ["query", "quantity"]
        scope.settings = ["units"]
        scope.secrets = ["apiKey"]
        scope.steps = ["spot"]
        return scope
    }()

    /// The expression with its faulty part between ‹ and ›, the sentence, and the names that were probably meant.
    static let table: [(String, String, [String])] = [
        ("‹›", "The expression is empty.", []),
        ("  ‹›", "The expression is empty.", []),
        ("a.‹›", "Expected a name, found the end.", []),
        ("a‹]›", "Expected an operator or the end, found `]`.", []),
        ("a ‹b›", "Expected an operator or the end, found a name.", []),
        ("a[‹b›]", "Expected `*`, found a name.", []),
        ("a[1‹,› 2]", "Expected `]`, found `,`.", []),
        ("a[1:2:3‹:›]", "Expected `]`, found `:`.", []),
        ("a‹[::0]›", "A slice can't go on by 0.", []),
        ("a[‹99999999999999999999›]", "The number is not a whole number in range.", []),
        ("a[‹-›]", "The number is not a whole number in range.", []),
        ("a ‹=› 1", "`=` has no meaning here.", []),
        ("a.‹é›", "U+00E9 has no meaning here.", []),
        ("‹'abc›", "A text is not closed.", []),
        ("a == ‹`1›", "A literal is not closed.", []),
        (#"‹"a›"#, "A quoted name is not closed.", []),
        (
            "‹`01`›",
            "The text is not valid JSON: '1' is out of place at byte 1. Check quotes, commas and brackets before it.",
            []
        ),
        (
            #"‹"\ud800"›"#,
            """
            The text is not valid JSON: a string escapes half of a surrogate pair at byte 1. Escape both halves, or write \
            the character itself.
            """, []
        ),
        (
            #"‹`{"a": 1, "a": 2}`›"#,
            "The text is not valid JSON: the member \"a\" comes twice in one object at byte 9. Keep one of the two.", []
        ),
        ("{a: b, ‹a›: c}", "The name `a` comes twice.", []),
        ("{‹1›: b}", "Expected a name, found a number.", []),
        ("{a‹}›", "Expected `:`, found `}`.", []),
        ("[?a == b‹›", "Expected `]`, found the end.", []),
        ("(a‹›", "Expected `)`, found the end.", []),
        ("a ||‹›", "Expected a value, found the end.", []),
        (#"‹"length"›(a)"#, "A function's name has no quotes: `length(…)`.", []),
        ("‹lenght›(a)", "There is no function `lenght`.", ["length"]),
        ("‹sortby›(a, &b)", "There is no function `sortby`.", ["sort_by", "sort"]),
        ("‹length()›", "`length` takes 1 argument, not 0.", []),
        ("x || ‹join(a)›", "`join` takes 2 arguments, not 1.", []),
        ("‹not_null()›", "`not_null` takes at least 1 argument, not 0.", []),
        ("sort_by(a, ‹b›)", "Argument 2 of `sort_by` is an expression behind `&`, not a value.", []),
        ("length(‹&a›)", "Argument 1 of `length` is an array, a string or an object, not an expression.", []),
        ("‹!a›.b", "`!` stands before one name: brackets hold more, as in `!(a.b)`.", []),
        ("c[?‹!a[0]›.b]", "`!` stands before one name: brackets hold more, as in `!(a.b)`.", []),
        ("‹!a›[]", "`!` stands before one name: brackets hold more, as in `!(a.b)`.", []),
        ("(‹!a›)[?b]", "`!` stands before one name: brackets hold more, as in `!(a.b)`.", []),
        ("‹&›a", "`&` stands only before the argument of a function such as `sort_by`.", []),
        ("money(a, ‹'dollars'›)", "`money` takes a currency such as 'USD'.", []),
        ("param(‹name›)", "`param` takes a name in quotes.", []),
        ("param(‹'qeury'›)", "No parameter is named `qeury`.", ["query"]),
        ("setting(‹'unit'›)", "No setting is named `unit`.", ["units"]),
        ("setting(‹'apiKey'›)", "The setting `apiKey` is secret: no expression can read it.", []),
        ("step(‹'spto'›)", "No step is named `spto`.", ["spot"]),
        ("‹reply›()", "`reply()` has a value in a row's expressions alone.", []),
    ]

    @Test("each is said with its place and what was probably meant", arguments: table)
    func reading(_ marked: String, _ sentence: String, _ nearest: [String]) throws {
        try expect(marked, on: "null", sentence, nearest)
    }

    /// On a JSON text: the faulty term between ‹ and ›, and the sentence.
    static let evaluated: [(String, String, String)] = [
        ("abs(‹a›)", #"{"a": "x"}"#, "Argument 1 of `abs` is a number, not a string."),
        ("a | length(‹@›)", #"{"a": 1}"#, "Argument 1 of `length` is an array, a string or an object, not a number."),
        ("keys(‹a›)", #"{"a": []}"#, "Argument 1 of `keys` is an object, not an array."),
        ("sum(‹a›)", #"{"a": [1, "2"]}"#, "Argument 1 of `sum` is an array of numbers, not an array of other values."),
        ("join(‹a›, b)", #"{"a": null, "b": []}"#, "Argument 1 of `join` is a string, not null."),
        (
            "sort_by(a, ‹&b›)", #"{"a": [{"b": 1}, {"b": "1"}]}"#,
            "Argument 2 of `sort_by` is an expression of numbers or of strings, not values of two kinds."
        ),
        (
            "max_by(a, ‹&b›)", #"{"a": [{"b": true}]}"#,
            "Argument 2 of `max_by` is an expression of numbers or of strings, not boolean."
        ),
        ("money(‹a›, 'USD')", #"{"a": {}}"#, "Argument 1 of `money` is a number, not an object."),
        ("money(a, ‹b›)", #"{"a": 1, "b": "pounds"}"#, "`money` takes a currency such as 'USD'."),
        ("date(‹a›)", #"{"a": []}"#, "Argument 1 of `date` is a string, not an array."),
        ("plain(‹a›)", #"{"a": 1}"#, "Argument 1 of `plain` is a string, not a number."),
        ("split(a, ‹''›)", #"{"a": "x"}"#, "`split` takes a separator."),
    ]

    @Test("wrong types while evaluating are said with the term", arguments: evaluated)
    func evaluating(_ marked: String, _ json: String, _ sentence: String) throws {
        try expect(marked, on: json, sentence, [])
    }

    private func expect(_ marked: String, on json: String, _ sentence: String, _ nearest: [String]) throws {
        let text = marked.filter { $0 != "‹" && $0 != "›" }
        let found = JMESPathTests.fault(text, on: json, scope: Self.scope)
        let fault = try #require(found)
        #expect(fault.sentence == sentence)
        #expect(fault.nearest == nearest)
        let bytes = Array(text.utf8)
        let range = fault.range
        try #require(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        let shown =
            String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + "‹"
            + String(decoding: bytes[range], as: UTF8.self) + "›"
            + String(decoding: bytes[range.upperBound...], as: UTF8.self)
        #expect(shown == marked)
    }
}
