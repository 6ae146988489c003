import Testing
import Values

@testable import JMESPath

@Suite("Functions besides the specification's") struct FunctionTests {
    @Test(
        "money reads amounts as shops spell them; what is no price is null",
        arguments: [
            ("money(@, 'USD')", #""$44.99""#, "USD 44.99"), ("money(@, 'usd')", "44.9", "USD 44.90"),
            ("money(@, 'KRW')", #""23,000원""#, "KRW 23000"),
            ("money(@.amount, @.unit)", #"{"amount": 5, "unit": "EUR"}"#, "EUR 5.00"),
            ("money(@, 'USD')", "0.1000000000000000055", nil), ("money(@, 'USD')", "-1", nil),
            ("money(@, 'USD')", #""free""#, nil), ("money(@, 'USD')", "null", nil),
            ("money(missing, 'USD')", "{}", nil),
        ] as [(String, String, String?)])
    func money(_ expression: String, _ json: String, _ wanted: String?) throws {
        #expect(try value(expression, on: json).string == wanted)
    }

    @Test("an amount is exact, typed, and in order by what it is worth")
    func amounts() throws {
        guard case .money(let amount, let code) = try value("money(@, 'AUD')", on: "97.490") else {
            Issue.record("no amount")
            return
        }
        #expect(amount == DecimalAmount("97.49") && code == "AUD")
        #expect(try value("sort_by(@, &money(@, 'USD'))", on: "[10, 9, 2.5]").text == "[2.5,9,10]")
        #expect(try value("type(money(@, 'USD'))", on: "1").string == "string")
        #expect(try value("money(@, 'USD') == 'USD 1.00'", on: "1").bool == true)
    }

    @Test(
        "date reads the days that upstreams name",
        arguments: [
            (#""2019-08-02""#, "2019-08-02"), (#""2019/08/02""#, "2019-08-02"),
            (#""2026-03-10T19:30:00Z""#, "2026-03-10"),
            ("20190802", "2019-08-02"), ("1615334400", "2021-03-10"), ("1615334400000", "2021-03-10"),
            (#""1615334400""#, "2021-03-10"), (#""soon""#, nil), (#""2019-02-30""#, nil), ("null", nil), ("1.5", nil),
            ("1e300", nil), (#""20190802193000""#, "2019-08-02"), (#""20190230193000""#, nil),
            (#""2019080219300""#, nil), (#""+1615334400000""#, nil),
        ] as [(String, String?)])
    func date(_ json: String, _ wanted: String?) throws {
        #expect(try value("date(@)", on: json).string == wanted)
        #expect(try value("date(@)", on: json).isNull == (wanted == nil))
    }

    @Test("a number that an expression made names a day as well")
    func dateOfNumber() throws {
        #expect(try value("date(sum(@))", on: "[20190801, 1]").string == "2019-08-02")
    }

    @Test(
        "split cuts at each separator",
        arguments: [
            ("split(@, ', ')", #""a, b, ""#, #"["a","b",""]"#), ("split(@, '-')", #""""#, #"[""]"#),
            ("split(@, 'é')", #""1é2""#, #"["1","2"]"#), ("split(@, 'ab')", #""xababy""#, #"["x","","y"]"#),
            ("split(@, 'long')", #""l""#, #"["l"]"#), ("split(@, ',')", "null", "null"),
        ])
    func split(_ expression: String, _ json: String, _ wanted: String) throws {
        #expect(try value(expression, on: json).text == wanted)
    }

    @Test("plain asks the environment, and null stays null")
    func plain() throws {
        #expect(try value("plain(@)", on: #""<b>x</b>""#).string == "x")
        #expect(try value("plain(missing)", on: "{}").isNull)
    }

    @Test("names of the scope have the environment's values, and null without one")
    func names() throws {
        var scope = JMESScope()
        scope.parameters = ["query", "units"]
        scope.settings = ["units"]
        scope.steps = ["spot"]
        scope.hasReply = true
        let environment = Fixture(values: [
            .parameter("query"): .text("swift"), .setting("units"): .text("metric"),
            .step("spot"): try value("@", on: #"{"lat": 51.50}"#), .reply: try value("@", on: #"{"total": 2}"#),
        ])
        for (expression, wanted) in [
            ("param('query')", #""swift""#), ("setting('units')", #""metric""#), ("step('spot').lat", "51.50"),
            ("reply().total", "2"), ("param('units')", "null"), ("@[?@ == param('query')]", #"["swift"]"#),
        ] {
            #expect(try value(expression, on: #"["swift", "c"]"#, environment, scope: scope).text == wanted)
        }
    }

    @Test(
        "texts are measured, reversed and compared by scalars and bytes, never normalised",
        arguments: [
            ("length(@)", #""e\u0301✓𝄞""#, "4"), ("reverse(@)", #""ab✓""#, #""✓ba""#),
            ("@ == 'é'", #""e\u0301""#, "false"), ("contains(@, 'e')", #""e\u0301""#, "true"),
            ("starts_with(@, '✓')", #""✓a""#, "true"), ("ends_with(@, '')", #""a""#, "true"),
            ("contains(@, 'aab')", #""aaaab""#, "true"), ("contains(@, `1`)", #""1""#, "false"),
            ("contains(@, 'b')", #""aaaa""#, "false"),
            ("sort(@)", #"["é", "z", "Z", "𝄞", "豈"]"#, #"["Z","z","é","豈","𝄞"]"#),
            ("@.\"a\\u0062\"", #"{"ab": 1}"#, "1"),
        ])
    func texts(_ expression: String, _ json: String, _ wanted: String) throws {
        #expect(try value(expression, on: json).text == wanted)
    }

    @Test("sorting is stable, and the first of equal ones is the greatest")
    func stable() throws {
        let rows = #"[{"k": 1, "n": "a"}, {"k": 0, "n": "b"}, {"k": 1.0, "n": "c"}, {"k": 0.0, "n": "d"}]"#
        #expect(try value("sort_by(@, &k)[].n", on: rows).text == #"["b","d","a","c"]"#)
        #expect(try value("[max_by(@, &k).n, min_by(@, &k).n]", on: rows).text == #"["a","b"]"#)
    }

    @Test("an expression that is a path of names alone says so")
    func memberPath() throws {
        #expect(try JMESExpression(parsing: "isbn13").memberPath == ["isbn13"])
        #expect(
            try JMESExpression(parsing: " menu.\"the coffee\" | price").memberPath == ["menu", "the coffee", "price"])
        for other in ["@", "a[0]", "a.b[*]", "a || b", "money(a, 'USD')", "*.a", "'a'"] {
            #expect(try JMESExpression(parsing: other).memberPath == nil)
        }
    }
}
