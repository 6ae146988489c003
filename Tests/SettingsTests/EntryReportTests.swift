import Testing

@testable import Settings

@Suite("Wrong flags and variables (C2)")
struct EntryReportTests {
    @Test("a flag", arguments: flags)
    func flag(_ key: String, _ value: String, _ expected: String) throws {
        #expect(try Sample.report(Sample.sources(flags: [(key, value)]))?.rendered() == expected + "\n")
    }

    @Test("a variable", arguments: variables)
    func variable(_ name: String, _ value: String, _ expected: String) throws {
        #expect(try Sample.report(Sample.sources(variables: [name: value]))?.rendered() == expected + "\n")
    }

    static let flags: [(String, String, String)] = [
        (
            "network.timout", "5s",
            """
            error: unknown key `network.timout`
             --> --set
              |
              | --set network.timout=5s
              |               ^^^^^^ did you mean `network.timeout`?
            """
        ),
        (
            "timeout", "5s",
            """
            error: unknown key `timeout`
             --> --set
              |
              | --set timeout=5s
              |       ^^^^^^^ did you mean `network.timeout`?
            """
        ),
        (
            "network.timeout.seconds", "5",
            """
            error: unknown key `network.timeout.seconds`
             --> --set
              |
              | --set network.timeout.seconds=5
              |                       ^^^^^^^
            """
        ),
        (
            "network", "{ data: live, timeout: 5 }",
            """
            error: `network.timeout` must be a duration such as 10s; `5` has no unit
             --> --set
              |
              | --set network={ data: live, timeout: 5 }
              |                                      ^ did you mean `5s`? allowed: 1ms to 5m, in ms, s, m, h or d
            """
        ),
        (
            "images.allowHosts", "[한국, {}]",
            """
            error: `images.allowHosts[1]` must be text, not a mapping
             --> --set
              |
              | --set images.allowHosts=[한국, {}]
              |                                ^^ allowed: 1 to 253 characters
            """
        ),
        (
            "modules.forecast.apiKey", "[CANARY]",
            """
            error: `modules.forecast.apiKey` must be text, not the value given
             --> --set
              |
              | --set modules.forecast.apiKey=‹masked›
              |                               ^^^^^^^^ allowed: 0 to 4096 characters
            """
        ),
        (
            "modules.forecast.apiKey", "\"CANARY",
            """
            error: the quotes that open here are never closed
             --> --set
              |
              | --set modules.forecast.apiKey=‹masked›
              |                               ^^^^^^^^
            """
        ),
        (
            "modules.forcast.apiKey", "CANARY",
            """
            error: unknown key `modules.forcast`
             --> --set
              |
              | --set modules.forcast.apiKey=‹masked›
              |               ^^^^^^^ did you mean `modules.forecast.apiKey`?
            """
        ),
    ]

    static let variables: [(String, String, String)] = [
        (
            "GALLERIA_SET_modules__bookshelf__endpoint", "http://localhost",
            """
            error: unknown key `modules.bookshelf`
             --> GALLERIA_SET_modules__bookshelf__endpoint
              |
              | GALLERIA_SET_modules__bookshelf__endpoint=http://localhost
              |                       ^^^^^^^^^ did you mean `GALLERIA_SET_modules__bookShelf__endpoint`?
            """
        ),
        (
            "GALLERIA_SET_modules__forecast__days", "99",
            """
            error: `modules.forecast.days` is out of range with `99`
             --> GALLERIA_SET_modules__forecast__days
              |
              | GALLERIA_SET_modules__forecast__days=99
              |                                      ^^ allowed: 1 to 16
            """
        ),
        (
            "GALLERIA_SET_modules__forecast__apikey", "CANARY",
            """
            error: unknown key `modules.forecast.apikey`
             --> GALLERIA_SET_modules__forecast__apikey
              |
              | GALLERIA_SET_modules__forecast__apikey=‹masked›
              |                                 ^^^^^^ did you mean `GALLERIA_SET_modules__forecast__apiKey`?
            """
        ),
        (
            "GALLERIA_SET_network__data", "live\u{1B}[31m\n",
            """
            error: the character U+001B may not stand here; write it as an escape in double quotes
             --> GALLERIA_SET_network__data
              |
              | GALLERIA_SET_network__data=live\u{FFFD}[31m
              |                                ^
            """
        ),
    ]
}
