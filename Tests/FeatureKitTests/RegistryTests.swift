import JSON
import TestSupport
import Testing

@testable import FeatureKit

@Suite("The registry")
struct RegistryTests {
    typealias Declare = @Sendable (inout ModuleRegistration) -> Void

    private static let nothing: Declare = { _ in }

    /// Mistakes of `declare` as the only module `shelf`.
    private func mistakes(_ declare: @escaping Declare) -> [String] {
        do {
            _ = try registry([("shelf", declare)])
            return []
        } catch {
            return error.mistakes
        }
    }

    @Test("Declarations that stand together make a registry in the order declared")
    func good() throws {
        let registry = try registry(
            [
                (
                    "shelf",
                    {
                        $0.add(operation("search"))
                        $0.add(operation("show"))
                        $0.add(screen("galleria://shelf"))
                    }
                ),
                (
                    "mall",
                    {
                        $0.add(operation("list"))
                        $0.add(screen("galleria://mall/{id}{?q}"))
                    }
                ),
            ], disabled: ["forecast"])
        #expect(registry.operations.map(\.method) == ["shelf.search", "shelf.show", "mall.list"])
        #expect(registry.operations.map(\.toolName) == ["shelf_search", "shelf_show", "mall_list"])
        #expect(registry.operations.map(\.module) == ["shelf", "shelf", "mall"])
        #expect(registry.screens.map(\.template.text) == ["galleria://shelf", "galleria://mall/{id}{?q}"])
        #expect(registry.screens.map(\.module) == ["shelf", "mall"])
        #expect(registry.modules.map(\.manifest.id) == ["shelf", "mall", "forecast"])
        #expect(registry.modules.map(\.isEnabled) == [true, true, false])
        #expect(registry.modules.map(\.reason) == [nil, nil, "modules.forecast.enabled is false"])
    }

    @Test("Nothing at all is a registry")
    func empty() throws {
        let registry = try registry([])
        #expect(registry.operations.isEmpty && registry.screens.isEmpty && registry.modules.isEmpty)
    }

    @Test("Each mistake in an operation is found", arguments: operations)
    func operationMistakes(_ row: Case<Operation<SearchParameters, SearchParameters>, [String]>) {
        #expect(mistakes { $0.add(row.input) } == row.expected)
    }

    static let operations: [Case<Operation<SearchParameters, SearchParameters>, [String]>] = [
        Case("none", operation("search"), []),
        Case("a name in capitals", operation("Search"), ["shelf.Search: a method is two names in lower camel case"]),
        Case("an empty name", operation(""), ["shelf.: a method is two names in lower camel case"]),
        Case("a third name", operation("a.b"), ["shelf.a.b: a method is two names in lower camel case"]),
        Case("snake case", operation("a_b"), ["shelf.a_b: a method is two names in lower camel case"]),
        Case("a digit first", operation("1a"), ["shelf.1a: a method is two names in lower camel case"]),
        Case("a letter beyond ASCII", operation("é"), ["shelf.é: a method is two names in lower camel case"]),
        Case(
            "a long name", operation(String(repeating: "a", count: 35)),
            ["shelf.\(String(repeating: "a", count: 35)): a tool name has at most 40 characters"]),
        Case("the longest name", operation(String(repeating: "a", count: 34)), []),
        Case("no title", operation("a", title: ""), ["shelf.a: no documentation"]),
        Case("no doc", operation("a", doc: ""), ["shelf.a: no documentation"]),
        Case("no example", operation("a", example: []), ["shelf.a: the example lacks a required parameter"]),
        Case(
            "an unknown parameter in the example",
            operation("a", example: [JSONMember("query", "a"), JSONMember("colour", "b")]),
            ["shelf.a: the example has an unknown parameter"]),
        Case(
            "a field twice",
            operation(
                "a",
                result: [
                    ResultField("n", .text, "One.") { $0.query }, ResultField("n", .text, "Two.") { $0.query },
                ]), ["shelf.a: a field of the result is declared twice"]),
        Case(
            "a parameter twice, and one without documentation",
            operation(
                "a",
                parameters: ParameterShape(
                    { query, _ in SearchParameters(query: query) },
                    Parameter.required("query", .text(1...9), "Text.", examples: []),
                    Parameter.required("query", .text(1...9), "", examples: []))),
            ["shelf.a: a parameter without documentation", "shelf.a: a parameter is declared twice"]),
    ]

    @Test("Each mistake in a screen is found", arguments: screens)
    func screenMistakes(_ row: Case<ScreenDefinition, [String]>) {
        #expect(mistakes { $0.add(row.input) } == row.expected)
    }

    private static let noDoc = "no documentation"
    private static let badRoute = "a route is galleria:// and names, each variable once"

