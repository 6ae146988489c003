import DesignSystem
import FeatureKit
import Synchronization

/// The view model of one day at a place.
final class DayScreen: ScreenModel {
    let state: ScreenState<DayState>
    private let source: ForecastSource
    private let loading = Mutex<Task<Void, Never>?>(nil)

    init(_ source: ForecastSource, place: String, date: CivilDate) {
        self.source = source
        self.state = ScreenState(DayState(place: place, date: date, units: source.units, locale: source.locale))
    }

    static var shape: ResultShape<DayState> { DayState.shape }

    static var actions: [ScreenAction<DayScreen>] {
        [
            ScreenAction("refresh", "Asks the weather service again, whatever is cached.") { screen in
                screen.load(refreshing: true)
                return .accepted
            }
        ]
    }

    func present(_ state: DayState) -> Document { state.document }

    func open() { load(refreshing: false) }

    func close() { loading.withLock { $0 }?.cancel() }

    private func load(refreshing: Bool) {
        let (generation, place, date) = state.change { state in (state.begin(), state.place, state.date) }
        let task = source.background.run { [weak self, source] in
            do throws(Fault) {
                let forecast = try await source.day(date, at: place, refreshing: refreshing)
                self?.state.changeIfAny { $0.succeed(generation, with: forecast) }
            } catch {
                self?.state.changeIfAny { $0.fail(generation, error) }
            }
        }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
    }
}
