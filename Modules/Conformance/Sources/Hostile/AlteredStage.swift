import DesignSystem
import FeatureKit
import HTTP
import JSON

/// An operation's example or a route of a feature, played again and again over altered samples.
///
/// One harness serves as long as each play asks the upstream again; where an answer was kept, and where an operation does
/// something more each time, the next play has one of its own.
final class AlteredStage {
    enum Subject {
        case operation(RegisteredOperation)
        case route(String)
    }

    /// Outcome of a play.
    enum Outcome {
        case answer(JSONValue, text: String)
        case fault(Fault)
        case screen(JSONValue, text: String)

        /// Text for a reader.
        var text: String {
            switch self {
            case .answer(_, let text), .screen(_, let text): text
            case .fault(let fault): fault.text
            }
        }

        /// The result, or the state of a screen that has loaded; nil when it failed.
        var result: JSONValue? {
            switch self {
            case .answer(let json, _): return json
            case .screen(let state, _) where state["refresh"]?["message"]?.isNull ?? true: return state
            case .fault, .screen: return nil
            }
        }
    }

    let samples: AlteredSamples
    private let subject: Subject
    private let make: (any HTTPClient) throws -> FeatureHarness
    private var harness: FeatureHarness
    /// Whether the harness has done what is done once more each time.
    private var isUsed = false

    /// Sets the stage, and plays once: `samples` has what the subject asks for.
    /// - Parameter make: makes the feature over an upstream.
    static func stage(
        _ subject: Subject, _ feature: Feature,
        make: @escaping (any HTTPClient) throws -> FeatureHarness
    ) async throws -> AlteredStage {
        // With two rows, where two are enough for the example to succeed.
        let small = try AlteredStage(subject, AlteredSamples(feature.manifest.sample, rows: 2), make)
        if try await small.play(nil).result != nil { return small }
        let whole = try AlteredStage(subject, AlteredSamples(feature.manifest.sample, rows: .max), make)
        _ = try await whole.play(nil)
        return whole
    }

    /// The addresses that the last play asked for, with what was sent there.
    var asked: Set<String> { Set(samples.requests.map(AlteredSamples.place)) }

    /// The tools as a client is told of them.
    var tools: [String] {
        harness.router.registry.operations.filter(\.isTool).map { tool in
            [
                tool.toolName, tool.title, tool.doc, tool.guidance, tool.parameterSchema().compact,
                tool.resultSchema().compact,
            ].joined(separator: "\n")
        }
    }

    private init(
        _ subject: Subject, _ samples: AlteredSamples, _ make: @escaping (any HTTPClient) throws -> FeatureHarness
    ) throws {
        self.subject = subject
        self.samples = samples
        self.make = make
        harness = try make(samples)
    }

    /// Plays it over samples altered so.
    /// - Parameters:
    ///   - parameters: in place of the example's.
    ///   - style: of a screen's text.
    func play(
        _ alteration: AlteredSamples.Alteration?, _ parameters: JSONValue? = nil, style: RenderStyle = .markdown
    ) async throws -> Outcome {
        samples.begin(alteration)
        switch subject {
        case .operation(let operation):
            if isUsed { harness = try make(samples) }
            let parameters = parameters ?? operation.exampleParameters
            let outcome = await outcome(of: operation, parameters)
            // Done twice it may ask for something else, such as a cart that is there by now.
            if operation.effect.isWrite { isUsed = outcome.result != nil }
            guard samples.requests.isEmpty, outcome.result != nil, alteration != nil else { return outcome }
            harness = try make(samples)
            return await self.outcome(of: operation, parameters)
        case .route(let route):
            let outcome = try await outcome(of: route, style)
            guard samples.requests.isEmpty else { return outcome }
            harness = try make(samples)
            return try await self.outcome(of: route, style)
        }
    }

    private func outcome(of operation: RegisteredOperation, _ parameters: JSONValue) async -> Outcome {
        do throws(Fault) {
            let answer = try await harness.answer(operation.method, parameters)
            return .answer(answer.json, text: answer.markdown)
        } catch {
            return .fault(error)
        }
    }

    private func outcome(of route: String, _ style: RenderStyle) async throws -> Outcome {
        let opened = try await harness.call(
            "screen.open", ["route": .string(route), "style": .string(style.rawValue)])
        harness.settle()
        let screen = HarnessScreen(harness: harness, id: opened["screen"]?.string ?? "", opened: opened)
        let whole = try await screen.whole
        try await screen.close()
        return .screen(whole["state"] ?? .null, text: whole["text"]?.string ?? "")
    }
}
