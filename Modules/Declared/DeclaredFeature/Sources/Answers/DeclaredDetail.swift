package import FeatureKit
import HTTP
import JMESPath
package import JSON
import ModuleFile
import Values

/// A call whose answer is one row, asked for by its key.
package struct DeclaredDetail: Sendable {
    let operation: DeclaredOperation
    let layout: RowLayout
    private let item: JMESExpression
    /// The list whose rows it shows; nil where there is none.
    let list: DeclaredList?
    /// The key.
    let key: DeclaredParameter?
    /// The other parameters.
    let own: [DeclaredParameter]

    init(_ operation: DeclaredOperation, of layout: RowLayout, item: JMESExpression, list: DeclaredList?) {
        (self.operation, self.layout, self.item, self.list) = (operation, layout, item, list)
        let name = layout.fields.first { $0.role == .key }?.name
        key = operation.parameters.first { $0.declaration.name == name }
        own = operation.parameters.filter { $0.declaration.name != name }
    }

    /// - Returns: nil where the upstream knows no such row.
    package func row(_ text: String, _ call: FeatureCall) async throws(Fault) -> Row? {
        do throws(Fault) {
            return try await asked(text, call)
        } catch {
            if error == .refused(404, module: operation.module, hasSecrets: false) { return nil }
            // A row of the sample list is there although it has no sample of its own.
            guard error == .noSample(module: operation.module), let list, list.layout === layout,
                let row = try? await call.row(
                    text, ofListPagedBy: list.paging,
                    arguments: list.operation.standing(with: list.operation.samples.first?.parameters ?? []),
                    fetch: { page, call throws(Fault) in try await list.page(page, call) })
            else { throw error }
            return row
        }
    }

    private func asked(_ text: String, _ call: FeatureCall) async throws(Fault) -> Row? {
        var arguments =
            key.map {
                [JSONMember($0.declaration.name, DeclaredParameter.value(text, $0.declaration.kind))]
            } ?? []
        for parameter in own {
            guard let value = try call.value(parameter.parameter), value != .null else { continue }
            arguments.append(JSONMember(parameter.declaration.name, value))
        }
        let question = "\(operation.declaration.name) \(JSONValue.object(arguments).words)"
        return try await call.keptAnswer(to: question, { (row: Row?) in row?.set }) { [arguments] () throws(Fault) in
            try await operation.ask(arguments, PagePlace(), call) { answer throws(Fault) in
                try answer.row(item, layout, call)
            }
        }
    }
}

/// A call with one result, such as an order.
package struct DeclaredCall: Sendable {
    let operation: DeclaredOperation
    /// Layout of the result; nil where the answer says nothing.
    let row: RowLayout?

    /// Result of a call whose answer says nothing.
    private enum Outcome {
        static let isDone = Field.flag("done", "Whether the server did it.")
        static let layout = RowLayout("result", [isDone])
    }

    var layout: RowLayout { row ?? Outcome.layout }

    package func run(_ arguments: [JSONMember], _ call: FeatureCall) async throws(Fault) -> Row {
        try await operation.ask(arguments, PagePlace(), call) { answer throws(Fault) in
            guard let row, case .item(let item)? = operation.declaration.result else {
                return Outcome.layout.row { $0.set(Outcome.isDone, true) }
            }
            guard let made = try answer.row(item, row, call) else {
                throw .unexpectedAnswer(row.name, module: operation.module)
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
        let context = call.rowContext.within(surroundings)
        return try layout.row(value, context, module: module)
    }
}
