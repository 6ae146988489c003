import FeatureKit
import JSON
import UCPShop
import Values

/// The catalogue as UCP has it, asked by the operations of the house.
struct FaceCatalog: Sendable {
    let parts: FaceParts

    /// Rows of a page of the catalogue that is looked through for categories.
    private static let walkedRows = 100
    /// Pages that one call looks through.
    private static let walkedPages = 10

    /// The largest bound of a price that a list takes.
    private static let largestBound = DecimalAmount(1_000_000_000_000)

    /// Asks for rows.
    /// - Throws: the failure of the catalogue.
    private func rows(_ arguments: [JSONMember]) async throws(FaceError) -> JSONNode {
        guard let operation = parts.router().operation(method: FaceParts.list) else { throw .noCatalog }
        do throws(Fault) {
            let asked = try JSONDocument(written: JSONValue.object(arguments).serialized())
            let answer = try await operation.call(asked.root, CallContext(program: parts.program))
            var writer = JSONWriter(reserving: 16_384)
            answer.write(&writer)
            return try JSONDocument(written: writer.bytes).root
        } catch {
            throw FaceError(error)
        }
    }

    /// Products by their ids, in no order; what is not there is left out.
    func products(_ ids: [String]) async throws(FaceError) -> [FaceProduct] {
        var products: [FaceProduct] = []
        // No product has an id that is no key, or that the catalogue would take for an address.
        let keys = ids.filter { id in
            (1...RowLayout.longestKey).contains(id.unicodeScalars.count) && !id.utf8.contains(UInt8(ascii: ":"))
        }
        for start in stride(from: 0, to: keys.count, by: FaceLimits.ids) {
            let some = keys[start..<min(start + FaceLimits.ids, keys.count)]
            let answer = try await rows([
                JSONMember("skus", .array(some.map { .string($0) })), JSONMember("fields", FaceProduct.fields),
                JSONMember("limit", .integer(FaceLimits.ids)),
            ])
            products += (answer["items"]).elementsOrNone.compactMap { FaceProduct($0) }
        }
        return products
    }

    /// The currency of the shop's prices: that of its first product.
    func currency() async throws(FaceError) -> String? {
        let answer = try await rows([JSONMember("limit", 1), JSONMember("fields", ["sku", "price"])])
        return FacePrice(told: answer["items"]?[0]?["price"]?.string)?.currency
    }

    // MARK: - Tools

    func search(_ asked: JSONNode, _ ground: FaceGround) async throws(FaceError) -> JSONValue {
        let query = asked["query"]?.string ?? ""
        let filters = asked["filters"]
        let categories = (filters?["categories"]).elementsOrNone.compactMap(\.string)
        guard !query.isEmpty || (filters?.count ?? 0) > 0 else {
            throw .invalid("catalog needs a query, or a filter.")
        }
        var question = [JSONMember("fields", FaceProduct.fields)]
        if !query.isEmpty { question.append(JSONMember("query", .string(query))) }
        var messages: [JSONValue] = []
        if let price = filters?["price"], price.count > 0 {
            let bounds = try await bounds(price, asked["context"]?["currency"]?.string, &messages)
            question += bounds
        }
        let limit = min(asked["pagination"]?["limit"]?.integer ?? 10, FaceLimits.pageSize)
        let cursor = asked["pagination"]?["cursor"]?.string
        guard categories.isEmpty else {
            return try await walk(question, categories, limit, from: cursor, messages, ground)
        }
        let answer = try await rows(
            cursor.map { [JSONMember("cursor", .string($0))] } ?? question + [JSONMember("limit", .integer(limit))])
        let products = (answer["items"]).elementsOrNone.compactMap { FaceProduct($0) }
        return found(products, next: answer["nextCursor"]?.string, total: answer["total"]?.integer, messages, ground)
    }

    private func found(
        _ products: [FaceProduct], next: String?, total: Int?, _ messages: [JSONValue], _ ground: FaceGround
    ) -> JSONValue {
        var pagination = [JSONMember("has_next_page", .bool(next != nil))]
        if let next { pagination.append(JSONMember("cursor", .string(next))) }
        if let total { pagination.append(JSONMember("total_count", .integer(total))) }
        return ground.answer(
            .searchCatalog,
            [
                JSONMember("products", .array(products.map { $0.json() })),
                JSONMember("pagination", .object(pagination)),
            ], messages: messages)
    }

