import DesignSystem
import FeatureKit
import JSON
import MCPExtensions
import Settings
import TestSupport

/// A feature for tests whose calls go on as tasks.
struct Worker: FeatureModule {
    static let manifest = ModuleManifest(
        id: "worker", title: "Worker", doc: "Works.",
        settings: ModuleSettings(id: "worker", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    init(_ context: FeatureContext) throws(Fault) {}

    private static func operation(
        _ name: String, _ task: OperationTask, asksBeforeTask: Bool = false,
        _ run: @escaping @Sendable (String, CallContext) async throws(Fault) -> String
    ) -> Operation<String, String> {
        Operation(
            name, title: "Work", doc: "Works.", effect: .reads, example: [JSONMember("with", "a")],
            parameters: ParameterShape(
                { $0 }, Parameter.required("with", .text(0...200), "What to work with.", examples: ["a"])),
            result: ResultShape([ResultField("text", .text, "What came of it.") { $0 }]), task: task,
            asksBeforeTask: asksBeforeTask, present: { Document([.text($0)]) }, run: run)
    }

    private static func waiting(_ gate: String) async throws(Fault) -> String {
        if await Gate.named(gate).wait() { return gate }
        throw Fault(.cancelled, "The call was cancelled.", hint: "")
    }

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            Self.operation("wait", .supported) { gate, context throws(Fault) in
                context.report(Progress(done: 1, total: 2, message: "Waiting"))
                context.client.log(.error, "Waiting")
                return try await Self.waiting(gate)
            })
        registry.add(
            Self.operation("must", .required) { gate, _ throws(Fault) in try await Self.waiting(gate) })
        registry.add(
            Self.operation("survey", .supported) { _, context throws(Fault) in
                let first = try await context.client.ask(["who": Asker.name, "where": .roots])
                let name = first.form("who").content["name"]?.string ?? "nobody"
                let second = try await context.client.ask(["who": Asker.name]).form("who").content["name"]?.string
                return "\(name), \(first.roots("where").count), \(second ?? "nobody")"
            })
        registry.add(
            Self.operation("first", .required, asksBeforeTask: true) { gate, context throws(Fault) in
                let name = try await context.client.ask(["who": Asker.name]).form("who").content["name"]?.string
                _ = try await Self.waiting(gate)
                let folders = try await context.client.ask(["where": .roots]).roots("where").count
                return "\(name ?? "nobody"), \(folders)"
            })
        registry.add(
            Self.operation("fail", .supported) { code, _ throws(Fault) in
                throw Fault(FaultCode(rawValue: code) ?? .busy, "It failed on request.", hint: "Ask for less.")
            })
    }
}
