package import FeatureKit
package import Storage

/// Which products the user likes: one durable truth, whichever module shows or changes it.
package struct Likes: Sendable {
    private let store: any StateStore
    private let module: String

    private static let namespace = StateNamespace("products.likes")

    /// - Parameters:
    ///   - store: shared by all modules over the same source of data.
    ///   - module: the id that faults name.
    package init(_ store: any StateStore, module: String) {
        self.store = store
        self.module = module
    }

    /// Returns when the likes were read, or can't be read for now.
    package func ready() async { await store.ready() }

    /// The products with their likes as they are known at this moment. Without any known they have none: a list is worth more
    /// than its hearts.
    /// - Returns: the products in their order, and why likes are not known, or may have changed since.
    package func shown(_ products: [Product]) -> (products: [ShownProduct], failure: Fault?) {
        do throws(StorageFailure) {
            let likes = try store.knownValues(for: products.map { Self.key($0.sku) })
            return (
                zip(products, likes).map { ShownProduct($0, isLiked: $1 != nil) },
                store.trouble.map { Fault($0, module: module) }
            )
        } catch {
            return (products.map { ShownProduct($0, isLiked: nil) }, Fault(error, module: module))
        }
    }

    /// Likes a product, or takes that back; durable when this returns. What is so already is not written again.
    /// - Parameter sku: of any product, also one that the upstream does not list (any more).
    /// - Throws: `storage_failed`; nothing is changed then.
    package func set(_ sku: String, _ isLiked: Bool) async throws(Fault) {
        do throws(StorageFailure) {
            _ = try await store.update(Self.key(sku)) { value throws(StorageFailure) in
                if (value != nil) == isLiked { throw .refused(reason: Self.unchanged) }
                return isLiked ? [UInt8(ascii: "1")] : nil
            }
        } catch {
            if error == .refused(reason: Self.unchanged) { return }
            throw Fault(error, module: module)
        }
    }

    /// - Parameter changed: called after each change of likes, whoever made it, with the skus, or nil when any may have changed;
    ///   on the store's thread; must be quick. Ends when the observation is let go.
    package func observe(_ changed: @escaping @Sendable (_ skus: [String]?) -> Void) -> StateObservation {
        store.observe(Self.namespace) { news in
            switch news {
            case .keys(let keys): changed(keys.map(\.key))
            case .everything: changed(nil)
            }
        }
    }

    private static func key(_ sku: String) -> StateKey { StateKey(namespace: namespace, key: sku) }

    private static let unchanged = "The like is as it should be."
}