    static let screens: [Case<ScreenDefinition, [String]>] =
        [
            "galleria://shelf", "galleria://book/{isbn13}", "galleria://forecast/{place}/{date}",
            "galleria://friends{?scenario}", "galleria://a/{b}{?c,d}",
        ]
        .map { Case($0, screen($0), []) }
        + [
            "shelf", "http://shelf", "Galleria://shelf", "galleria:/shelf", "galleria://", "galleria:///",
            "galleria://shelf/",
            "galleria://a//b", "galleria://a/{}", "galleria://{a}/{a}", "galleria://a/{b}{?b}", "galleria://a{?b,b}",
            "galleria://a{?}", "galleria://a{?b", "galleria://a/{b", "galleria://a/b}", "galleria://a?b=c", "",
        ].map { Case("bad: \($0)", screen($0), ["\($0): \(badRoute)"]) }
        + [
            Case("no title", screen("galleria://a", title: ""), ["galleria://a: \(noDoc)"]),
            Case("no doc", screen("galleria://a", doc: ""), ["galleria://a: \(noDoc)"]),
            Case(
                "an action without documentation",
                screen("galleria://a", actions: [ScreenAction("go", "") { _ throws(Fault) in .accepted }]),
                ["galleria://a: an action without documentation"]),
            Case(
                "an action twice",
                screen(
                    "galleria://a",
                    actions: [
                        ScreenAction("go", "One.") { _ throws(Fault) in .accepted },
                        ScreenAction("go", "Two.") { _ throws(Fault) in .accepted },
                    ]), ["galleria://a: an action is declared twice"]),
            Case(
                "an action's name",
                screen("galleria://a", actions: [ScreenAction("Go on", "One.") { _ throws(Fault) in .accepted }]),
                ["galleria://a: an action's name is lower camel case"]),
        ]

    @Test(
        "A module's id is lower camel case",
        arguments: ["", "Shelf", "book-shelf", "book_shelf", "1shelf", "schélf", "a.b", " a"])
    func moduleName(_ id: String) {
        let error = #expect(throws: RegistryMistakes.self) { try registry([(id, Self.nothing)]) }
        #expect(error?.mistakes == ["\(id): a module id is lower camel case"])
    }

    @Test("A disabled module's id is looked at as well")
    func disabledName() {
        let error = #expect(throws: RegistryMistakes.self) { try registry([], disabled: ["No"]) }
        #expect(error?.mistakes == ["No: a module id is lower camel case"])
    }

    @Test("A debug build judges features of the binary as well", arguments: [false, true])
    func proved(_ isProved: Bool) throws {
        let feature = Feature("kiosk", title: "Kiosk", doc: "Papers.", parts: [screen("galleria://kiosk", doc: "")])
        var builder = RegistryBuilder()
        builder.add(try (isProved ? feature.proved : feature).declarations())
        let error = #expect(throws: RegistryMistakes.self) { try builder.build() }
        #expect(error?.mistakes == ["galleria://kiosk: no documentation"])
    }

    @Test("A duplicate names both owners", arguments: duplicates)
    func duplicate(_ row: Case<[(id: String, declare: Declare)], [String]>) {
        let error = #expect(throws: RegistryMistakes.self) { try registry(row.input) }
        #expect(error?.mistakes == row.expected)
    }

    static let duplicates: [Case<[(id: String, declare: Declare)], [String]>] = [
        Case(
            "tool names that meet",
            [("bookShelf", { $0.add(operation("show")) }), ("book", { $0.add(operation("shelfShow")) })],
            ["the operation book_shelf_show is declared twice, by bookShelf.show and by book.shelfShow"]),
        Case(
            "one route", [("a", { $0.add(screen("galleria://x")) }), ("b", { $0.add(screen("galleria://x")) })],
            ["the route x is declared twice, by a and by b"]),
        Case(
            "routes that take the same addresses",
            [
                ("a", { $0.add(screen("galleria://x/{one}")) }),
                ("b", { $0.add(screen("galleria://x/{two}{?q}")) }),
            ], ["the route x/{} is declared twice, by a and by b"]),
        Case("modules", [("a", { _ in }), ("a", { _ in })], ["the module a is declared twice, by a and by a"]),
        Case(
            "three owners",
            [
                ("a", { $0.add(screen("galleria://x")) }), ("b", { $0.add(screen("galleria://x")) }),
                ("c", { $0.add(screen("galleria://x")) }),
            ], ["the route x is declared twice, by a and by b", "the route x is declared twice, by b and by c"]),
    ]

    @Test("A module that is on and off at once is a duplicate")
    func onAndOff() {
        let error = #expect(throws: RegistryMistakes.self) { try registry([("a", { _ in })], disabled: ["a"]) }
        #expect(error?.mistakes == ["the module a is declared twice, by a and by a"])
    }

    @Test("All mistakes are told at once")
    func all() {
        let found = mistakes { registration in
            registration.add(operation("Bad", doc: ""))
            registration.add(operation("bad2", example: []))
            registration.add(screen("galleria://a", doc: ""))
        }
        #expect(found.count == 4)
    }

    @Test("The host's own operations are looked at like a module's")
    func host() {
        var builder = RegistryBuilder()
        var registration = ModuleRegistration(id: "host")
        registration.add(operation("info"))
        registration.add(operation("info"))
        builder.add(registration)
        let error = #expect(throws: RegistryMistakes.self) { try builder.build() }
        #expect(error?.mistakes == ["the operation host_info is declared twice, by host.info and by host.info"])
    }
}
