import DesignSystem
import JSON

/// Answers about an open screen, as they are written.
extension ScreenReading {
    /// The answer of `screen.open`, `screen.state` and `screen.resize`.
    static let whole =
        ListedScreen.shape.flattened { ListedScreen($0.session, revision: $0.revision) } + contents + [
            ResultField("actions", .list(of: .object(ShownAction.shape)), "What the screen takes.") { reading in
                reading.actions.map { ShownAction(action: $0, value: reading.value(at:)) }
            }
        ]

    /// The params of `screen.changed`: the state whole, or what changed of it.
    static let change =
        ResultShape<ScreenReading>([
            ResultField("screen", .text, "The screen's id.") { $0.session.id },
            ResultField("revision", .whole, "Rises by one with each change told.") { $0.revision },
        ])
        + ResultShape(fields: ToldChange.shape.fields) { reading, writer in
            if let delta = reading.delta {
                delta.writeMembers(into: &writer)
            } else {
                ToldChange.shape.writeMembers(.whole(reading.content), into: &writer)
            }
        }

    private static let contents: [ResultField<ScreenReading>] = [
        ResultField("state", .embedded, "The screen's state.") { $0.state },
        ResultField("text", .rendering, "The state as people read it.") { $0.text },
        ResultField(optional: "rows", .list(of: .object(rowShape)), "Which of the text's lines are which row.") {
            $0.rows
        },
    ]

    fileprivate static let rowShape = ResultShape<PlacedRow>([
        ResultField("line", .whole, "Its first line, counted from 0.") { $0.line },
        ResultField("lines", .whole, "How many lines it takes.") { $0.lineCount },
        ResultField("key", .text, "What names the row, such as a sku.") { $0.identity.key },
        ResultField(optional: "route", .text, "Where it leads.") { $0.identity.route },
    ])

}

/// Content of a change, the same for every screen that shows the same: the state whole, or what changed of it.
enum ToldChange {
    case whole(ToldScreen)
    case changed(ScreenDelta)

    private var whole: ToldScreen? { if case .whole(let told) = self { told } else { nil } }

    private var delta: ScreenDelta? { if case .changed(let delta) = self { delta } else { nil } }

    static let shape = ResultShape<ToldChange>([
        ResultField("state", .embedded, "The screen's state; without items where changes are told.") { change in
            switch change {
            case .whole(let told): told.snapshot.state
            case .changed(let delta): delta.state
            }
        },
        ResultField(optional: "items", .list(of: .object(ScreenDelta.itemShape)), "Changes of the items, in order.") {
            $0.delta?.items
        },
        ResultField(optional: "lines", .list(of: .object(ScreenDelta.lineShape)), "Changes of the text, in order.") {
            $0.delta?.lines
        },
        ResultField(optional: "text", .rendering, "The state as people read it.") { $0.whole?.laidOut.text },
        ResultField(
            optional: "rows", .list(of: .object(ScreenReading.rowShape)), "Which of the text's lines are which row."
        ) {
            $0.delta.map(\.rows) ?? $0.whole?.rows
        },
    ])
}

/// An action of an open screen, with the present values of what it sets.
private struct ShownAction {
    let action: ActionDescription
    let value: @Sendable (_ source: String) -> JSONValue?

    private struct Parameter {
        let field: ParameterField
        let value: JSONValue?
    }

    static let shape = ResultShape<ShownAction>([
        ResultField("name", .text, "The action's name.") { $0.action.name },
        ResultField("title", .text, "Two or three words for people.") { $0.action.title },
        ResultField("doc", .text, "What it does.") { $0.action.doc },
        ResultField("params", .list(of: .object(parameters)), "Its parameters, in order.") { shown in
            shown.action.parameters.map { Parameter(field: $0, value: shown.value($0.source)) }
        },
        ResultField("schema", .embedded, "JSON Schema of its params.") { shown in
            EmbeddedObject { ValueSchema.parameters(shown.action.parameters).write(into: &$0) }
        },
        ResultField(optional: "confirm", .text, "The question to ask a person before it is sent.") {
            $0.action.confirm
        },
    ])

    private static let parameters = ResultShape<Parameter>([
        ResultField("name", .text, "The parameter's name.") { $0.field.name },
        ResultField("prompt", .text, "What to ask a person for.") { $0.field.prompt },
        ResultField(optional: "default", .value, "Its value when it is left out.") { $0.field.standard },
        ResultField(optional: "value", .value, "Its present value.") { $0.value },
        ResultField(optional: "source", .text, "Where the state, or a row of it, has the present value: not its name.")
        {
            $0.field.source == $0.field.name ? nil : $0.field.source
        },
    ])
}

/// One line of `screen.list`: an open screen without its state.
struct ListedScreen: Sendable {
    let session: ScreenSession
    let revision: Int

    init(_ session: ScreenSession, revision: Int) { (self.session, self.revision) = (session, revision) }

    init(_ session: ScreenSession) { self.init(session, revision: session.revision) }

    static let shape = ResultShape<ListedScreen>([
        ResultField("screen", .text, "The screen's id.") { $0.session.id },
        ResultField("revision", .whole, "The number of this state.") { $0.revision },
        ResultField("route", .text, "The screen's address.") { $0.session.route },
        ResultField("title", .text, "What the screen is called.") { $0.session.definition.title },
    ])
}
