import DesignSystem
import FeatureKit
import JSON
import Settings

/// Server under test for the official conformance suite, with the names and texts that it gives.
struct Conformance: Sendable {
    static let manifest = ModuleManifest(
        id: "test", title: "Conformance", doc: "The fixtures of the conformance suite of MCP.",
        settings: ModuleSettings(id: "test", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    private let clock: any Clock<Duration>
    let watched: WatchedText

    static let feature = Feature(manifest) { context in
        var registration = ModuleRegistration(id: manifest.id)
        Conformance(context).register(in: &registration)
        return registration
    }

    private init(_ context: FeatureContext) {
        clock = context.clock
        watched = WatchedText(context.resourceChanged)
    }

    private func register(in registry: inout ModuleRegistration) {
        for operation in contentTools + telling(clock) { registry.add(operation) }
        registry.add(schemaTool)
        for operation in askingTools { registry.add(operation) }
        for operation in questionTools { registry.add(operation) }
        for operation in roundTripTools { registry.add(operation) }
        registry.add(greet)
        registry.add(changing)
        for operation in taskTools(clock) { registry.add(operation) }
        for resource in resources { registry.add(resource) }
        for prompt in prompts { registry.add(prompt) }
    }
}

/// A tool without parameters whose answer is exactly these blocks.
/// - Parameters:
///   - name: `simpleText` is the tool `test_simple_text`.
///   - tool: the tool's name where it is another one.
///   - doc: one line.
func fixture(
    _ name: String, tool: String? = nil, _ doc: String,
    run: @escaping @Sendable (CallContext) async throws(Fault) -> [AnswerContent]
) -> Operation<NoParameters, [AnswerContent]> {
    fixture(name, tool: tool, doc, parameters: .none, example: []) { _, context throws(Fault) in
        try await run(context)
    }
}

/// The same with parameters.
func fixture<Parameters: Sendable>(
    _ name: String, tool: String? = nil, _ doc: String, parameters: ParameterShape<Parameters>, example: [JSONMember],
    task: OperationTask = .never, asksBeforeTask: Bool = false,
    run: @escaping @Sendable (Parameters, CallContext) async throws(Fault) -> [AnswerContent]
) -> Operation<Parameters, [AnswerContent]> {
    Operation(
        name, tool: tool, title: "Conformance fixture", doc: doc, effect: .reads, example: example,
        parameters: parameters,
        result: ResultShape([ResultField("blocks", .whole, "How many blocks the answer has.") { $0.count }]),
        task: task, asksBeforeTask: asksBeforeTask, content: { $0 },
        present: { blocks in Document(blocks.map { .paragraph(Inline($0.summary)) }) }, run: run)
}

extension AnswerContent {
    /// For people: a text itself, and what anything else is.
    fileprivate var summary: String {
        switch self {
        case .text(let text): text
        case .picture(let picture): picture.mimeType
        case .sound(let sound): sound.mimeType
        case .resource(let resource): resource.uri
        }
    }
}
