import DesignSystem
import FeatureKit
import Foundation
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import ProductDetail

@Suite("The bag, durable and in one piece")
struct BagOperationTests {
    private let key = StateKey(namespace: "productDetail", key: "bag")

    @Test("1d a product is really put into the bag, with its name and what is paid for it")
    func add() async throws {
        let changes = [JSONMember("price", 100), JSONMember("final_price", .number("75.5"))]
        let harness = try FeatureHarness.detail(
            ScriptedHTTPClient(respond: { request in .json(Shop.product(request.path[2], changes)) }))
        let answer = try await harness.answer("productDetail.addToBag", ["sku": "A", "quantity": 2])
        let price: JSONValue = ["amount": "75.50", "currency": "AUD", "text": "$75.50"]
        let expected: JSONValue = [
            "bag": [["sku": "A", "name": "Product A", "quantity": 2, "price": price]], "count": 2,
            "total": ["amount": "151.00", "currency": "AUD", "text": "$151.00"],
        ]
        #expect(answer.json == expected)
        for part in ["A", "Product A", "2", "$75.50", "$151.00"] { #expect(answer.markdown.contains(part)) }
        #expect(try await harness.call("productDetail.bag") == expected)
    }

    @Test("adding adds, removing takes out, all three answer the whole bag; reading and removing ask nothing")
    func operations() async throws {
        let harness = try FeatureHarness.detail()
        #expect(try await harness.call("productDetail.bag").lines == "")
        #expect(try await harness.call("productDetail.bag").totalText == "$0.00")
        #expect(try await harness.answer("productDetail.bag").markdown.contains("The bag is empty."))
        #expect(try await harness.add("A").lines == "A×1")
        #expect(try await harness.add("B", 3).lines == "A×1 B×3")
        #expect(try await harness.add("A", 2).lines == "A×3 B×3")
        let asked = harness.requests.count
        #expect(try await harness.remove("B", 1).lines == "A×3 B×2")
        #expect(try await harness.remove("A").lines == "B×2")
        #expect(try await harness.remove("A").lines == "B×2")
        #expect(try await harness.call("productDetail.bag")["count"] == 2)
        #expect(try await harness.remove("B", 999).lines == "")
        #expect(harness.requests.count == asked)
    }

    @Test("the bag is there after a restart, at the prices it was filled at, whatever the upstream says now")
    func restart() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.detail(
            ScriptedHTTPClient(respond: Shop.open(["A": "12.34"])), store: store
        ).add("A", 2)
        let restarted = try FeatureHarness.detail(ScriptedHTTPClient(), store: store)
        #expect(try await restarted.call("productDetail.bag").totalText == "$24.68")
    }

