import FeatureKit
import JMESPath
import JSON
import ModuleFile
import URITemplate
import Values

/// The parts of a declared feature: each operation as what it is, a list, a detail, or a call with one result.
struct DeclaredParts {
    private let module: ModuleDeclaration
    private let operations: [DeclaredOperation]
    private let plan: ScreenPlan
    private(set) var all: [any FeaturePart] = []
    /// Layouts by row type and route: a list and the detail of its rows share one.
    private var rows: [String: DeclaredRow] = [:]
    private var lists: [DeclaredPages] = []

    init(_ module: ModuleDeclaration, _ settings: [DeclaredSetting]) {
        self.module = module
        operations = module.operations.map { DeclaredOperation($0, of: module, settings) }
        plan = ScreenPlan(module)
        for operation in operations where operation.declaration.isList {
            guard case .items(let items)? = operation.declaration.result,
                let row = row(operation.declaration, route: plan.details[operation.declaration.name])
            else { continue }
            lists.append(DeclaredPages(operation, row, items: items))
        }
        for operation in operations { all.append(part(operation)) }
    }

    private func title(_ operation: OperationDeclaration) -> String {
        "\(module.title): \(trimmed(spelledOut(operation.name)))"
    }

    private mutating func row(_ operation: OperationDeclaration, route: String?) -> DeclaredRow? {
        guard let declaration = module.rows.first(where: { $0.name == operation.row }) else { return nil }
        let name = "\(declaration.name) \(route ?? "")"
        if let known = rows[name] { return known }
        // A list's own parameter of the key's name means something else.
        let takesKeys = !module.operations.contains { other in
            other.isList && other.row == declaration.name
                && other.parameters.contains { $0.name == declaration.key }
        }
        let made = DeclaredRow(declaration, route: route, takesKeys: takesKeys)
        rows[name] = made
        return made
    }

    private mutating func part(_ operation: DeclaredOperation) -> any FeaturePart {
        let declaration = operation.declaration
        if let pages = lists.first(where: { $0.operation.declaration.name == declaration.name }) {
            return list(operation, pages)
        }
        if let key = declaration.keyParameter(in: module), case .item(let item)? = declaration.result,
            let row = row(declaration, route: plan.details[declaration.name])
        {
            return show(operation, row, key, item)
        }
        return result(operation, row(declaration, route: nil))
    }

    // MARK: - Lists

    private mutating func list(_ operation: DeclaredOperation, _ pages: DeclaredPages) -> any FeaturePart {
        let declaration = operation.declaration
        var part = ListPart(
            declaration.name, title: title(declaration), doc: declaration.doc, of: pages.row.layout,
            paging: pages.paging
        ) { page, call throws(Fault) in try await pages.page(page, call) }
        var standing: [JSONMember] = []
        for parameter in operation.parameters {
            part = part.parameter(parameter.parameter, example: parameter.isInExample ? parameter.example : nil)
            if parameter.declaration.isRequired, let example = parameter.example {
                standing.append(JSONMember(parameter.declaration.name, example))
            }
            part = part.asks(Self.ask(parameter))
        }
        if let route = plan.routes[declaration.name] { part = part.screen(route, asking: standing) }
        if plan.shows[declaration.name] == nil, let detail = plan.details[declaration.name] {
            part = part.detail(detail)
        }
        for action in actions(on: declaration) { part = part.action(action) }
        let isFirst = module.operations.first(where: \.isList)?.name == declaration.name
        return isFirst ? part.summary().heading(module.title) : part
    }

    /// The action of a list's screen that asks with another value of a parameter.
    private static func ask(_ parameter: DeclaredParameter) -> AskAction {
        let name = parameter.declaration.name
        let words = trimmed(spelledOut(name))
        let action = name == "query" ? "search" : "ask" + name.prefix(1).uppercased() + name.dropFirst()
        return AskAction(
            action, title: name == "query" ? "Search" : sentenceCase(words),
            name == "query" ? "Asks for rows that these words find." : "Asks with another \(words).",
            parameter.parameter)
    }

