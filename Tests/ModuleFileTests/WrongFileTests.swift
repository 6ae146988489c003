import Settings
import Testing

@testable import ModuleFile

@Suite("Wrong files of modules") struct WrongFileTests {
    /// A change of the library's file, and the report's first problem: sentence, place, line, caret with its note.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let from: String
        let to: String
        let report: String
        /// Count of mistakes that follow from the change.
        let problems: Int

        init(_ from: String, _ to: String, _ report: String, problems: Int = 1) {
            (self.from, self.to, self.report, self.problems) = (from, to, report, problems)
        }

        var testDescription: String { "\(from) → \(to)" }
    }

    @Test("each is said with its line, a caret, what is allowed and what was meant", arguments: table)
    func wrong(_ row: Wrong) throws {
        let text = Library.text([(row.from, row.to)])
        try #require(text != Library.text([]), "nothing was changed")
        guard case .failure(let report) = Library.read(text) else {
            Issue.record("accepted")
            return
        }
        let problem = try #require(report.problems.first)
        let lines = problem.rendered().split(separator: "\n").map { String($0) }
        var shown = [problem.sentence]
        shown.append("\(problem.line ?? 0):\(problem.column ?? 0)")
        if let last = lines.last, let caret = last.firstIndex(of: "^") { shown.append(String(last[caret...])) }
        #expect(shown.joined(separator: " | ") == row.report)
        #expect(report.problems.count == row.problems, "\(report.rendered())")
    }

    @Test("a pattern that is no regular expression, and a setting that every module has, are refused where they stand")
    func readElsewhere() {
        let file = """
            galleria: 1
            title: Trees
            doc: Trees of a city.
            endpoint: https://trees.example
            settings: { endpoint: { type: text, doc: Again. } }
            rows: { Tree: { key: id, fields: { id: id } } }
            operations:
              show: { doc: One., params: { id: { type: text, pattern: "(x" } }, get: "/{id}", item: "@", row: Tree }
            samples: [{ op: show, params: { id: x }, file: a.json }]
            """
        guard case .failure(let report) = ModuleFile.read(Array(file.utf8), label: "trees.yaml", id: "trees") else {
            Issue.record("accepted")
            return
        }
        let told = report.problems.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.sentence)" }
        #expect(
            told == [
                "5:13 every module has the setting `endpoint`; name it otherwise",
                "8:59 `operations.show.params.id.pattern` must be a regular expression: POSIX extended, as `^[0-9]{13}$`",
            ])
    }

    @Test("a parameter of a list that is a filter of its rows too is refused")
    func filterTwice() {
        let text = Library.text([
            ("isbn13: isbn13", "isbn13: isbn13\n      shelf: { from: shelf, filter: true }"),
            ("params: { query: {", "params: { shelf: { type: text }, query: {"),
        ])
        guard case .failure(let report) = Library.read(text) else {
            Issue.record("accepted")
            return
        }
        let sentence =
            "`operations.search.params.shelf`: `filter` of `rows.Book.fields.shelf` makes a parameter of this name; "
            + "leave out one of them"
        #expect(report.problems.map(\.sentence) == [sentence])
    }
}

