import DesignSystem
import FeatureKit
import JSON
import Synchronization

/// The methods `host.*`: what the host is, and changes to it for this process only.
struct HostOperations: Sendable {
    let modules: ModulesReference

    var registration: ModuleRegistration {
        var registration = ModuleRegistration(id: "host")
        registration.add(
            Operation(
                "info", title: "Show the host",
                doc: "Name, version, environment, and the modules with what they offer.", effect: .reads, example: [],
                parameters: .none, result: HostInformation.shape, present: \.document
            ) { _, _ throws(Fault) in try information() })
        registration.add(
            Operation(
                "setModule", title: "Switch a module", doc: "Switches a module on or off, for this process only.",
                effect: .writes(idempotent: true, destructive: false),
                example: [JSONMember("id", "bookShelf"), JSONMember("enabled", true)],
                parameters: ParameterShape(
                    SwitchParameters.init,
                    Parameter.required("id", .text(1...64), "The module.", examples: ["bookShelf"]),
                    Parameter.required("enabled", .flag, "On or off.", examples: [true])),
                result: HostInformation.shape, isTool: false, present: \.document
            ) { parameters, _ throws(Fault) in
                try modules.current?.setModule(parameters.id, enabled: parameters.enabled)
                return try information()
            })
        registration.add(
            Operation(
                "useEnvironment", title: "Use an environment",
                doc: "Lays another environment on top of the settings, for this process only.",
                effect: .writes(idempotent: true, destructive: false), example: [JSONMember("name", "sample")],
                parameters: ParameterShape(
                    { $0 }, Parameter.required("name", .text(1...64), "The environment.", examples: ["sample"])),
                result: HostInformation.shape, isTool: false, present: \.document
            ) { name, _ throws(Fault) in
                try modules.current?.useEnvironment(name)
                return try information()
            })
        return registration
    }

    private func information() throws(Fault) -> HostInformation {
        guard let composition = modules.current?.current else {
            throw Fault(.busy, "The host is ending.", hint: "Start it again.")
        }
        return HostInformation(settings: composition.settings, registry: composition.router.registry)
    }
}

private struct SwitchParameters: Sendable {
    let id: String
    let enabled: Bool
}

/// The running modules as their own operations see them: weak, since the modules hold the operations.
final class ModulesReference: Sendable {
    private struct State {
        weak var modules: RunningModules?
    }

    private let state = Mutex(State())

    var current: RunningModules? {
        get { state.withLock { $0.modules } }
        set { state.withLock { $0.modules = newValue } }
    }
}
