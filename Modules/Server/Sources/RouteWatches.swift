import Composition
import DesignSystem
import FeatureKit
import Synchronization

/// The routes that clients want to hear of. Each is an open screen that nobody sees: what changes its state, such as a
/// like made elsewhere, is a change of the route.
final class RouteWatches: Sendable {
    private struct Watch {
        let uri: String
        /// Nil while there is no such route, since its module is switched off.
        var screen: String?
        /// Number of subscriptions.
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
            guard let index = Self.index(of: uri, in: watches) else { return false }
            watches[index].count += 1
            return true
        }
        if isKnown { return }
        let (opened, work) = try screens.opening(uri)
        watches.withLock { $0.append(Watch(uri: uri, screen: opened.screen, count: 1)) }
        load(opened.screen, work)
    }

    /// Ends one subscription's wish for a route.
    func remove(_ uri: String) {
        let ended = watches.withLock { watches -> Watch? in
            guard let index = Self.index(of: uri, in: watches) else { return nil }
            watches[index].count -= 1
            return watches[index].count > 0 ? nil : watches.remove(at: index)
        }
        if let screen = ended?.screen { _ = try? screens.close(screen) }
    }

    /// The watched routes that changed since this was asked last.
    func takeChanged() -> [String] {
        let watches = watches.withLock { $0 }
        guard !watches.isEmpty else { return [] }
        let changed = Set(screens.takeChanged())
        return watches.filter { watch in watch.isLoaded && watch.screen.map(changed.contains) == true }.map(\.uri)
    }

    /// Opens again the watched routes whose modules were switched off, on, or created again.
    /// - Parameter modules: those that ended.
    /// - Returns: the routes concerned. One that is gone is told of: reading it says why. When it comes back as well.
    func reopen(_ modules: Set<String>) -> [String] {
        guard watches.withLock({ !$0.isEmpty }) else { return [] }
        screens.closeAll(of: modules, reason: nil)
        let closed = watches.withLock { watches in
            watches.filter { watch in watch.screen.map { !screens.isOpen($0) } ?? true }
        }
        return closed.filter { watch in
            let reopened = try? screens.opening(watch.uri)
            let isWanted = watches.withLock { watches in
                guard let index = Self.index(of: watch.uri, in: watches) else { return false }
                watches[index].screen = reopened?.opened.screen
                watches[index].isLoaded = false
                return true
            }
            if let (opened, work) = reopened {
                if isWanted { load(opened.screen, work) } else { _ = try? screens.close(opened.screen) }
            }
            return watch.screen != nil || reopened != nil
        }.map(\.uri)
    }

    func closeAll() {
        watches.withLock { $0 = [] }
        screens.closeAll()
    }

    private static func index(of uri: String, in watches: [Watch]) -> Int? {
        watches.firstIndex { $0.uri.utf8.elementsEqual(uri.utf8) }
    }

    /// Lets a screen load before its changes count.
    private func load(_ screen: String, _ work: WorkCount) {
        background { [self] in
            await work.idle()
            _ = screens.takeChanged(of: screen)
            watches.withLock { watches in
                if let index = watches.firstIndex(where: { $0.screen == screen }) { watches[index].isLoaded = true }
            }
        }
    }
}
