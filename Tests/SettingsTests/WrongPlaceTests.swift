import Testing

@testable import Settings

@Suite("Wrong addresses, paths, variables and environments (C2)")
struct WrongPlaceTests {
    @Test("the whole report", arguments: cases)
    func report(_ wrong: WrongFile) throws {
        try wrong.check()
    }

    static let cases: [WrongFile] = [
        WrongFile(
            "address without a scheme", "modules:\n  bookShelf:\n    endpoint: api.itbook.store\n",
            #"""
            error: `modules.bookShelf.endpoint` must be an http or https address, not the text `api.itbook.store`
             --> /home/me/galleria.yaml:3:15
              |
            3 |     endpoint: api.itbook.store
              |               ^^^^^^^^^^^^^^^^ did you mean `https://api.itbook.store`? allowed: http://HOST/PATH or https://HOST/PATH
            """#),
        WrongFile(
            "address of a file", "modules:\n  bookShelf:\n    endpoint: file:///etc/passwd\n",
            #"""
            error: `modules.bookShelf.endpoint` must be an http or https address, not the text `file:///etc/passwd`
             --> /home/me/galleria.yaml:3:15
              |
            3 |     endpoint: file:///etc/passwd
              |               ^^^^^^^^^^^^^^^^^^ allowed: http://HOST/PATH or https://HOST/PATH
            """#),
        WrongFile(
            "address with a password", "modules:\n  bookShelf:\n    endpoint: https://me:CANARY@api.itbook.store\n",
            #"""
            error: `modules.bookShelf.endpoint` must be an address without a user name or password
             --> /home/me/galleria.yaml:3:15
              |
            3 |     endpoint: ‹masked›
              |               ^^^^^^^^ allowed: http://HOST/PATH or https://HOST/PATH
            """#),
        WrongFile(
            "address with a query", "modules:\n  bookShelf:\n    endpoint: https://api.itbook.store/?key=CANARY\n",
            #"""
            error: `modules.bookShelf.endpoint` must be an address without a `?` or `#` part
             --> /home/me/galleria.yaml:3:15
              |
            3 |     endpoint: ‹masked›
              |               ^^^^^^^^ allowed: http://HOST/PATH or https://HOST/PATH
            """#),
        WrongFile(
            "path in another's home", "state: { path: ~root/x.db }\n",
            #"""
            error: `state.path` starts at another user's home directory; write the full path
             --> /home/me/galleria.yaml:1:16
              |
            1 | state: { path: ~root/x.db }
              |                ^^^^^^^^^^ allowed: /PATH or ~/PATH
            """#),
        WrongFile(
            "undefined variable", "modules:\n  catalog:\n    currency: ${CURRENCY}\n",
            #"""
            error: `modules.catalog.currency` needs the variable `CURRENCY`, which is not set; set it, or write `${CURRENCY:-default}`
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: ${CURRENCY}
              |               ^^^^^^^^^^^
            """#),
        WrongFile(
            "variable without its brace", "modules:\n  catalog:\n    currency: ${CURRENCY\n",
            #"""
            error: `modules.catalog.currency` has a `${` without its `}`; write `$${` if it is meant as it stands
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: ${CURRENCY
              |               ^^^^^^^^^^
            """#),
        WrongFile(
            "no variable's name", "modules:\n  catalog:\n    currency: \"${9 lives}\"\n",
            #"""
            error: `modules.catalog.currency` has a `${…}` that is not a variable's name, with or without `:-default`; write `$${` for a plain `${`
             --> /home/me/galleria.yaml:3:15
              |
            3 |     currency: "${9 lives}"
              |               ^^^^^^^^^^^^
            """#),
        WrongFile(
            "unknown environment", "environment: prodution\n",
            #"""
            error: `environment` names `prodution`, which is neither shipped nor beside the base file
             --> /home/me/galleria.yaml:1:14
              |
            1 | environment: prodution
              |              ^^^^^^^^^ did you mean `production`? known here: production, sample
            """#),
        WrongFile(
            "environment as a path", "environment: ../../etc/passwd\n",
            #"""
            error: `environment` must be a name of letters, digits, `-` and `_`, at most 64
             --> /home/me/galleria.yaml:1:14
              |
            1 | environment: ../../etc/passwd
              |              ^^^^^^^^^^^^^^^^ known here: production, sample
            """#),
    ]
}
