package import DesignSystem
package import FeatureKit
package import Settings

/// Description of the server: the result of `host.*`.
struct ProgramInformation: Sendable {
    private let settings: Settings
    private let registry: Registry

    init(_ modules: ModuleSet) {
        settings = modules.settings
        registry = modules.router.registry
    }

    static let shape = ResultShape<ProgramInformation>([
        ResultField("name", .text, "The program.") { _ in Program.name },
        ResultField("version", .text, "Its version.") { _ in Program.version },
        ResultField("environment", .text, "The environment in force.") { $0.settings.environment },
        ResultField("data", .text, "Where answers come from.") { $0.settings[ProgramSettings.data] },
        ResultField("modules", .list(of: .object(ModuleInformation.shape)), "All modules.") { $0.modules },
    ])

    private var modules: [ModuleInformation] { ModuleInformation.all(in: registry) }

    var document: Document {
        Document([
            .keyValues([
                KeyValue("name", Inline(Program.name)), KeyValue("version", Inline(Program.version)),
                KeyValue("environment", Inline(settings.environment)),
                KeyValue("data", Inline(settings[ProgramSettings.data])),
            ]), ModuleInformation.table(modules),
        ])
    }
}

/// One module as `host.info` and `galleria modules` show it.
package struct ModuleInformation: Sendable {
    package let id: String
    package let title: String
    package let doc: String
    package let isEnabled: Bool
    package let reason: String?
    /// Methods; empty while the module is off.
    package let operations: [RegisteredOperation]
    package let screens: [ScreenDefinition]
    package let settings: [SettingDeclaration]

    /// Every module, in the order of the registry.
    package static func all(in registry: Registry) -> [ModuleInformation] {
        let operations = Dictionary(grouping: registry.operations, by: \.module)
        let screens = Dictionary(grouping: registry.screens, by: \.module)
        return registry.modules.map { module in
            let id = module.manifest.id
            return ModuleInformation(module, operations: operations[id] ?? [], screens: screens[id] ?? [])
        }
    }

    private init(_ module: RegisteredModule, operations: [RegisteredOperation], screens: [ScreenDefinition]) {
        let manifest = module.manifest
        id = manifest.id
        title = manifest.title
        doc = manifest.doc
        isEnabled = module.isEnabled
        reason = module.reason
        self.operations = operations
        self.screens = screens
        settings = manifest.declarations
    }

    package static let shape = ResultShape<ModuleInformation>([
        ResultField("id", .text, "The module.") { $0.id },
        ResultField("enabled", .flag, "Whether it is on.") { $0.isEnabled },
        ResultField(optional: "reason", .text, "Why it is off.") { $0.reason },
        ResultField("operations", .list(of: .text), "Its methods.") { $0.operations.map(\.method) },
        ResultField("routes", .list(of: .text), "Its screens.") { $0.screens.map(\.template.text) },
    ])

    /// The modules as a table.
    package static func table(_ modules: [ModuleInformation]) -> Block {
        .table(
            Table(
                columns: [
                    Column("module", priority: 0), Column("state", priority: 0, minimumWidth: 3),
                    Column("operations", priority: 1, minimumWidth: 20),
                    Column("routes", priority: 1, minimumWidth: 20),
                ],
                rows: modules.map { module in
                    [
                        Inline(module.id, .title),
                        module.isEnabled
                            ? Inline("on", .success) : Inline("off: \(module.reason ?? "")", .warning),
                        Inline(module.operations.map(\.method).joined(separator: ", ")),
                        Inline(module.screens.map(\.template.text).joined(separator: ", ")),
                    ]
                }, emptyText: "No modules."))
    }
}
