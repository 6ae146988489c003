import DesignSystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// The kit is worth nothing if it can't fail: a feature that breaks each rule must be found out.
@Suite("The conformance kit finds what is wrong")
struct ConformanceKitTests {
    private let kit = FeatureConformance(
        Feature(BrokenFeature.self),
        screens: ["galleria://broken": "broken.list", "galleria://broken/{id}": "broken.show"])

    /// Findings that each rule must report of the broken feature.
    static let expected: [(rule: FeatureConformance.Rule, findings: [String])] = [
        (
            .declarations,
            [
                "is not one line with a full stop", "broken has no title", "is required and has no example",
                "broken: the manifest has other routes than the screens",
            ]
        ),
        (.schemas, ["uses anyOf", "has several types", "has no type"]),
        (.samples, ["broken.fails {} failed", "is not of the type integer"]),
        (
            .text,
            [
                "the text lacks “A title”", "the text lacks the cursor", "the text lacks the total 9",
                "characters of text",
            ]
        ),
        (.arguments, ["takes a wrong number", "asked its upstream with wrong arguments"]),
        (.numbersAsText, ["number=\"1\" is not taken as 1"]),
        (.paging, ["a row comes twice", "rows of a total of 9", "gives other rows"]),
        (.cursors, ["takes a foreign cursor"]), (.rows, ["can't be opened", "is not loaded"]),
        (
            .screens,
            ["broken/{id}: no sample leads there", "is not loaded", "has no items", "the text lacks “A title”"]
        ),
        (.deltas, ["the state is not"]), (.actions, ["poke takes a wrong number", "poke leads to galleria://nowhere"]),
        (
            .prompts,
            [
                "“No full stop” is not one line", "names no_such_tool, which is no tool", "broken_fails {} failed",
                "broken_silent {} has no message", "broken_silent {} names no tool", "key has no value to offer",
                "does not say “unheard”",
            ]
        ), (.spoiledAnswers, ["is not of the type integer", "is refused: It said nothing."]),
        (.hostileTexts, ["adds a heading"]),
        (.generatedCalls, ["is taken", "is refused", "was asked for before it was refused", "proves little"]),
        (.naughtyTexts, ["is taken", "asks for"]), (.completions, ["galleria://broken/{id} id does not complete"]),
    ]

    @Test("each rule finds its breaches", arguments: expected.map(\.rule))
    func finds(_ rule: FeatureConformance.Rule) async throws {
        let wanted = try #require(Self.expected.first { $0.rule == rule }?.findings)
        let findings = try await kit.findings(rule)
        for text in wanted {
            #expect(
                findings.contains { $0.contains(text) }, "nothing says “\(text)”: \(findings.joined(separator: "\n"))")
        }
    }

    @Test("every rule but that of the registry itself has a breach here or among the kiosks")
    func complete() {
        let ofFields = Set(KioskFlaw.allCases.map { LayoutConformanceTests.expected($0).rule })
        #expect(
            Set(Self.expected.map(\.rule)).union(ofFields).union([.disabled]) == Set(FeatureConformance.Rule.allCases))
    }

    @Test("a finding is an issue of the test")
    func issue() async {
        await withKnownIssue { try await kit.check(.declarations) }
    }
}

/// A feature with a breach of every rule.
private struct BrokenFeature: FeatureModule {
    static var manifest: ModuleManifest {
        ModuleManifest(
            id: "broken", title: "", doc: "No full stop",
            settings: ModuleSettings(id: "broken", endpoint: "https://broken.example", timeout: .seconds(1)),
            sample: { request in
                let body: JSONValue = ["name": "Ann", "count": 1]
                return request.path == ["said"] ? HTTPResponse(status: 200, body: body.serialized()) : nil
            })
    }

    private let context: FeatureContext

    init(_ context: FeatureContext) {
        self.context = context
    }

    func register(in registry: inout ModuleRegistration) {
        registry.add(list)
        registry.add(show)
        registry.add(fails)
        registry.add(said)
        for prompt in prompts { registry.add(prompt) }
        registry.add(
            ScreenDefinition(
                "galleria://broken", title: "Broken", doc: "A list.", shape: BrokenScreen.shape,
                actions: BrokenScreen.actions
            ) {
                _ throws(Fault) in BrokenScreen()
            })
        registry.add(
            ScreenDefinition(
                "galleria://broken/{id}", title: "Broken", doc: "A row.", shape: BrokenScreen.shape,
                actions: BrokenScreen.actions
            ) {
                _ throws(Fault) in BrokenScreen()
            })
    }

    private var prompts: [Prompt] {
        [
            Prompt(
                "tools", title: "Tools", doc: "No full stop",
                arguments: [
                    PromptArgument("key", "A key.", isRequired: false, complete: .oneOf([])),
                    PromptArgument("word", "A word.", isRequired: false, example: "unheard"),
                ]
            ) { _ throws(Fault) in [.text("Call `no_such_tool`.")] },
            Prompt("fails", title: "Fail", doc: "Fails.") { _ throws(Fault) in
                throw Fault(.notFound, "Nothing.", hint: "None.")
            }, Prompt("silent", title: "Silent", doc: "Says nothing.") { _ throws(Fault) in [] },
        ]
    }