    // MARK: - Details

    private mutating func show(
        _ operation: DeclaredOperation, _ row: DeclaredRow, _ key: ParameterDeclaration, _ item: JMESExpression
    ) -> any FeaturePart {
        let declaration = operation.declaration
        let own = operation.parameters.filter { $0.declaration.name != key.name }
        let parameter = operation.parameters.first { $0.declaration.name == key.name }
        let list = lists.first { plan.shows[$0.operation.declaration.name] == declaration.name }
        let detail = DeclaredDetail(
            operation: operation, row: row, item: item,
            list: list.flatMap { $0.row.layout === row.layout ? $0 : nil },
            sample: module.samples.first { $0.operation == list?.operation.declaration.name }?.parameters ?? [])
        var part = ShowPart(
            declaration.name, title: title(declaration), doc: declaration.doc, of: row.layout,
            example: .string(parameter?.example.map(JMESValue.init)?.spelled ?? "1")
        ) { text, call throws(Fault) in
            try await detail.row(
                text, [JSONMember(key.name, DeclaredParameter.value(text, key.kind))], own, call)
        }
        // A row may have a key that the rule did not foresee: its route is the upstream's to know.
        if let rule = parameter?.rule { part = part.keys(rule, inRoutes: false) }
        if let list {
            part = part.completing { environment in [key.name: list.keyCompletion(environment)] }
        }
        for parameter in own { part = part.parameter(parameter.parameter) }
        if let route = plan.details[declaration.name] {
            part = part.screen(route, title: sentenceCase(row.layout.name))
        }
        for action in actions(on: declaration) { part = part.action(action) }
        return part
    }

    // MARK: - Other operations

    private func result(_ operation: DeclaredOperation, _ row: DeclaredRow?) -> any FeaturePart {
        let declaration = operation.declaration
        let effect: OperationEffect =
            switch declaration.effect {
            case .reads: .reads
            case .writes(let isIdempotent, let isDestructive):
                .writes(idempotent: isIdempotent, destructive: isDestructive)
            }
        let call = DeclaredCall(operation: operation, row: row)
        let parameters = operation.parameters
        return RowOperation(
            declaration.name, title: title(declaration), doc: declaration.doc, effect: effect,
            example: parameters.filter(\.isInExample).compactMap { parameter in
                parameter.example.map { JSONMember(parameter.declaration.name, $0) }
            }, shape(of: parameters), of: call.layout,
            confirm: Self.question(declaration.confirm)
        ) { arguments, feature throws(Fault) in try await call.run(arguments, feature) }
    }

    /// The question that a person is asked before it is done.
    private static func question(_ confirm: TextDeclaration?) -> (@Sendable ([JSONMember]) -> String?)? {
        guard let confirm else { return nil }
        return { arguments in confirm.text(CallNames(arguments: arguments)) }
    }

    private func shape(of parameters: [DeclaredParameter]) -> ParameterShape<[JSONMember]> {
        ParameterShape(fields: parameters.map(\.parameter.field)) { reader throws(WrongParameter) in
            var given: [JSONMember] = []
            for parameter in parameters {
                guard let value = try reader.value(parameter.parameter), value != .null else { continue }
                given.append(JSONMember(parameter.declaration.name, value))
            }
            return given
        }
    }

    /// The operations that a screen offers as its actions.
    private mutating func actions(on declaration: OperationDeclaration) -> [RowAction] {
        var actions: [RowAction] = []
        for name in plan.actions[declaration.name] ?? [] {
            guard let operation = operations.first(where: { $0.declaration.name == name }),
                case .writes(let isIdempotent, let isDestructive) = operation.declaration.effect
            else { continue }
            let call = DeclaredCall(operation: operation, row: row(operation.declaration, route: nil))
            actions.append(
                RowAction(
                    name, title: sentenceCase(trimmed(spelledOut(name))), operation.declaration.doc,
                    effect: .writes(idempotent: isIdempotent, destructive: isDestructive),
                    confirm: operation.declaration.confirm?.words, shape(of: operation.parameters)
                ) { arguments, feature throws(Fault) in
                    _ = try await call.run(arguments, feature.reading(call.layout))
                })
        }
        return actions
    }
}

