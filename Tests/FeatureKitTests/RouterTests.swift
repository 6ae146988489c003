import Testing
import Values

@testable import FeatureKit

@Suite("The router")
struct RouterTests {
    private func router() throws -> Router {
        Router(
            try registry(
                [
                    (
                        "bookShelf",
                        {
                            $0.add(operation("search"))
                            $0.add(operation("show"))
                            $0.add(operation("Kelvin".lowercased()))
                            $0.add(screen("galleria://shelf"))
                            $0.add(screen("galleria://book/{isbn13}"))
                            $0.add(screen("galleria://friends{?scenario}"))
                            $0.add(screen("galleria://forecast/{place}/{date}"))
                        }
                    ),
                    ("screen", { $0.add(operation("open", isTool: false)) }),
                ], disabled: ["forecast"]))
    }

    @Test("A method and a tool are found by their names")
    func found() throws {
        let router = try router()
        for operation in router.registry.operations {
            #expect(router.operation(method: operation.method)?.method == operation.method)
            #expect(router.operation(tool: operation.toolName)?.method == (operation.isTool ? operation.method : nil))
        }
        #expect(router.operation(tool: "screen_open") == nil)
    }

    @Test(
        "W15: look-alikes, other cases and other forms are other names",
        arguments: [
            "bookShelf.Search", "BOOKSHELF.SEARCH", "bookshelf.search", "bookShelf.search ", " bookShelf.search",
            "bookShelf.search\u{301}", "bookShelf.s\u{435}arch", "bookShelf.\u{212A}elvin", "bookShelf.search\u{0}",
            "bookShelf..search",
            "bookShelf/search", "bookShelf\u{FF0E}search", "bookShelf.search\u{200B}", "book_shelf_search", "", ".",
            "search",
        ])
    func lookAlike(_ name: String) throws {
        let router = try router()
        #expect(router.operation(method: name) == nil)
        #expect(router.operation(tool: name.replacing(".", with: "_")) == nil || name == "book_shelf_search")
        #expect(router.absence(ofMethod: name).code == .invalidArgument)
    }

    @Test("W15: canonically equivalent names are two names")
    func equivalent() {
        #expect("\u{212A}elvin" == "Kelvin", "Swift holds them equal")
        #expect(ExactName("\u{212A}elvin") != ExactName("Kelvin"))
        #expect(ExactName("e\u{301}") != ExactName("\u{E9}"))
        #expect(ExactName("e\u{301}") == ExactName("e\u{301}"))
        #expect(Set(["K", "\u{212A}", "k", "K"].map(ExactName.init)).count == 3)
    }

