package import FeatureKit
package import JSON
package import Storage
import Synchronization

/// Pieces of one product that are asked for.
package struct BagItem: Sendable {
    let sku: String
    let quantity: Int?

    /// One piece of a product of the sample data.
    package static let example: JSONValue = [ProductFields.sku.name: .string(ProductFields.exampleSKU)]

    /// - Parameter doc: what it means to leave the quantity out.
    package static func list(_ doc: String) -> ParameterList<BagItem> {
        ParameterList(
            "items", 1...50,
            of: ParameterShape(
                BagItem.init, Shop.sku,
                Parameter.optional(
                    ProductFields.quantity.name, Shop.pieces, doc, examples: [2],
                    known: ["qty", "amount", "pieces", "number"])
            ),
            "The products.", example: example)
    }
}

/// The bag as it is kept: one value, changed in one transaction whoever else, in any process, changes it too.
extension Shop {
    static let bagKey = StateKey(namespace: "productDetail", key: "bag")
    package static var bagNamespace: StateNamespace { bagKey.namespace }

    /// The bag, once it was read.
    /// - Throws: `storage_failed`, also for a bag that can't be read.
    package func bag(_ call: FeatureCall) async throws(Fault) -> Row { row(of: try await contents(call)) }

    /// Puts pieces of products into the bag, at the prices of now: all or none, durable when this returns.
    package func add(_ items: [BagItem], _ call: FeatureCall) async throws(Fault) -> Row {
        let products = try await products(items.map(\.sku), isFresh: true, call) { "items[\($0)].sku" }
        return try await change(call) { bag throws(Fault) in
            for (place, product) in products.enumerated() {
                try bag.add(product, items[place].quantity ?? 1, fields, at: "items[\(place)].")
            }
        }
    }

    /// Puts pieces of a product into the bag, at the price that the screen shows.
    package func add(_ sku: String, _ quantity: Int, _ call: FeatureCall) async throws(Fault) {
        guard let product = try await products([sku], call, at: { _ in ProductFields.sku.name }).first else { return }
        _ = try await change(call) { bag throws(Fault) in try bag.add(product, quantity, fields) }
    }

    /// Takes pieces out of the bag: all or none, durable when this returns.
    package func remove(_ items: [BagItem], _ call: FeatureCall) async throws(Fault) -> Row {
        try await change(call) { bag throws(Fault) in
            for (place, item) in items.enumerated() {
                try bag.remove(item.sku, item.quantity, self, at: "items[\(place)].")
            }
        }
    }

    package func remove(_ sku: String, _ call: FeatureCall) async throws(Fault) {
        _ = try await change(call) { bag throws(Fault) in try bag.remove(sku, nil, self) }
    }

    package func set(_ sku: String, _ quantity: Int, _ call: FeatureCall) async throws(Fault) {
        _ = try await change(call) { bag throws(Fault) in try bag.set(sku, quantity, self) }
    }

    /// The screen of a product that the bag's screen shows.
    /// - Throws: `not_found` for another one.
    package func route(ofBagged sku: String, _ call: FeatureCall) throws(Fault) -> String {
        let lines = call.shown.first.map { $0[fields.bag] } ?? []
        guard lines.contains(where: { $0.key.utf8.elementsEqual(sku.utf8) }) else {
            throw .notInBag(sku, of: self, lines, field: ProductFields.sku.name)
        }
        return RouteTemplate(Self.route).filled([ProductFields.sku.name: sku])
    }

    func contents(_ call: FeatureCall) async throws(Fault) -> Bag {
        let bytes: [UInt8]?
        do throws(StorageFailure) {
            bytes = try await call.state.value(for: Self.bagKey)
        } catch {
            throw Fault(error, module: call.upstream.module)
        }
        return try bag(bytes, call)
    }

    private func bag(_ bytes: [UInt8]?, _ call: FeatureCall) throws(Fault) -> Bag {
        guard let bytes else { return Bag() }
        guard let bag = Bag(stored: bytes, self, call.rowContext) else { throw .unreadableBag }
        return bag
    }

    private func change(
        _ call: FeatureCall, _ change: @escaping @Sendable (inout Bag) throws(Fault) -> Void
    ) async throws(Fault) -> Row {
        let refusal = Mutex<Fault?>(nil)
        let bytes: [UInt8]?
        do throws(StorageFailure) {
            bytes = try await call.state.update(Self.bagKey) { bytes throws(StorageFailure) in
                do throws(Fault) {
                    var bag = try bag(bytes, call)
                    try change(&bag)
                    return bag.lines.isEmpty ? nil : rows(of: bag).serialized()
                } catch {
                    refusal.withLock { $0 = error }
                    throw .refused(reason: error.message)
                }
            }
        } catch {
            throw refusal.withLock { $0 } ?? Fault(error, module: call.upstream.module)
        }
        return row(of: try bag(bytes, call))
    }

    private func row(of bag: Bag) -> Row {
        self.bag.row { row in
            row.set(fields.bag, rows(of: bag))
            row.set(fields.count, bag.count)
            row.set(fields.totals, bag.totals)
        }
    }
}
