import JSON

/// An action of a list's screen that gives one of the list's own parameters another value: the rows go, and the first page is loaded.
package struct AskAction: Sendable {
    let name: String
    let title: String?
    let doc: String
    let shape: ParameterShape<JSONMember?>

    /// - Parameters:
    ///   - parameter: one of the list's own.
    ///   - argument: its name among the action's parameters; its own without one.
    ///   - ignores: values that ask nothing, such as a blank text.
    package init<Value: Sendable>(
        _ name: String, title: String? = nil, _ doc: String, _ parameter: Parameter<Value>, as argument: String? = nil,
        ignores: @escaping @Sendable (Value) -> Bool = { _ in false }
    ) {
        (self.name, self.title, self.doc) = (name, title, doc)
        let shown = parameter.named(argument ?? parameter.field.name)
        let own = parameter.field.name
        shape = ParameterShape(fields: [shown.field.from(own)]) { reader throws(WrongParameter) in
            if ignores(try reader.value(shown)) { return nil }
            return JSONMember(own, reader.given([shown.field]).first?.value ?? .null)
        }
    }

    func action(_ effect: OperationEffect) -> ScreenAction<ListScreen> {
        ScreenAction(name, title: title, doc, effect: effect, shape) { screen, asked in
            guard let asked else { return .ignored }
            return screen.ask(asked)
        }
    }
}