    /// Takes any number but 0, asks its upstream for the wrong ones, 0 too, gives one row twice, and takes any cursor.
    private var list: Operation<BrokenParameters, BrokenList> {
        Operation(
            "list", title: "List", doc: "A list.", effect: .reads, example: [],
            parameters: ParameterShape(
                BrokenParameters.init, Parameter<String>.defaulted("number", .anything, "A number.", default: "1"),
                Parameter<String?>.optional("cursor", .text(1...99), "A cursor."),
                Parameter<Int>.defaulted("pages", .whole(1...20), "Pages.", default: 1),
                Parameter<String>.defaulted("kind", .text(1...9), "A kind.", default: "a")),
            result: BrokenList.shape, present: { _ in Document([.text(String(repeating: "x ", count: 900))]) },
            run: { parameters, _ throws(Fault) in
                if parameters.number != "1" { _ = try? await context.upstream.json([parameters.number]) { _ in } }
                if parameters.number == "0" { throw Fault(.invalidArgument, "Too few.", hint: "Give 1.") }
                return BrokenList(number: parameters.number, isLast: parameters.cursor != nil)
            })
    }

    private var show: Operation<String, String> {
        Operation(
            "show", title: "Show", doc: "A row.", effect: .reads, example: [JSONMember("key", "1")],
            parameters: ParameterShape({ $0 }, Parameter<String>.required("key", .union, "A key.", examples: [])),
            result: ResultShape([
                ResultField("id", ResultFormat(schema: .type(.integer)) { $1.string($0) }, "Not an integer.") { $0 }
            ]), present: { _ in Document() }, run: { key, _ throws(Fault) in key })
    }

    /// Hands on what its upstream says, each line as a heading; takes an empty name for a mistake of the caller.
    private var said: Operation<NoParameters, UpstreamReply> {
        Operation(
            "said", title: "Say", doc: "What was said.", effect: .reads, example: [], parameters: .none,
            result: ResultShape([
                ResultField("count", ResultFormat(schema: .type(.integer)) { $1.value($0) }, "A number.") { reply in
                    reply.document.root["count"].map { JSONValue($0) } ?? 0
                }
            ]),
            present: { reply in
                Document(
                    (reply.document.root["name"]?.looseText ?? "").split(whereSeparator: \.isNewline).map {
                        .heading(level: 1, Inline(String($0)))
                    })
            },
            run: { _, _ throws(Fault) in
                let reply = try await context.upstream.json(["said"]) { $0 }
                if reply.document.root["name"] != nil { return reply }
                throw Fault(.invalidArgument, "It said nothing.", hint: "Ask again.")
            })
    }

    private var fails: Operation<NoParameters, String> {
        Operation(
            "fails", title: "Fail", doc: "Fails.", effect: .reads, example: [], parameters: .none,
            result: ResultShape([
                ResultField("id", ResultFormat(schema: .given([JSONMember("anyOf", [])])) { $1.string($0) }, "An id.") {
                    $0
                }
            ]), present: { _ in Document() },
            run: { _, _ throws(Fault) in throw Fault(.notFound, "Nothing.", hint: "None.") })
    }
}

private struct BrokenParameters: Sendable {
    let number: String
    let cursor: String?
    let pages: Int
    let kind: String
}

extension ParameterFormat<String> {
    /// Says that it is an integer from 1 to 5, and takes anything, number and text differently.
    fileprivate static var anything: Self {
        Self(
            schema: .number(.integer, least: 1, most: 5), expected: "x"
        ) {
            $0.numberText ?? "text"
        }
    }

    fileprivate static var union: Self {
        Self(schema: .given([JSONMember("type", ["string", "integer"])]), expected: "x") { $0.looseText }
    }
}

private struct BrokenList: Sendable {
    let number: String
    let isLast: Bool

    static var row: ResultShape<String> {
        ResultShape([
            ResultField("id", .text, "An id.") { $0 }, ResultField("title", .text, "A title.") { _ in "A title" },
            ResultField("route", .text, "A route.") { $0 == "1" ? "galleria://broken" : "galleria://nowhere" },
        ])
    }

    static var shape: ResultShape<BrokenList> {
        ResultShape([
            ResultField("items", .list(of: .object(row)), "The rows.") { [$0.number, "2", "2"] },
            ResultField("total", .whole, "Not the total.") { _ in 9 },
            ResultField(optional: "nextCursor", .text, "A cursor.") { $0.isLast ? nil : "cursor" },
            ResultField("hasMore", .flag, "Never.") { _ in false },
        ])
    }
}

/// Never loads, and says nothing of it.
private final class BrokenScreen: ScreenModel {
    let state = ScreenState(RefreshStatus())

    static var shape: ResultShape<RefreshStatus> {
        ResultShape([
            .refresh,
            ResultField("title", .text, "A title.") { _ in "A title" },
        ])
    }

    static var actions: [ScreenAction<BrokenScreen>] {
        [
            ScreenAction(
                "poke", "Pokes.",
                ParameterShape({ $0 }, Parameter<String>.required("number", .anything, "A number.", examples: [1]))
            ) { _, _ in .navigate(route: "galleria://nowhere") }
        ]
    }

    func present(_ state: RefreshStatus) -> Document { Document() }

    /// Another state than the whole one.
    func withoutRows(_ state: RefreshStatus) -> RefreshStatus {
        var other = state
        other.ended = .normal
        return other
    }

    func open() {}
    func close() {}
}