    /// Bounds of the price in the catalogue's own words.
    /// - Parameter currency: the one that the platform names; nil means the shop's.
    private func bounds(
        _ price: JSONNode, _ currency: String?, _ messages: inout [JSONValue]
    ) async throws(FaceError) -> [JSONMember] {
        guard let own = try await self.currency() else { return [] }
        if let currency, currency.uppercased() != own {
            messages.append(
                FaceMessage.warning(
                    "price_filter_ignored", "Prices are in \(own). A filter in another currency is not converted."))
            return []
        }
        return [("min", "minPrice"), ("max", "maxPrice")].compactMap { name, parameter in
            guard let units = price[name]?.integer else { return nil }
            let amount = DecimalAmount(coefficient: Int64(units), scale: MinorUnits.digits(own))
            // Agents say “any price” by the largest number they know, which the catalogue's own question has no room for.
            if amount > Self.largestBound, name == "max" { return nil }
            return JSONMember(parameter, .string(min(amount, Self.largestBound).text))
        }
    }

    /// Looks through the catalogue for products of categories, which it has no question for.
    /// - Parameter cursor: where an earlier call stopped: rows of a page that were passed, a dot, and the catalogue's own cursor.
    private func walk(
        _ question: [JSONMember], _ categories: [String], _ limit: Int, from cursor: String?, _ messages: [JSONValue],
        _ ground: FaceGround
    ) async throws(FaceError) -> JSONValue {
        var (passed, page) = (0, String?.none)
        if let cursor {
            let parts = cursor.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let rows = Int(parts[0]), (0..<Self.walkedRows).contains(rows) else {
                throw .invalid("There is no page at this cursor.")
            }
            (passed, page) = (rows, parts[1].isEmpty ? nil : String(parts[1]))
        }
        var products: [FaceProduct] = []
        for _ in 0..<Self.walkedPages {
            let answer = try await rows(
                page.map { [JSONMember("cursor", .string($0))] }
                    ?? question + [JSONMember("limit", .integer(Self.walkedRows))])
            let items = (answer["items"]).elementsOrNone
            for (index, item) in items.enumerated().dropFirst(passed) {
                guard let product = FaceProduct(item), product.isOf(categories) else { continue }
                if products.count == limit {
                    return found(products, next: "\(index).\(page ?? "")", total: nil, messages, ground)
                }
                products.append(product)
            }
            passed = 0
            guard let next = answer["nextCursor"]?.string else {
                return found(products, next: nil, total: nil, messages, ground)
            }
            page = next
        }
        return found(products, next: "0.\(page ?? "")", total: nil, messages, ground)
    }

    func lookUp(_ asked: JSONNode, _ ground: FaceGround) async throws(FaceError) -> JSONValue {
        var ids: [String] = []
        for id in (asked["ids"]).elementsOrNone.compactMap(\.string)
        where !ids.contains(where: { $0.utf8.elementsEqual(id.utf8) }) {
            ids.append(id)
        }
        let products = try await products(ids)
        let filter = FaceFilter(asked["filters"])
        let missing = ids.filter { id in !products.contains { $0.id.utf8.elementsEqual(id.utf8) } }
        return ground.answer(
            .lookupCatalog,
            [
                JSONMember(
                    "products", .array(products.filter(filter.takes).map { $0.json(inputs: [$0.id]) }))
            ], messages: missing.map { FaceMessage.info("not_found", $0) })
    }

    func show(_ asked: JSONNode, _ ground: FaceGround) async throws(FaceError) -> JSONValue {
        let id = asked["id"]?.string ?? ""
        guard let product = try await products([id]).first, FaceFilter(asked["filters"]).takes(product) else {
            let message = FaceMessage.error("not_found", "There is no product of this id.", "unrecoverable")
            return ground.refusal(.getProduct, message)
        }
        return ground.answer(.getProduct, [JSONMember("product", product.json())])
    }
}

/// Filters of a lookup.
struct FaceFilter: Sendable {
    private let categories: [String]
    private let least: Int?
    private let most: Int?

    init(_ node: JSONNode?) {
        categories = (node?["categories"]).elementsOrNone.compactMap(\.string)
        (least, most) = (node?["price"]?["min"]?.integer, node?["price"]?["max"]?.integer)
    }

    func takes(_ product: FaceProduct) -> Bool { product.isOf(categories) && product.costs(least, most) }
}

extension JSONNode? {
    /// The elements of an array; none of anything else.
    var elementsOrNone: [JSONNode] { map { $0.kind == .array ? Array($0.elements) : [] } ?? [] }
}

extension JSONDocument {
    /// Reads what was written here.
    /// - Throws: `internal` where that is not JSON, which is a mistake of ours.
    init(written bytes: [UInt8]) throws(Fault) {
        do throws(JSONFault) { self = try JSONDocument(parsing: bytes, limits: Upstream.limits) } catch {
            throw Fault(.internal, "An answer is not JSON: \(error.sentence)", hint: "")
        }
    }
}
