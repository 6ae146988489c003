import FeatureKit
import JSON
import Settings
import Storage
import Synchronization
import Testing

@testable import UCPFace

/// Carts and checkouts in the state, with a clock of the test's own.
@Suite("Stored carts and checkouts") struct StoreTests {
    private let state = InMemoryStateStore()
    private let tidying = FaceTidying()

    private func store(at now: Int = 1_000, on other: (any StateStore)? = nil) -> FaceStore {
        FaceStore(state: other ?? state, now: now, lifetime: { $0 == .cart ? 100 : 10 }, tidying: tidying)
    }

    private func change(_ tool: FaceTool, _ key: String?, _ asked: String) throws -> FaceChange {
        let meta = key.map { JSONValue.object([JSONMember("idempotency-key", .string($0))]) } ?? [:]
        let arguments: JSONValue = ["meta": meta, "asked": .string(asked)]
        return FaceChange(tool, try JSONDocument(parsing: arguments.serialized()).root)
    }

    private func create(
        _ store: FaceStore, key: String? = nil, asked: String = "a", kind: FaceSession.Kind = .cart
    ) async throws -> JSONValue {
        try await store.create(kind, currency: "AUD", try change(.createCart, key, asked)) {
            session throws(FaceError) in
            session.messages = [.string(asked)]
            return .made(["id": .string(session.id), "asked": .string(asked)])
        }
    }

    private func update(
        _ store: FaceStore, _ id: String, key: String?, asked: String
    ) async throws -> JSONValue? {
        try await store.change(.cart, id, try change(.updateCart, key, asked)) { session throws(FaceError) in
            session.messages = [.string(asked)]
            return .made(.string(asked))
        }
    }

