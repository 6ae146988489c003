import DesignSystem
import FeatureKit
import JSON

/// The methods `host.*`: what the program is, and changes to it for this process only.
enum ProgramOperations {
    /// - Parameter home: the screen `galleria://home`.
    static func feature(_ home: ScreenDefinition) -> Feature {
        Feature(
            "host", title: "Host", doc: "The running program, its modules, and changes to it for this process only.",
            parts: [info, setModule, useEnvironment, home])
    }

    private static var info: Operation<NoParameters, ProgramInformation> {
        Operation(
            "info", title: "Show the host",
            doc: "Name, version, environment, and the modules with what they offer.",
            guidance: "Use to see which modules are on, and whether their data is live or sample.", effect: .reads,
            example: [],
            parameters: .none, result: ProgramInformation.shape, present: \.document
        ) { _, context throws(Fault) in ProgramInformation(try context.modules.current) }
    }

    private static var setModule: Operation<SwitchParameters, ProgramInformation> {
        Operation(
            "setModule", title: "Switch a module", doc: "Switches a module on or off, for this process only.",
            effect: .writes(idempotent: true, destructive: false),
            example: [JSONMember("id", "bookShelf"), JSONMember("enabled", true)],
            parameters: ParameterShape(
                SwitchParameters.init,
                Parameter.required("id", .text(1...64), "The module.", examples: ["bookShelf"]),
                Parameter.required("enabled", .flag, "On or off.", examples: [true])),
            result: ProgramInformation.shape, isTool: false, present: \.document
        ) { parameters, context throws(Fault) in
            let modules = try context.modules
            try modules.setModule(parameters.id, enabled: parameters.enabled)
            return ProgramInformation(modules.current)
        }
    }

    private static var useEnvironment: Operation<String, ProgramInformation> {
        Operation(
            "useEnvironment", title: "Use an environment",
            doc: "Lays another environment on top of the settings, for this process only.",
            effect: .writes(idempotent: true, destructive: false), example: [JSONMember("name", "sample")],
            parameters: ParameterShape(
                { $0 }, Parameter.required("name", .text(1...64), "The environment.", examples: ["sample"])),
            result: ProgramInformation.shape, isTool: false, present: \.document
        ) { name, context throws(Fault) in
            let modules = try context.modules
            try modules.useEnvironment(name)
            return ProgramInformation(modules.current)
        }
    }
}

private struct SwitchParameters: Sendable {
    let id: String
    let enabled: Bool
}

extension CallContext {
    /// The running modules, as the program's own operations see them.
    var modules: RunningModules {
        get throws(Fault) {
            guard let modules = program as? RunningModules else {
                throw Fault(.internal, "The call has no program.", hint: "Call it by galleria.")
            }
            return modules
        }
    }
}
