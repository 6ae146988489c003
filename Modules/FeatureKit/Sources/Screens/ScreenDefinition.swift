import JSON
import Synchronization
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
    package private(set) var module = ""
    package let title: String
    package let doc: String
    private let plan: ScreenPlan
    private var isReadOnly = false
    /// The URL of the first picture of what a route shows, nil when it has none; nil for screens without pictures.
    package private(set) var picture: PictureLookup?
    /// Whether the route is worth reading as it stands: it is complete by itself, and shows something without a parameter.
    package private(set) var isListed: Bool
    /// Whether its module answers from sample data: a text of it that is read once says so at its end.
    package private(set) var isSample = false
    /// Completions of the route's variables, by their names.
    package var completions: [String: Completion] { makeCompletions?() ?? [:] }
    private var makeCompletions: (@Sendable () -> [String: Completion])?

    package typealias PictureLookup = @Sendable (RouteParameters) async throws(Fault) -> String?

    /// - Parameters:
    ///   - template: `galleria://book/{isbn13}`.
    ///   - doc: one line.
    ///   - shape: how a state is written: the fields of the matching operation's result, and `refresh` for lists.
    ///   - make: makes the model of a route; must not begin to load.
    package init<Model: ScreenModel>(
        _ template: String, title: String, doc: String,
        shape: @autoclosure @escaping @Sendable () -> ResultShape<Model.State>,
        actions: @autoclosure @escaping @Sendable () -> [ScreenAction<Model>],
        make: @escaping @Sendable (RouteParameters) throws(Fault) -> Model
    ) {
        self.template = RouteTemplate(template)
        self.title = title
        self.doc = doc
        plan = ScreenPlan {
            let (shape, actions) = (shape(), actions())
            return ScreenPlan.Made(actions: actions.map(\.description)) { parameters throws(Fault) in
                OpenedModel(try make(parameters), shape, actions: actions)
            }
        }
        isListed = self.template.isFixed
    }

    /// The same object of every definition that was declared at once: screens of it show equal states alike.
    var kind: any AnyObject & Sendable { plan }

    /// The actions that a client may send.
    package var actions: [ActionDescription] {
        isReadOnly ? plan.made.actions.filter { !$0.effect.isWrite } : plan.made.actions
    }

    /// The actions that are left out because they change something; empty unless it is read-only.
    var withheldActions: [String] { isReadOnly ? plan.made.actions.filter(\.effect.isWrite).map(\.name) : [] }

    func make(_ parameters: RouteParameters) throws(Fault) -> OpenedModel { try plan.made.make(parameters) }

    func owned(by module: String, isSample: Bool) -> ScreenDefinition {
        var screen = self
        screen.module = module
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
        screen.isReadOnly = true
        return screen
    }

    /// The same screen with a way to find its picture without opening it: `images.show` takes its routes then.
    package func withPicture(_ picture: PictureLookup?) -> ScreenDefinition {
        var screen = self
        screen.picture = picture
        return screen
    }

    /// The same screen, whose route is completed while it is typed.
    /// - Parameter completions: by the names of the template's variables; made when one is asked for.
    package func completing(
        _ completions: @autoclosure @escaping @Sendable () -> [String: Completion]
    ) -> ScreenDefinition {
        var screen = self
        screen.makeCompletions = completions
        return screen
    }
}

/// The actions of a kind of screen, and how it is opened: made when one asks first, then kept.
private final class ScreenPlan: Sendable {
    final class Made: Sendable {
        let actions: [ActionDescription]
        let make: @Sendable (RouteParameters) throws(Fault) -> OpenedModel

        init(
            actions: [ActionDescription], make: @escaping @Sendable (RouteParameters) throws(Fault) -> OpenedModel
        ) {
            (self.actions, self.make) = (actions, make)
        }
    }

    private let make: @Sendable () -> Made
    private let known = Mutex<Made?>(nil)

    init(_ make: @escaping @Sendable () -> Made) { self.make = make }

    var made: Made {
        if let made = known.withLock({ $0 }) { return made }
        let made = make()
        known.withLock { $0 = made }
        return made
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
    let snapshot: @Sendable (RowWindow?) -> any ScreenSnapshot
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
        snapshot = { window in ModelSnapshot(model, model.told(within: window), shape) }
        perform = { name, parameters, label throws(Fault) in
            for action in actions where action.description.name.utf8.elementsEqual(name.utf8) {
                return try action.perform(model, parameters, label)
            }
            return nil
        }
    }
}
