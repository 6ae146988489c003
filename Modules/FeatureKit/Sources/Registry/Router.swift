import Suggestions

/// Finds the operation of a method or tool name, the screen of a route and the prompt of a name, by exact bytes. An object,
/// since each call holds it.
package final class Router: Sendable {
    package let registry: Registry
    private let methods: NameTable
    private let tools: NameTable
    private let prompts: NameTable
    private let disabled: Set<String>

    package init(_ registry: Registry) {
        self.registry = registry
        let (operations, prompts) = (registry.operations, registry.prompts)
        methods = NameTable(operations.indices) { operations[$0].method }
        tools = NameTable(operations.indices) { operations[$0].isTool ? operations[$0].toolName : nil }
        self.prompts = NameTable(prompts.indices) { prompts[$0].name }
        self.disabled = Set(registry.modules.filter { !$0.isEnabled }.map(\.manifest.id))
    }

    /// No module, no operation, no screen.
    package static let empty = Router(.empty)

    /// The operation of a method such as `bookShelf.search`; nil when there is none.
    package func operation(method: String) -> RegisteredOperation? {
        methods.place(of: method).map { registry.operations[$0] }
    }

    /// The same of a name as it lies in memory.
    package func operation(method: UnsafeBufferPointer<UInt8>) -> RegisteredOperation? {
        methods.place(of: method).map { registry.operations[$0] }
    }

    /// The operation of an MCP tool such as `book_shelf_search`; nil when there is none.
    package func operation(tool: String) -> RegisteredOperation? {
        tools.place(of: tool).map { registry.operations[$0] }
    }

    /// The same of a name as it lies in memory.
    package func operation(tool: UnsafeBufferPointer<UInt8>) -> RegisteredOperation? {
        tools.place(of: tool).map { registry.operations[$0] }
    }

    /// The prompt of a name such as `book_shelf_reading_plan`; nil when there is none.
    package func prompt(_ name: String) -> RegisteredPrompt? {
        prompts.place(of: name).map { registry.prompts[$0] }
    }

    /// Why there is no such method: its module is switched off, it changes something and nothing may, or the name is unknown.
    package func absence(ofMethod method: String) -> Fault {
        let module = method.utf8.prefix { $0 != UInt8(ascii: ".") }
        if let id = disabled.first(where: { $0.utf8.elementsEqual(module) }) {
            return .moduleDisabled(id, remedy: registry.modules.first { $0.manifest.id == id }?.remedy)
        }
        if registry.withheldMethods.contains(where: { $0.utf8.elementsEqual(method.utf8) }) {
            return .readOnly(method)
        }
        let methods = registry.operations.map(\.method)
        return .unknownMethod(
            method, nearest: nearestNames(to: method, among: methods), siblings: siblings(of: method, among: methods))
    }

    /// Why there is no tool or prompt of this name, where the settings or the command line leave it out: `module_disabled`
    /// or, under `--read-only`, `invalid_argument`; nil for a name that is unknown in any case.
    package func absence(ofName name: String) -> Fault? {
        if registry.withheldMethods.contains(where: { snakeCase($0).utf8.elementsEqual(name.utf8) }) {
            return .readOnly(name)
        }
        // `product_detail_show` begins with the name of `product` as well: the longest that fits is the owner.
        let owner = registry.modules.filter { module in
            let prefix = "\(snakeCase(module.manifest.id))_"
            return name.utf8.starts(with: prefix.utf8) && name.utf8.count > prefix.utf8.count
        }.max { $0.manifest.id.utf8.count < $1.manifest.id.utf8.count }
        guard let owner, !owner.isEnabled else { return nil }
        return .moduleDisabled(owner.manifest.id, remedy: owner.remedy)
    }

    /// Why there is no screen at a route, or of a template: `module_disabled`; nil where no module has it.
    package func absence(ofRoute route: String) -> Fault? {
        let parsed = Route(parsing: route)
        let owner = registry.modules.first { module in
            !module.isEnabled
                && module.manifest.routes.contains { template in
                    template.text.utf8.elementsEqual(route.utf8) || parsed.map { template.match($0) != nil } ?? false
                }
        }
        return owner.map { .moduleDisabled($0.manifest.id, remedy: $0.remedy) }
    }

    /// The methods of the module whose name, or nearly, stands before the dot.
    private func siblings(of method: String, among methods: [String]) -> [String] {
        let parts = method.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        let modules = methods.compactMap { $0.split(separator: ".").first.map(String.init) }
        guard let module = nearestNames(to: String(parts[0]), among: modules, limit: 1).first else { return [] }
        return methods.filter { $0.utf8.starts(with: "\(module).".utf8) }
    }

    /// The screen at a route; nil when there is none, whyever.
    package func existingScreen(at route: String) -> ScreenDefinition? {
        Route(parsing: route).flatMap(found)?.0
    }

    private func found(at route: Route) -> (ScreenDefinition, RouteParameters)? {
        for index in registry.screenIndex.candidates(for: route) {
            let screen = registry.screens[index]
            if let parameters = screen.template.match(route) { return (screen, parameters) }
        }
        return nil
    }

    /// The screen at a route.
    /// - Throws: `module_disabled` for a route of a module that is off, `invalid_argument` when no screen is there.
    package func screen(at route: String) throws(Fault) -> (ScreenDefinition, RouteParameters) {
        let parsed = Route(parsing: route)
        if let found = parsed.flatMap(found) { return found }
        if var fault = absence(ofRoute: route) {
            fault.field = "route"
            throw fault
        }
        throw .unknownRoute(route, nearest: routes(near: route, parsed: parsed))
    }
}
