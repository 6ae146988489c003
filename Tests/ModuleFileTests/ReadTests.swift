import JMESPath
import Settings
import Testing
import URITemplate

@testable import ModuleFile

@Suite("Files of modules") struct ReadTests {
    private func module(_ text: String, _ variables: [String: String] = [:]) throws -> ModuleDeclaration {
        switch Library.read(text, variables) {
        case .success(let module): return module
        case .failure(let report):
            Issue.record("\(report.rendered())")
            throw report
        }
    }

    @Test("the first example of the format is read into what it says")
    func library() throws {
        let module = try module(Library.text([]))
        #expect(
            module.id == "library" && module.title == "Library" && module.endpoint == "https://api.itbook.store/1.0")
        #expect(module.settings.map(\.name) == ["apiKey", "days"])
        #expect(module.settings.map(\.defaultText) == [nil, "7"])
        let book = try #require(module.rows.first)
        #expect(book.key == "isbn13" && book.title == "title")
        #expect(book.fields.map(\.name) == ["isbn13", "title", "price", "cover"])
        #expect(book.fields.map(\.kind) == [.text, .text, .money, .image])
        #expect(book.fields[2].isSort && book.fields[2].isFilter && !book.fields[3].isListed)
        #expect(book.fields[0].from.memberPath == ["isbn13"])
        #expect(module.operations.map(\.name) == ["search", "show"])
        let search = module.operations[0]
        #expect(search.parameters.map(\.name) == ["query"])
        #expect(search.parameters[0].length == 1...1000 && search.parameters[0].isRequired)
        #expect(search.parameters[0].examples == ["swift"])
        #expect(search.effect == .reads && search.row == "Book")
        let pages = try #require(search.pages)
        #expect(pages.by == .number && pages.size == 10 && pages.from == 1)
        guard case .total = pages.ends else { throw Unexpected() }
        let request = search.requests[0]
        let address = try #require(request.address)
        #expect(address.template.text == "/search/{query}/{page}")
        guard case .parameter("query") = address.variables[0], case .page = address.variables[1] else {
            throw Unexpected()
        }
        #expect(request.errors.map(\.code) == ["not_found"])
        #expect(module.samples.map(\.files) == [.one("swift-1.json"), .one("book.json")])
    }

    private struct Unexpected: Error {}

    @Test("an operation that writes has a body whose texts keep their type, and a question")
    func writes() throws {
        let module = try module(
            """
            galleria: 1
            title: Orders
            doc: Orders of a shop.
            endpoint: https://shop.example/api
            settings: { apiKey: { type: secret, doc: From the account page. } }
            auth: { bearer: settings.apiKey }
            rows: { Order: { key: id, fields: { id: id, by: "param('sku')" } } }
            operations:
              place:
                doc: Places an order.
                params: { sku: { type: text }, quantity: { type: int, range: 1..20, default: 1 } }
                post: /orders
                body: { lines: [{ sku: "{params.sku}", count: "{params.quantity}", gift: false, price: 1.50, note: null }] }
                item: order
                row: Order
                effect: { writes: { idempotent: true, destructive: false } }
                idempotency: Idempotency-Key
                confirm: "Order {quantity} × {sku}?"
                errors: [{ status: 409, code: invalid_argument, message: reason, hint: "Ask orders.list first." }]
            samples: [{ op: place, params: { sku: A, quantity: 2 }, file: order.json }]
            """)
        #expect(module.auth == .bearer("apiKey"))
        let place = module.operations[0]
        #expect(place.effect == .writes(isIdempotent: true, isDestructive: false))
        #expect(place.idempotency == "Idempotency-Key")
        #expect(place.parameters.map(\.isRequired) == [true, false])
        #expect(place.parameters.map(\.defaultText) == [nil, "1"])
        #expect(place.confirm?.variables.count == 2)
        guard case .object(let members)? = place.requests[0].body, case .array(let lines) = members[0].value,
            case .object(let line) = lines[0], case .text(let count) = line[1].value, case .flag(false) = line[2].value,
            case .number("1.50") = line[3].value, case .null = line[4].value
        else { throw Unexpected() }
        #expect(count.template.soleVariable == 0)
        #expect(module.samples[0].parameters.map(\.value) == ["A", "2"])
    }

    @Test("steps read those before them, and the rows are in what they answered")
    func steps() throws {
        let module = try module(
            """
            galleria: 1
            title: Weather
            doc: Weather to come.
            endpoint: https://weather.example
            settings: { key: { type: secret, doc: A key. }, units: { type: text, default: metric, doc: Units. } }
            auth: { query: { appid: settings.key } }
            rows: { Day: { key: day, fields: { day: { from: "date(dt)", type: date }, place: "step('spot')[0].name" } } }
            operations:
              daily:
                doc: The coming days at a place.
                params: { place: { type: text, min: 3, examples: [London] }, days: { type: int, range: 1..16, default: 7 } }
                steps:
                  - { id: spot, get: /geo/1.0/direct, query: { q: "{params.place}", limit: 1 }, cache: { for: 30d },
                      errors: [{ when: "length(@) == `0`", code: not_found, message: "'No such place.'" }] }
                  - { id: sky, get: /data/daily, query: { lat: "{steps.spot[0].lat}", cnt: "{params.days}", u: "{settings.units}" }, cache: http }
                items: steps.sky.list
                row: Day
            samples: [{ op: daily, params: { place: London }, file: { spot: spot.json, sky: sky.json } }]
            """)
        let daily = module.operations[0]
        #expect(daily.hasSteps && daily.requests.map(\.id) == ["spot", "sky"])
        #expect(daily.requests.map(\.cache) == [.lasting(.seconds(2_592_000)), .http])
        guard case .expression(let lat) = daily.requests[1].query[0].value.variables[0],
            case .setting("units") = daily.requests[1].query[2].value.variables[0], case .items? = daily.result
        else { throw Unexpected() }
        #expect(lat.text == "steps.spot[0].lat")
        #expect(module.auth == .query([AuthDeclaration.NamedSetting(name: "appid", setting: "key")]))
        #expect(module.samples[0].files == .steps(["spot": "spot.json", "sky": "sky.json"]))
    }

    @Test("rows are counted from 0 and pages from 1, unless the file says otherwise")
    func firsts() throws {
        let offset = [("/{page}", "/{offset}"), ("by: number, from: 1,", "by: offset,")]
        for (changes, from) in [
            ([("from: 1, ", "")], 1), ([("from: 1", "from: 0")], 0), (offset, 0),
            ([("/{page}", "/{offset}"), ("by: number", "by: offset")], 1),
        ] as [([(String, String)], Int)] {
            #expect(try module(Library.text(changes)).operations[0].pages?.from == from)
        }
    }

    @Test("the cursor of a request that is sent may stand in its body, at any depth")
    func cursorInBody() throws {
        let text = Library.text([
            ("get: /search/{query}/{page}", "post: /graphql\n    effect: reads"),
            (
                "    items: books",
                "    body: { query: q, variables: [{ after: \"{cursor}\", query: \"{query}\" }] }\n    items: books"
            ),
            ("by: number, from: 1, size: 10, ends: total", "by: cursor, at: next"),
        ])
        let search = try module(text).operations[0]
        #expect(search.pages?.by == .cursor)
        #expect(search.requests[0].body?.texts.map(\.template.text) == ["q", "{cursor}", "{query}"])
    }

    @Test("the files of pages become the samples of one call, in their order")
    func pagesOfSample() throws {
        let text = Library.text([("file: swift-1.json", "file: [swift-1.json, swift-2.json]")])
        let samples = try module(text).samples
        #expect(samples.map(\.operation) == ["search", "search", "show"])
        #expect(samples.map(\.files) == [.one("swift-1.json"), .one("swift-2.json"), .one("book.json")])
        #expect(samples[0].parameters.map(\.value) == samples[1].parameters.map(\.value))
    }

    @Test("variables of the process are put into texts, and never shown")
    func variables() throws {
        let changed = Library.text([("https://api.itbook.store/1.0", "\"${BASE:-https://a.example}/v1\"")])
        #expect(try module(changed).endpoint == "https://a.example/v1")
        #expect(try module(changed, ["BASE": "https://b.example"]).endpoint == "https://b.example/v1")
        guard case .failure(let report) = Library.read(changed, ["BASE": "CANARY"]) else { throw Unexpected() }
        #expect(!report.rendered().contains("CANARY"))
    }

    @Test("every mistake is reported at once, in the order of the file")
    func allAtOnce() throws {
        let text = Library.text([
            ("title: Library", "titel: Library"), ("range: 1..16", "range: 16..1"), ("'USD'", "'dollars'"),
            ("by: number", "by: numbr"),
            ("file: book.json", "file: ../book.json"),
        ])
        guard case .failure(let report) = Library.read(text) else { throw Unexpected() }
        #expect(report.problems.map(\.line) == [2, 7, 15, 25, 30])
    }

    @Test("each key of the tables is documented, and each table has keys")
    func tables() {
        let tables = ModuleFile.tables
        #expect(tables.count == 16)
        for table in tables {
            #expect(!table.keys.isEmpty)
            #expect(Set(table.keys.map(\.name)).count == table.keys.count)
            for key in table.keys { #expect(key.doc.hasSuffix("."), "\(table.name).\(key.name)") }
        }
    }

    @Test("an empty file and one of comments say what a file begins with", arguments: ["", "# nothing\n"])
    func empty(_ text: String) throws {
        guard case .failure(let report) = Library.read(text) else { throw Unexpected() }
        #expect(report.problems.map(\.sentence) == ["the file has no `galleria`"])
    }

    @Test("what is not YAML is said as of settings")
    func notYAML() throws {
        guard case .failure(let report) = Library.read("galleria: 1\ntitle: [a\n") else { throw Unexpected() }
        #expect(report.problems.count == 1)
        guard case .failure(let deep) = Library.read(String(repeating: "[", count: 40)) else { throw Unexpected() }
        #expect(deep.problems.count == 1)
    }
}
