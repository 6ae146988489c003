import DesignSystem
import FeatureKit
import JSON
import Settings
import Synchronization
import TestSupport
import Values

/// A feature for tests with items, some of which are not there, and texts that name operations.
struct Bazaar: FeatureModule {
    static let manifest = ModuleManifest(
        id: "bazaar", title: "Bazaar", doc: "Items.",
        settings: ModuleSettings(id: "bazaar", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        routes: [RouteTemplate("galleria://stall/{id}")], sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {
        registry.add(show)
        registry.add(buy)
        registry.add(
            ScreenDefinition(
                "galleria://stall/{id}", title: "Item", doc: "One item.", shape: StallScreen.shape,
                actions: [] as [ScreenAction<StallScreen>]
            ) { parameters throws(Fault) in
                let id = parameters["id"] ?? ""
                guard id.utf8.count < 10 else {
                    throw Fault(.invalidArgument, "An id has up to nine characters.", hint: "Shorten it.", field: "id")
                }
                return StallScreen(id)
            }.completing(["id": .oneOf((0..<150).map { "item\($0)" } + ["other"])]))
        registry.add(
            Prompt("haggle", title: "Haggle", doc: "Get it cheaper.") { _ throws(Fault) in
                [
                    .paragraphs(
                        "Ask for less. `bazaar_buy` buys it at 1.50 or less! `bazaar_show` shows it.",
                        "`probe_echo` says it again.")
                ]
            })
    }

    static func find(_ id: String) throws(Fault) -> String {
        switch id {
        case "missing":
            throw Fault(
                .notFound, "There is no item missing.",
                hint:
                    "bazaar.show shows others: http://e.example/bazaar.show, modules.bazaar.enabled. probe.echo echoes.",
                module: "bazaar", suggestions: ["bazaar.buy"])
        case "down": throw Fault(.upstreamUnavailable, "It is closed.", hint: "Try again.", retryable: true)
        default: return id
        }
    }

    private var show: Operation<String, String> {
        Operation(
            "show", title: "Show an item", doc: "An item.", guidance: "To have it use bazaar_buy. Cheap.",
            effect: .reads, example: [JSONMember("id", "a")],
            parameters: ParameterShape({ $0 }, Parameter.required("id", .text(1...20), "The item.", examples: ["a"])),
            result: ResultShape([ResultField("id", .text, "The item.") { $0 }]),
            route: { .address("galleria://stall/\(PercentEncoding.component($0))") }, present: { Document([.text($0)]) }
        ) { id, _ throws(Fault) in try Self.find(id) }
    }

    private var buy: Operation<String, String> {
        Operation(
            "buy", title: "Buy an item", doc: "Buys it.", effect: .writes(idempotent: false, destructive: true),
            example: [JSONMember("id", "a")],
            parameters: ParameterShape({ $0 }, Parameter.required("id", .text(1...20), "The item.", examples: ["a"])),
            result: ResultShape([ResultField("id", .text, "The item.") { $0 }]), confirm: { "Buy \($0)?" },
            present: { Document([.text($0)]) }
        ) { id, _ throws(Fault) in try Self.find(id) }
    }
}

/// An item, which is there or not.
final class StallScreen: ScreenModel {
    let state = ScreenState(RefreshStatus())
    private let id: String

    init(_ id: String) {
        self.id = id
    }

    static var shape: ResultShape<RefreshStatus> { ResultShape([.refresh]) }

    func present(_ state: RefreshStatus) -> Document { Document([.text(id)]) }

    func open() {
        state.change { state in
            do throws(Fault) {
                _ = try Bazaar.find(id)
                state.ended = .normal
            } catch {
                state.fail(.header, error)
            }
        }
    }

    func close() {}
}
