import DesignSystem
import FeatureKit
import JSON
import Suggestions
import Synchronization

/// The view model of `galleria://home`: the modules that are on. It loads nothing and asks no network.
final class HomeScreen: ScreenModel {
    let state: ScreenState<HomeState>
    private let homes: HomeScreens

    fileprivate init(_ homes: HomeScreens) {
        self.homes = homes
        state = ScreenState(HomeState(homes.registry))
    }

    static var shape: ResultShape<HomeState> { HomeState.shape }

    static var actions: [ScreenAction<HomeScreen>] {
        [
            ScreenAction(
                "select", "Leads to a module's main screen.",
                ParameterShape(
                    { $0 }, Parameter.required("id", .text(1...64), "The module.", examples: ["bookShelf"]))
            ) { screen, id throws(Fault) in .navigate(route: try screen.homes.route(to: id)) }
        ]
    }

    func present(_ state: HomeState) -> Document { state.document }

    func open() { homes.insert(self) }

    func close() { homes.remove(self) }

    /// Shows the modules as they are now; nobody is told where nothing differs.
    fileprivate func show(_ new: HomeState) {
        state.changeIfAny { state -> Void? in
            if state == new { return nil }
            state = new
            return ()
        }
    }
}

/// The open home screens, which follow the modules whatever is switched.
final class HomeScreens: Sendable {
    private let current: @Sendable () -> Registry
    private let open = Mutex<[HomeScreen]>([])

    /// - Parameter registry: the modules as they are now.
    init(registry: @escaping @Sendable () -> Registry) {
        current = registry
    }

    /// `galleria://home`
    var screen: ScreenDefinition {
        ScreenDefinition(
            "galleria://home", title: "Galleria", doc: "The modules that are on.", shape: HomeScreen.shape,
            actions: HomeScreen.actions
        ) { [self] _ throws(Fault) in HomeScreen(self) }
    }

    /// Tells every open home screen; called after each change of the modules.
    func modulesChanged() {
        let new = HomeState(registry)
        for screen in open.withLock({ $0 }) { screen.show(new) }
    }

    fileprivate var registry: Registry { current() }

    fileprivate func insert(_ screen: HomeScreen) {
        open.withLock { $0.append(screen) }
        screen.show(HomeState(registry))
    }

    fileprivate func remove(_ screen: HomeScreen) {
        open.withLock { open in open.removeAll { $0 === screen } }
    }

    /// - Throws: `invalid_argument` for an unknown module or one without screens, `module_disabled` for one that is off.
    fileprivate func route(to id: String) throws(Fault) -> String {
        let registry = registry
        let on = HomeState(registry).modules
        guard let module = registry.modules.first(where: { $0.manifest.id.utf8.elementsEqual(id.utf8) })?.manifest
        else { throw .unknownModule(nearest: nearestNames(to: id, among: on.map(\.id))) }
        guard let entry = on.first(where: { $0.id == module.id }) else {
            throw .switchedOff(module.id, on: on.map(\.id))
        }
        guard let route = entry.route else { throw .withoutScreen(module.id) }
        return route
    }
}

extension Fault {
    /// - Parameter on: the ids of the modules to choose from.
    fileprivate static func switchedOff(_ id: String, on: [String]) -> Fault {
        var fault = moduleDisabled(id)
        fault.field = "id"
        fault.suggestions = on
        return fault
    }

    fileprivate static func withoutScreen(_ id: String) -> Fault {
        Fault(
            .invalidArgument, "The module \(id) has no screen.", hint: "host.info lists what it offers.", field: "id")
    }
}
