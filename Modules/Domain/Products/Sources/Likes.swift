package import FeatureKit
package import Storage

/// Which products the user likes: one durable truth, whichever feature shows or changes it.
package enum Likes {
    package static let namespace = StateNamespace("products.likes")

    /// Whether a product is liked; nil where that is not known.
    static func isLiked(_ product: Row, _ overlays: Overlays) -> Bool? {
        do throws(StorageFailure) { return try overlays.value(of: product, in: namespace) != nil } catch { return nil }
    }

    fileprivate static func key(_ sku: String) -> StateKey { StateKey(namespace: namespace, key: sku) }
}

extension Shop {
    /// Likes products, or takes that back: all or none, durable when this returns. What is so already is not written again.
    /// - Returns: the answer, with the products' names.
    /// - Throws: `not_found`, `storage_failed`; nothing is changed then.
    @discardableResult
    package func like(_ skus: [String], _ isLiked: Bool, _ call: FeatureCall) async throws(Fault) -> Row {
        let products = try await products(skus, call)
        do throws(StorageFailure) {
            let keys = skus.map(Likes.key)
            try await call.state.readyToWrite()
            if try await call.state.values(for: keys).contains(where: { ($0 != nil) != isLiked }) {
                try await call.state.commit(keys.map { isLiked ? .set($0, [UInt8(ascii: "1")]) : .remove($0) })
            }
        } catch {
            throw Fault(error, module: call.upstream.module)
        }
        return likes.row { row in
            row.set(fields.isLiked, isLiked)
            row.set(
                fields.items,
                fields.named.rows(of: products) { product, row in
                    row.set(ProductFields.sku, product.key)
                    row.set(fields.plainName, product[fields.name])
                })
        }
    }
}
