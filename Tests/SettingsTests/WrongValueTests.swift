import Testing

@testable import Settings

@Suite("Wrong values (C2)")
struct WrongValueTests {
    @Test("the whole report", arguments: cases)
    func report(_ wrong: WrongFile) throws {
        try wrong.check()
    }

    static let cases: [WrongFile] = [
        WrongFile(
            "wrong value after wide characters",
            "modules: { bookShelf: { enabled: true }, "
                + "forecast: { units: \"미터\", days: 99 } } # 日本\n",
            #"""
            error: `modules.forecast.units` must be one of metric, imperial, standard, not the text `미터`
             --> /home/me/galleria.yaml:1:61
              |
            1 | modules: { bookShelf: { enabled: true }, forecast: { units: "미터", days: 99 } } # 日本
              |                                                             ^^^^^^

            error: `modules.forecast.days` is out of range with `99`
             --> /home/me/galleria.yaml:1:73
              |
            1 | modules: { bookShelf: { enabled: true }, forecast: { units: "미터", days: 99 } } # 日本
              |                                                                           ^^ allowed: 1 to 16
            """#),
        WrongFile(
            "number out of range", "modules:\n  forecast:\n    days: 17\n",
            #"""
            error: `modules.forecast.days` is out of range with `17`
             --> /home/me/galleria.yaml:3:11
              |
            3 |     days: 17
              |           ^^ allowed: 1 to 16
            """#),
        WrongFile(
            "leading zeros are decimal", "modules:\n  forecast:\n    days: 020\n",
            #"""
            error: `modules.forecast.days` is out of range with `020`
             --> /home/me/galleria.yaml:3:11
              |
            3 |     days: 020
              |           ^^^ allowed: 1 to 16
            """#),
        WrongFile(
            "huge number", "modules:\n  forecast:\n    days: 99999999999999999999\n",
            #"""
            error: `modules.forecast.days` is out of range with `99999999999999999999`
             --> /home/me/galleria.yaml:3:11
              |
            3 |     days: 99999999999999999999
              |           ^^^^^^^^^^^^^^^^^^^^ allowed: 1 to 16
            """#),
        WrongFile(
            "float for a whole number", "modules:\n  forecast:\n    days: 7.0\n",
            #"""
            error: `modules.forecast.days` must be a whole number, not `7.0`
             --> /home/me/galleria.yaml:3:11
              |
            3 |     days: 7.0
              |           ^^^ did you mean `7`? allowed: 1 to 16
            """#),
        WrongFile(
            "quoted number", "modules:\n  forecast:\n    days: \"7\"\n",
            #"""
            error: `modules.forecast.days` must be a whole number, not the text `7`
             --> /home/me/galleria.yaml:3:11
              |
            3 |     days: "7"
              |           ^^^ did you mean `7`? allowed: 1 to 16
            """#),
        WrongFile(
            "not a number", "modules:\n  forecast:\n    days: .nan\n",
            #"""
            error: `modules.forecast.days` must be a whole number, not `.nan`
             --> /home/me/galleria.yaml:3:11
              |
            3 |     days: .nan
              |           ^^^^ allowed: 1 to 16
            """#),
        WrongFile(
            "Norway", "modules:\n  bookShelf:\n    enabled: no\n",
            #"""
            error: `modules.bookShelf.enabled` must be true or false, not the text `no`
             --> /home/me/galleria.yaml:3:14
              |
            3 |     enabled: no
              |              ^^ did you mean `false`?
            """#),
        WrongFile(
            "null for a flag", "modules:\n  bookShelf:\n    enabled:\n",
            #"""
            error: `modules.bookShelf.enabled` has no value; it must be true or false
             --> /home/me/galleria.yaml:3:13
              |
            3 |     enabled:
              |             ^
            """#),
        WrongFile(
            "word not allowed", "network:\n  data: livee\n",
            #"""
            error: `network.data` must be one of live, sample, record, replay, offline, not the text `livee`
             --> /home/me/galleria.yaml:2:9
              |
            2 |   data: livee
              |         ^^^^^ did you mean `live`?
            """#),
        WrongFile(
            "number for a word", "network:\n  data: 5\n",
            #"""
            error: `network.data` must be one of live, sample, record, replay, offline, not `5`
             --> /home/me/galleria.yaml:2:9
              |
            2 |   data: 5
              |         ^
            """#),
        WrongFile(
            "duration without a unit", "network:\n  timeout: 10\n",
            #"""
            error: `network.timeout` must be a duration such as 10s; `10` has no unit
             --> /home/me/galleria.yaml:2:12
              |
            2 |   timeout: 10
              |            ^^ did you mean `10s`? allowed: 1ms to 5m, in ms, s, m, h or d
            """#),
        WrongFile(
            "duration with an unknown unit", "network:\n  timeout: 10S\n",
            #"""
            error: `network.timeout` must be a duration such as 10s; the unit of `10S` does not exist
             --> /home/me/galleria.yaml:2:12
              |
            2 |   timeout: 10S
              |            ^^^ did you mean `10s`? allowed: 1ms to 5m, in ms, s, m, h or d
            """#),
        WrongFile(
            "duration out of range", "network:\n  timeout: 7d\n",
            #"""
            error: `network.timeout` is out of range with `7d`
             --> /home/me/galleria.yaml:2:12
              |
            2 |   timeout: 7d
              |            ^^ allowed: 1ms to 5m, in ms, s, m, h or d
            """#),
        WrongFile(
            "duration that overflows", "network:\n  timeout: 9223372036854775807d\n",
            #"""
            error: `network.timeout` is out of range with `9223372036854775807d`
             --> /home/me/galleria.yaml:2:12
              |
            2 |   timeout: 9223372036854775807d
              |            ^^^^^^^^^^^^^^^^^^^^ allowed: 1ms to 5m, in ms, s, m, h or d
            """#),
        WrongFile(
            "duration of words", "network:\n  timeout: ten seconds\n",
            #"""
            error: `network.timeout` must be a duration such as 10s, not the text `ten seconds`
             --> /home/me/galleria.yaml:2:12
              |
            2 |   timeout: ten seconds
              |            ^^^^^^^^^^^ allowed: 1ms to 5m, in ms, s, m, h or d
            """#),
        WrongFile(
            "size without a unit", "network:\n  maxBytes: 4096\n",
            #"""
            error: `network.maxBytes` must be a size such as 4MiB; `4096` has no unit
             --> /home/me/galleria.yaml:2:13
              |
            2 |   maxBytes: 4096
              |             ^^^^ did you mean `4KiB`? allowed: 1B to 1GiB, in B, kB, KiB, MB, MiB, GB or GiB
            """#),
        WrongFile(
            "size with an unknown unit", "network:\n  maxBytes: 100KB\n",
            #"""
            error: `network.maxBytes` must be a size such as 4MiB; the unit of `100KB` does not exist
             --> /home/me/galleria.yaml:2:13
              |
            2 |   maxBytes: 100KB
              |             ^^^^^ did you mean `100kB`? allowed: 1B to 1GiB, in B, kB, KiB, MB, MiB, GB or GiB
            """#),
        WrongFile(
            "size out of range", "network:\n  maxBytes: 2GiB\n",
            #"""
            error: `network.maxBytes` is out of range with `2GiB`
             --> /home/me/galleria.yaml:2:13
              |
            2 |   maxBytes: 2GiB
              |             ^^^^ allowed: 1B to 1GiB, in B, kB, KiB, MB, MiB, GB or GiB
            """#),
        WrongFile(
            "text too long", "modules:\n  catalog:\n    currency: DOLLAR\n",
            #"""
            error: `modules.catalog.currency` is too short or too long with the text `DOLLAR`
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: DOLLAR
              |               ^^^^^^ allowed: 3 characters
            """#),
        WrongFile(
            "number for text", "modules:\n  catalog:\n    currency: 123\n",
            #"""
            error: `modules.catalog.currency` must be text, not `123`
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: 123
              |               ^^^ did you mean `"123"`? allowed: 3 characters
            """#),
        WrongFile(
            "sequence for text", "modules:\n  catalog:\n    currency: [AUD]\n",
            #"""
            error: `modules.catalog.currency` must be text, not a sequence
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: [AUD]
              |               ^^^^^ allowed: 3 characters
            """#),
        WrongFile(
            "text for a sequence", "images:\n  allowHosts: itbook.store\n",
            #"""
            error: `images.allowHosts` must be a list, each item text, not the text `itbook.store`
             --> /home/me/galleria.yaml:2:15
              |
            2 |   allowHosts: itbook.store
              |               ^^^^^^^^^^^^ did you mean `[itbook.store]`? allowed: 0 to 4 items
            """#),
        WrongFile(
            "items wrong in a sequence", "images:\n  allowHosts: [itbook.store, 7, \"\"]\n",
            #"""
            error: `images.allowHosts[1]` must be text, not `7`
             --> /home/me/galleria.yaml:2:30
              |
            2 |   allowHosts: [itbook.store, 7, ""]
              |                              ^ did you mean `"7"`? allowed: 1 to 253 characters

            error: `images.allowHosts[2]` is too short or too long with the empty text
             --> /home/me/galleria.yaml:2:33
              |
            2 |   allowHosts: [itbook.store, 7, ""]
              |                                 ^^ allowed: 1 to 253 characters
            """#),
        WrongFile(
            "too many items", "images:\n  allowHosts: [a, b, c, d, e]\n",
            #"""
            error: `images.allowHosts` has too few or too many items
             --> /home/me/galleria.yaml:2:15
              |
            2 |   allowHosts: [a, b, c, d, e]
              |               ^^^^^^^^^^^^^^^ allowed: 0 to 4 items
            """#),
    ]
}
