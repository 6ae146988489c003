import Testing

@testable import Settings

@Suite("A secret is not in the report (C5)")
struct WrongSecretTests {
    @Test("the whole report", arguments: cases)
    func report(_ wrong: WrongFile) throws {
        try wrong.check()
    }

    static let cases: [WrongFile] = [
        WrongFile(
            "secret of the wrong type", "modules:\n  forecast:\n    apiKey: [CANARY]\n",
            #"""
            error: `modules.forecast.apiKey` must be text, not the value given
             --> /home/me/galleria.yaml:3:13
              |
            3 |     apiKey: ‹masked›
              |             ^^^^^^^^ allowed: 0 to 4096 characters
            """#),
        WrongFile(
            "secret on the line of a wrong value", "modules:\n  forecast: { apiKey: \"CANARY\", days: 99 }\n",
            #"""
            error: `modules.forecast.days` is out of range with `99`
             --> /home/me/galleria.yaml:2:39
              |
            2 |   forecast: { apiKey: ‹masked›, days: 99 }
              |                                       ^^ allowed: 1 to 16
            """#),
        WrongFile(
            "secret under a mistyped key", "modules:\n  forecast:\n    apikey: CANARY\n",
            #"""
            error: unknown key `modules.forecast.apikey`
             --> /home/me/galleria.yaml:3:5
              |
            3 |     apikey: ‹masked›
              |     ^^^^^^ did you mean `apiKey`?
            """#),
        WrongFile(
            "secret in an unknown module", "modules: { forcast: { apiKey: CANARY } }\n",
            #"""
            error: unknown key `modules.forcast`
             --> /home/me/galleria.yaml:1:12
              |
            1 | modules: { forcast: { apiKey: ‹masked› } }
              |            ^^^^^^^ did you mean `forecast`?
            """#),
        WrongFile(
            "secret with a quote missing", "modules:\n  forecast:\n    apiKey: \"CANARY\n",
            #"""
            error: the quotes that open here are never closed
             --> /home/me/galleria.yaml:3:13
              |
            3 |     apiKey: ‹masked›
              |             ^^^^^^^^
            """#),
        WrongFile(
            "secret before a syntax error", "modules:\n  forecast: { apiKey: CANARY, days 3: [ }\n",
            #"""
            error: a value is expected here
             --> /home/me/galleria.yaml:2:41
              |
            2 |   forecast: { apiKey: ‹masked›
              |                       ^^^^^^^^
            """#),
        WrongFile(
            "secret that goes on below its key", "modules:\n  forecast:\n    apiKey: \"a\n      CANARY\" b\n",
            #"""
            error: a key is expected here; check the indentation and the quotes before it
             --> /home/me/galleria.yaml:4:15
              |
            4 | ‹masked›
              | ^^^^^^^^
            """#),
    ]

    /// Files in which a secret stands where no value is read.
    static let misplaced = [
        "modules:\n  forecast:\n    apiKey:CANARY\n", "modules:\n  forecast:\n    apiKey CANARY\n",
        "modules:\n  forecast:\n    apiKey:CANARY: 1\n", "modules:\n  forecast: { apiKey CANARY }\n",
        "modules:\n  forecast: { apiKey=CANARY, days: 99 }\n", "modules:\n  forecast: apiKey = CANARY\n",
        "modules:\n  forecast:\n    apiKey: *CANARY\n", "modules:\n  forecast:\n    apiKey: !CANARY x\n",
        "modules:\n  forecast:\n    apiKey: {CANARY: 1, CANARY: 2}\n",
        "modules:\n  forecast:\n    apiKey: &CANARY [*CANARY]\n", "modules.forecast.apiKey: CANARY\n",
        "modules.forecast.apiKey.CANARY: 1\n", "\"apiKey: CANARY\": 1\n\"apiKey: CANARY\": 2\n",
        "modules:\n  forecast:\n    ? apiKey CANARY\n", "network: { timeout: apiKey=CANARY }\n",
        "modules:\n  forecast:\n    apiKey\n      CANARY\n",
        "modules:\n  forecast:\n    apiKey: a\n    apiKey: CANARY\n",
        "modules:\n  forecast:\n    apiKey: [a, CANARY: {\n", "modules:\n  forecast:\n    apiKey: ${CANARY-x}\n",
        "modules:\n  forecast:\n    apiKey: \"${X:-CANARY}${\"\n",
    ]

    @Test("17.13: a secret with a wrong sign before it is in no report", arguments: misplaced)
    func inFile(_ base: String) throws {
        let report = try #require(try Sample.report(Sample.sources(base)), "accepted")
        #expect(!report.rendered().contains("CANARY"), "\(report.rendered())")
        #expect(!String(describing: report.problems).contains("CANARY"))
    }

    @Test(
        "17.13: a secret in a flag's or a variable's name is in no report",
        arguments: [
            ("modules.forecast.apiKey:CANARY", "1"), ("modules.forecast.apiKey.CANARY", "1"),
            ("modules.forecast.apiKey.x.CANARY", "1"), ("modules.forecast.apikey CANARY", "1"),
            ("modules.forecast", "apiKey:CANARY"), ("modules", "{ forecast: { apiKey CANARY } }"),
            ("modules.forecast.apiKey", "*CANARY"), ("modules.forecast.apiKey", "[CANARY]"),
            ("modules.forecast.apikey", "CANARY"), ("apiKey CANARY", ""),
        ])
    func inEntry(_ key: String, _ value: String) throws {
        let name = "GALLERIA_SET_" + key.replacing(".", with: "__")
        for sources in [Sample.sources(flags: [(key, value)]), Sample.sources(variables: [name: value])] {
            let report = try #require(try Sample.report(sources), "accepted")
            #expect(!report.rendered().contains("CANARY"), "\(report.rendered())")
            #expect(!String(describing: report.problems).contains("CANARY"))
        }
    }

    @Test(
        "17.13: texts from variables and secrets are hidden, in either case; numbers, words of a list and short ones stay"
    )
    func hidden() throws {
        let base = """
            modules:
              bookShelf: { endpoint: "http://${HOST}/${TENANT}/v1" }
              forecast:
                apiKey: "k"
                days: ${DAYS}
                units: ${UNITS}
              catalog: { currency: "${CURRENCY}" }
            images: { allowHosts: ["${HOST}", plain.example] }
            state: { path: "${UNUSED:-/var/lib}/state.db" }
            """
        let settings = try Sample.load(
            Sample.sources(
                base,
                variables: [
                    "HOST": "Shop.example:8080", "TENANT": "t-4711", "DAYS": "7", "UNITS": "metric", "CURRENCY": "EUR",
                ]))
        #expect(
            settings.hiddenTexts == [
                "http://Shop.example:8080/t-4711/v1", "Shop.example:8080", "t-4711", "k",
            ])
        #expect(
            settings.hiding("http://shop.example:8080/t-4711/v1 and t-4711, 7 EUR metric /var/lib")
                == "‹masked› and ‹masked›, 7 EUR metric /var/lib")
        #expect(try Sample.load(Sample.sources()).hiding("k") == "k")
    }
}
