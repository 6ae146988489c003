import Core
import DesignSystem
import Synchronization

/// The view model of the mall: goods page by page.
final class MallScreen: ScreenModel {
    let state: ScreenState<MallState>
    private let mall: Mall
    private let elapsed: @Sendable () -> Duration
    private let loading = Mutex<Task<Void, Never>?>(nil)

    init(_ mall: Mall) {
        self.mall = mall
        state = ScreenState(MallState(pageSize: mall.pageSize))
        elapsed = stopwatch(mall.clock)
    }

    static var shape: ResultShape<MallState> { MallState.shape }

    static var actions: [ScreenAction<MallScreen>] {
        [
            ScreenAction("refresh", "Loads the first page again; what is being loaded is cancelled.") { screen in
                screen.load { $0.beginFirstPage() }
            },
            ScreenAction("loadMore", "Loads the next page; at most once in 200 ms.") { screen in
                let now = screen.elapsed()
                return screen.load { $0.loadMore(at: now) }
            },
            ScreenAction("retry", "Asks again for the page that failed.") { screen in screen.load { $0.retry() } },
            ScreenAction("scrollToTop", "Sends the list to its top; loads nothing.") { screen in
                screen.state.change { $0.scrollToTop() }
                return .accepted
            },
        ]
    }

    func present(_ state: MallState) -> Document { state.document }

    func pictures(of state: MallState) -> [String] { state.list.items.compactMap(\.imageURL) }

    func open() { _ = load { $0.beginFirstPage() } }

    func close() { loading.withLock { $0 }?.cancel() }

    /// Begins a page if the rules allow it, and lets it run in the background.
    private func load(_ begin: @Sendable (inout MallState) -> ProductList.Request?) -> ActionOutcome {
        guard let request = state.changeIfAny(begin) else { return .ignored }
        let task = mall.background.run { [weak self] in await self?.run(request) }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        if request.part == .header { superseded?.cancel() }
        return .accepted
    }

    private func run(_ request: ProductList.Request) async {
        do throws(Fault) {
            let page = try await mall.api.products(offset: request.position, limit: mall.pageSize)
            state.changeIfAny { $0.take(page, for: request) }
        } catch {
            state.changeIfAny { $0.fail(request, error) }
        }
    }
}
