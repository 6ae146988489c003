package import DesignSystem
import JSON
import Values

/// One input of a screen, declared once: its name, parameters, meaning, and what it does to the model.
///
/// `Model` is bound to no protocol: the runtime would look its conformance up for each kind of screen at every start.
package struct ScreenAction<Model: Sendable>: Sendable {
    fileprivate let description: ActionDescription
    fileprivate let perform: @Sendable (Model, JSONNode?, String) throws(Fault) -> ActionOutcome

    /// - Parameters:
    ///   - title: two or three words for people; the name's words without it.
    ///   - effect: what it does to the world, as an operation's; loading and moving about are reading, unless what came is kept.
    ///   - confirm: the question that a person is asked before it is sent; nil for what needs no asking.
    ///   - perform: must return at once; loading goes on in the background.
    package init<Parameters: Sendable>(
        _ name: String, title: String? = nil, _ doc: String, effect: OperationEffect = .reads, confirm: String? = nil,
        _ parameters: ParameterShape<Parameters>,
        perform: @escaping @Sendable (Model, Parameters) throws(Fault) -> ActionOutcome
    ) {
        description = ActionDescription(
            name: name, title: title ?? sentenceCase(spelledOut(name)), doc: doc, effect: effect,
            parameters: parameters.fields, confirm: confirm)
        self.perform = { model, node, label throws(Fault) in try perform(model, parameters.read(node, of: label)) }
    }

    package init(
        _ name: String, title: String? = nil, _ doc: String, effect: OperationEffect = .reads, confirm: String? = nil,
        perform: @escaping @Sendable (Model) throws(Fault) -> ActionOutcome
    ) {
        self.init(name, title: title, doc, effect: effect, confirm: confirm, .none) { model, _ throws(Fault) in
            try perform(model)
        }
    }
}

/// Outcome of an action.
package enum ActionOutcome: Sendable, Equatable {
    /// It was taken.
    case accepted
    /// It was taken, and is done when what it saves is durable.
    case saving(Saving)
    /// The screen's rules ignore it now, such as a further page while one is loading.
    case ignored
    /// It leads to another screen.
    case navigate(route: String)
}

/// A kind of screen: its routes, what it shows and what it takes, declared once.
package struct ScreenDefinition: Sendable {
    package let template: RouteTemplate
    package let module: String
    package let title: String
    package let doc: String
    package private(set) var actions: [ActionDescription]
    /// The actions that are left out because they change something; empty unless it is read-only.
    private(set) var withheldActions: [String] = []
    /// The URL of the first picture of what a route shows, nil when it has none; nil for screens without pictures.
    package private(set) var picture: PictureLookup?
    /// Whether the route is worth reading as it stands: it is complete by itself, and shows something without a parameter.
    package private(set) var isListed: Bool
    /// Whether its module answers from sample data: a text of it that is read once says so at its end.
    package private(set) var isSample = false
    /// Completions of the route's variables, by their names.
    package private(set) var completions: [String: Completion] = [:]
    let make: @Sendable (RouteParameters) throws(Fault) -> OpenedModel

    package typealias PictureLookup = @Sendable (RouteParameters) async throws(Fault) -> String?

    /// - Parameters:
    ///   - template: `galleria://book/{isbn13}`.
    ///   - doc: one line.
    ///   - shape: how a state is written: the fields of the matching operation's result, and `refresh` for lists.
    ///   - make: makes the model of a route; must not begin to load.
    package init<Model: ScreenModel>(
        _ template: String, title: String, doc: String, shape: ResultShape<Model.State>, actions: [ScreenAction<Model>],
        make: @escaping @Sendable (RouteParameters) throws(Fault) -> Model
    ) {
        self.init(
            template: RouteTemplate(template), module: "", title: title, doc: doc,
            actions: actions.map(\.description),
            make: { parameters throws(Fault) in OpenedModel(try make(parameters), shape, actions: actions) })
    }

    private init(
        template: RouteTemplate, module: String, title: String, doc: String, actions: [ActionDescription],
        make: @escaping @Sendable (RouteParameters) throws(Fault) -> OpenedModel
    ) {
        self.template = template
        self.module = module
        self.title = title
        self.doc = doc
        self.actions = actions
        self.make = make
        isListed = template.isFixed
    }

    func owned(by module: String, isSample: Bool) -> ScreenDefinition {
        var screen = ScreenDefinition(
            template: template, module: module, title: title, doc: doc, actions: actions, make: make
        ).withPicture(picture).completing(completions).listed(isListed)
        screen.isSample = isSample
        return screen
    }

    /// The same screen, which shows nothing without its parameters: it is a template of routes and none itself.
    package func unlisted() -> ScreenDefinition { listed(false) }

    private func listed(_ isListed: Bool) -> ScreenDefinition {
        var screen = self
        screen.isListed = isListed
        return screen
    }

    /// The same screen without the actions that change something.
    func readOnly() -> ScreenDefinition {
        var screen = self
        screen.actions = actions.filter { !$0.effect.isWrite }
        screen.withheldActions = actions.filter(\.effect.isWrite).map(\.name)
        return screen
    }

    /// The same screen with a way to find its picture without opening it: `images.show` takes its routes then.
    package func withPicture(_ picture: PictureLookup?) -> ScreenDefinition {
        var screen = self
        screen.picture = picture
        return screen
    }

    /// The same screen, whose route is completed while it is typed.
    /// - Parameter completions: by the names of the template's variables.
    package func completing(_ completions: [String: Completion]) -> ScreenDefinition {
        var screen = self
        screen.completions = completions
        return screen
    }
}