    @Test("an emptied bag is forgotten, and removing from an empty one writes nothing")
    func emptied() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.detail(store: store)
        try await harness.add("A")
        try await harness.remove("A")
        #expect(try await store.value(for: key) == nil)
        store.failWrites(with: .full(path: "state.db"))
        #expect(await harness.fault("productDetail.removeFromBag", ["sku": "A"])?.code == .storageFailed)
        store.failWrites(with: nil)
        #expect(try await harness.remove("A").lines == "")
    }

    /// Quantities that are refused before anything is asked.
    static let wrong: [JSONValue] = [
        0, -1, 1000, .number("1.5"), .number("1e400"), "two", .number("9223372036854775808"), true, [1],
    ]

    @Test("W13 quantities outside 1 to 999 are refused, and name the field", arguments: wrong)
    func wrongQuantity(_ quantity: JSONValue) async throws {
        let harness = try FeatureHarness.detail()
        for method in ["productDetail.addToBag", "productDetail.removeFromBag"] {
            let fault = await harness.fault(method, ["sku": "A", "quantity": quantity])
            #expect(fault?.code == .invalidArgument && fault?.field == "quantity")
        }
        let screen = try await harness.open("galleria://product/A")
        await #expect(throws: Fault.self) { try await screen.send("addToBag", ["quantity": quantity]) }
        #expect(try await harness.call("productDetail.bag").lines == "")
    }

    @Test(
        "what the bag refuses is invalid_argument with what to do, and changes nothing",
        arguments: [
            ("A", 999, "quantity"), ("HUGE", 2, "quantity"), ("FINE", 2, "quantity"),
        ])
    func refusal(_ sku: String, _ quantity: Int, _ field: String) async throws {
        let prices = ["HUGE": "9223372036854775807", "FINE": "9.000000000000000001"]
        let harness = try FeatureHarness.detail(ScriptedHTTPClient(respond: Shop.open(prices)))
        try await harness.add("A")
        let fault = await harness.fault(
            "productDetail.addToBag", ["sku": .string(sku), "quantity": .integer(quantity)])
        #expect(fault?.code == .invalidArgument && fault?.field == field && fault?.hint.isEmpty == false)
        #expect(try await harness.call("productDetail.bag").lines == "A×1")
    }

    @Test("a bag has one currency: that of the settings when it was filled")
    func currency() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.detail(store: store).add("A")
        let harness = try FeatureHarness.detail(store: store, settings: [("modules.productDetail.currency", "NZD")])
        #expect(try await harness.call("productDetail.bag").totalText == "$20.00")
        #expect(await harness.fault("productDetail.addToBag", ["sku": "B"])?.hint.contains("currency") == true)
        try await harness.remove("A")
        #expect(try await harness.add("B").totalText == "NZ$20.00")
    }

    @Test(
        "F11 a bag that can't be read is never taken for an empty one", arguments: [BagTests.unreadable[1], "{}", "[]"])
    func unreadable(_ text: String) async throws {
        let store = InMemoryStateStore()
        try await store.commit([.set(key, Array(text.utf8))])
        let harness = try FeatureHarness.detail(store: store)
        for method in ["productDetail.addToBag", "productDetail.removeFromBag"] {
            #expect(await harness.fault(method, ["sku": "A"])?.code == .storageFailed)
        }
        #expect(await harness.fault("productDetail.bag")?.code == .storageFailed)
        #expect(try await store.value(for: key) == Array(text.utf8))
        // The product itself is shown all the same.
        #expect(try await harness.call("productDetail.show", ["sku": "A"])["name"] == "Product A")
        let state = try await harness.open("galleria://product/A").state
        #expect(state["name"] == "Product A" && state["notice"]?.string?.contains("bag") == true)
    }

    @Test("F10 a bag that can't be written is a fault, stays as it was, and works again later")
    func failedWrite() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.detail(store: store)
        try await harness.add("A")
        store.failWrites(with: .full(path: "state.db"))
        let fault = await harness.fault("productDetail.addToBag", ["sku": "A"])
        #expect(fault?.code == .storageFailed && fault?.hint.contains("state.db") == true)
        #expect(try await harness.call("productDetail.bag").lines == "A×1")
        store.failWrites(with: nil)
        #expect(try await harness.add("A").lines == "A×2")
    }

    @Test("F9 F12 two processes fill one bag: no change is lost, and all of it is there afterwards")
    func twoProcesses() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bag-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("state.db").path
        let stores = [SQLiteStateStore(path: path), SQLiteStateStore(path: path)]
        let product = try makeProduct("A", "0.10")
        await withTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    for _ in 1...25 {
                        do throws(Fault) {
                            try await BagStorage(store: store, locale: .standard).change { bag throws(BagRefusal) in
                                try bag.add(product, quantity: 2)
                            }
                        } catch {
                            Issue.record("\(error.text)")
                        }
                    }
                }
            }
        }
        for store in stores { await store.close() }
        let reopened = SQLiteStateStore(path: path)
        let bag = try await BagStorage(store: reopened, locale: .standard).bag()
        #expect(bag.quantity(of: "A") == 100 && bag.total(emptyIn: "AUD")?.text == "$10.00")
        await reopened.close()
    }
}
