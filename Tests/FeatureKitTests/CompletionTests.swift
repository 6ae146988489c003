import Testing

@testable import FeatureKit

@Suite("Completion")
struct CompletionTests {
    private static let towns = Completion { _ throws(Fault) in
        [
            Candidate("Newcastle", about: "Tyne"), Candidate("Old Newton"), Candidate("newton"),
            Candidate("Bath", about: "a spa, new to most"), Candidate("newton"), Candidate("서울", about: "Seoul"),
        ]
    }

    static let typed: [Case<String, [String]>] = [
        Case("nothing: all, each once", "", ["Newcastle", "Old Newton", "newton", "Bath", "서울"]),
        Case(
            "17.17: what begins so, and nothing else where there is some", "new", ["Newcastle", "newton"]),
        Case("what holds it, then what is about it, where nothing begins so", "ewt", ["Old Newton", "newton"]),
        Case("what is about it", "spa", ["Bath"]),
        Case("whatever the case", "NEWC", ["Newcastle"]),
        Case("blanks at the ends don't count", " newc ", ["Newcastle"]),
        Case("by what it is about alone", "seoul", ["서울"]),
        Case("beyond ASCII", "서", ["서울"]),
        Case("nothing like it", "zzz", []),
        Case("a NUL", "\u{0}", []),
    ]

    @Test("Values match what was typed", arguments: typed)
    func matches(_ row: Case<String, [String]>) async {
        let completed = await Self.towns.values(for: CompletionRequest(row.input))
        #expect(completed == CompletedValues(row.expected))
        #expect(completed.total == row.expected.count && !completed.hasMore)
    }

    @Test("Look-alikes are two values: they differ in their bytes")
    func bytes() async {
        let completion = Completion.oneOf(["\u{E9}", "e\u{301}"])
        #expect(await completion.values(for: CompletionRequest("")).values.map { Array($0.utf8) }.count == 2)
    }

    @Test("At most a hundred values, and how many there are", arguments: [(99, false), (100, false), (101, true)])
    func bound(_ count: Int, _ hasMore: Bool) async {
        let completion = Completion.oneOf((0..<count).map { "v\($0)" })
        let completed = await completion.values(for: CompletionRequest("v"))
        #expect(completed.values == (0..<min(count, 100)).map { "v\($0)" })
        #expect(completed.total == count && completed.hasMore == hasMore)
    }

    @Test("A failure has no values to offer")
    func failure() async {
        let completion = Completion { _ throws(Fault) in
            throw Fault(.upstreamTimeout, "Too slow.", hint: "Again.")
        }
        let completed = await completion.values(for: CompletionRequest("a"))
        #expect(completed.values == [] && completed.total == nil && completed.hasMore)
    }

    @Test("17.17: The total of a part of a list is not known")
    func part() async {
        let completion = Completion { _ throws(Fault) in Candidates([Candidate("a"), Candidate("b")], isWhole: false) }
        let completed = await completion.values(for: CompletionRequest("a"))
        #expect(completed.values == ["a"] && completed.total == nil && completed.hasMore)
    }

    @Test("The names of an enumeration are values")
    func enumeration() async {
        let completion = Completion.oneOf(FaultCode.self)
        #expect(await completion.values(for: CompletionRequest("upstream_t")).values == ["upstream_timeout"])
    }

    @Test("The arguments that are known reach the completion")
    func context() async {
        let completion = Completion { request throws(Fault) in [Candidate("\(request.context["place"] ?? "nowhere")!")]
        }
        let known = CompletionRequest("", context: PromptArguments([("place", " London ")]))
        #expect(await completion.values(for: known).values == ["London!"])
        #expect(await completion.values(for: CompletionRequest("")).values == ["nowhere!"])
    }

    @Test("A screen keeps its completions when it gets its owner and its picture")
    func screens() async throws {
        let registry = try registry([
            (
                "shelf",
                {
                    $0.add(
                        screen("galleria://book/{isbn13}").completing(["isbn13": .oneOf(["1", "2"])])
                            .withPicture { _ throws(Fault) in nil })
                }
            )
        ])
        let completion = try #require(registry.screens.first?.completions["isbn13"])
        #expect(await completion.values(for: CompletionRequest("2")).values == ["2"])
        #expect(registry.screens.first?.module == "shelf")
    }

    @Test("A completion of no variable is a mistake")
    func stray() {
        #expect(throws: RegistryMistakes(mistakes: ["galleria://book/{isbn13}: a completion of no variable"])) {
            try registry([("shelf", { $0.add(screen("galleria://book/{isbn13}").completing(["isbn": .oneOf(["1"])])) })]
            )
        }
    }
}
