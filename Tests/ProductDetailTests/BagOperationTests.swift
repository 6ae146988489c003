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
            ScriptedHTTPClient(respond: { request in .json(Stock.product(request.path[2], changes)) }))
        let answer = try await harness.answer("productDetail.addToBag", ["items": [["sku": "A", "quantity": 2]]])
        let expected: JSONValue = [
            "bag": [["sku": "A", "name": "Product A", "quantity": 2, "price": "AUD 75.50"]], "count": 2,
            "totals": ["AUD 151.00"],
        ]
        #expect(answer.json == expected)
        for part in ["A", "Product A", "2", "75.50", "151.00"] { #expect(answer.markdown.contains(part)) }
        #expect(try await harness.call("productDetail.bag") == expected)
    }

    @Test("adding adds, removing takes out, all three answer the whole bag; reading and removing ask nothing")
    func operations() async throws {
        let harness = try FeatureHarness.detail()
        #expect(try await harness.call("productDetail.bag").lines == "")
        #expect(try await harness.call("productDetail.bag") == ["bag": [], "count": 0])
        #expect(try await harness.answer("productDetail.bag").markdown.contains("The bag is empty. Add products"))
        #expect(try await harness.add("A").lines == "A×1")
        #expect(try await harness.add("B", 3).lines == "A×1 B×3")
        #expect(try await harness.add("A", 2).lines == "A×3 B×3")
        let asked = harness.requests.count
        #expect(try await harness.remove("B", 1).lines == "A×3 B×2")
        #expect(try await harness.remove("A").lines == "B×2")
        let none = await #expect(throws: Fault.self) { try await harness.remove("A") }
        #expect(none?.code == .notFound && none?.field == "items[0].sku")
        #expect(try await harness.call("productDetail.bag")["count"] == 2)
        #expect(try await harness.remove("B", 99).lines == "")
        #expect(harness.requests.count == asked)
    }

    @Test("several pieces are told with the price of one and of all; JSON has that of one")
    func prices() async throws {
        let harness = try FeatureHarness.detail(ScriptedHTTPClient(respond: Stock.open(["A": "12.34", "B": "5"])))
        let items: JSONValue = ["items": [["sku": "A", "quantity": 3], ["sku": "B"]]]
        let answer = try await harness.answer("productDetail.addToBag", items)
        #expect(answer.markdown.contains("|3|3 × A$12.34 = A$37.02|"), "\(answer.markdown)")
        #expect(answer.markdown.contains("|1|A$5.00|") && answer.markdown.contains("- total: A$42.02"))
        #expect(answer.json["bag"]?.array?.map { $0["price"] } == ["AUD 12.34", "AUD 5.00"])
    }

    @Test("the bag is there after a restart, at the prices it was filled at, whatever the upstream says now")
    func restart() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.detail(
            ScriptedHTTPClient(respond: Stock.open(["A": "12.34"])), store: store
        ).add("A", 2)
        let restarted = try FeatureHarness.detail(ScriptedHTTPClient(), store: store)
        #expect(try await restarted.call("productDetail.bag").totals == ["AUD 24.68"])
    }

    @Test("an emptied bag is forgotten")
    func emptied() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.detail(store: store)
        try await harness.add("A")
        try await harness.remove("A")
        #expect(try await store.value(for: key) == nil)
    }

    @Test("several are put in and taken out at once, all or none")
    func several() async throws {
        let client = ScriptedHTTPClient(respond: { request in
            request.path.last == "C" ? .json(["status": 404], status: 404) : Stock.open()(request)
        })
        let harness = try FeatureHarness.detail(client)
        let both: JSONValue = ["items": [["sku": "A"], ["sku": "B", "quantity": 3]]]
        #expect(try await harness.call("productDetail.addToBag", both).lines == "A×1 B×3")
        let missing: JSONValue = ["items": [["sku": "A"], ["sku": "C"]]]
        let fault = await harness.fault("productDetail.addToBag", missing)
        #expect(fault?.code == .notFound && fault?.field == "items[1].sku")
        let many: JSONValue = ["items": [["sku": "B"], ["sku": "A", "quantity": 99]]]
        #expect(await harness.fault("productDetail.addToBag", many)?.field == "items[1].quantity")
        #expect(await harness.fault("productDetail.removeFromBag", missing)?.field == "items[1].sku")
        #expect(try await harness.call("productDetail.bag").lines == "A×1 B×3")
        #expect(try await harness.call("productDetail.removeFromBag", both).lines == "")
    }

    @Test("items are refused by their path; one alone and JSON text are taken")
    func items() async throws {
        let harness = try FeatureHarness.detail()
        let cases: [(JSONValue, String)] = [
            ([["sku": "A", "colour": "red"]], "items[0].colour"), ([["sku": "A"], [:]], "items[1].sku"),
            ([["sku": ""]], "items[0].sku"), ([], "items"),
        ]
        for (items, field) in cases {
            let fault = await harness.fault("productDetail.addToBag", ["items": items])
            #expect(fault?.code == .invalidArgument && fault?.field == field)
        }
        #expect(harness.requests.isEmpty)
        #expect(try await harness.call("productDetail.addToBag", ["items": #"{"sku":"A"}"#]).lines == "A×1")
        #expect(try await harness.call("productDetail.addToBag", ["items": ["sku": "A"]]).lines == "A×2")
    }

    /// Quantities that are refused before anything is asked.
    static let wrong: [JSONValue] = [
        0, -1, 100, .number("1.5"), .number("1e400"), "two", .number("9223372036854775808"), true, [1],
    ]

    @Test("W13 quantities outside 1 to 99 are refused, and name the field", arguments: wrong)
    func wrongQuantity(_ quantity: JSONValue) async throws {
        let harness = try FeatureHarness.detail()
        for method in ["productDetail.addToBag", "productDetail.removeFromBag"] {
            let fault = await harness.fault(method, ["items": [["sku": "A", "quantity": quantity]]])
            #expect(fault?.code == .invalidArgument && fault?.field == "items[0].quantity")
        }
        let screen = try await harness.open("galleria://product/A")
        await #expect(throws: Fault.self) { try await screen.send("addToBag", ["quantity": quantity]) }
        #expect(try await harness.call("productDetail.bag").lines == "")
    }

    @Test(
        "what the bag refuses is invalid_argument with what to do, and changes nothing",
        arguments: [
            ("A", 99, "quantity"), ("HUGE", 2, "quantity"), ("FINE", 2, "quantity"),
        ])
    func refusal(_ sku: String, _ quantity: Int, _ field: String) async throws {
        let prices = ["HUGE": "9223372036854775807", "FINE": "9.000000000000000001"]
        let harness = try FeatureHarness.detail(ScriptedHTTPClient(respond: Stock.open(prices)))
        try await harness.add("A")
        let fault = await harness.fault(
            "productDetail.addToBag", ["items": [["sku": .string(sku), "quantity": .integer(quantity)]]])
        #expect(fault?.code == .invalidArgument && fault?.field == "items[0].\(field)" && fault?.hint.isEmpty == false)
        #expect(try await harness.call("productDetail.bag").lines == "A×1")
    }

    @Test("a bag has a total for each currency; a line keeps that of the moment at which it was added")
    func currency() async throws {
        let store = InMemoryStateStore()
        try await FeatureHarness.detail(store: store).add("A")
        let harness = try FeatureHarness.detail(store: store, settings: [("modules.productDetail.currency", "NZD")])
        #expect(try await harness.call("productDetail.bag").totals == ["AUD 20.00"])
        #expect(try await harness.add("B").totals == ["AUD 20.00", "NZD 20.00"])
        #expect(try await harness.add("A").totals == ["NZD 60.00"])
    }

    @Test(
        "F11 a bag that can't be read is never taken for an empty one", arguments: ["{", "{}", "[5]"])
    func unreadable(_ text: String) async throws {
        let store = InMemoryStateStore()
        try await store.commit([.set(key, Array(text.utf8))])
        let harness = try FeatureHarness.detail(store: store)
        for method in ["productDetail.addToBag", "productDetail.removeFromBag"] {
            #expect(await harness.fault(method, ["items": ["sku": "A"]])?.code == .storageFailed)
        }
        #expect(await harness.fault("productDetail.bag")?.code == .storageFailed)
        #expect(try await store.value(for: key) == Array(text.utf8))
        // The product itself is shown all the same.
        #expect(try await harness.call("productDetail.show", ["skus": "A"]).product?["name"] == "Product A")
        #expect(try await harness.open("galleria://bag").text.contains("bag can't be read"))
    }

    @Test("F10 a bag that can't be written is a fault, stays as it was, and works again later")
    func failedWrite() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.detail(store: store)
        try await harness.add("A")
        store.failWrites(with: .full(path: "state.db"))
        let fault = await harness.fault("productDetail.addToBag", ["items": ["sku": "A"]])
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
        let stores = [DurableStateStore(path: path), DurableStateStore(path: path)]
        let client = ScriptedHTTPClient(respond: Stock.open(["A": "0.10"]))
        let processes = try stores.map { try FeatureHarness([productDetail], client: { _ in client }, state: $0) }
        await withTaskGroup(of: Void.self) { group in
            for process in processes {
                group.addTask {
                    for _ in 1...20 {
                        do { try await process.add("A", 2) } catch { Issue.record(error) }
                    }
                }
            }
        }
        for store in stores { await store.close() }
        let reopened = DurableStateStore(path: path)
        let bag = try await FeatureHarness([productDetail], client: { _ in client }, state: reopened).call(
            "productDetail.bag")
        #expect(bag.lines == "A×80" && bag.totals == ["AUD 8.00"])
        await reopened.close()
    }

    @Test(
        "galleria://bag shows each change, whoever made it; pieces are set and taken out, and a line opens its product")
    func screen() async throws {
        let harness = try FeatureHarness.detail()
        let screen = try await harness.open("galleria://bag")
        #expect(try await screen.state["count"] == 0)
        try await harness.call("productDetail.addToBag", ["items": [["sku": "A"], ["sku": "B"]]])
        #expect(try await screen.state.lines == "A×1 B×1")
        let more = try await screen.send("setQuantity", ["sku": "B", "quantity": 5])
        #expect(more["undo"] == ["action": "setQuantity", "params": ["sku": "B", "quantity": 1]])
        #expect(try await screen.state.lines == "A×1 B×5")
        #expect(try await screen.state.totals == ["AUD 120.00"])
        try await screen.send("remove", ["sku": "A"])
        #expect(try await harness.call("productDetail.bag").lines == "B×5")
        #expect(try await screen.text.contains("Product B"))
        // The bag's screen can't bring it back: a person is asked first.
        let removing = try await screen.whole["actions"]?.array?.first { $0["name"] == "remove" }
        #expect(removing?["confirm"] == "Take this product out of the bag?")
        #expect(try await screen.send("select", ["sku": "B"])["route"] == "galleria://product/B")
        for action in ["select", "remove"] {
            let none = await #expect(throws: Fault.self) { try await screen.send(action, ["sku": "A"]) }
            #expect(none?.code == .notFound)
        }
    }
}
