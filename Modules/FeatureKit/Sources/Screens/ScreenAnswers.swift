import DesignSystem
import JSON

/// Answers about an open screen, as they are written.
extension ScreenReading {
    /// The answer of `screen.open`, `screen.state` and `screen.resize`.
    static let whole =
        ListedScreen.shape.flattened { ListedScreen($0.session, revision: $0.revision) } + contents + [
            ResultField("actions", .list(of: .object(actionShape)), "What the screen takes.") {
                $0.session.definition.actions
            }
        ]

    /// The params of `screen.changed`.
    static let change = ResultShape<ScreenReading>(
        [
            ResultField("screen", .text, "The screen's id.") { $0.session.id },
            ResultField("revision", .whole, "Rises by one with each change told.") { $0.revision },
        ] + contents)

    private static let contents: [ResultField<ScreenReading>] = [
        ResultField("state", .embedded, "The screen's state.") { $0.state },
        ResultField("text", .rendering, "The state as people read it.") { $0.text },
        ResultField(optional: "rows", .list(of: .object(rowShape)), "Which of the text's lines are which row.") {
            $0.rows
        },
    ]

    private static let rowShape = ResultShape<PlacedRow>([
        ResultField("line", .whole, "Its first line, counted from 0.") { $0.line },
        ResultField("lines", .whole, "How many lines it takes.") { $0.lineCount },
        ResultField("key", .text, "What names the row, such as a sku.") { $0.identity.key },
        ResultField(optional: "route", .text, "Where it leads.") { $0.identity.route },
    ])

    private static let actionShape = ResultShape<ActionDescription>([
        ResultField("name", .text, "The action's name.") { $0.name },
        ResultField("doc", .text, "What it does.") { $0.doc },
        ResultField("params", .list(of: .text), "The names of its parameters.") { $0.parameters.map(\.name) },
        ResultField("schema", .embedded, "JSON Schema of its params.") { action in
            EmbeddedObject { $0.value(parameterSchema(action.parameters)) }
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