extension WrongFileTests {
    static let table: [Wrong] = [
        Wrong(
            "galleria: 1", "galleria: 2",
            "`galleria` is out of range with `2` | 1:11 | ^ allowed: 1"),
        Wrong(
            "title: Library", "titel: Library",
            "unknown key `titel` | 2:1 | ^^^^^ did you mean `title`?"),
        Wrong(
            "doc: Books on IT.", "doc: []",
            "`doc` must be text, not a sequence | 3:6 | ^^ allowed: 1 to 200 characters"),
        Wrong(
            "doc: Books on IT.", "doc: ''",
            "`doc` is too short or too long with the empty text | 3:6 | ^^ allowed: 1 to 200 characters"),
        Wrong(
            "endpoint: https://api.itbook.store/1.0", "endpoint: api.itbook.store",
            "`endpoint` must be an http or https address, not the text `api.itbook.store` | 4:11 | ^^^^^^^^^^^^^^^^ did you mean `https://api.itbook.store`? allowed: http://HOST/PATH or https://HOST/PATH"
        ),
        Wrong(
            "endpoint: https://api.itbook.store/1.0", "endpoint: https://a.example/?k=1",
            "`endpoint` must be an address without a `?` or `#` part | 4:11 | ^^^^^^^^^^^^^^^^^^^^^^ allowed: http://HOST/PATH or https://HOST/PATH"
        ),
        Wrong(
            "endpoint: https://api.itbook.store/1.0", "endpoint: ${NOWHERE}",
            "`endpoint` needs the variable `NOWHERE`, which is not set; set it, or write `${NOWHERE:-default}` | 4:11 | ^^^^^^^^^^"
        ),
        Wrong(
            "type: secret", "type: secrte",
            "`settings.apiKey.type` must be one of text, int, bool, duration, size, secret, not the text `secrte` | 6:19 | ^^^^^^ did you mean `secret`?"
        ),
        Wrong(
            "type: secret,", "type: secret, default: CANARY,",
            "`settings.apiKey.default` can't be said: a secret comes from the user's settings | 6:36 | ^^^^^^^^"),
        Wrong(
            "range: 1..16", "range: 1-16",
            "`settings.days.range` must be two whole numbers, the first not above the second: `1..20` | 7:29 | ^^^^"),
        Wrong(
            "default: 7", "default: seven",
            "`settings.days.default` must be a whole number, not the text `seven` | 7:45 | ^^^^^ allowed: 1 to 16"),
        Wrong(
            "default: 7", "default: 17",
            "`settings.days.default` is out of range with `17` | 7:45 | ^^ allowed: 1 to 16"),
        Wrong(
            "days: {", "day-s: {",
            "`day-s` must be a name of letters and digits that begins with a letter, at most 40 | 7:3 | ^^^^^"),
        Wrong(
            "rows:", "auth: { bearer: settings.apikey }\nrows:",
            "there is no setting `apikey` | 8:17 | ^^^^^^^^^^^^^^^ did you mean `apiKey`?"),
        Wrong(
            "rows:", "auth: { bearer: settings.days }\nrows:",
            "the setting `days` must be of the type secret to be sent as one | 8:17 | ^^^^^^^^^^^^^"),
        Wrong(
            "rows:", "auth: { bearer: apiKey }\nrows:",
            "`auth.bearer` must name a setting: `settings.NAME` | 8:17 | ^^^^^^"),
        Wrong(
            "rows:", "auth: { bearer: settings.apiKey, header: { X: settings.apiKey } }\nrows:",
            "`auth` must have exactly one of `header`, `query`, `bearer`, `basic` | 8:7 | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
        ),
        Wrong(
            "rows:", "auth: { header: { 'X Key': settings.apiKey } }\nrows:",
            "`X Key` can't be the name of a header | 8:19 | ^^^^^^^"),
        Wrong(
            "key: isbn13", "key: isbn",
            "there is no field `isbn` | 10:10 | ^^^^ did you mean `isbn13`?"),
        Wrong(
            "    title: title", "    title: name",
            "there is no field `name` | 11:12 | ^^^^ allowed: isbn13, title, price, cover"),
        Wrong(
            "    fields:", "    feilds:",
            "unknown key `rows.Book.feilds` | 12:5 | ^^^^^^ did you mean `fields`?"),
        Wrong(
            "isbn13: isbn13", "isbn13: isbn13[",
            "`rows.Book.fields.isbn13`: expected `*`, found the end | 13:22 | ^"),
        Wrong(
            "money(price, 'USD')", "mony(price, 'USD')",
            "`rows.Book.fields.price.from`: there is no function `mony` | 15:23 | ^^^^ did you mean `money`?"),
        Wrong(
            "money(price, 'USD')", "money(price, 'dollars')",
            "`rows.Book.fields.price.from`: `money` takes a currency such as 'USD' | 15:36 | ^^^^^^^^^"),
        Wrong(
            "money(price, 'USD')", "money(price)",
            "`rows.Book.fields.price.from`: `money` takes 2 arguments, not 1 | 15:23 | ^^^^^^^^^^^^"),
        Wrong(
            "money(price, 'USD')", "param('qeury')",
            "`rows.Book.fields.price.from`: no parameter is named `qeury` | 15:29 | ^^^^^^^ did you mean `query`?"),
        Wrong(
            "money(price, 'USD')", "setting('apiKey')",
            "`rows.Book.fields.price.from`: the setting `apiKey` is secret: no expression can read it | 15:31 | ^^^^^^^^"
        ),
        Wrong(
            "type: money", "type: mony",
            "`rows.Book.fields.price.type` must be one of text, int, number, bool, money, date, duration, url, image, not the text `mony` | 15:51 | ^^^^ did you mean `money`?"
        ),
        Wrong(
            "sort: true", "sort: yes",
            "`rows.Book.fields.price.sort` must be true or false, not the text `yes` | 15:64 | ^^^ did you mean `true`?"
        ),
        Wrong(
            "listed: false", "filter: true",
            "`filter` of `rows.Book.fields.cover` needs a value that compares, not image | 16:50 | ^^^^"),
        Wrong(
            "get: /search/{query}/{page}", "get: search/{query}/{page}",
            "`operations.search.get`: the address begins with `/`: it is below the endpoint | 21:10 | ^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{qeury}/{page}",
            "`operations.search.get`: there is no `qeury` to put in | 21:19 | ^^^^^ did you mean `query`?"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{+query}/{page}",
            "`operations.search.get`: `{+…}` could add to the address: a value stays one segment | 21:19 | ^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/../{page}",
            "`operations.search.get`: the address climbs: `.` and `..` are refused | 21:10 | ^^^^^^^^^^^^^^^^^^^^^^^^^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}",
            "`by: number` of `operations.search.pages` needs `{page}` in the address, the query or the body | 25:12 | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
        ),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/{page}{settings.apiKey}",
            "`operations.search.get`: a secret stands in `auth` alone | 21:33 | ^^^^^^^^^^^^^^^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/{page}\n    post: /search",
            "`operations.search` must have exactly one of `get`, `post`, `put`, `patch`, `delete`, `steps` | 18:3 | ^^^^^^"
        ),
        Wrong(
            "get: /search/{query}/{page}", "post: /search/{query}/{page}",
            "`operations.search` has no `effect` | 18:3 | ^^^^^^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/{page}\n    body: { a: 1 }",
            "`body` of `operations.search` needs `post`, `put` or `patch` | 22:11 | ^^^^^^^^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/{page}\n    confirm: Really?",
            "`confirm` of `operations.search` needs an effect that writes | 22:14 | ^^^^^^^"),
        Wrong(
            "get: /search/{query}/{page}",
            "post: /search/{query}/{page}\n    effect: { writes: { idempotent: true, destructive: false } }",
            "`items` of `operations.search` needs an effect that reads | 23:12 | ^^^^^"),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/{page}\n    cache: { for: 10 }",
            "`operations.search.cache.for` must be a duration such as 10s; `10` has no unit | 22:19 | ^^ did you mean `10s`? allowed: 1s to 365d, in ms, s, m, h or d"
        ),
        Wrong(
            "get: /search/{query}/{page}", "get: /search/{query}/{page}\n    cache: always",
            "`operations.search.cache` must be one of http, none, not the text `always` | 22:12 | ^^^^^^"),
        Wrong(
            "items: books", "items: books]",
            "`operations.search.items`: expected an operator or the end, found `]` | 22:17 | ^"),
        Wrong(
            "items: books", "items: books\n    item: book",
            "`operations.search` can't have both `items` and `item` | 23:11 | ^^^^"),
        Wrong(
            "    row: Book", "    row: Bok",
            "there is no type of row `Bok` | 23:10 | ^^^ did you mean `Book`?"),
        Wrong(
            "total: total", "totals: total",
            "unknown key `operations.search.totals` | 24:5 | ^^^^^^ did you mean `total`?"),
        Wrong(
            "    total: total", "    # no total",
            "`ends: total` of `operations.search` needs `total`, which says how many rows there are | 25:51 | ^^^^^"),
        Wrong(
            "by: number", "by: numbr",
            "`operations.search.pages.by` must be one of number, offset, cursor, next, link, none, not the text `numbr` | 25:18 | ^^^^^ did you mean `number`?"
        ),
        Wrong(
            "by: number", "by: cursor",
            "`by: cursor` of `operations.search.pages` needs `at`: where it stands in the answer | 25:12 | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
        ),
        Wrong(
            "size: 10", "size: 0",
            "`operations.search.pages.size` is out of range with `0` | 25:41 | ^ allowed: 1 to 1000"),
        Wrong(
            "code: not_found", "code: notfound",
            "`operations.search.errors[0].code` must be one of invalid_argument, not_found, module_disabled, upstream_timeout, upstream_unavailable, upstream_rejected, upstream_malformed, too_large, blocked_address, offline, storage_failed, busy, cancelled, internal, client_incapable, not the text `notfound` | 26:44 | ^^^^^^^^ did you mean `not_found`?"
        ),
        Wrong(
            "when: \"error != '0'\", ", "",
            "`operations.search.errors[0]` must have exactly one of `status`, `when` | 26:14 | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
        ),
        Wrong(
            "when: \"error != '0'\"", "status: 200",
            "`operations.search.errors[0].status` is out of range with `200` | 26:24 | ^^^ allowed: 400 to 599"),
        Wrong(
            "min: 1", "min: -1",
            "`operations.search.params.query.min` is out of range with `-1` | 20:41 | ^^ allowed: 0 to 10000"),
        Wrong(
            "min: 1, examples: [swift]", "type: text",
            "the key `type` is already set on line 20; keep one of them | 20:36 | ^^^^"),
        Wrong(
            "examples: [swift]", "max: 3, examples: [swift]",
            "`operations.search.params.query.examples[0]` is not of the type text, or out of its bounds | 20:63 | ^^^^^"
        ),
        Wrong(
            "params: { query: {", "params: { page: { type: int }, query: {",
            "`page` has a meaning of its own in templates; name it otherwise | 20:15 | ^^^^"),
        Wrong(
            "type: text, min: 1, examples: [swift]", "type: int, min: 1",
            "`min` of `operations.search.params.query` needs the type text | 20:40 | ^"),
        Wrong(
            "type: text, pattern", "type: text, required: true, default: a, pattern",
            "`operations.show.params.isbn13` can't have both `required: true` and `default` | 27:84 | ^"),
        Wrong(
            "op: show", "op: shwo",
            "there is no operation `shwo` | 30:11 | ^^^^ did you mean `show`?"),
        Wrong(
            "params: { query: swift }", "params: { q: swift }",
            "there is no parameter `q` | 29:29 | ^ allowed: query"),
        Wrong(
            "file: book.json", "file: ../book.json",
            "`samples[1].file` must be a file's name below the folder of the module's file | 30:60 | ^^^^^^^^^^^^"),
        Wrong(
            "file: book.json", "file: [book.json, book-2.json]",
            "`file: […]` of `samples[1]` needs an operation with `pages` | 30:72 | ^^^^^^^^^^^"),
        Wrong(
            "file: swift-1.json", "file: [swift-1.json, ../2.json]",
            "`samples[0].file[1]` must be a file's name below the folder of the module's file | 29:66 | ^^^^^^^^^"),
        Wrong(
            "file: swift-1.json", "file: []",
            "`samples[0].file` must be a file's name below the folder of the module's file | 29:51 | ^^"),
        Wrong(
            "  - { op: show, params: { isbn13: \"9781617294136\" }, file: book.json }", "",
            "the operation `show` has no sample, so it can't be tested | 27:3 | ^^^^"),
        Wrong(
            "samples:", "screens: { s: { route: \"https://a.example\", from: search } }\nsamples:",
            "`screens.s.route` must be an address of the module, which begins with `galleria://` | 28:24 | ^^^^^^^^^^^^^^^^^^^"
        ),
        Wrong(
            "samples:", "screens: { s: { route: \"galleria://library/x\", from: serach } }\nsamples:",
            "there is no operation `serach` | 28:54 | ^^^^^^ did you mean `search`?"),
        Wrong(
            "doc: One book.", "steps: [{ id: a, get: /a }], doc: One book.",
            "`operations.show` can't have both `steps` and `get` | 27:121 | ^^^^^^^^^^^^^^^^^", problems: 2),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"", "steps: [{ get: /a }], item: steps.a",
            "`operations.show.steps[0]` has no `id` | 27:95 | ^^^^^^^^^^^", problems: 3),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"", "steps: [{ id: a, get: /a }, { id: a, get: /b }], item: steps.a",
            "the step `a` comes twice | 27:121 | ^", problems: 2),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"",
            "steps: [{ id: a, get: /a }, { id: b, get: '/{steps.c}' }], item: steps.a",
            "`operations.show.steps[1].get`: there is no `steps.c` to put in | 27:132 | ^^^^^^^ did you mean `steps.a`?",
            problems: 2),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"", "steps: [{ id: a, get: '/{steps.a.id}' }], item: steps.a",
            "`operations.show.steps[0].get`: there is no `steps.a` to put in | 27:112 | ^^^^^^^^^^", problems: 2),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"",
            "steps: [{ id: a, get: /a }, { id: b, get: '/{steps.a[}' }], item: steps.a",
            "`operations.show.steps[1].get`: `{` is not closed | 27:131 | ^^^^^^^^^^", problems: 2),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"", "steps: [{ id: a, get: /a }], item: a.b",
            "`operations.show.item` must begin with `steps` or `params`, since the operation has steps | 27:122 | ^^^",
            problems: 2),
        Wrong(
            "get: \"/books/{isbn13}\", item: \"@\"",
            "steps: [{ id: a, get: /1 }, { id: b, get: /2 }, { id: c, get: /3 }, { id: d, get: /4 }], item: steps.a",
            "there are more than 3 steps | 27:155 | ^^^^^^^^^^^^^^^^^^", problems: 2),
        Wrong(
            "params: { query: { type: text, min: 1, examples: [swift] } }",
            "params: { query: { type: text }, sort: { type: text } }",
            "`operations.search.params.sort`: every list has a parameter `sort` of its own; name it otherwise | 20:38 | ^^^^"
        ),
        Wrong(
            "params: { query: { type: text, min: 1, examples: [swift] } }",
            "params: { query: { type: text }, maxPrice: { type: number } }",
            "`operations.search.params.maxPrice`: every list has a parameter `maxPrice` of its own; name it otherwise | 20:38 | ^^^^^^^^"
        ),
        Wrong(
            "isbn13: isbn13", "isbn13: isbn13\n      query: { from: note, filter: true }",
            "`rows.Book.fields.query`: a filter can't be named as a parameter that every list has; name it otherwise | 14:7 | ^^^^^",
            problems: 2
        ),
    ]
}
