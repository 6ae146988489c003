import Core
import DesignSystem
import Synchronization

/// The routes that clients want to hear of. Each is an open screen that nobody sees: what changes its state, such as a
/// like made elsewhere, is a change of the route.
final class RouteWatches: Sendable {
    private struct Watch {
        let uri: String
        let screen: String
        /// How many subscriptions want it.
        var count: Int
        /// Until it has loaded, its changes are nobody's news.
        var isLoaded = false
    }

    private let screens: OpenScreens
    private let background: @Sendable (@escaping @Sendable () async -> Void) -> Void
    private let watches = Mutex<[Watch]>([])

    /// - Parameters:
    ///   - background: runs work on the loop's thread.
    ///   - wake: called from any thread when something changed; `takeChanged` should be called soon after.
    init(
        router: @escaping @Sendable () -> Router,
        background: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void,
        wake: @escaping @Sendable () -> Void
    ) {
        screens = OpenScreens(router: router, options: RenderOptions(style: .markdown), wake: wake)
        self.background = background
    }

    /// Begins to watch a route.
    /// - Throws: `invalid_argument` for an unknown route, `busy` when too many are watched.
    func add(_ uri: String) throws(Fault) {
        let isKnown = watches.withLock { watches in
            guard let index = watches.firstIndex(where: { $0.uri.utf8.elementsEqual(uri.utf8) }) else { return false }
            watches[index].count += 1
            return true
        }
        if !isKnown { try open(uri, count: 1) }
    }

    /// Ends one subscription's wish for a route.
    func remove(_ uri: String) {
        let ended = watches.withLock { watches -> Watch? in
            guard let index = watches.firstIndex(where: { $0.uri.utf8.elementsEqual(uri.utf8) }) else { return nil }
            watches[index].count -= 1
            return watches[index].count > 0 ? nil : watches.remove(at: index)
        }
        if let ended { try? screens.close(ended.screen) }
    }

    /// The watched routes that changed since this was asked last.
    func takeChanged() -> [String] {
        let changed = Set(screens.takeChanged())
        return watches.withLock { $0 }.filter { $0.isLoaded && changed.contains($0.screen) }.map(\.uri)
    }

    /// Opens the watched routes of modules anew after these were switched off or made anew.
    /// - Returns: the routes concerned.
    func reopen(_ modules: Set<String>) -> [String] {
        let before = watches.withLock { $0 }
        screens.closeAll(of: modules, reason: nil)
        let gone = before.filter { (try? screens.reading($0.screen)) == nil }
        watches.withLock { watches in watches.removeAll { watch in gone.contains { $0.screen == watch.screen } } }
        // One that is gone for good is told of once more: reading it says why.
        for watch in gone { try? open(watch.uri, count: watch.count) }
        return gone.map(\.uri)
    }

    func closeAll() {
        watches.withLock { $0 = [] }
        screens.closeAll()
    }

    private func open(_ uri: String, count: Int) throws(Fault) {
        let work = WorkCount()
        let opened = WorkCount.$current.withValue(work) {
            () -> Result<ScreenReading, Fault> in
            do throws(Fault) {
                return .success(try screens.open(uri, style: nil, width: nil))
            } catch {
                return .failure(error)
            }
        }
        let screen = try opened.get().screen
        watches.withLock { $0.append(Watch(uri: uri, screen: screen, count: count)) }
        background { [self] in
            await work.idle()
            _ = screens.takeChanged(of: screen)
            watches.withLock { watches in
                if let index = watches.firstIndex(where: { $0.screen == screen }) { watches[index].isLoaded = true }
            }
        }
    }
}
