import JSON
import Values

/// The modules, operations, screens and prompts of one set of settings: built, validated always, then frozen. An object,
/// since each call holds it.
package final class Registry: Sendable {
    /// All modules, also those switched off, in the order of the list in `Apps/galleria`.
    package let modules: [RegisteredModule]
    package let operations: [RegisteredOperation]
    package let screens: [ScreenDefinition]
    /// Resources at other addresses than screens' routes.
    package let resources: [Resource]
    package let prompts: [RegisteredPrompt]
    /// The methods that are left out because they change something; empty unless it is read-only.
    let withheldMethods: [String]
    // Made with the first route: a list of tools needs none.
    private let madeScreenIndex = MadeOnce<RouteIndex>()
    private let madeResourceIndex = MadeOnce<RouteIndex>()

    static let empty = Registry(
        modules: [], operations: [], screens: [], resources: [], prompts: [], withheldMethods: [])

    fileprivate init(
        modules: [RegisteredModule], operations: [RegisteredOperation], screens: [ScreenDefinition],
        resources: [Resource], prompts: [RegisteredPrompt], withheldMethods: [String]
    ) {
        self.modules = modules
        self.operations = operations
        self.screens = screens
        self.resources = resources
        self.prompts = prompts
        self.withheldMethods = withheldMethods
    }

    /// Into `screens`.
    var screenIndex: RouteIndex { madeScreenIndex.value { RouteIndex(screens.map(\.template)) } }

    /// Into `resources`.
    var resourceIndex: RouteIndex { madeResourceIndex.value { RouteIndex(resources.map(\.template)) } }
}

/// One module as the registry knows it.
package struct RegisteredModule: Sendable {
    package let manifest: ModuleManifest
    package let isEnabled: Bool
    /// Why it is off; nil when it is on.
    package let reason: String?
    /// The switch that turns it on; nil for its setting.
    var remedy: String?
}

