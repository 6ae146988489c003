import DesignSystem
import JSON
import Synchronization
import TestSupport

@testable import Browser
@testable import FeatureKit

/// Screens for tests: a list of frogs that is loaded page by page, and each frog's own screen.
struct PondModule: FeatureModule {
    static let manifest = ModuleManifest(
        id: "pond", title: "Pond", doc: "Frogs.",
        settings: ModuleSettings(id: "pond", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)), sample: { _ in nil }
    )
    private let made: PondMade

    init(_ context: FeatureContext) throws(Fault) { made = PondMade() }

    init(_ made: PondMade) { self.made = made }

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            ScreenDefinition(
                "galleria://pond", title: "연못", doc: "The frogs.", shape: PondScreen.shape, actions: PondScreen.actions
            ) {
                [made] _ throws(Fault) in
                let screen = PondScreen()
                made.pond.withLock { $0 = screen }
                return screen
            })
        registry.add(
            ScreenDefinition(
                "galleria://frog/{name}", title: "Frog", doc: "A frog.", shape: FrogScreen.shape, actions: []
            ) {
                parameters throws(Fault) in FrogScreen(parameters["name"] ?? "")
            })
    }
}

/// The pond that was opened last.
final class PondMade: Sendable {
    let pond = Mutex<PondScreen?>(nil)
}

struct Frog: Sendable {
    let name: String
    var liked = false

    static let shape = ResultShape<Frog>([
        ResultField("name", .text, "Its name.") { $0.name },
        ResultField("liked", .flag, "Whether it is liked.") { $0.liked },
    ])
}

struct PondState: LoadingState {
    var items: [Frog] = []
    var hasMore = true
    var query = ""
    var find = ""
    var sort: String?
    var isLiked: Bool?
    var refresh = RefreshStatus()

    /// The frogs that are asked for, in the order asked for.
    var shown: [Frog] {
        let found = items.filter { $0.name.contains(find) && (isLiked == nil || $0.liked == isLiked) }
        guard let sort else { return found }
        return found.sorted { sort == "name" ? $0.name < $1.name : $0.name > $1.name }
    }
}

/// Loads ten frogs at a time, when the test says so; the third frog leads nowhere.
final class PondScreen: ScreenModel {
    let state = ScreenState(PondState())
    let asked = Mutex<[String]>([])

    static let shape = ResultShape<PondState>([
        ResultField("items", .list(of: .object(Frog.shape)), "The frogs.") { $0.shown },
        ResultField(optional: "nextCursor", .text, "Where the next rows are.") { $0.hasMore ? "next" : nil },
        ResultField("query", .text, "What was searched.") { $0.query }, .refresh,
        ResultField(optional: "find", .text, "Words.") { $0.find.isEmpty ? nil : $0.find },
        ResultField(optional: "sort", .text, "Order.") { $0.sort },
        ResultField(optional: "filter", .embedded, "Conditions.") { state in
            state.isLiked.map { liked in EmbeddedObject { $0.value(["liked": .bool(liked)]) } }
        },
    ])

    static let actions: [ScreenAction<PondScreen>] = [
        ScreenAction("refresh", "Loads again.") { screen in
            screen.begin(.header, "refresh")
        },
        ScreenAction("retry", "Tries again.") { screen in screen.begin(.header, "retry") },
        ScreenAction("loadMore", "Loads more.") { screen in screen.begin(.footer, "loadMore") },
        ScreenAction(
            "search", "Searches.",
            ParameterShape({ $0 }, Parameter.required("query", .text(0...20), "What.", examples: ["a"]))
        ) { screen, query in
            screen.state.change { ($0.query, $0.items) = (query, []) }
            return screen.begin(.header, "search \(query)")
        },
        ScreenAction(
            "like", "Likes a frog.",
            ParameterShape(
                Frog.init, Parameter.required("name", .text(1...20), "The frog.", examples: ["a"]),
                Parameter.required("liked", .flag, "Whether.", examples: [true]))
        ) { screen, frog in
            screen.state.change { state in
                for index in state.items.indices where state.items[index].name == frog.name {
                    state.items[index].liked = frog.liked
                }
            }
            return .accepted
        },
        ScreenAction(
            "find", "Finds among them.",
            ParameterShape({ $0 }, Parameter.required("text", .text(0...20), "Words.", examples: ["a"]))
        ) { screen, text in
            screen.state.change { $0.find = text }
            return .accepted
        },
        ScreenAction(
            "sort", "Orders them.",
            ParameterShape({ $0 }, Parameter.optional("by", .oneOf(["name", "-name"]), "Order."))
        ) { screen, order in
            screen.state.change { $0.sort = order }
            return .accepted
        },
        ScreenAction(
            "filter", "Narrows them.", ParameterShape({ $0 }, Parameter.optional("liked", .flag, "Whether liked."))
        ) { screen, isLiked in
            screen.state.change { $0.isLiked = isLiked }
            return .accepted
        },
        ScreenAction(
            "accept", "Sends a frog to the end.", confirm: "Send it away?",
            ParameterShape({ $0 }, Parameter.required("name", .text(1...20), "The frog.", examples: ["a"]))
        ) { screen, name in
            screen.state.change { state in
                let gone = state.items.filter { $0.name == name }
                state.items = state.items.filter { $0.name != name } + gone
            }
            return .accepted
        },
        ScreenAction("fail", "Fails.") { _ throws(Fault) in
            throw Fault(.storageFailed, "The frog is not kept.", hint: "Try again.")
        },
    ]

    private func begin(_ part: RefreshPart, _ what: String) -> ActionOutcome {
        guard state.current.refresh.running == .none else { return .ignored }
        asked.withLock { $0.append(what) }
        state.change { $0.refresh.running = part }
        return .accepted
    }

    /// Delivers the requested rows.
    func arrive(last: Bool = false) {
        state.change { state in
            let first = state.refresh.running == .header ? 0 : state.items.count
            let new = (first..<first + 10).map { Frog(name: "\(state.query)frog\($0)") }
            state.items = state.refresh.running == .header ? new : state.items + new
            state.hasMore = !last
            state.refresh = RefreshStatus()
            state.refresh.ended = last ? .noMoreData : .normal
        }
    }

    func fail() {
        state.change { state in
            state.refresh.fail(
                state.refresh.running, Fault(.upstreamUnavailable, "the pond is frozen", hint: "Wait for spring."))
        }
    }

    func present(_ state: PondState) -> Document {
        Document([
            .heading(level: 1, "연못"),
            .table(
                Table(
                    columns: [Column("이름", priority: 0), Column("likes", priority: 0)],
                    rows: state.shown.map { [Inline($0.name), Inline($0.liked ? "♥" : "")] },
                    identities: state.shown.map { frog in
                        RowIdentity(
                            frog.name, route: frog.name.hasSuffix("frog2") ? nil : "galleria://frog/\(frog.name)")
                    })),
        ])
    }

    func open() { _ = begin(.header, "open") }
    func close() {}
}

/// A screen without rows or actions: forty lines.
private final class FrogScreen: ScreenModel {
    struct State: Sendable { let name: String }

    let state: ScreenState<State>

    init(_ name: String) { state = ScreenState(State(name: name)) }

    static let shape = ResultShape<State>([ResultField("name", .text, "Its name.") { $0.name }])

    func present(_ state: State) -> Document {
        Document([.heading(level: 1, Inline(state.name))] + (1...40).map { .paragraph(Inline("leap \($0)")) })
    }

    func open() {}
    func close() {}
}
