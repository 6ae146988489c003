import DesignSystem
package import JSON
package import Storage
import Values

/// An operation whose result is one row, such as what became of a like.
package struct RowOperation<Parameters: Sendable>: FeaturePart {
    private let name: String
    private let title: String
    private let doc: String
    private let guidance: String
    private let effect: OperationEffect
    private let example: [JSONMember]
    private let parameters: ParameterShape<Parameters>
    private let layout: RowLayout
    private let view: String?
    private let confirm: (@Sendable (Parameters) -> String?)?
    private let run: @Sendable (Parameters, FeatureCall) async throws(Fault) -> Row
    private var screen: Screen?
    private var isExplained = false

    private struct Screen: Sendable {
        let route: String
        let title: String
        let actions: [RowAction]
        let stored: [StateNamespace]
        let load: RowScreen.Load
    }

    /// - Parameters:
    ///   - example: arguments of a call that succeeds with sample data.
    ///   - layout: of the result; needs no key.
    ///   - confirm: the question a person should be asked before it is done; nil for what needs no asking.
    ///   - run: does it; writes are durable when it returns.
    package init(
        _ name: String, title: String, doc: String, guidance: String = "", effect: OperationEffect,
        example: [JSONMember], _ parameters: ParameterShape<Parameters>, of layout: RowLayout, view: String? = nil,
        confirm: (@Sendable (Parameters) -> String?)? = nil,
        run: @escaping @Sendable (Parameters, FeatureCall) async throws(Fault) -> Row
    ) {
        self.name = name
        self.title = title
        self.doc = doc
        self.guidance = guidance
        self.effect = effect
        self.example = example
        self.parameters = parameters
        self.layout = layout
        self.view = view
        self.confirm = confirm
        self.run = run
    }

    package var routes: [RouteTemplate] { screen.map { [RouteTemplate($0.route)] } ?? [] }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        let call = FeatureCall(environment, layout)
        let run = run
        registration.add(
            Operation(
                name, title: title, doc: doc, guidance: guidance, effect: effect, example: example,
                parameters: parameters, result: result,
                view: view, route: { AnswerRoute($0.row) }, confirm: confirm, present: { $0.document }
            ) { parameters, _ throws(Fault) in
                let row = try await run(parameters, call)
                return RowAnswer(row: row, notice: environment.overlays.notice(module: call.upstream.module))
            })
        if isExplained { registration.add(explanation(method: "\(registration.id).\(name)", call)) }
        guard let screen else { return }
        registration.add(
            RowScreen.definition(
                screen.route, title: screen.title, of: layout, environment, actions: screen.actions,
                stored: screen.stored, load: screen.load))
    }
}

extension RowOperation {
    private var result: ResultShape<RowAnswer> {
        let row: ResultShape<RowAnswer> = layout.result.flattened { $0.row }
        if screen == nil { return row }
        return row
            + ResultShape(ResultField(optional: "notice", .text, "Why what is stored may have changed.") { $0.notice })
    }

    /// A prompt asks for an explanation of the result; its arguments are those that the operation requires.
    package func explained() -> Self {
        var part = self
        part.isExplained = true
        return part
    }

    private func explanation(method: String, _ call: FeatureCall) -> Prompt {
        let required = parameters.fields.filter(\.isRequired)
        return .explaining(
            layout, method: method,
            arguments: required.map { field in
                let example = example.first { $0.key.isExactly(field.name) }?.value ?? field.examples.first
                return PromptArgument(field.name, field.doc, isRequired: true, example: example?.spelled)
            }
        ) { [parameters, run, layout] given throws(Fault) in
            let sent = JSONValue.object(
                required.compactMap { field in given[field.name].map { JSONMember(field.name, .string($0)) } })
            let document = try? JSONDocument(parsing: sent.serialized())
            let row = try await run(try parameters.read(document?.root, of: method), call)
            return Document(row.detail(layout.given))
        }
    }
}

extension Prompt {
    /// The prompt that has a row explained.
    /// - Parameters:
    ///   - method: of the operation that gives the row.
    ///   - row: the row as people read it, by the arguments.
    static func explaining(
        _ layout: RowLayout, method: String, arguments: [PromptArgument],
        row: @escaping @Sendable (PromptArguments) async throws(Fault) -> Document
    ) -> Prompt {
        Prompt(
            "explain", title: "Explain the \(layout.name)", doc: "Say in a few sentences what it tells.",
            arguments: arguments
        ) { given throws(Fault) in
            [
                .paragraphs(
                    "Explain the \(layout.name) that follows, in a few sentences.",
                    "`\(snakeCase(method))` gives it. Keep to what it says."),
                .facts(try await row(given)),
            ]
        }
    }
}

/// A row that an operation gave.
private struct RowAnswer: Sendable {
    let row: Row
    /// Why what is stored may have changed since.
    let notice: String?

    var document: Document {
        let notices: [Block] = notice.map { [.notice(.warning, title: Inline($0), detail: nil)] } ?? []
        return Document(row.detail(row.layout.given) + notices)
    }
}

extension RowLayout {
    /// The shape of a result that is one row; its route is told beside it.
    package var result: ResultShape<Row> {
        return ResultShape(
            fields: told.map { place in
                let field = fields[place]
                return ResultFieldDescription(
                    name: field.name, doc: field.doc, isOptional: place != key || !hasKey, schema: field.schema)
            }
        ) { [told] row, writer in row.writeMembers(told, into: &writer) }
    }
}

extension RowOperation where Parameters == NoParameters {
    /// The result is a screen as well, loaded again whenever what is stored under these names changes.
    package func screen(
        _ route: String, title: String, stored: [StateNamespace], actions: [RowAction] = []
    ) -> Self {
        var part = self
        let run = run
        part.screen = Screen(route: route, title: title, actions: actions, stored: stored) { call throws(Fault) in
            try await run(NoParameters(), call)
        }
        return part
    }
}
