import Testing

@testable import Settings

@Suite("Text that is not the YAML of settings (C2)")
struct WrongSyntaxTests {
    @Test("the whole report", arguments: cases)
    func report(_ wrong: WrongFile) throws {
        try wrong.check()
    }

    static let cases: [WrongFile] = [
        WrongFile(
            "tab as indentation", "network:\n\tdata: live\n",
            #"""
            error: a tab can't indent; use spaces
             --> /home/me/galleria.yaml:2:1
              |
            2 |  data: live
              | ^
            """#),
        WrongFile(
            "tab after spaces", "network:\n  data: live\n  \ttimeout: 5s\n",
            #"""
            error: a tab can't indent; use spaces
             --> /home/me/galleria.yaml:3:3
              |
            3 |    timeout: 5s
              |   ^
            """#),
        WrongFile(
            "missing colon", "network:\n  data live\n  timeout: 5s\n",
            #"""
            error: a `:` can't stand here; put the value in quotes, or see whether the line above lacks its own
             --> /home/me/galleria.yaml:3:10
              |
            3 |   timeout: 5s
              |          ^
            """#),
        WrongFile(
            "missing quote", "modules:\n  catalog:\n    currency: \"AUD\nstate: {}\n",
            #"""
            error: the quotes that open here are never closed
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: "AUD
              |               ^
            """#),
        WrongFile(
            "missing brace", "network: { data: live\n",
            #"""
            error: this `{…}` needs a `,` or its `}`
             --> /home/me/galleria.yaml:1:10
              |
            1 | network: { data: live
              |          ^
            """#),
        WrongFile(
            "missing bracket in the middle", "images:\n  allowHosts: [a, b\nstate: {}\n",
            #"""
            error: this `[…]` needs a `,` or its `]`
             --> /home/me/galleria.yaml:2:15
              |
            2 |   allowHosts: [a, b
              |               ^
            """#),
        WrongFile(
            "wrong indentation", "network:\n    data: live\n  timeout: 5s\n",
            #"""
            error: a key is expected here; check the indentation and the quotes before it
             --> /home/me/galleria.yaml:3:3
              |
            3 |   timeout: 5s
              |   ^
            """#),
        WrongFile(
            "second colon", "network: data: live\n",
            #"""
            error: a `:` can't stand here; put the value in quotes, or see whether the line above lacks its own
             --> /home/me/galleria.yaml:1:14
              |
            1 | network: data: live
              |              ^
            """#),
        WrongFile(
            "at sign", "modules:\n  catalog:\n    currency: @UD\n",
            #"""
            error: a value can't begin with this character; put it in quotes
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: @UD
              |               ^
            """#),
        WrongFile(
            "wrong escape", "modules:\n  catalog:\n    currency: \"\\qUD\"\n",
            #"""
            error: this escape does not exist in double quotes; write `\\` for a backslash
             --> /home/me/galleria.yaml:3:16
              |
            3 |     currency: "\qUD"
              |                ^
            """#),
        WrongFile(
            "unknown alias", "network: *nothing\n",
            #"""
            error: the alias `*nothing` has no anchor `&nothing` before it
             --> /home/me/galleria.yaml:1:10
              |
            1 | network: *nothing
              |          ^^^^^^^^
            """#),
        WrongFile(
            "alias of itself", "network: &n { data: *n }\n",
            #"""
            error: the alias `*n` stands inside the value it stands for
             --> /home/me/galleria.yaml:1:21
              |
            1 | network: &n { data: *n }
              |                     ^^
            """#),
        WrongFile(
            "foreign tag", "network: !mine { data: live }\n",
            #"""
            error: the tag `!mine` is not supported here; remove it
             --> /home/me/galleria.yaml:1:10
              |
            1 | network: !mine { data: live }
              |          ^
            """#),
        WrongFile(
            "unsupported core tag", "network: { data: !!binary bGl2ZQ== }\n",
            #"""
            error: the tag `!!binary` is not supported here; remove it
             --> /home/me/galleria.yaml:1:18
              |
            1 | network: { data: !!binary bGl2ZQ== }
              |                  ^

            error: `network.data` must be one of live, sample, record, replay, offline, not the text `bGl2ZQ==`
             --> /home/me/galleria.yaml:1:18
              |
            1 | network: { data: !!binary bGl2ZQ== }
              |                  ^^^^^^^^^^^^^^^^^
            """#),
        WrongFile(
            "tag directive", "%TAG ! tag:example.com,2000:\n---\nnetwork: {}\n",
            #"""
            error: a `%TAG` line is not supported; remove it
             --> /home/me/galleria.yaml:1:1
              |
            1 | %TAG ! tag:example.com,2000:
              | ^
            """#),
        WrongFile(
            "second document", "network: { data: live }\n---\nnetwork: { data: sample }\n",
            #"""
            error: a second document starts here; settings are one document
             --> /home/me/galleria.yaml:2:1
              |
            2 | ---
              | ^^^
            """#),
        WrongFile(
            "escape character", "network: { data: \u{1B}[31mlive }\n",
            #"""
            error: the character U+001B may not stand here; write it as an escape in double quotes
             --> /home/me/galleria.yaml:1:18
              |
            1 | network: { data: �[31mlive }
              |                  ^
            """#),
    ]
}
