import FeatureKit
import Foundation
import JSON
import Products
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("Likes are one durable truth")
struct LikeTests {
    private func product(_ sku: String) throws -> Product { try #require(try Row.read(Row.product(.string(sku)))) }

    @Test("1c.10 a product is not liked until it is, and no longer when that is taken back")
    func toggles() async throws {
        let likes = Likes(InMemoryStateStore(), module: "catalog")
        #expect(try await !likes.isLiked("A"))
        try await likes.set("A", true)
        #expect(try await likes.isLiked("A"))
        #expect(try await !likes.isLiked("B"))
        try await likes.set("A", false)
        #expect(try await !likes.isLiked("A"))
    }

    @Test("1c.10 the same value again is not written; reading writes nothing")
    func writesOnce() async throws {
        let store = InMemoryStateStore()
        let likes = Likes(store, module: "catalog")
        let told = Mutex<[[String]]>([])
        let observation = likes.observe { skus in told.withLock { $0.append(skus ?? []) } }
        _ = likes.shown([try product("A"), try product("B")])
        try await likes.set("A", false)
        for _ in 1...3 { try await likes.set("A", true) }
        try await likes.set("B", true)
        for _ in 1...3 { try await likes.set("A", false) }
        #expect(told.withLock { $0 } == [["A"], ["B"], ["A"]])
        #expect(try await store.entries(in: StateNamespace("products.likes"), limit: 10).map(\.key) == ["B"])
        withExtendedLifetime(observation) {}
    }

    @Test("F2 F17 skus that look alike, or like something else, have likes of their own")
    func keys() async throws {
        let skus = ["é", "e\u{301}", "K", "\u{212A}", "a", "A", "%", "_", "'; DROP TABLE x;--", "\u{0}", " ", "../x"]
        for sku in skus {
            let likes = Likes(InMemoryStateStore(), module: "catalog")
            try await likes.set(sku, true)
            var liked: [String] = []
            for sku in skus where try await likes.isLiked(sku) { liked.append(sku) }
            #expect(liked.count == 1 && liked.first?.utf8.elementsEqual(sku.utf8) == true)
        }
    }

    @Test("1c.10 F9 likes are there in another store over the same file, also when they were taken back")
    func durable() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("likes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("state.db").path
        let first = SQLiteStateStore(path: path)
        let second = SQLiteStateStore(path: path)
        try await Likes(first, module: "catalog").set("A", true)
        // Another process sees it at once, and may take it back.
        #expect(try await Likes(second, module: "productDetail").isLiked("A"))
        try await Likes(second, module: "productDetail").set("A", false)
        try await Likes(second, module: "productDetail").set("B", true)
        // The first would write the same value; that the other changed it meanwhile must not be missed.
        try await Likes(first, module: "catalog").set("A", true)
        await first.close()
        await second.close()
        let third = SQLiteStateStore(path: path)
        for (sku, isLiked) in [("A", true), ("B", true), ("C", false)] {
            #expect(try await Likes(third, module: "catalog").isLiked(sku) == isLiked)
        }
        await third.close()
    }

    @Test("F10 a like that can't be written is a fault and changes nothing; the next one works")
    func failedWrite() async throws {
        let store = InMemoryStateStore()
        let likes = Likes(store, module: "catalog")
        store.failWrites(with: .full(path: "state.db"))
        let fault = await #expect(throws: Fault.self) { try await likes.set("A", true) }
        #expect(fault?.code == .storageFailed)
        #expect(fault?.module == "catalog")
        #expect(fault?.hint.contains("state.db") == true)
        #expect(try await !likes.isLiked("A"))
        store.failWrites(with: nil)
        try await likes.set("A", true)
        #expect(try await likes.isLiked("A"))
    }

    @Test("17.A3 likes that can't be read hide no product, are said once, and never count as none")
    func failedRead() async throws {
        let store = InMemoryStateStore()
        let likes = Likes(store, module: "catalog")
        try await likes.set("A", true)
        let products = try ["A", "B"].map { try product($0) }
        #expect(likes.shown(products).products.map(\.isLiked) == [true, false])
        #expect(likes.shown(products).failure == nil)
        store.failReads(with: .corrupt(path: "state.db"))
        #expect(likes.shown(products).products.map(\.isLiked) == [true, false])
        #expect(likes.shown(products).failure?.hint.contains("damaged") == true)
        let unread = InMemoryStateStore(isRead: false)
        unread.failReads(with: .corrupt(path: "state.db"))
        let (shown, failure) = Likes(unread, module: "catalog").shown(products)
        #expect(shown.map(\.product) == products)
        #expect(shown.map(\.isLiked) == [nil, nil])
        #expect(failure?.code == .storageFailed)
    }

    @Test("both modules hear of a like, until they no longer listen")
    func observers() async throws {
        let store = InMemoryStateStore()
        let heard = Mutex<[String]>([])
        let likes = ["catalog", "productDetail"].map { Likes(store, module: $0) }
        var observations = likes.enumerated().map { index, likes in
            likes.observe { skus in heard.withLock { $0 += (skus ?? []).map { "\(index) \($0)" } } }
        }
        try await likes[0].set("A", true)
        try await likes[1].set("B", true)
        observations.removeLast()
        try await likes[1].set("C", true)
        #expect(heard.withLock { $0 } == ["0 A", "1 A", "0 B", "1 B", "0 C"])
        withExtendedLifetime(observations) {}
    }
}

extension Likes {
    /// Whether a product is liked, once that was read.
    fileprivate func isLiked(_ sku: String) async throws -> Bool {
        await ready()
        let (shown, failure) = shown([try #require(try Row.read(Row.product(.string(sku))))])
        if let failure { throw failure }
        return shown.first?.isLiked == true
    }
}
