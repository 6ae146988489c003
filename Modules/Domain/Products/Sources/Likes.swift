package import Core
package import Storage

/// Which products the user likes: one durable truth, whichever module shows or changes it.
package struct Likes: Sendable {
    private let store: any StateStore
    private let module: String

    private static let namespace = "products.likes"

    /// - Parameters:
    ///   - store: shared by all modules.
    ///   - module: the id that faults name.
    package init(_ store: any StateStore, module: String) {
        self.store = store
        self.module = module
    }

    /// - Returns: false for a product that was never liked.
    /// - Throws: `storage_failed`.
    package func isLiked(_ sku: String) throws(Fault) -> Bool {
        do throws(StorageFailure) {
            return try store.value(for: Self.key(sku)) != nil
        } catch {
            throw Fault(error, module: module)
        }
    }

    /// The products with their likes. What can't be read counts as not liked: a list is worth more than its hearts.
    /// - Returns: the products in their order, and why likes could not be read.
    package func shown(_ products: [Product]) -> (products: [ShownProduct], failure: Fault?) {
        do throws(StorageFailure) {
            let likes = try store.values(for: products.map { Self.key($0.sku) })
            return (zip(products, likes).map { ShownProduct($0, isLiked: $1 != nil) }, nil)
        } catch {
            return (products.map { ShownProduct($0, isLiked: false) }, Fault(error, module: module))
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

    /// - Parameter changed: called with the skus after each commit of this process that changed their likes, on the
    ///   store's thread; must be quick. Ends when the observation is let go.
    package func observe(_ changed: @escaping @Sendable ([String]) -> Void) -> StateObservation {
        store.observe(Self.namespace) { keys in changed(keys.map(\.key)) }
    }

    private static func key(_ sku: String) -> StateKey { StateKey(namespace: namespace, key: sku) }

    private static let unchanged = "The like is as it should be."
}
