import DesignSystem
import JSON

/// The methods `screen.*`: declared as operations, but not tools, since an agent reads results and not screens.
extension OpenScreens {
    package var feature: Feature {
        Feature(
            "screen", title: "Screens", doc: "The open screens.", judgesEffects: true,
            parts: [
                self.openOperation, self.sendOperation, self.stateOperation, self.resizeOperation, self.listOperation,
                self.closeOperation,
            ])
    }

    private var openOperation: Operation<OpenParameters, ScreenReading> {
        Operation(
            "open", title: "Open a screen", doc: "Opens the screen at a route and begins to load it.",
            effect: .reads, example: [JSONMember("route", "galleria://shelf")],
            parameters: OpenParameters.shape,
            result: ScreenReading.whole, isTool: false, present: { Document([.text($0.text)]) }
        ) { [self] parameters, _ throws(Fault) in
            try await openWhenReady(parameters)
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
            let (revision, outcome) = try await perform(
                parameters.screen, action: parameters.action, parameters: parameters.parameters)
            return SendAnswer(revision: revision, outcome: outcome)
        }
    }

    private var stateOperation: Operation<String, ScreenReading> {
        Operation(
            "state", title: "Read a screen", doc: "The state of an open screen.", effect: .reads,
            example: [JSONMember("screen", "s1")], parameters: ParameterShape({ $0 }, screenParameter),
            result: ScreenReading.whole, isTool: false, present: { Document([.text($0.text)]) }
        ) { [self] screen, _ throws(Fault) in try reading(screen) }
    }

    private var resizeOperation: Operation<ResizeParameters, ScreenReading> {
        Operation(
            "resize", title: "Resize a screen",
            doc: "Lays an open screen out again, with all that it has loaded.", effect: .reads,
            example: [JSONMember("screen", "s1"), JSONMember("width", 60)], parameters: ResizeParameters.shape,
            result: ScreenReading.whole, isTool: false, present: { Document([.text($0.text)]) }
        ) { [self] parameters, _ throws(Fault) in
            try resize(
                parameters.screen, style: parameters.style, width: parameters.width, window: parameters.window)
        }
    }

    private var listOperation: Operation<NoParameters, [ListedScreen]> {
        Operation(
            "list", title: "List open screens", doc: "The open screens.", effect: .reads, example: [],
            parameters: .none,
            result: ResultShape([
                ResultField("screens", .list(of: .object(ListedScreen.shape)), "The open screens.") { $0 }
            ]), isTool: false,
            present: { screens in
                Document([.list(ordered: false, screens.map { Inline("\($0.session.id) \($0.session.route)") })])
            }
        ) { [self] _, _ throws(Fault) in listed }
    }

    private var closeOperation: Operation<String, String> {
        Operation(
            "close", title: "Close a screen", doc: "Closes an open screen.",
            effect: .writes(idempotent: false, destructive: false), example: [JSONMember("screen", "s1")],
            parameters: ParameterShape({ $0 }, screenParameter),
            result: ResultShape([ResultField("screen", .text, "The screen that was closed.") { $0 }]), isTool: false,
            present: { Document([.paragraph(Inline("Closed \($0)."))]) }
        ) { [self] screen, _ throws(Fault) in
            try await finish(screen)
            return screen
        }
    }
}

private var screenParameter: Parameter<String> {
    .required("screen", .text(1...64), "The id that screen.open gave.", examples: ["s1"])
}

private var styleParameter: Parameter<RenderStyle?> {
    Parameter<RenderStyle?>.optional("style", .oneOf, "How text is rendered.")
}

private var widthParameter: Parameter<Int?> {
    Parameter<Int?>.optional("width", .whole(20...1000), "Columns that text may take.")
}

private var windowParameter: Parameter<RowWindow?> {
    Parameter<RowWindow?>.optional(
        "window", .window, "The rows of a list that are shown: place of the first among all, and how many.")
}

extension ParameterFormat<RowWindow> {
    fileprivate static var window: Self {
        let bound: JSONValue = ["type": "integer", "minimum": 0]
        return Self(
            schema: .given([
                JSONMember("type", "object"), JSONMember("properties", ["from": bound, "count": bound]),
                JSONMember("required", ["from", "count"]), JSONMember("additionalProperties", false),
            ]), expected: "an object of from and count, whole numbers of at least 0"
        ) { node in
            guard let members = ParameterFormat<JSONNode>.object.read(node), members.count == 2,
                let from = members["from"]?.integer, let count = members["count"]?.integer, from >= 0, count >= 0
            else { return nil }
            return RowWindow(from: from, count: count)
        }
    }
}

struct OpenParameters: Sendable {
    let route: String
    let style: RenderStyle?
    let width: Int?
    let window: RowWindow?
    let tellsRows: Bool
    let tellsDeltas: Bool

    static var shape: ParameterShape<OpenParameters> {
        ParameterShape(
            OpenParameters.init,
            Parameter.required("route", .text(1...2048), "A galleria:// address.", examples: ["galleria://shelf"]),
            styleParameter, widthParameter, windowParameter,
            Parameter.defaulted(
                "rows", .flag, "Whether every reading tells which lines are which row (ansi and plain).", default: false
            ),
            Parameter.defaulted(
                "deltas", .flag, "Whether a change tells what changed alone: of the items and of the lines.",
                default: false))
    }
}

private struct ResizeParameters: Sendable {
    let screen: String
    let width: Int?
    let style: RenderStyle?
    let window: RowWindow?

    static var shape: ParameterShape<ResizeParameters> {
        ParameterShape(ResizeParameters.init, screenParameter, widthParameter, styleParameter, windowParameter)
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
    let revision: Int
    let outcome: ActionOutcome

    var accepted: Bool { outcome != .ignored }

    static let shape = ResultShape<SendAnswer>([
        ResultField("accepted", .flag, "False when the screen's rules ignore the action now.") { $0.accepted },
        ResultField("revision", .whole, "The revision that shows what it did.") { $0.revision },
        ResultField(optional: "route", .text, "The screen that the action leads to.") { answer in
            if case .navigate(let route) = answer.outcome { route } else { nil }
        },
        ResultField(optional: "undo", .object(undo), "The action that takes it back.") { answer in
            if case .saving(let saving) = answer.outcome { saving.undo } else { nil }
        },
    ])

    private static let undo = ResultShape<UndoAction>([
        ResultField("action", .text, "The action's name.") { $0.action },
        ResultField("params", .embedded, "Its parameters.") { undo in
            EmbeddedObject { $0.value(.object(undo.parameters)) }
        },
    ])
}
