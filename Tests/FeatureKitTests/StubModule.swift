import DesignSystem
import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// A module that declares what the test says.
struct StubModule: FeatureModule {
    static let manifest = ModuleManifest(
        id: "stub", title: "Stub", doc: "A stub.",
        settings: ModuleSettings(id: "stub", endpoint: "https://api.example.com", timeout: .seconds(10)),
        sample: { _ in nil })
    private let declare: @Sendable (inout ModuleRegistration) -> Void

    init(_ context: FeatureContext) throws(Fault) { declare = { _ in } }

    init(_ declare: @escaping @Sendable (inout ModuleRegistration) -> Void) { self.declare = declare }

    func register(in registry: inout ModuleRegistration) { declare(&registry) }
}

/// An operation that gives back what it was asked for; what matters to a test can be set.
func operation(
    _ name: String, title: String = "Search", doc: String = "Finds rows.",
    example: [JSONMember] = [JSONMember("query", "a")],
    parameters: ParameterShape<SearchParameters> = SearchParameters.shape,
    result: [ResultField<SearchParameters>] = [ResultField("query", .text, "What was asked for.") { $0.query }],
    isTool: Bool = true,
    run: @escaping @Sendable (SearchParameters, CallContext) async throws(Fault) -> SearchParameters = {
        parameters, _ in parameters
    }
) -> Operation<SearchParameters, SearchParameters> {
    Operation(
        name, title: title, doc: doc, effect: .reads, example: example, parameters: parameters,
        result: ResultShape(result), isTool: isTool, present: { Document([.paragraph(Inline($0.query))]) }, run: run)
}

/// A screen without actions that can't be opened.
func screen(
    _ template: String, title: String = "Screen", doc: String = "A screen.", actions: [ScreenAction<CounterModel>] = []
) -> ScreenDefinition {
    ScreenDefinition(template, title: title, doc: doc, shape: CounterModel.shape, actions: actions) { _ throws(Fault) in
        CounterModel()
    }
}

/// A registry with one module for each pair.
func registry(
    _ modules: [(id: String, declare: @Sendable (inout ModuleRegistration) -> Void)], disabled: [String] = [],
    disabledRoutes: [RouteTemplate] = []
) throws(RegistryMistakes) -> Registry {
    var builder = RegistryBuilder()
    for module in modules { builder.add(StubModule(module.declare), manifest: manifest(module.id)) }
    for id in disabled {
        builder.addDisabled(manifest(id, routes: disabledRoutes), reason: "modules.\(id).enabled is false")
    }
    return try builder.build()
}
