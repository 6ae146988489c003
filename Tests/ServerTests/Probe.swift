import DesignSystem
import FeatureKit
import HTTP
import JSON
import Settings
import TestSupport

/// A feature for tests: operations that answer, page, fail and wait as they are told, and a screen that counts.
struct Probe: FeatureModule {
    static let manifest = ModuleManifest(
        id: "probe", title: "Probe", doc: "A feature for tests.",
        settings: ModuleSettings(id: "probe", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        routes: [RouteTemplate("galleria://probe")], sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {
        registry.add(echo)
        registry.add(forget)
        registry.add(hold)
        registry.add(list)
        registry.add(fail)
        registry.add(
            ScreenDefinition(
                "galleria://probe", title: "Probe", doc: "A count.", shape: ProbeScreen.shape,
                actions: ProbeScreen.actions
            ) {
                _ throws(Fault) in ProbeScreen()
            })
    }

    /// Gives its text back.
    private var echo: Operation<String, String> {
        Operation(
            "echo", title: "Echo text", doc: "Gives its text back.", effect: .reads,
            example: [JSONMember("text", "hello")],
            parameters: ParameterShape(
                { $0 }, Parameter.required("text", .text(0...2_000_000), "Any text.", examples: ["hello"])),
            result: ResultShape([ResultField("text", .text, "The text.") { $0 }]), view: "noSuchView",
            present: { Document([.text($0)]) }
        ) { text, _ throws(Fault) in text }
    }

    /// Gives its text back; with `really`, a person is asked before.
    private var forget: Operation<Forgetting, Forgetting> {
        Operation(
            "forget", title: "Forget a text", doc: "Gives its text back.",
            effect: .writes(idempotent: true, destructive: true), example: [JSONMember("text", "hello")],
            parameters: ParameterShape(
                Forgetting.init, Parameter.required("text", .text(1...200), "Any text.", examples: ["hello"]),
                Parameter<Bool?>.optional("really", .flag, "Whether to ask first.")),
            result: ResultShape([ResultField("text", .text, "The text.") { $0.text }]),
            confirm: { $0.really == true ? "Forget \($0.text)?" : nil }, present: { Document([.text($0.text)]) }
        ) { forgetting, _ throws(Fault) in forgetting }
    }

    private struct Forgetting: Sendable {
        let text: String
        let really: Bool?
    }

    /// Waits until the test opens the gate of this name, or the call is cancelled.
    private var hold: Operation<String, String> {
        Operation(
            "hold", title: "Wait for a gate", doc: "Waits until its gate opens.",
            effect: .writes(idempotent: false, destructive: true), example: [JSONMember("gate", "a")],
            parameters: ParameterShape(
                { $0 }, Parameter.required("gate", .text(1...200), "The gate's name.", examples: ["a"])),
            result: ResultShape([ResultField("gate", .text, "The gate.") { $0 }]), present: { Document([.text($0)]) }
        ) { name, _ throws(Fault) in
            if await Gate.named(name).wait() { return name }
            throw Fault(.cancelled, "The call was cancelled.", hint: "Nothing more to do.")
        }
    }

    /// Five pages of two numbers, each but the last of an answer told.
    private var list: Operation<ListQuery, ListQuery> {
        Operation(
            "list", title: "List numbers", doc: "Ten numbers, two a page.", effect: .reads, example: [],
            parameters: ParameterShape(
                ListQuery.init, Parameter.optional("cursor", .text(1...9), "Where to go on."),
                Parameter.defaulted("pages", .whole(1...20), "How many pages in one answer.", default: 1)),
            result: ListQuery.shape, view: "catalog",
            present: { answer in Document([.list(ordered: false, answer.items.map { Inline("\($0)") })]) }
        ) { query, context throws(Fault) in
            for page in 1..<max(1, query.pages) where query.first + page <= 5 {
                context.report(
                    Progress(done: page, total: query.pages, message: "page \(page) of \(query.pages)"))
            }
            return query
        }
    }

    /// Fails with the code it is given.
    private var fail: Operation<FaultCode, String> {
        Operation(
            "fail", title: "Fail on request", doc: "Fails with this code.", effect: .reads,
            example: [JSONMember("code", "internal")],
            parameters: ParameterShape(
                { $0 }, Parameter<FaultCode>.required("code", .oneOf, "The code.", examples: ["internal"])),
            result: ResultShape([ResultField("code", .text, "Never.") { $0 }]), present: { Document([.text($0)]) }
        ) { code, _ throws(Fault) in throw Fault(code, "It failed on request.", hint: "Ask for less.") }
    }
}

private struct ListQuery: Sendable {
    let cursor: String?
    let pages: Int

    /// From 1 to 5.
    var first: Int { cursor.flatMap { Int($0) } ?? 1 }
    var items: [Int] { Array((2 * first - 1)...min(10, 2 * (first + pages - 1))) }

    static let shape = ResultShape<ListQuery>([
        ResultField(
            "items", .list(of: .object(ResultShape([ResultField("number", .whole, "A number.") { $0 }]))), "The rows."
        ) { $0.items },
        ResultField("total", .whole, "Rows in all pages.") { _ in 10 },
        ResultField(optional: "nextCursor", .text, "Give it as cursor to go on.") { query in
            query.first + query.pages <= 5 ? String(query.first + query.pages) : nil
        },
    ])
}

/// A count, changed by actions as often as they say.
final class ProbeScreen: ScreenModel {
    let state = ScreenState(0)

    static var shape: ResultShape<Int> { ResultShape([ResultField("count", .whole, "The count.") { $0 }]) }

    static var actions: [ScreenAction<ProbeScreen>] {
        [
            ScreenAction(
                "add", "Adds one, so many times.",
                ParameterShape({ $0 }, Parameter.required("times", .whole(0...1000), "How often.", examples: [3]))
            ) { screen, times in
                for _ in 0..<times { screen.state.change { $0 += 1 } }
                return times == 0 ? .ignored : .accepted
            },
            ScreenAction("select", "Leads on.") { _ in .navigate(route: "galleria://probe") },
        ]
    }

    func present(_ state: Int) -> Document { Document([.heading(level: 1, Inline("Count \(state)"))]) }
    func open() {}
    func close() {}
}

/// The other feature, which needs no more than to be there: named like a module of the shipped environments.
struct StandIn: FeatureModule {
    static let manifest = ModuleManifest(
        id: "bookShelf", title: "Stand-in", doc: "Has the settings of a shipped module.",
        settings: ModuleSettings(id: "bookShelf", endpoint: "https://api.itbook.store/1.0", timeout: .seconds(10)),
        sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {}
}
