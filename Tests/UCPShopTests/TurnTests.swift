import FeatureKit
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import UCPShop

/// Turns at a cart: of the calls of one process, and of those of several.
@Suite("Turns at the cart of a shop")
struct TurnTests {
    private static let change: JSONValue = ["items": [["id": "a", "quantity": 1]]]

    @Test("calls of one process come one after the other, in their order")
    func order() async {
        let gate = CallGate()
        #expect(await gate.enter())
        let seen = Mutex<[Int]>([])
        let waiting = (1...5).map { number in
            Task.immediate { @Sendable in
                guard await gate.enter() else { return }
                seen.withLock { $0.append(number) }
                gate.leave()
            }
        }
        #expect(seen.withLock { $0 }.isEmpty)
        gate.leave()
        for task in waiting { await task.value }
        #expect(seen.withLock { $0 } == [1, 2, 3, 4, 5])
        #expect(await gate.enter(), "nobody is in")
        gate.leave()
    }

    @Test("a cancelled call gives up its place, before it waits and while it does")
    func cancelled() async {
        let gate = CallGate()
        #expect(await gate.enter())
        let waits = Task.immediate { await gate.enter() }
        waits.cancel()
        #expect(await waits.value == false)
        let comes = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await gate.enter()
        }
        #expect(await comes.value == false)
        gate.leave()
        #expect(await gate.enter(), "a place that was given up blocks nobody")
        gate.leave()
    }

    private func store(_ change: (inout StoredCart) -> Void) -> InMemoryStateStore {
        var cart = StoredCart()
        cart.lines = [StoredCart.Line(id: "b", title: "B", quantity: 2)]
        change(&cart)
        return InMemoryStateStore(holding: [.set(StoredCart.key("harbour"), cart.encoded)])
    }

    @Test(
        "a turn of a process that died is taken over once a request can't take longer",
        arguments: [
            ("dead", nil), (nil, "dead"), ("dead", "dead too"),
        ] as [(String?, String?)])
    func takenOver(_ turn: String?, _ next: String?) async throws {
        let business = KeepingBusiness()
        let store = store { ($0.turn, $0.next) = (turn, next) }
        let shop = try TestShop(store: store) { business.respond($0) }
        let call = Task { try await shop.call("setCart", Self.change) }
        let done = Mutex(false)
        let watch = Task {
            _ = try? await call.value
            done.withLock { $0 = true }
        }
        var passed = Duration.zero
        while !done.withLock({ $0 }) {
            shop.harness.clock.advance(by: .milliseconds(50))
            passed += .milliseconds(50)
            await Task.yield()
            if passed > .seconds(3_600) { break }
        }
        let cart = try await call.value
        await watch.value
        #expect(cart["items"]?.array?.compactMap { $0["id"]?.string } == ["b", "a"])
        #expect(passed >= .seconds(12), "a request may take 10 s")
        let left = try await StoredCart(#require(store.value(for: StoredCart.key("harbour"))))
        #expect(left?.turn == nil && left?.next == nil && left?.cart == "cart_1")
    }

    @Test("what is read does not wait for a turn")
    func reading() async throws {
        let shop = try TestShop(store: store { $0.turn = "somebody" })
        let cart = try await shop.call("cart")
        #expect(cart["items"]?.array?.compactMap { $0["id"]?.string } == ["b"])
    }

    @Test("a turn ends with a failure as well")
    func failure() async throws {
        let store = InMemoryStateStore()
        let shop = try TestShop(store: store) { request in
            request.toolCall == nil ? nil : .json(["error": ["code": -32000, "message": "No."]], status: 500)
        }
        #expect(try await shop.fault("setCart", Self.change)?.code == .upstreamUnavailable)
        #expect(try await store.value(for: StoredCart.key("harbour")) == nil)
    }
}