    @Test(
        "C7: a method of a module that is off says so",
        arguments: ["forecast.daily", "forecast.", "forecast", "forecast.x.y"])
    func disabled(_ method: String) throws {
        let fault = try router().absence(ofMethod: method)
        #expect(fault.code == .moduleDisabled)
        #expect(fault.code.number == -32601)
        #expect(fault.module == "forecast")
        #expect(
            fault.text == "The module forecast is switched off. Set modules.forecast.enabled to true and start again.")
    }

    @Test(
        "C7: what only looks like a module that is off is unknown",
        arguments: ["Forecast.daily", "forecas\u{442}.daily", "forecast1.daily", "forecast\u{301}.daily"])
    func notDisabled(_ method: String) throws {
        #expect(try router().absence(ofMethod: method).code == .invalidArgument)
    }

    @Test(
        "W3: an unknown method gets the near one",
        arguments: [
            Case("letter", "bookShelf.serch", "bookShelf.search"), Case("case", "bookshelf.show", "bookShelf.show"),
            Case("none", "xyz", nil),
        ])
    func near(_ row: Case<String, String?>) throws {
        let fault = try router().absence(ofMethod: row.input)
        #expect(fault.suggestions.first == row.expected)
        #expect(fault.message == "There is no method “\(row.input)”.")
        #expect(
            fault.hint == row.expected.map { "Did you mean \($0)?" }
                ?? "host.info lists the operations of every module.")
        #expect(fault.field == "method")
    }

    @Test(
        "A route leads to its screen with its variables",
        arguments: [
            Case("fixed", "galleria://shelf", ("galleria://shelf", [:])),
            Case("variable", "galleria://book/978", ("galleria://book/{isbn13}", ["isbn13": "978"])),
            Case("query left out", "galleria://friends", ("galleria://friends{?scenario}", [:])),
            Case("query", "galleria://friends?scenario=x", ("galleria://friends{?scenario}", ["scenario": "x"])),
            Case(
                "two variables", "galleria://forecast/a%2Fb/2021-03-10",
                ("galleria://forecast/{place}/{date}", ["place": "a/b", "date": "2021-03-10"])),
        ] as [Case<String, (template: String, values: [String: String])>])
    func screens(_ row: Case<String, (template: String, values: [String: String])>) throws {
        let (screen, parameters) = try router().screen(at: row.input)
        #expect(screen.template.text == row.expected.template)
        #expect(parameters == RouteParameters(values: row.expected.values))
    }

    @Test(
        "A route without a screen is refused, with the near ones and where to look",
        arguments: [
            Case("letter", "galleria://shelff", "galleria://shelf"),
            Case("scheme", "gallery://shelf", "galleria://shelf"),
            Case("case", "galleria://SHELF", "galleria://shelf"), Case("far", "http://example.com/", nil),
            Case("empty", "", nil),
            Case("broken", "galleria://book/%zz", nil),
            Case("look-alike", "galleria://shelf\u{301}", "galleria://shelf"),
            Case("slash at the end", "galleria://shelf/", "galleria://shelf"),
            Case("unknown query", "galleria://shelf?a=b", "galleria://shelf"),
            Case("unknown query of several", "galleria://friends?scenari=x", "galleria://friends{?scenario}"),
            Case("fixed part", "galleria://bok/978", "galleria://book/978"),
            Case("fixed part, value encoded", "galleria://forecats/a%2Fb/c", "galleria://forecast/a%2Fb/c"),
            Case("fixed part, query kept", "galleria://freinds?scenario=x", "galleria://friends?scenario=x"),
            Case("no value", "galleria://book", "galleria://book/{isbn13}"),
            Case("too few values", "galleria://forecast/Seoul", "galleria://forecast/{place}/{date}"),
            Case("too much", "galleria://shelf/978", "galleria://shelf"),
            Case("typo, and too much", "galleria://boook/978/x", "galleria://book/978"),
            Case("start of a name", "galleria://fri", "galleria://friends"),
            Case("other variable's value", "galleria://xyz/978", nil),
            Case(
                "too long to say", "galleria://bok/" + String(repeating: "9", count: 300), "galleria://book/{isbn13}"),
            Case("long", "galleria://book/" + String(repeating: "9", count: 3_000), nil),
        ] as [Case<String, String?>])
    func noScreen(_ row: Case<String, String?>) throws {
        let router = try router()
        let fault = try #require(throws: Fault.self) { try router.screen(at: row.input) }
        #expect(fault.code == .invalidArgument)
        #expect(fault.field == "route")
        #expect(fault.hint.hasSuffix("host.info lists the routes of every module."))
        #expect(fault.message.unicodeScalars.count < 130)
        #expect(fault.suggestions.first == row.expected)
        #expect(fault.suggestions.count <= 3)
        if let expected = row.expected { #expect(fault.hint.hasPrefix("Did you mean \(expected)? ")) }
    }

    @Test("A suggestion that names its values leads to a screen", arguments: hostileTexts)
    func suggestionLeads(_ text: String) throws {
        let router = try router()
        let fault = try #require(throws: Fault.self) {
            try router.screen(at: "galleria://bok/\(PercentEncoding.component(text))")
        }
        for suggestion in fault.suggestions where !suggestion.contains("{") {
            let (screen, values) = try router.screen(at: suggestion)
            #expect(screen.template.text == "galleria://book/{isbn13}" && sameBytes(values["isbn13"], text))
        }
    }

    private func routerWithout(_ routes: String...) throws -> Router {
        Router(
            try registry(
                [("bookShelf", { $0.add(screen("galleria://shelf")) })], disabled: ["forecast"],
                disabledRoutes: routes.map { RouteTemplate($0) }))
    }

    @Test(
        "C7: a route of a module that is off says so, as its methods do",
        arguments: ["galleria://forecast", "galleria://forecast?place=x", "galleria://forecast/Seoul/2021-03-10"])
    func disabledRoute(_ route: String) throws {
        let router = try routerWithout("galleria://forecast{?place}", "galleria://forecast/{place}/{date}")
        let fault = try #require(throws: Fault.self) { try router.screen(at: route) }
        var expected = router.absence(ofMethod: "forecast.daily")
        expected.field = "route"
        #expect(fault == expected && fault.code == .moduleDisabled)
    }

    @Test(
        "C7: what only looks like a route of a module that is off is unknown",
        arguments: [
            "galleria://Forecast", "galleria://forecast/Seoul", "galleria://forecast?x=y", "galleria://forecas",
        ])
    func notDisabledRoute(_ route: String) throws {
        let router = try routerWithout("galleria://forecast{?place}", "galleria://forecast/{place}/{date}")
        let fault = try #require(throws: Fault.self) { try router.screen(at: route) }
        #expect(fault.code == .invalidArgument && fault.suggestions.isEmpty)
    }

    @Test("A screen that is there is found before a module that is off and had the same route")
    func onBeforeOff() throws {
        #expect(try routerWithout("galleria://shelf").screen(at: "galleria://shelf").0.module == "bookShelf")
    }
}
