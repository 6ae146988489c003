import FeatureKit
import HTTP
import JSON
import Settings
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Products

@Suite("Likes are one durable truth")
struct LikeTests {
    /// A feature that likes, over an upstream that has every product.
    private static let feature = Feature(
        "shop", title: "Shop", doc: "Likes.", endpoint: "http://127.0.0.1:9", settings: [Item.currency.declaration],
        sample: { _ in nil },
        parts: [
            RowOperation(
                "like", title: "Like", doc: "Likes.", effect: .writes(idempotent: true, destructive: false),
                example: [JSONMember("skus", ["A"]), JSONMember("liked", true)],
                ParameterShape({ ($0, $1) }, Shop.skus(1...50), Shop.liked), of: Item.shop.likes
            ) { asked, call throws(Fault) in try await Item.shop.like(asked.0, asked.1, call) },
            ListPart("list", title: "List", doc: "All.", of: Item.shop.list, paging: .numbersOf(100)) {
                page, call throws(Fault) in
                try await Item.shop.page(page.number, size: page.size, call)
            },
        ])

    private func shop(_ state: any StateStore) throws -> FeatureHarness {
        let client = ScriptedHTTPClient { request in
            let body: JSONValue =
                request.path.count == 3
                ? Item.product(.string(request.path[2])) : ["_embedded": ["product": [Item.product("A")]]]
            return .response(HTTPResponse(status: 200, body: body.serialized()))
        }
        return try FeatureHarness([Self.feature], client: { _ in client }, state: state)
    }

    private func like(_ skus: [String], _ liked: Bool, in state: any StateStore) async throws {
        let skus = JSONValue.array(skus.map { .string($0) })
        try await shop(state).call("shop.like", ["skus": skus, "liked": .bool(liked)])
    }

    private func liked(in state: any StateStore) async throws -> [String] {
        try await state.entries(in: Likes.namespace, limit: 100).map(\.key)
    }

    @Test("1c.10 likes toggle; the same again is not written; reading writes nothing")
    func writesOnce() async throws {
        let store = InMemoryStateStore()
        let told = Mutex(0)
        let observation = store.observe(Likes.namespace) { _ in told.withLock { $0 += 1 } }
        try await shop(store).call("shop.list")
        try await like(["A"], false, in: store)
        for _ in 1...3 { try await like(["A", "C"], true, in: store) }
        try await like(["B"], true, in: store)
        for _ in 1...3 { try await like(["A"], false, in: store) }
        #expect(told.withLock { $0 } == 3)
        #expect(try await liked(in: store) == ["B", "C"])
        withExtendedLifetime(observation) {}
    }

    @Test("F2 F17 skus that look alike, or like something else, have likes of their own")
    func keys() async throws {
        for sku in ["é", "e\u{301}", "K", "\u{212A}", "a", "A", "%", "_", "'; DROP TABLE x;--", "\u{0}", "../x"] {
            let store = InMemoryStateStore()
            try await like([sku], true, in: store)
            let all = try await liked(in: store)
            #expect(all.count == 1 && all.first?.utf8.elementsEqual(sku.utf8) == true)
        }
    }

    @Test("1c.10 F9 likes are there in another store over the same file, also when they were taken back")
    func durable() async throws {
        let folder = try Folder()
        let path = folder.path + "/state.db"
        let (first, second) = (DurableStateStore(path: path), DurableStateStore(path: path))
        try await like(["A"], true, in: first)
        // Another process sees it at once, and may take it back.
        #expect(try await liked(in: second) == ["A"])
        try await like(["A"], false, in: second)
        try await like(["B"], true, in: second)
        // The first would write the same value; that the other changed it meanwhile must not be missed.
        try await like(["A"], true, in: first)
        await first.close()
        await second.close()
        let third = DurableStateStore(path: path)
        #expect(try await liked(in: third) == ["A", "B"])
        await third.close()
    }

    @Test("F10 likes that can't be written are a fault and change nothing; the next ones work")
    func failedWrite() async throws {
        let store = InMemoryStateStore()
        store.failWrites(with: .full(path: "state.db"))
        let fault = await #expect(throws: Fault.self) { try await like(["A", "B"], true, in: store) }
        #expect(fault?.code == .storageFailed && fault?.hint.contains("state.db") == true)
        #expect(try await liked(in: store) == [])
        store.failWrites(with: nil)
        try await like(["A", "B"], true, in: store)
        #expect(try await liked(in: store) == ["A", "B"])
    }
}
