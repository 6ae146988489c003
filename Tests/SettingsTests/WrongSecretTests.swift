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
}
