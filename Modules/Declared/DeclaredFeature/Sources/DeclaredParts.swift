import FeatureKit
import JMESPath
package import ModuleFile
import Values

/// The parts of a declared feature: each operation as what it is, a list, a detail, or a call with one result.
struct DeclaredParts {
    private let module: ModuleDeclaration
    private let plan: ScreenPlan
    private let operations: [DeclaredOperation]
    private(set) var all: [any FeaturePart] = []
    /// Layouts by row type and route: a list and the detail of its rows share one.
    private var layouts: [String: RowLayout] = [:]
    private var lists: [DeclaredList] = []

    init(_ module: ModuleDeclaration, _ api: HTTPAPI) {
        self.module = module
        plan = ScreenPlan(module)
        operations = api.operations(of: module)
        for operation in operations where operation.declaration.isList {
            guard case .items(let items)? = operation.declaration.result,
                let layout = layout(operation.declaration, route: plan.details[operation.declaration.name])
            else { continue }
            lists.append(DeclaredList(operation, of: layout, items: items))
        }
        for operation in operations { add(operation) }
    }

    private mutating func layout(_ operation: OperationDeclaration, route: String?) -> RowLayout? {
        guard let declaration = module.rows.first(where: { $0.name == operation.row }) else { return nil }
        let name = "\(declaration.name) \(route ?? "")"
        if let known = layouts[name] { return known }
        let made = DeclaredRow(declaration, in: module).layout(route: route)
        layouts[name] = made
        return made
    }

    private mutating func add(_ operation: DeclaredOperation) {
        let declaration = operation.declaration
        if let list = lists.first(where: { $0.operation.declaration.name == declaration.name }) {
            all.append(part(list))
        } else if declaration.keyParameter(in: module) != nil, case .item(let item)? = declaration.result,
            let layout = layout(declaration, route: plan.details[declaration.name])
        {
            let list = lists.first { plan.shows[$0.operation.declaration.name] == declaration.name }
            let detail = part(DeclaredDetail(operation, of: layout, item: item, list: list))
            all.append(module.isExplained(by: declaration) ? detail.explained() : detail)
        } else {
            let call = RowOperation(DeclaredCall(operation: operation, row: layout(declaration, route: nil)))
            all.append(module.isExplained(by: declaration) ? call.explained() : call)
        }
    }

    private mutating func part(_ list: DeclaredList) -> any FeaturePart {
        let declaration = list.operation.declaration
        var part = ListPart(list)
        if let route = plan.routes[declaration.name] { part = part.screen(route, asking: list.examples) }
        if plan.shows[declaration.name] == nil, let detail = plan.details[declaration.name] {
            part = part.detail(detail)
        }
        for action in actions(on: declaration) { part = part.action(action) }
        let isFirst = module.operations.first(where: \.isList)?.name == declaration.name
        return isFirst ? part.summary().heading(module.title) : part
    }

    private mutating func part(_ detail: DeclaredDetail) -> ShowPart {
        let declaration = detail.operation.declaration
        var part = ShowPart(detail)
        if let route = plan.details[declaration.name] {
            part = part.screen(route, title: sentenceCase(detail.layout.name))
        }
        for action in actions(on: declaration) { part = part.action(action) }
        return part
    }

    /// The operations that a screen offers as its actions.
    private mutating func actions(on declaration: OperationDeclaration) -> [RowAction] {
        var actions: [RowAction] = []
        for name in plan.actions[declaration.name] ?? [] {
            guard let operation = operations.first(where: { $0.declaration.name == name }),
                operation.declaration.effect != .reads
            else { continue }
            let row = layout(operation.declaration, route: nil)
            actions.append(RowAction(DeclaredCall(operation: operation, row: row)))
        }
        return actions
    }
}

extension ModuleDeclaration {
    /// Whether the module's prompt is about an operation's row: the first that reads, of a module without lists. The prompt of a list
    /// sums it up.
    package func isExplained(by operation: OperationDeclaration) -> Bool {
        !operations.contains(where: \.isList) && operations.first { $0.effect == .reads }?.name == operation.name
    }
}
