import DesignSystem
import FeatureKit
import JSON
import Products
import Storage
import Synchronization

/// The view model of the catalogue: pages as the user scrolls, and likes as they are anywhere.
final class CatalogScreen: ScreenModel {
    let state: ScreenState<CatalogState>
    private let assortment: Assortment
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let observation = Mutex<StateObservation?>(nil)

    init(_ assortment: Assortment) {
        self.assortment = assortment
        let size = assortment.pageSize
        state = ScreenState(CatalogState(pageSize: size) { assortment.cursor(page: $0, size: size) })
    }

    static var shape: ResultShape<CatalogState> { CatalogState.shape }

    static var actions: [ScreenAction<CatalogScreen>] {
        [
            ScreenAction("refresh", "Loads the first page again.") { screen in screen.load { $0.list.beginHeader() } },
            ScreenAction("loadMore", "Loads the next page.") { screen in screen.load { $0.list.beginFooter() } },
            ScreenAction("retry", "Asks again for the page that failed.") { screen in screen.load { $0.list.retry() } },
            ScreenAction(
                "like", "Likes a product, or takes that back.",
                effect: .writes(idempotent: true, destructive: false),
                ParameterShape(
                    LikeRequest.init, ProductParameters.sku("The product."),
                    Parameter.required("liked", .flag, "Whether it is liked from now on.", examples: [true]))
            ) { screen, request in screen.like(request) },
            ScreenAction(
                "select", "Opens a product.", ParameterShape({ $0 }, ProductParameters.sku("The product to open."))
            ) { _, sku in
                .navigate(route: Product.route(sku))
            },
        ]
    }

    func present(_ state: CatalogState) -> Document { state.document }

    func pictures(of state: CatalogState) -> [String] { state.list.items.compactMap(\.product.imageURL) }

    func open() {
        observation.withLock { current in
            current = assortment.likes.observe { [weak self, likes = assortment.likes] skus in
                self?.state.changeIfAny { $0.show(likesOf: skus, likes) }
            }
        }
        _ = load { $0.list.beginHeader() }
    }

    func close() {
        observation.withLock { $0 = nil }
        loading.withLock { $0 }?.cancel()
    }

    /// Begins a page if the list's rules allow it, and lets it run in the background.
    private func load(_ begin: @Sendable (inout CatalogState) -> CatalogList.Request?) -> ActionOutcome {
        guard let request = state.changeIfAny(begin) else { return .ignored }
        let task = assortment.background.run { [weak self] in await self?.run(request) }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        if request.part == .header { superseded?.cancel() }
        return .accepted
    }

    private func run(_ request: CatalogList.Request) async {
        do throws(Fault) {
            let page = try await assortment.api.page(request.position, size: assortment.pageSize)
            await assortment.likes.ready()
            // The likes are read inside the change: one that is committed meanwhile is either seen here or told after.
            state.changeIfAny { $0.take(page, for: request, assortment.likes) }
        } catch {
            state.changeIfAny { $0.list.fail(request, error) ? true : nil }
        }
    }

    /// The row changes when the like is durable, by the observation; what fails is told beside the list.
    private func like(_ request: LikeRequest) -> ActionOutcome {
        assortment.background.save { [weak self, likes = assortment.likes] () throws(Fault) in
            do throws(Fault) {
                try await likes.set(request.sku, request.liked)
                self?.state.changeIfAny { $0.dropNotice() }
            } catch {
                self?.state.change { $0.notice = error.text }
                throw error
            }
        }
    }
}
