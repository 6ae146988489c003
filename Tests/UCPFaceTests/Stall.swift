import Conformance
import FeatureKit
import HTTP
import JSON
import Settings
import Storage
import Synchronization
import TestSupport
import Testing

@testable import UCPFace

/// Our shop over a catalogue that a test makes up, with a clock of the test's own.
final class Stall: Sendable {
    /// One product of the catalogue.
    struct Good: Sendable {
        var sku: String
        var name: String?
        /// In cents; nil for none.
        var price: Int?
        var reduced: Int?
        var category = "Clothing|Hats"
        var page: String?
        var currency = "AUD"

        /// `S7`, a hat for 7.00, with a page of its own.
        init(_ number: Int) {
            sku = "S\(number)"
            (name, price, page) = ("Hat \(number)", number * 100, "https://stall.example/\(number).html")
        }

        fileprivate var json: JSONValue {
            func amount(_ cents: Int?) -> JSONValue {
                cents.map { .number("\($0 / 100).\($0 % 100 / 10)\($0 % 10)") } ?? .null
            }
            return [
                "sku": .string(sku), "name": name.map { .string($0) } ?? .null, "brand": "Brim & Co",
                "price": amount(price),
                "discountPrice": amount(reduced), "category": .string(category), "currency": .string(currency),
                "url": page.map { .string($0) } ?? .null,
            ]
        }
    }

    private enum Fields {
        static let layout = RowLayout(
            "product",
            [
                Field.text("sku", "The number.", .key, [.filter, .search], filter: "skus"),
                Field.text("brand", "The brand.", nil, .filter), Field.text("name", "The name.", .title, .search),
                Field.money("price", "The price.", .path("currency"), .price, .filter),
                Field.money("discountPrice", "The reduced price.", .path("currency"), .reduced),
                Field.text("category", "The kind.", nil, .search), Field.picture("imageURL", "The picture."),
                Field.link("url", "The page."), Field.prose("description", "The description."),
            ])
    }

    private final class Program: CallingProgram {}

    let face: UCPFace
    let state: any StateStore
    private let clock: Clock
    private let shelf: Shelf

    /// - Parameters:
    ///   - count: of the goods, `S1` and so on.
    ///   - state: shared with another stall to play a restart.
    ///   - platform: client by which profiles are fetched; nil where nothing is fetched.
    init(
        _ count: Int = 20, state: any StateStore = InMemoryStateStore(), isReadOnly: Bool = false,
        platform: ScriptedHTTPClient? = nil
    ) throws {
        let goods = Shelf((1...count).map(Good.init))
        self.state = state
        let client = ScriptedHTTPClient { _ in
            .response(HTTPResponse(status: 200, body: JSONValue.object([JSONMember("goods", goods.json)]).serialized()))
        }
        let feature = Feature(
            FaceParts.module, title: "Stall", doc: "Hats.", endpoint: "https://stall.example", sample: { _ in nil },
            parts: [
                ListPart("list", title: "List hats", doc: "Hats of the stall.", of: Fields.layout, paging: .whole) {
                    _, call throws(Fault) in try await call.reading(Fields.layout).rows("goods", [:], at: "goods")
                }
            ])
        let harness = try FeatureHarness([feature], client: { _ in client })
        let catalog = try SettingsCatalog(FaceSettings.declarations)
        let settings = try Settings.load(
            catalog: catalog, sources: SettingsSources(environmentFile: { _ in ("test", []) }))
        let upstream = Upstream(
            module: FaceParts.module, endpoint: try HTTPEndpoint(parsing: "https://stall.example"),
            timeout: .seconds(1),
            data: platform == nil ? .sample : .live, client: platform ?? client)
        let clock = Clock()
        self.clock = clock
        self.shelf = goods
        face = UCPFace(
            FaceParts(
                router: { harness.router }, program: Program(), settings: { settings }, source: { (upstream, state) },
                now: { clock.seconds }), isReadOnly: isReadOnly)
    }

    /// Time goes on.
    func wait(_ seconds: Int) { clock.go(seconds) }