extension TextDeclaration {
    /// The question as a person is asked before the values are known: `Order … × …?`
    fileprivate var words: String {
        let values: [TemplateValue?] = variables.map { _ in .text("…") }
        return (try? template.expanded(values)) ?? template.text
    }
}

/// The one row of an answer, by its key.
struct DeclaredDetail: Sendable {
    let operation: DeclaredOperation
    let row: DeclaredRow
    let item: JMESExpression
    /// The list of the same rows; nil where no list has the same fields.
    let list: DeclaredPages?
    /// Parameters of the list's first sample.
    let sample: [(name: String, value: String)]

    /// - Returns: nil where the upstream knows no such row.
    func row(
        _ text: String, _ key: [JSONMember], _ own: [DeclaredParameter], _ call: FeatureCall
    ) async throws(Fault) -> Row? {
        do throws(Fault) {
            return try await asked(key, own, call)
        } catch {
            if error == .refused(404, module: operation.module, hasSecrets: false) { return nil }
            // A row of the sample list is there although it has no sample of its own.
            guard error == .noSample(module: operation.module), let list,
                let row = try? await call.row(
                    text, ofListPagedBy: list.paging, arguments: list.operation.standing(with: sample),
                    fetch: { page, call throws(Fault) in try await list.page(page, call) })
            else { throw error }
            return row
        }
    }

    private func asked(
        _ key: [JSONMember], _ own: [DeclaredParameter], _ call: FeatureCall
    ) async throws(Fault) -> Row? {
        var arguments = key
        for parameter in own {
            guard let value = try call.value(parameter.parameter), value != .null else { continue }
            arguments.append(JSONMember(parameter.declaration.name, value))
        }
        let question = "\(operation.declaration.name) \(JSONValue.object(arguments).words)"
        return try await call.keptAnswer(to: question, { (row: Row?) in row?.set }) { [arguments] () throws(Fault) in
            try await operation.ask(arguments, PagePlace(), call) { answer throws(Fault) in
                try answer.row(item, row.layout, call)
            }
        }
    }
}

/// A call with one result, such as an order.
struct DeclaredCall: Sendable {
    let operation: DeclaredOperation
    let row: DeclaredRow?

    /// Result of a call whose answer says nothing.
    private enum Outcome {
        static let isDone = Field.flag("done", "Whether the server did it.")
        static let layout = RowLayout("result", [isDone])
    }

    var layout: RowLayout { row?.layout ?? Outcome.layout }

    func run(_ arguments: [JSONMember], _ call: FeatureCall) async throws(Fault) -> Row {
        try await operation.ask(arguments, PagePlace(), call) { answer throws(Fault) in
            guard let row, case .item(let item)? = operation.declaration.result else {
                return Outcome.layout.row { $0.set(Outcome.isDone, true) }
            }
            guard let made = try answer.row(item, row.layout, call) else {
                throw .unexpectedAnswer(row.layout.name, module: operation.module)
            }
            return made
        }
    }
}

extension DeclaredOperation.Answer {
    fileprivate func row(
        _ item: JMESExpression, _ layout: RowLayout, _ call: FeatureCall
    ) throws(Fault) -> Row? {
        var steps = JMESSteps(limit: JMESSteps.ofAnswer)
        let module = call.upstream.module
        let value: JMESValue
        do throws(JMESFault) {
            value = try item.value(of: current, in: names, steps: &steps)
        } catch {
            throw .notReadable("item", error.sentence, of: layout.name, module: module)
        }
        var context = call.rowContext
        context.surroundings = surroundings
        return try layout.row(value, context, module: module)
    }
}
