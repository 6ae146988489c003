import DesignSystem
import FeatureKit
import JSON
import Products
import Storage
import Synchronization

/// The view model of one product: what the upstream tells of it, and its like and its place in the bag as they are
/// anywhere.
final class ProductScreen: ScreenModel {
    let state: ScreenState<ProductState>
    private let counter: Counter
    private let sku: String
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let observations = Mutex<[StateObservation]>([])

    init(_ counter: Counter, sku: String) {
        self.counter = counter
        self.sku = sku
        state = ScreenState(ProductState(sku: sku, currency: counter.currency))
    }

    static var shape: ResultShape<ProductState> { ProductState.shape }

    static var actions: [ScreenAction<ProductScreen>] {
        [
            ScreenAction("refresh", "Loads the product again.") { screen in screen.load() },
            ScreenAction(
                "like", "Likes the product, or takes that back.",
                effect: .writes(idempotent: true, destructive: false),
                ParameterShape(
                    { $0 }, Parameter.required("liked", .flag, "Whether it is liked from now on.", examples: [true]))
            ) { screen, isLiked in
                screen.save { [sku = screen.sku] counter throws(Fault) in try await counter.likes.set(sku, isLiked) }
            },
            ScreenAction(
                "addToBag", "Puts pieces of the product into the bag, at the price shown.",
                effect: .writes(idempotent: false, destructive: false),
                ParameterShape(
                    { $0 },
                    Parameter.defaulted("quantity", Counter.pieces, "How many pieces.", default: 1, examples: [2]))
            ) { screen, quantity in
                guard let product = screen.state.current.detail?.product else { return .ignored }
                return screen.save { counter throws(Fault) in try await counter.add(product, quantity: quantity) }
            },
        ]
    }

    func present(_ state: ProductState) -> Document { state.document }

    func open() {
        let changed: @Sendable () -> Void = { [weak self] in self?.readStored() }
        observations.withLock { [counter, sku] observations in
            observations = [
                counter.likes.observe { skus in
                    if skus?.contains(where: { ExactName($0) == ExactName(sku) }) ?? true { changed() }
                },
                counter.storage.observe(changed: changed),
            ]
        }
        readStored()
        _ = load()
    }

    func close() {
        observations.withLock { $0 = [] }
        loading.withLock { $0 }?.cancel()
    }

    private func load() -> ActionOutcome {
        let generation = state.change { $0.begin() }
        let task = counter.background.run { [weak self] in await self?.run(generation) }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
        return .accepted
    }

    private func run(_ generation: Int) async {
        let result: Result<DetailedProduct, Fault>
        do throws(Fault) {
            result = .success(try await counter.api.product(sku))
        } catch {
            result = .failure(error)
        }
        state.changeIfAny { $0.finish(generation, with: result) }
    }

    private func readStored() {
        state.changeIfAny { $0.readStored(counter) }
    }

    /// Saves something. It shows when it is durable, by the observations; a failure is told to whoever asked, and here.
    private func save(_ work: @escaping @Sendable (Counter) async throws(Fault) -> Void) -> ActionOutcome {
        counter.background.save { [weak self, counter] () throws(Fault) in
            do throws(Fault) {
                try await work(counter)
                self?.state.changeIfAny { $0.note(nil) }
            } catch {
                self?.state.changeIfAny { $0.note(error) }
                throw error
            }
        }
    }
}