    /// Changes a product, or takes it away.
    func change(_ sku: String, _ change: (inout Good) -> Bool) { shelf.change(sku, change) }

    /// Calls a tool.
    /// - Returns: the structured content.
    func call(
        _ tool: FaceTool, _ members: [JSONMember], key: String? = nil, profile: String = "https://agent.example/p"
    ) async throws(FaceError) -> JSONValue {
        var meta: [JSONMember] = [JSONMember("ucp-agent", ["profile": .string(profile)])]
        if let key { meta.append(JSONMember("idempotency-key", .string(key))) }
        let arguments = JSONValue.object([JSONMember("meta", .object(meta))] + members)
        return try await face.call(tool.rawValue, try? JSONDocument(parsing: arguments.serialized()).root)
    }

    /// Lines of a request.
    static func lines(_ lines: [(String, Int)]) -> JSONMember {
        JSONMember("line_items", .array(lines.map { ["item": ["id": .string($0.0)], "quantity": .integer($0.1)] }))
    }

    func createCart(_ lines: (String, Int)..., key: String? = nil) async throws(FaceError) -> JSONValue {
        try await call(.createCart, [JSONMember("cart", .object([Self.lines(lines)]))], key: key)
    }

    func updateCart(_ id: String, _ lines: (String, Int)..., key: String? = nil) async throws(FaceError) -> JSONValue {
        try await call(
            .updateCart, [JSONMember("id", .string(id)), JSONMember("cart", .object([Self.lines(lines)]))], key: key)
    }

    func get(_ tool: FaceTool, _ id: String) async throws(FaceError) -> JSONValue {
        try await call(tool, [JSONMember("id", .string(id))])
    }

    func cancel(_ tool: FaceTool, _ id: String) async throws(FaceError) -> JSONValue {
        try await call(tool, [JSONMember("id", .string(id))], key: "00000000-0000-4000-8000-\(Self.suffix(id))")
    }

    /// Twelve digits of an id, for a key that only it has.
    private static func suffix(_ id: String) -> String {
        let digits = id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF_FFFF }
        let text = String(digits, radix: 16)
        return String(repeating: "0", count: 12 - text.count) + text
    }

    func createCheckout(
        _ lines: [(String, Int)] = [], cart: String? = nil, _ more: [JSONMember] = []
    ) async throws(FaceError) -> JSONValue {
        let cart = cart.map { [JSONMember("cart_id", .string($0))] } ?? []
        return try await call(.createCheckout, [JSONMember("checkout", .object([Self.lines(lines)] + cart + more))])
    }
}

/// Time of a test.
private final class Clock: Sendable {
    private let value = Atomic(1_775_000_000)
    var seconds: Int { value.load(ordering: .relaxed) }
    func go(_ seconds: Int) { value.wrappingAdd(seconds, ordering: .relaxed) }
}

/// Goods of a test.
private final class Shelf: Sendable {
    private let goods: Mutex<[Stall.Good]>

    init(_ goods: [Stall.Good]) { self.goods = Mutex(goods) }

    var json: JSONValue { .array(goods.withLock { $0.map(\.json) }) }

    func change(_ sku: String, _ change: (inout Stall.Good) -> Bool) {
        goods.withLock { goods in
            guard let place = goods.firstIndex(where: { $0.sku == sku }) else { return }
            if !change(&goods[place]) { goods.remove(at: place) }
        }
    }
}

extension JSONValue {
    var id: String { self["id"]?.string ?? "" }
    var codes: [String] {
        (self["messages"]?.array ?? []).compactMap { $0["code"]?.string }.filter { $0 != "sample_data" }
    }
    /// `S1 2` for two pieces of a variant, line by line.
    var pieces: [String] {
        (self["line_items"]?.array ?? []).map { "\($0["item"]?["id"]?.string ?? "") \($0["quantity"]?.integer ?? 0)" }
    }
    var total: Int? { self["totals"]?.array?.last?["amount"]?.integer }
    var productIDs: [String] { (self["products"]?.array ?? []).map(\.id) }
    var isRefused: Bool { self["ucp"]?["status"]?.string == "error" }
}