/// Collects modules and makes a registry of them.
package struct RegistryBuilder {
    private var modules: [RegisteredModule] = []
    private var registrations: [ModuleRegistration] = []
    private let isReadOnly: Bool

    /// - Parameter isReadOnly: whether operations and actions that change something are left out.
    package init(isReadOnly: Bool = false) {
        self.isReadOnly = isReadOnly
    }

    /// Adds a feature that is on.
    /// - Parameter registration: what it declares.
    package mutating func add(_ registration: ModuleRegistration, manifest: ModuleManifest) {
        modules.append(RegisteredModule(manifest: manifest, isEnabled: true, reason: nil))
        registrations.append(registration)
    }

    /// Adds a module that is off and was therefore not made.
    /// - Parameter remedy: a sentence that says what switches it on; nil for its setting.
    package mutating func addDisabled(_ manifest: ModuleManifest, reason: String, remedy: String? = nil) {
        modules.append(RegisteredModule(manifest: manifest, isEnabled: false, reason: reason, remedy: remedy))
    }

    /// Adds a feature without an upstream, which is not listed among the modules: `screen.*`, `host.*`.
    package mutating func add(_ registration: ModuleRegistration) {
        registrations.append(registration)
    }

    /// Judges the declarations, and freezes them. Those of proved features are judged in debug builds alone: the tests run them.
    /// - Throws: every mistake in the declarations at once; they are mistakes of ours, found by the first test.
    package func build() throws(RegistryMistakes) -> Registry {
        let operations = registrations.flatMap(\.operations)
        let screens = registrations.flatMap(\.screens)
        let resources = registrations.flatMap(\.resources)
        let prompts = registrations.flatMap(\.prompts)
        let mistakes = Self.judgesProved || registrations.contains { $0.proof != .withOthers } ? mistakes : []
        guard mistakes.isEmpty else { throw RegistryMistakes(mistakes: mistakes) }
        guard isReadOnly else {
            return Registry(
                modules: modules, operations: operations, screens: screens, resources: resources, prompts: prompts,
                withheldMethods: [])
        }
        let withheld = registrations.filter { !$0.judgesEffects }.flatMap(\.operations).filter(\.effect.isWrite)
            .map(\.method)
        let names = Set(withheld.map(ExactName.init))
        return Registry(
            modules: modules, operations: operations.filter { !names.contains(ExactName($0.method)) },
            screens: screens.map { $0.readOnly() }, resources: resources, prompts: prompts, withheldMethods: withheld)
    }

    /// A debug build judges every feature at each start.
    #if DEBUG
        private static let judgesProved = true
    #else
        private static let judgesProved = false
    #endif

    /// Names that clash, whoever has them, then the mistakes of features that are not proved.
    private var mistakes: [String] {
        let operations = registrations.flatMap(\.operations)
        let screens = registrations.flatMap(\.screens)
        let resources = registrations.flatMap(\.resources)
        let prompts = registrations.flatMap(\.prompts)
        let judged = registrations.filter { Self.judgesProved || $0.proof == .none }
        return Self.duplicates(in: modules.map { ($0.manifest.id, $0.manifest.id) }, what: "module")
            + Self.duplicates(in: operations.map { ($0.toolName, $0.method) }, what: "operation")
            + Self.duplicates(in: screens.map { ($0.template.shapeKey, $0.module) }, what: "route")
            + Self.duplicates(
                in: resources.map { ("\($0.template.scheme)://\($0.template.shapeKey)", $0.module) }, what: "resource")
            + Self.duplicates(in: prompts.map { ($0.name, $0.declaredName) }, what: "prompt")
            + modules.filter { !isName($0.manifest.id) }.map { "\($0.manifest.id): a module id is lower camel case" }
            + judged.flatMap(\.operations).flatMap(Self.mistakes) + judged.flatMap(\.screens).flatMap(Self.mistakes)
            + judged.flatMap(\.resources).flatMap(Self.mistakes) + judged.flatMap(\.prompts).flatMap(Self.mistakes)
            + judged.flatMap { part in part.layouts.flatMap(\.mistakes).map { "\(part.id): \($0)" } }
    }

    private static func duplicates(in names: [(name: String, owner: String)], what: String) -> [String] {
        var owners: [String: String] = [:]
        return names.compactMap { name, owner in
            guard let first = owners.updateValue(owner, forKey: name) else { return nil }
            return "the \(what) \(name) is declared twice, by \(first) and by \(owner)"
        }
    }

    private static func mistakes(in operation: RegisteredOperation) -> [String] {
        let names = operation.parameters.map(\.name)
        let exampleNames = operation.example.map(\.key)
        var found: [String] = []
        let methodNames = operation.method.split(separator: ".", omittingEmptySubsequences: false)
        if methodNames.count != 2 || !methodNames.allSatisfy({ isName(String($0)) }) {
            found.append("a method is two names in lower camel case")
        }
        if operation.namesTool {
            if !isToolName(operation.toolName) { found.append("a tool name is 1 to 64 letters, digits, _ and -") }
        } else if operation.toolName.utf8.count > 40 {
            found.append("a tool name has at most 40 characters")
        }
        if operation.doc.isEmpty || operation.title.isEmpty { found.append("no documentation") }
        if operation.parameters.contains(where: { $0.doc.isEmpty }) {
            found.append("a parameter without documentation")
        }
        if Set(names).count != names.count { found.append("a parameter is declared twice") }
        let resultNames = operation.resultFields.map(\.name)
        if Set(resultNames).count != resultNames.count { found.append("a field of the result is declared twice") }
        if !operation.parameters.filter(\.isRequired).allSatisfy({ exampleNames.contains($0.name) }) {
            found.append("the example lacks a required parameter")
        }
        if !exampleNames.allSatisfy(names.contains) { found.append("the example has an unknown parameter") }
        return found.map { "\(operation.method): \($0)" }
    }

    private static func mistakes(in prompt: RegisteredPrompt) -> [String] {
        let names = prompt.arguments.map(\.name)
        var found: [String] = []
        let parts = prompt.declaredName.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count != 2 || !parts.allSatisfy({ isName(String($0)) }) {
            found.append("a prompt is two names in lower camel case")
        }
        if prompt.name.utf8.count > 40 { found.append("a prompt's name has at most 40 characters") }
        if prompt.doc.isEmpty || prompt.title.isEmpty { found.append("no documentation") }
        if prompt.arguments.contains(where: { $0.doc.isEmpty }) { found.append("an argument without documentation") }
        if Set(names).count != names.count { found.append("an argument is declared twice") }
        if !names.allSatisfy(isName) { found.append("an argument's name is lower camel case") }
        if prompt.arguments.contains(where: { $0.isRequired && $0.completion == nil && ($0.example ?? "").isEmpty }) {
            found.append("a required argument neither completes nor takes any text")
        }
        return found.map { "\(prompt.declaredName): \($0)" }
    }

    private static func mistakes(in resource: Resource) -> [String] {
        var found: [String] = []
        if resource.doc.isEmpty || resource.title.isEmpty { found.append("no documentation") }
        if !resource.template.isWellFormed {
            found.append("an address is a scheme, :// and names, each variable once")
        } else if resource.template.scheme == RouteTemplate.screens {
            found.append("\(RouteTemplate.screens):// is for screens")
        }
        if !resource.completions.keys.allSatisfy(resource.template.variables.contains) {
            found.append("a completion of no variable")
        }
        return found.map { "\(resource.template.text): \($0)" }
    }

    private static func mistakes(in screen: ScreenDefinition) -> [String] {
        let actions = screen.actions.map(\.name)
        var found: [String] = []
        if screen.doc.isEmpty || screen.title.isEmpty { found.append("no documentation") }
        if screen.actions.contains(where: { $0.doc.isEmpty }) { found.append("an action without documentation") }
        if Set(actions).count != actions.count { found.append("an action is declared twice") }
        if !actions.allSatisfy(isName) { found.append("an action's name is lower camel case") }
        if !screen.template.isWellFormed || screen.template.scheme != RouteTemplate.screens {
            found.append("a route is galleria:// and names, each variable once")
        }
        if !screen.completions.keys.allSatisfy(screen.template.variables.contains) {
            found.append("a completion of no variable")
        }
        return found.map { "\(screen.template.text): \($0)" }
    }
}

/// Declarations that can't stand together; each sentence names its owner.
package struct RegistryMistakes: Error, Sendable, Equatable {
    package let mistakes: [String]
}

/// Whether `text` is a lower camel case name of ASCII letters and digits.
private func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
    }
}

/// Whether clients take `text` for a tool's name.
private func isToolName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
}
