import DesignSystem
import FeatureKit
import JSON
import Synchronization

/// The view model of the forecast: a place is typed, and half a second after the last keystroke its days are shown.
final class ForecastScreen: ScreenModel {
    let state: ScreenState<ForecastState>
    private let source: ForecastSource
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let typing = Mutex<Task<Void, Never>?>(nil)
    private static let typingPause = Duration.milliseconds(500)

    /// - Parameter place: what to begin with; nil to wait for what is typed.
    init(_ source: ForecastSource, place: String?) {
        self.source = source
        self.state = ScreenState(ForecastState(place: place, units: source.units, locale: source.locale))
    }

    static var shape: ResultShape<ForecastState> { ForecastState.shape }

    static var actions: [ScreenAction<ForecastScreen>] {
        let date = Parameter.required(
            "date",
            .text(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", expected: Fault.dateExpected) { routeDate($0) != nil },
            "One of the days that are shown.", examples: ["2021-03-10"])
        return [
            ScreenAction(
                "edit", "Changes the place; it is searched half a second after the last change.",
                ParameterShape(
                    { $0 }, Parameter.required("text", .text(0...200), "What is typed.", examples: ["London"]))
            ) { screen, text in screen.edit(text) },
            ScreenAction("refresh", "Asks the weather service again, whatever is cached.") { screen in screen.refresh()
            },
            ScreenAction("select", "Opens a day.", ParameterShape({ $0 }, date)) { screen, text in screen.select(text)
            },
        ]
    }

    func present(_ state: ForecastState) -> Document { state.document }

    func open() {
        if let place = state.current.query { load(place, refreshing: false) } else { state.change { $0.clear() } }
    }

    func close() {
        typing.withLock { $0 }?.cancel()
        loading.withLock { $0 }?.cancel()
    }

    private func edit(_ text: String) -> ActionOutcome {
        let number = state.change { $0.edit(text) }
        let task = source.background.run { [weak self, clock = source.clock] in
            do { try await clock.sleep(for: Self.typingPause) } catch { return }  // a later keystroke came
            self?.search(after: number)
        }
        replace(typing, with: task)
        return .accepted
    }

    /// Searches what is typed, unless a later change came.
    private func search(after edit: Int) {
        let current = state.current
        guard current.isLast(edit) else { return }
        if let place = PlaceName.valid(current.text) { return load(place, refreshing: false) }
        loading.withLock { $0 }?.cancel()
        state.change { $0.clear() }
    }

    private func refresh() -> ActionOutcome {
        guard let place = state.current.query else { return .ignored }
        load(place, refreshing: true)
        return .accepted
    }

    /// The route keeps the place as it was asked for: a city's name alone may belong to another city.
    private func select(_ text: String) -> ActionOutcome {
        guard let shown = state.current.shown, let date = routeDate(text), shown.forecast.day(date) != nil else {
            return .ignored
        }
        return .navigate(route: Forecast.dayRoute(shown.query, date))
    }

    private func load(_ place: String, refreshing: Bool) {
        let generation = state.change { $0.begin(place) }
        let task = source.background.run { [weak self, source] in
            do throws(Fault) {
                let forecast = try await source.forecast(place, refreshing: refreshing)
                self?.state.changeIfAny { $0.succeed(generation, with: forecast) }
            } catch {
                self?.state.changeIfAny { $0.fail(generation, error) }
            }
        }
        replace(loading, with: task)
    }

    /// Keeps the task in place of an older one, which is cancelled.
    private func replace(_ place: borrowing Mutex<Task<Void, Never>?>, with task: Task<Void, Never>) {
        let superseded = place.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
    }
}
