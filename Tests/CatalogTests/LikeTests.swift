import FeatureKit
import HTTP
import JSON
import ProductDetail
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Catalog

@Suite("Likes in the catalogue")
struct LikeTests {
    private let route = "galleria://catalog"

    @Test("1c.10 a like is answered, listed, and there after a restart")
    func operation() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.catalog(5, store: store)
        #expect(try await harness.call("catalog.list").likedSKUs == [])
        for liked in [true, false, true] {
            let answer = try await harness.answer("catalog.like", ["skus": "P0002", "liked": .bool(liked)])
            #expect(answer.json == ["liked": .bool(liked), "items": [["sku": "P0002", "name": "Product 2"]]])
            #expect(answer.markdown.contains("P0002"))
            #expect(try await harness.call("catalog.list").likedSKUs == (liked ? ["P0002"] : []))
        }
        let restarted = try FeatureHarness.catalog(5, store: store)
        #expect(try await restarted.call("catalog.list").likedSKUs == ["P0002"])
        #expect(try await restarted.open(route).state.likedSKUs == ["P0002"])
    }

    @Test("several are liked at once, all or none; what is not there is not_found with the nearest, and nothing stored")
    func several() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.catalog(5, store: store)
        let names: JSONValue = [
            ["sku": "P0001", "name": "Product 1"], ["sku": "P0003", "name": "Product 3"],
        ]
        #expect(
            try await harness.call("catalog.like", ["skus": ["P0001", "P0003"], "liked": true])
                == ["liked": true, "items": names])
        for (sku, nearest) in [("P004", "P0004"), ("product 4", "P0004"), ("nothing", nil)] {
            let skus: JSONValue = ["P0002", .string(sku)]
            let fault = await harness.fault("catalog.like", ["skus": skus, "liked": true])
            #expect(fault?.code == .notFound && fault?.module == "catalog" && fault?.field == "skus")
            #expect(fault?.suggestions.first == nearest && fault?.message.contains(sku) == true)
        }
        #expect(try await harness.call("catalog.list").likedSKUs == ["P0001", "P0003"])
        #expect(try await harness.call("catalog.list", ["liked": true])["total"] == 2)
        let many = JSONValue.array((1...51).map { .string(Warehouse.sku($0)) })
        for skus in [[], many, "", .string(String(repeating: "a", count: 201))] as [JSONValue] {
            let fault = await harness.fault("catalog.like", ["skus": skus, "liked": true])
            #expect(fault?.code == .invalidArgument && fault?.field == "skus")
        }
    }

    @Test(
        "a product that was read is known; another one is asked for by its sku, at ProductDetail's address where that is on"
    )
    func known() async throws {
        let harness = try FeatureHarness.catalog(5)
        try await harness.call("catalog.list")
        let asked = harness.requests.count
        try await harness.call("catalog.like", ["skus": "P0002", "liked": true])
        #expect(harness.requests.count == asked)
        for features in [[catalog], [catalog, productDetail]] {
            let harness = try FeatureHarness(
                features, client: { _ in ScriptedHTTPClient(respond: Warehouse.shelves(5)) })
            try await harness.call("catalog.like", ["skus": "P0002", "liked": true])
            let version = features.count == 1 ? "v1" : "v2"
            #expect(
                harness.requests.map(\.url) == ["https://eve.theiconic.com.au/\(version)/catalog/products/P0002"])
        }
    }

    @Test("1c.10 1d loading writes nothing, and the same value twice writes once")
    func writes() async throws {
        let store = InMemoryStateStore()
        let commits = Mutex(0)
        let observation = store.observe(StateNamespace("products.likes")) { _ in commits.withLock { $0 += 1 } }
        let harness = try FeatureHarness.catalog(70, store: store)
        let screen = try await harness.open(route)
        for action in ["loadMore", "refresh"] { try await screen.send(action) }
        #expect(commits.withLock { $0 } == 0)
        for _ in 1...3 {
            try await harness.call("catalog.like", ["skus": "P0001", "liked": true])
            try await screen.send("like", ["sku": "P0001", "liked": true])
        }
        #expect(commits.withLock { $0 } == 1)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "a like by the operation shows on every open catalogue; one on a screen shows everywhere",
        arguments: FeatureHarness.Start.allCases)
    func oneTruth(_ start: FeatureHarness.Start) async throws {
        let client = ScriptedHTTPClient(respond: Warehouse.shelves(5))
        let harness = try FeatureHarness.catalog(client, start: start)
        let screens = [try await harness.open(route), try await harness.open(route)]
        try await harness.call("catalog.like", ["skus": "P0003", "liked": true])
        harness.settle()
        for screen in screens {
            #expect(screen.changes.last?.state.likedSKUs == ["P0003"])
            #expect(try await screen.text.contains("liked"))
        }
        #expect(try await screens[0].send("like", ["sku": "P0005", "liked": true])["accepted"] == true)
        #expect(try await screens[1].state.likedSKUs == ["P0003", "P0005"])
        #expect(try await harness.call("catalog.list").likedSKUs == ["P0003", "P0005"])
        try await screens[1].send("like", ["sku": "P0003", "liked": false])
        #expect(try await screens[0].state.likedSKUs == ["P0005"])
        #expect(try await screens[0].state.skus == Warehouse.skus(1...5))
    }

    @Test("1c.10 a like in the detail shows in the list, also after a refresh made new rows, and the other way round")
    func detail() async throws {
        let harness = try FeatureHarness.sample(catalog, productDetail)
        let list = try await harness.open(route)
        let detail = try await harness.open("galleria://product/BL204DR17KLM")
        try await detail.send("like", ["liked": true])
        #expect(try await list.state.likedSKUs == ["BL204DR17KLM"])
        try await list.send("refresh")
        #expect(try await list.state.likedSKUs == ["BL204DR17KLM"])
        try await list.send("like", ["sku": "BL204DR17KLM", "liked": false])
        #expect(try await detail.state["liked"] == false)
        try await harness.call("catalog.like", ["skus": "BL204DR17KLM", "liked": true])
        #expect(try await detail.state["liked"] == true)
        #expect(try await harness.call("productDetail.show", ["skus": "BL204DR17KLM"])["items"]?[0]?["liked"] == true)
    }

    @Test("likes in quick succession end as the last one says", arguments: FeatureHarness.Start.allCases)
    func quick(_ start: FeatureHarness.Start) async throws {
        let harness = try FeatureHarness.catalog(ScriptedHTTPClient(respond: Warehouse.shelves(3)), start: start)
        let screen = try await harness.open(route)
        for liked in [true, false, true, false, true] {
            try await harness.call(
                "screen.send",
                [
                    "screen": .string(screen.id), "action": "like",
                    "params": ["sku": "P0001", "liked": .bool(liked)],
                ])
        }
        #expect(try await screen.state.likedSKUs == ["P0001"])
    }

    @Test("F10 a like that can't be saved is a fault, or a notice on the screen, until one can")
    func failedWrite() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.catalog(3, store: store)
        let screen = try await harness.open(route)
        store.failWrites(with: .full(path: "state.db"))
        #expect(await harness.fault("catalog.like", ["skus": "P0001", "liked": true])?.code == .storageFailed)
        let sent = await #expect(throws: Fault.self) {
            try await screen.send("like", ["sku": "P0001", "liked": true])
        }
        #expect(sent?.code == .storageFailed, "17.A6")
        #expect(try await screen.state["notice"]?.string?.contains("state.db") == true)
        #expect(try await screen.text.contains("state.db"))
        #expect(try await screen.state.likedSKUs == [])
        store.failWrites(with: nil)
        try await screen.send("like", ["sku": "P0001", "liked": true])
        #expect(try await screen.state["notice"] == nil)
        #expect(try await screen.state.likedSKUs == ["P0001"])
    }

    @Test("17.A3 F14 likes that can't be read cost no product: whether it is liked is left out, and that is said")
    func failedRead() async throws {
        let store = InMemoryStateStore(isRead: false)
        store.failReads(with: .corrupt(path: "state.db"))
        let harness = try FeatureHarness.catalog(3, store: store)
        let answer = try await harness.answer("catalog.list")
        #expect(answer.json.skus == Warehouse.skus(1...3) && answer.json.likedSKUs == [])
        #expect(answer.json["items"]?.array?.allSatisfy { $0["liked"] == nil } == true)
        #expect(answer.json["notice"]?.string?.contains("damaged") == true)
        #expect(answer.markdown.contains("can't be read"))
        let screen = try await harness.open(route)
        #expect(try await screen.state.skus == Warehouse.skus(1...3))
        #expect(try await screen.state["notice"]?.string?.contains("can't be read") == true)
        #expect(try await screen.state["refresh"]?["ended"] == "noMoreData")
    }

    @Test("a like of a product that is not on the screen changes nothing there")
    func elsewhere() async throws {
        let harness = try FeatureHarness.catalog(40)
        let screen = try await harness.open(route)
        let before = try await screen.whole
        try await harness.call("catalog.like", ["skus": "P0039", "liked": true])
        #expect(try await screen.whole == before)
    }

    @Test("the screen puts a product into the bag, at the price shown, and asks for nothing")
    func bag() async throws {
        let harness = try FeatureHarness.sample(catalog, productDetail)
        let screen = try await harness.open(route)
        let asked = harness.requests.count
        try await screen.send("addToBag", ["sku": "BL204DR17KLM", "quantity": 2])
        try await screen.send("addToBag", ["sku": "BL204DR17KLM"])
        #expect(harness.requests.count == asked)
        #expect(try await harness.call("productDetail.bag")["totals"] == ["AUD 292.47"])
        let none = await #expect(throws: Fault.self) { try await screen.send("addToBag", ["sku": "none"]) }
        #expect(none?.code == .notFound)
    }
}
