package import FeatureKit
import JMESPath
import JSON
import ModuleFile
import URITemplate
import Values

extension ListPart {
    /// The operation of a list of an API. Each parameter of its own is asked again by an action of the list's screen.
    package init(_ list: DeclaredList) {
        let operation = list.operation
        let declaration = operation.declaration
        self.init(
            declaration.name, title: operation.title, doc: declaration.doc, of: list.layout, paging: list.paging
        ) { page, call throws(Fault) in try await list.page(page, call) }
        for parameter in operation.parameters {
            self = self.parameter(parameter.parameter, example: parameter.isInExample ? parameter.example : nil)
                .asks(AskAction(parameter))
        }
    }
}

extension AskAction {
    /// The action of a list's screen that asks with another value of a parameter.
    fileprivate init(_ parameter: DeclaredParameter) {
        let name = parameter.declaration.name
        let words = trimmed(spelledOut(name))
        let action = name == "query" ? "search" : "ask" + name.prefix(1).uppercased() + name.dropFirst()
        self.init(
            action, title: name == "query" ? "Search" : sentenceCase(words),
            name == "query" ? "Asks for rows that these words find." : "Asks with another \(words).",
            parameter.parameter)
    }
}

extension ShowPart {
    /// The operation that shows rows of an API by their keys.
    package init(_ detail: DeclaredDetail) {
        let operation = detail.operation
        let declaration = operation.declaration
        self.init(
            declaration.name, title: operation.title, doc: declaration.doc, of: detail.layout,
            example: .string(detail.key?.example.map(JMESValue.init)?.spelled ?? "1")
        ) { text, call throws(Fault) in try await detail.row(text, call) }
        // A row may have a key that the rule did not foresee: its route is the upstream's to know.
        if let rule = detail.key?.rule { self = keys(rule, inRoutes: false) }
        if let list = detail.list, let key = detail.key?.declaration.name {
            self = completing { environment in [key: list.keyCompletion(environment)] }
        }
        for parameter in detail.own { self = self.parameter(parameter.parameter) }
    }
}

extension RowOperation<[JSONMember]> {
    /// The operation of a call with one result.
    package init(_ call: DeclaredCall) {
        let operation = call.operation
        let declaration = operation.declaration
        let parameters = operation.parameters
        self.init(
            declaration.name, title: operation.title, doc: declaration.doc, effect: declaration.effect.effect,
            example: parameters.filter(\.isInExample).compactMap { parameter in
                parameter.example.map { JSONMember(parameter.declaration.name, $0) }
            }, operation.shape, of: call.layout, confirm: declaration.confirm?.question
        ) { arguments, feature throws(Fault) in try await call.run(arguments, feature) }
    }
}

extension RowAction {
    /// The action of a screen that makes a call.
    package init(_ call: DeclaredCall) {
        let declaration = call.operation.declaration
        self.init(
            declaration.name, title: sentenceCase(trimmed(spelledOut(declaration.name))), declaration.doc,
            effect: declaration.effect.effect, confirm: declaration.confirm?.words, call.operation.shape
        ) { arguments, feature throws(Fault) in
            _ = try await call.run(arguments, feature.reading(call.layout))
        }
    }
}

extension EffectDeclaration {
    fileprivate var effect: OperationEffect {
        switch self {
        case .reads: .reads
        case .writes(let isIdempotent, let isDestructive):
            .writes(idempotent: isIdempotent, destructive: isDestructive)
        }
    }
}

extension DeclaredOperation {
    /// The arguments of a call with one result, as expressions read them.
    fileprivate var shape: ParameterShape<[JSONMember]> {
        ParameterShape(fields: parameters.map(\.parameter.field)) { [parameters] reader throws(WrongParameter) in
            var given: [JSONMember] = []
            for parameter in parameters {
                guard let value = try reader.value(parameter.parameter), value != .null else { continue }
                given.append(JSONMember(parameter.declaration.name, value))
            }
            return given
        }
    }
}

extension TextDeclaration {
    /// The question that a person is asked before it is done.
    fileprivate var question: @Sendable ([JSONMember]) -> String? {
        { arguments in text(CallNames(arguments: arguments)) }
    }

    /// The question as a person is asked before the values are known: `Order … × …?`
    fileprivate var words: String {
        let values: [TemplateValue?] = variables.map { _ in .text("…") }
        return (try? template.expanded(values)) ?? template.text
    }
}
