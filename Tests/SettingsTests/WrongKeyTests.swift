import Testing

@testable import Settings

@Suite("Wrong keys (C2)")
struct WrongKeyTests {
    @Test("the whole report", arguments: cases)
    func report(_ wrong: WrongFile) throws {
        try wrong.check()
    }

    static let cases: [WrongFile] = [
        WrongFile(
            "unknown key", "modules:\n  bookShelf:\n    enabled: true\n    endpont: https://x.example\n",
            #"""
            error: unknown key `modules.bookShelf.endpont`
             --> /home/me/galleria.yaml:4:5
              |
            4 |     endpont: https://x.example
              |     ^^^^^^^ did you mean `endpoint`?
            """#),
        WrongFile(
            "unknown key at the root", "netwrok:\n  data: live\n",
            #"""
            error: unknown key `netwrok`
             --> /home/me/galleria.yaml:1:1
              |
            1 | netwrok:
              | ^^^^^^^ did you mean `network`?
            """#),
        WrongFile(
            "unknown module", "modules:\n  bookshelf: { enabled: true }\n",
            #"""
            error: unknown key `modules.bookshelf`
             --> /home/me/galleria.yaml:2:3
              |
            2 |   bookshelf: { enabled: true }
              |   ^^^^^^^^^ did you mean `bookShelf`?
            """#),
        WrongFile(
            "key of another mapping", "timeout: 10s\n",
            #"""
            error: unknown key `timeout`
             --> /home/me/galleria.yaml:1:1
              |
            1 | timeout: 10s
              | ^^^^^^^ did you mean `network.timeout`?
            """#),
        WrongFile(
            "unknown key, nothing near", "network:\n  colour: blue\n",
            #"""
            error: unknown key `network.colour`
             --> /home/me/galleria.yaml:2:3
              |
            2 |   colour: blue
              |   ^^^^^^ known here: data, timeout, maxBytes
            """#),
        WrongFile(
            "key after wide characters", "modules: { \"한국어\": 1 }\n",
            #"""
            error: unknown key `modules.한국어`
             --> /home/me/galleria.yaml:1:12
              |
            1 | modules: { "한국어": 1 }
              |            ^^^^^^^^ known here: bookShelf, forecast, catalog
            """#),
        WrongFile(
            "value for a mapping", "modules:\n  forecast: 5\n",
            #"""
            error: `modules.forecast` must be a mapping of keys, not a single value
             --> /home/me/galleria.yaml:2:13
              |
            2 |   forecast: 5
              |             ^ known here: apiKey, days, units
            """#),
        WrongFile(
            "sequence for a mapping", "modules:\n  - forecast\n",
            #"""
            error: `modules` must be a mapping of keys, not a sequence
             --> /home/me/galleria.yaml:2:3
              |
            2 |   - forecast
              |   ^^^^^^^^^^ known here: bookShelf, forecast, catalog
            """#),
        WrongFile(
            "a sequence as the file", "- modules\n",
            #"""
            error: the text must be a mapping of keys, not a sequence
             --> /home/me/galleria.yaml:1:1
              |
            1 | - modules
              | ^^^^^^^^^ known here: environment, modules, network, state, images
            """#),
        WrongFile(
            "text as the file", "just some words\n",
            #"""
            error: the text must be a mapping of keys, not a single value
             --> /home/me/galleria.yaml:1:1
              |
            1 | just some words
              | ^^^^^^^^^^^^^^^ known here: environment, modules, network, state, images
            """#),
        WrongFile(
            "duplicate key", "network:\n  data: live\n  data: sample\n",
            #"""
            error: the key `data` is already set on line 2; keep one of them
             --> /home/me/galleria.yaml:3:3
              |
            3 |   data: sample
              |   ^^^^
            """#),
        WrongFile(
            "duplicate mapping", "network: { data: live }\nstate: {}\nnetwork: { timeout: 5s }\n",
            #"""
            error: the key `network` is already set on line 1; keep one of them
             --> /home/me/galleria.yaml:3:1
              |
            3 | network: { timeout: 5s }
              | ^^^^^^^
            """#),
        WrongFile(
            "merge key", "base: &base { data: live }\nnetwork:\n  <<: *base\n",
            #"""
            error: unknown key `base`
             --> /home/me/galleria.yaml:1:1
              |
            1 | base: &base { data: live }
              | ^^^^ known here: environment, modules, network, state, images

            error: the merge key `<<` is not supported; write the keys out
             --> /home/me/galleria.yaml:3:3
              |
            3 |   <<: *base
              |   ^^
            """#),
        WrongFile(
            "mapping as a key", "? { a: b }\n: c\n",
            #"""
            error: a key must be a name, not a mapping or a sequence
             --> /home/me/galleria.yaml:1:3
              |
            1 | ? { a: b }
              |   ^^^^^^^^
            """#),
        WrongFile(
            "several at once",
            "modules:\n  forecast: { days: 0, unit: metric }\n"
                + "network:\n  timeout: 1\n  data: live\n  data: sample\nlog: {}\n",
            #"""
            error: `modules.forecast.days` is out of range with `0`
             --> /home/me/galleria.yaml:2:21
              |
            2 |   forecast: { days: 0, unit: metric }
              |                     ^ allowed: 1 to 16

            error: unknown key `modules.forecast.unit`
             --> /home/me/galleria.yaml:2:24
              |
            2 |   forecast: { days: 0, unit: metric }
              |                        ^^^^ did you mean `units`?

            error: `network.timeout` must be a duration such as 10s; `1` has no unit
             --> /home/me/galleria.yaml:4:12
              |
            4 |   timeout: 1
              |            ^ did you mean `1s`? allowed: 1ms to 5m, in ms, s, m, h or d

            error: the key `data` is already set on line 5; keep one of them
             --> /home/me/galleria.yaml:6:3
              |
            6 |   data: sample
              |   ^^^^

            error: unknown key `log`
             --> /home/me/galleria.yaml:7:1
              |
            7 | log: {}
              | ^^^ known here: environment, modules, network, state, images
            """#),
    ]
}