    private func refused(_ code: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was refused")
        } catch {
            let error = error as? FaceError
            #expect(error?.data?["code"]?.string == code, "\(String(describing: error))")
        }
    }

    @Test("what is made is there, for its lifetime, and a change lengthens it")
    func lifetime() async throws {
        let id = try #require(try await create(store())["id"]?.string)
        #expect(id.hasPrefix("cart_") && id.count == 29)
        #expect(try await store(at: 1_099).session(.cart, id)?.expires == 1_100)
        #expect(try await store(at: 1_100).session(.cart, id) == nil)
        #expect(try await update(store(at: 1_099), id, key: nil, asked: "b") == "b")
        #expect(try await store(at: 1_198).session(.cart, id)?.messages == ["b"])
        #expect(try await update(store(at: 1_199), id, key: nil, asked: "c") == nil)
        #expect(try await store().session(.checkout, id) == nil, "of the other kind")
        #expect(try await update(store(), "cart_nobody", key: nil, asked: "c") == nil)
    }

    @Test("a key gives its answer again, and refuses another request, also of another cart")
    func keys() async throws {
        let made = try await create(store(), key: "K1")
        #expect(try await create(store(), key: "K1") == made)
        #expect(try await create(store(), key: "k1") == made, "a UUID has no case")
        await refused("idempotency_conflict") { _ = try await create(store(), key: "K1", asked: "b") }
        let id = try #require(made["id"]?.string)
        await refused("idempotency_conflict") { _ = try await update(store(), id, key: "K1", asked: "a") }
        let other = try #require(try await create(store())["id"]?.string)
        #expect(try await update(store(), id, key: "K2", asked: "b") == "b")
        await refused("idempotency_conflict") { _ = try await update(store(), other, key: "K2", asked: "c") }
        // The cart remembers it when nobody else does.
        for entry in try await state.entries(in: StateNamespace("ucp.key"), limit: 100) {
            try await state.commit([.remove(StateKey(namespace: "ucp.key", key: entry.key))])
        }
        await refused("idempotency_conflict") { _ = try await update(store(), id, key: "K1", asked: "z") }
        for entry in try await state.entries(in: StateNamespace("ucp.key"), limit: 100) {
            try await state.commit([.remove(StateKey(namespace: "ucp.key", key: entry.key))])
        }
        await refused("idempotency_conflict") { _ = try await update(store(), id, key: "K2", asked: "d") }
        for entry in try await state.entries(in: StateNamespace("ucp.key"), limit: 100) {
            try await state.commit([.remove(StateKey(namespace: "ucp.key", key: entry.key))])
        }
        #expect(try await update(store(), id, key: "K2", asked: "b") == "b")
        // After a day it is a key like any other.
        let later = store(at: 1_000 + FaceLimits.keyLifetime)
        #expect(try await create(later, key: "K1", asked: "b") != made)
    }

    @Test("the answers of the latest changes are kept; an older one says that it was made")
    func forgotten() async throws {
        let id = try #require(try await create(store())["id"]?.string)
        for round in 1...(FaceLimits.answers + 1) {
            #expect(try await update(store(), id, key: "K\(round)", asked: "\(round)") == .string("\(round)"))
        }
        #expect(try await update(store(), id, key: "K2", asked: "2") == "2")
        await refused("idempotency_conflict") { _ = try await update(store(), id, key: "K1", asked: "1") }
        #expect(try await store().session(.cart, id)?.messages == [.string("\(FaceLimits.answers + 1)")])
    }

    @Test("a claim whose change was never made is taken up by the retry, once")
    func claimed() async throws {
        let change = try change(.createCart, "K1", "a")
        // The process ended between the two steps: the editor never came to an end.
        await refused("request_too_large") {
            _ = try await store().create(.cart, currency: "AUD", change) { session throws(FaceError) in
                session.messages = [.string(String(repeating: "a", count: FaceLimits.session))]
                return .made("x")
            }
        }
        let made = try await create(store(), key: "K1")
        #expect(try await create(store(), key: "K1") == made)
        await refused("idempotency_conflict") { _ = try await create(store(), key: "K1", asked: "b") }
    }

    @Test("there are never more than there may be; what is over makes room")
    func bounds() async throws {
        var session = FaceSession(.checkout, id: "checkout", currency: "AUD")
        session.expires = 1_010
        let bytes = session.encoded
        try await state.commit(
            (0..<FaceLimits.sessions).map { .set(StateKey(namespace: "ucp.checkout", key: "checkout_\($0)"), bytes) })
        do {
            _ = try await create(store(at: 1_004), kind: .checkout)
            Issue.record("there is one too many")
        } catch let error as FaceError {
            #expect(error.code == -32_000 && error.data?["retry_after"]?.integer == 6, "\(error)")
        }
        _ = try await create(store(at: 1_004))
        _ = try await create(store(at: 1_010), kind: .checkout)
        let left = try await state.entries(in: StateNamespace("ucp.checkout"), limit: 5_000)
        #expect(left.count == 1, "what was over is gone")
    }

    @Test("what is over is forgotten with what is made later, keys as well")
    func tidied() async throws {
        for round in 1...5 { _ = try await create(store(), key: "K\(round)") }
        let late = store(at: 1_000 + FaceLimits.keyLifetime)
        for _ in 1...FaceTidying.pause { _ = try await create(late) }
        #expect(try await state.entries(in: StateNamespace("ucp.key"), limit: 100).isEmpty)
        #expect(try await state.entries(in: StateNamespace("ucp.cart"), limit: 100).count == FaceTidying.pause)
    }

    @Test("bytes that are no cart are never taken for an empty one")
    func unreadable() async throws {
        for text in [
            "", "{}", "[]", #"{"expires": 9999, "kind": "cart", "id": "x", "currency": "AUD", "lines": [{}]}"#,
        ] {
            try await state.commit([.set(StateKey(namespace: "ucp.cart", key: "x"), Array(text.utf8))])
            do {
                _ = try await store().session(.cart, "x")
                Issue.record("\(text) was read")
            } catch {
                #expect(error.code == -32_603)
            }
            do {
                _ = try await update(store(), "x", key: nil, asked: "a")
                Issue.record("\(text) was changed")
            } catch let error as FaceError {
                #expect(error.code == -32_603)
            }
        }
    }

    @Test("without the state a call says so, and whether to come again")
    func noState() async throws {
        do {
            _ = try await create(store(on: UnavailableStateStore(reason: "There is no home directory.")))
            Issue.record("it was stored")
        } catch let error as FaceError {
            #expect(error.code == -32_000 && error.data?["code"]?.string == "storage_failed", "\(error)")
        }
    }

    @Test("a cart is read as it was written")
    func roundTrip() throws {
        var session = FaceSession(.checkout, id: "checkout_1", currency: "AUD")
        session.expires = 5
        session.buyer = ["email": "ada@example.com"]
        session.context = ["currency": "AUD"]
        session.other = "cart_1"
        session.isCanceled = true
        session.messages = [FaceMessage.warning("w", "careful", path: "$.line_items[0]")]
        let row: JSONValue = ["sku": "A1", "name": "Dress", "price": "AUD 9.50", "url": "https://shop.example/a"]
        let product = try #require(FaceProduct(try JSONDocument(parsing: row.serialized()).root))
        session.replaceLines([
            FaceBasket.Line(id: nil, product: product, quantity: 3),
            FaceBasket.Line(id: nil, product: product, quantity: 1),
        ])
        let places = #"{"methods": [{"destinations": [{"id": "home", "postal_code": "6160"}]}]}"#
        #expect(session.delivery.replace(with: try JSONDocument(parsing: places).root).isEmpty)
        session.remember("k", "digest", "answer")
        #expect(FaceSession(stored: session.encoded) == session)
        #expect(session.subtotal == 3_800 && session.lines.map(\.id) == ["li_1", "li_2"])
    }

    @Test("a line keeps its id: the one that is named, else that of the same variant")
    func lineIDs() throws {
        func product(_ sku: String) throws -> FaceProduct {
            let row: JSONValue = ["sku": .string(sku), "price": "AUD 1.00"]
            return try #require(FaceProduct(try JSONDocument(parsing: row.serialized()).root))
        }
        let (a, b) = (try product("A"), try product("B"))
        var cart = FaceSession(.cart, id: "cart_1", currency: "AUD")
        func replace(_ lines: (String?, FaceProduct)...) -> [String] {
            cart.replaceLines(lines.map { FaceBasket.Line(id: $0.0, product: $0.1, quantity: 1) })
            return cart.lines.map { "\($0.id) \($0.item)" }
        }
        #expect(replace((nil, a), (nil, b), (nil, a)) == ["li_1 A", "li_2 B", "li_3 A"])
        #expect(replace(("li_3", a), (nil, b)) == ["li_3 A", "li_2 B"])
        // An id of another variant's line, or one that is made up, counts for nothing.
        #expect(replace(("li_2", a), ("mine", b), (nil, a)) == ["li_3 A", "li_2 B", "li_4 A"])
        #expect(replace((nil, b)) == ["li_2 B"])
        #expect(replace((nil, a)) == ["li_5 A"], "no id comes twice")
    }

    @Test("the order of members does not make another request; everything else does")
    func digests() throws {
        func digest(_ text: String) throws -> String { FaceDigest.text(of: try JSONValue(parsing: text)) }
        let one = try digest(#"{"a": 1, "b": {"c": [1, 2], "d": "x"}}"#)
        #expect(try digest(#"{"b": {"d": "x", "c": [1, 2]}, "a": 1}"#) == one)
        for other in [
            #"{"a": 1, "b": {"c": [2, 1], "d": "x"}}"#, #"{"a": 2, "b": {"c": [1, 2], "d": "x"}}"#, "{}", "[]",
        ] {
            #expect(try digest(other) != one)
        }
    }
}
