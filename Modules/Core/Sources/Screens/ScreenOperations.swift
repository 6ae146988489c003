import DesignSystem
import JSON

/// The methods `screen.*`: declared as operations, but not tools, since an agent reads results and not screens.
extension OpenScreens {
    package var operations: ModuleRegistration {
        var registration = ModuleRegistration(id: "screen", judgesEffects: true)
        registration.add(openOperation)
        registration.add(sendOperation)
        registration.add(stateOperation)
        registration.add(listOperation)
        registration.add(closeOperation)
        return registration
    }

    private var openOperation: Operation<OpenParameters, ScreenReading> {
        Operation(
            "open", title: "Open a screen", doc: "Opens the screen at a route and begins to load it.",
            effect: .reads, example: [JSONMember("route", "galleria://shelf")],
            parameters: OpenParameters.shape,
            result: ScreenReading.whole, isTool: false, present: { Document([.text($0.text)]) }
        ) { [self] parameters, _ throws(Fault) in
            try open(
                parameters.route, style: parameters.style, width: parameters.width, showsPictures: true)
        }
    }

    private var sendOperation: Operation<SendParameters, SendAnswer> {
        Operation(
            "send", title: "Send an action", doc: "Sends an action to an open screen.",
            effect: .writes(idempotent: false, destructive: false),
            example: [JSONMember("screen", "s1"), JSONMember("action", "refresh")],
            parameters: SendParameters.shape,
            result: SendAnswer.shape, isTool: false,
            present: { answer in
                Document([.paragraph(Inline(answer.accepted ? "Accepted." : "Ignored."))])
            }
        ) { [self] parameters, _ throws(Fault) in
            let (reading, outcome) = try send(
                parameters.screen, action: parameters.action, parameters: parameters.parameters)
            return SendAnswer(reading: reading, outcome: outcome)
        }
    }

    private var stateOperation: Operation<String, ScreenReading> {
        Operation(
            "state", title: "Read a screen", doc: "The state of an open screen.", effect: .reads,
            example: [JSONMember("screen", "s1")], parameters: ParameterShape({ $0 }, screenParameter),
            result: ScreenReading.whole, isTool: false, present: { Document([.text($0.text)]) }
        ) { [self] screen, _ throws(Fault) in try reading(screen) }
    }

    private var listOperation: Operation<NoParameters, [ScreenReading]> {
        Operation(
            "list", title: "List open screens", doc: "The open screens.", effect: .reads, example: [],
            parameters: .none,
            result: ResultShape([
                ResultField("screens", .list(of: .object(ScreenReading.listed)), "The open screens.") { $0 }
            ]), isTool: false,
            present: { readings in
                Document([.list(ordered: false, readings.map { Inline("\($0.session.id) \($0.session.route)") })])
            }
        ) { [self] _, _ throws(Fault) in readings }
    }

    private var closeOperation: Operation<String, String> {
        Operation(
            "close", title: "Close a screen", doc: "Closes an open screen.",
            effect: .writes(idempotent: false, destructive: false), example: [JSONMember("screen", "s1")],
            parameters: ParameterShape({ $0 }, screenParameter),
            result: ResultShape([ResultField("screen", .text, "The screen that was closed.") { $0 }]), isTool: false,
            present: { Document([.paragraph(Inline("Closed \($0)."))]) }
        ) { [self] screen, _ throws(Fault) in
            try close(screen)
            return screen
        }
    }
}

private var screenParameter: Parameter<String> {
    .required("screen", .text(1...64), "The id that screen.open gave.", examples: ["s1"])
}

private struct OpenParameters: Sendable {
    let route: String
    let style: RenderStyle?
    let width: Int?

    static var shape: ParameterShape<OpenParameters> {
        ParameterShape(
            OpenParameters.init,
            Parameter.required("route", .text(1...2048), "A galleria:// address.", examples: ["galleria://shelf"]),
            Parameter<RenderStyle?>.optional("style", .oneOf, "How text is rendered."),
            Parameter.optional("width", .whole(20...1000), "Columns that text may take."))
    }
}

private struct SendParameters: Sendable {
    let screen: String
    let action: String
    let parameters: JSONNode?

    static var shape: ParameterShape<SendParameters> {
        ParameterShape(
            SendParameters.init, screenParameter,
            Parameter.required("action", .text(1...64), "One of the screen's actions.", examples: ["refresh"]),
            Parameter.optional("params", .object, "The action's parameters."))
    }
}

private struct SendAnswer: Sendable {
    let reading: ScreenReading
    let outcome: ActionOutcome

    var accepted: Bool { outcome != .ignored }

    static let shape = ResultShape<SendAnswer>([
        ResultField("accepted", .flag, "False when the screen's rules ignore the action now.") { $0.accepted },
        ResultField("revision", .whole, "The revision after the action.") { $0.reading.revision },
        ResultField(optional: "route", .text, "The screen that the action leads to.") { answer in
            if case .navigate(let route) = answer.outcome { route } else { nil }
        },
    ])
}

extension ScreenReading {
    /// The answer of `screen.open` and `screen.state`.
    static let whole = ResultShape<ScreenReading>(
        listed.fields + [
            ResultField("state", .embedded, "The screen's state.") { $0.state },
            ResultField("text", .text, "The state as people read it.") { $0.text },
            ResultField("actions", .list(of: .object(actionShape)), "What the screen takes.") {
                $0.session.definition.actions
            },
        ])

    /// The params of `screen.changed`.
    static let change = ResultShape<ScreenReading>([
        ResultField("screen", .text, "The screen's id.") { $0.session.id },
        ResultField("revision", .whole, "Rises by one with each change told.") { $0.revision },
        ResultField("state", .embedded, "The screen's state.") { $0.state },
        ResultField("text", .text, "The state as people read it.") { $0.text },
    ])

    static let listed = ResultShape<ScreenReading>([
        ResultField("screen", .text, "The screen's id.") { $0.session.id },
        ResultField("revision", .whole, "The number of this state.") { $0.revision },
        ResultField("route", .text, "The screen's address.") { $0.session.route },
        ResultField("title", .text, "What the screen is called.") { $0.session.definition.title },
    ])

    private static let actionShape = ResultShape<ActionDescription>([
        ResultField("name", .text, "The action's name.") { $0.name },
        ResultField("doc", .text, "What it does.") { $0.doc },
        ResultField("params", .list(of: .text), "The names of its parameters.") { $0.parameters.map(\.name) },
    ])
}
