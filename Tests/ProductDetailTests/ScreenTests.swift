import Catalog
import FeatureKit
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import ProductDetail

@Suite("Like and bag are one truth on every open screen")
struct ScreenTests {
    private let route = "galleria://product/A"

    @Test(
        "1c.10 a like on one screen shows on the other, in the operation, and after a restart",
        arguments: FeatureHarness.Start.allCases)
    func like(_ start: FeatureHarness.Start) async throws {
        let store = InMemoryStateStore()
        let client = ScriptedHTTPClient(respond: Stock.open())
        let harness = try FeatureHarness.detail(client, store: store, start: start)
        let screens = [try await harness.open(route), try await harness.open(route)]
        let other = try await harness.open("galleria://product/B")
        let untouched = try await other.whole
        #expect(try await screens[0].state["liked"] == false)
        #expect(try await screens[0].send("like", ["liked": true])["accepted"] == true)
        for screen in screens {
            #expect(screen.changes.last?.state["liked"] == true)
            #expect(try await screen.text.contains("liked"))
        }
        #expect(try await harness.call("productDetail.show", ["skus": "A"]).product?["liked"] == true)
        #expect(try await other.whole == untouched)
        let restarted = try FeatureHarness.detail(store: store)
        #expect(try await restarted.open(route).state["liked"] == true)
        try await screens[1].send("like", ["liked": false])
        #expect(try await screens[0].state["liked"] == false)
    }

    @Test("the catalogue's operation shows on the product's screen, before and after it is loaded")
    func likeByCatalog() async throws {
        let harness = try FeatureHarness.sample(productDetail, catalog)
        try await harness.call("catalog.like", ["skus": "BL204DR17KLM", "liked": true])
        let screen = try await harness.open("galleria://product/BL204DR17KLM")
        #expect(try await screen.state["liked"] == true)
        try await harness.call("catalog.like", ["skus": "BL204DR17KLM", "liked": false])
        #expect(try await screen.state["liked"] == false)
    }

    @Test("the bag of an operation shows on the screen, and that of the screen in the operations")
    func bag() async throws {
        let harness = try FeatureHarness.detail()
        let screens = [try await harness.open(route), try await harness.open(route)]
        #expect(try await screens[0].state["inBag"] == nil)
        try await harness.add("A", 2)
        #expect(try await screens[0].state["inBag"] == 2)
        #expect(try await screens[0].text.contains("in the bag"))
        let asked = harness.requests.count
        #expect(try await screens[0].send("addToBag")["accepted"] == true)
        try await screens[0].send("addToBag", ["quantity": 3])
        // The product shown is the one that is added, at the price shown: nothing is asked for again.
        #expect(harness.requests.count == asked)
        #expect(try await screens[1].state["inBag"] == 6)
        #expect(try await harness.call("productDetail.bag").lines == "A×6")
        try await harness.remove("A")
        for screen in screens { #expect(try await screen.state["inBag"] == nil) }
    }

    @Test("another product in the bag changes nothing on this screen")
    func otherProduct() async throws {
        let harness = try FeatureHarness.detail()
        let screen = try await harness.open(route)
        let before = try await screen.whole
        try await harness.add("B")
        #expect(try await screen.whole == before)
    }

    @Test("what the bag refuses is a notice on the screen, until something is taken")
    func refusedByBag() async throws {
        let harness = try FeatureHarness.detail()
        let screen = try await harness.open(route)
        try await screen.send("addToBag", ["quantity": 99])
        let refused = await #expect(throws: Fault.self) { try await screen.send("addToBag") }
        #expect(refused?.code == .invalidArgument, "17.A6")
        #expect(try await screen.state["notice"]?.string?.contains("99") == true)
        #expect(try await screen.text.contains("99 pieces"))
        #expect(try await screen.state["inBag"] == 99)
        try await screen.send("like", ["liked": true])
        #expect(try await screen.state["notice"] == nil)
    }

    @Test("F10 a like that can't be saved is a notice; the like shows only when it is durable")
    func failedWrite() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.detail(store: store)
        let screen = try await harness.open(route)
        store.failWrites(with: .full(path: "state.db"))
        let sent = await #expect(throws: Fault.self) { try await screen.send("like", ["liked": true]) }
        #expect(sent?.code == .storageFailed, "17.A6")
        #expect(try await screen.state["liked"] == false)
        #expect(try await screen.state["notice"]?.string?.contains("state.db") == true)
        store.failWrites(with: nil)
        try await screen.send("like", ["liked": true])
        #expect(try await screen.state["liked"] == true)
        #expect(try await screen.state["notice"] == nil)
    }

    @Test("F14 a state that can't be read costs no product: it is shown, with a notice")
    func failedRead() async throws {
        let store = InMemoryStateStore(isRead: false)
        store.failReads(with: .corrupt(path: "state.db"))
        let harness = try FeatureHarness.detail(store: store)
        let answer = try await harness.answer("productDetail.show", ["skus": "A"])
        #expect(answer.json.product?["name"] == "Product A" && answer.json.product?["liked"] == nil)
        #expect(answer.json["notice"]?.string?.contains("damaged") == true, "17.A3")
        #expect(answer.markdown.contains("can't be read"))
        let screen = try await harness.open(route)
        #expect(try await screen.state["name"] == "Product A")
        #expect(try await screen.state["notice"]?.string?.isEmpty == false)
        #expect(await harness.fault("productDetail.bag")?.code == .storageFailed)
    }
}