/// An action as clients see it.
package struct ActionDescription: Sendable {
    package let name: String
    /// Two or three words for people: `Add to bag`.
    package let title: String
    package let doc: String
    package let effect: OperationEffect
    package let parameters: [ParameterField]
    /// The question that a person is asked before it is sent; nil for what needs no asking.
    package let confirm: String?
}

/// A model of any type with its actions.
struct OpenedModel: Sendable {
    let open: @Sendable () -> Void
    let close: @Sendable () -> Saving?
    let listen: @Sendable (@escaping @Sendable () -> Void) -> Void
    let snapshot: @Sendable (RowWindow?) -> ScreenSnapshot
    let perform: @Sendable (_ action: String, _ parameters: JSONNode?, _ label: String) throws(Fault) -> ActionOutcome?

    init<Model: ScreenModel>(
        _ model: Model, _ shape: ResultShape<Model.State>, actions: [ScreenAction<Model>]
    ) {
        open = { model.open() }
        close = {
            let saving = model.saveAgain()
            model.close()
            return saving
        }
        listen = { model.state.listen($0) }
        snapshot = { window in
            let state = model.told(within: window)
            return ScreenSnapshot(
                state: EmbeddedObject { writer in shape.write(state, into: &writer) },
                stateWithoutRows: EmbeddedObject { writer in shape.write(model.withoutRows(state), into: &writer) },
                rows: model.rows(of: state), status: model.status(of: state), document: { model.present(state) },
                pictures: { model.pictures(of: state) }, value: { model.value(at: $0, in: state) })
        }
        perform = { name, parameters, label throws(Fault) in
            for action in actions where action.description.name.utf8.elementsEqual(name.utf8) {
                return try action.perform(model, parameters, label)
            }
            return nil
        }
    }
}

/// One state of a screen.
package struct ScreenSnapshot: Sendable {
    package let state: EmbeddedObject
    let stateWithoutRows: EmbeddedObject
    /// Nil for a screen that is no list.
    let rows: ToldRows?
    package let status: RefreshStatus?
    package let document: @Sendable () -> Document
    let pictures: @Sendable () -> [String]
    /// The present value of what an action sets, by its place in the state.
    let value: @Sendable (_ source: String) -> JSONValue?
}
