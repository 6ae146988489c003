import DesignSystem
import FeatureKit
import JSON
import Storage

/// The bag as it is kept: one value, changed in one transaction whoever else, in any process, changes it too.
struct BagStorage: Sendable {
    let store: any StateStore
    /// For whom the prices are written.
    let locale: TextLocale

    private static let key = StateKey(namespace: ProductDetail.id, key: "bag")

    /// The bag, once it was read.
    /// - Throws: `storage_failed`, also for a bag that can't be read: it is never taken for an empty one.
    func bag() async throws(Fault) -> Bag {
        await store.ready()
        return try knownBag()
    }

    /// Why the bag may be another one by now; nil when it is known as it is.
    var trouble: Fault? { store.trouble.map { Fault($0, module: ProductDetail.id) } }

    /// The bag as it is known at this moment.
    /// - Throws: as `bag`.
    func knownBag() throws(Fault) -> Bag {
        do throws(StorageFailure) {
            guard let bytes = try store.knownValue(for: Self.key) else { return Bag() }
            guard let bag = Bag(saved: bytes, locale: locale) else {
                throw .refused(reason: BagRefusal.unreadable.rawValue)
            }
            return bag
        } catch {
            throw Self.fault(error)
        }
    }

    /// Changes the bag; durable when this returns.
    /// - Returns: the bag as it is then.
    /// - Throws: `storage_failed`, or the fault of the refusal that `change` threw.
    @discardableResult
    func change(_ change: @escaping @Sendable (inout Bag) throws(BagRefusal) -> Void) async throws(Fault) -> Bag {
        do throws(StorageFailure) {
            let bytes = try await store.update(Self.key) { [locale] bytes throws(StorageFailure) in
                guard var bag = bytes.map({ Bag(saved: $0, locale: locale) }) ?? Bag() else {
                    throw .refused(reason: BagRefusal.unreadable.rawValue)
                }
                do throws(BagRefusal) { try change(&bag) } catch { throw .refused(reason: error.rawValue) }
                return bag.lines.isEmpty ? nil : bag.encoded()
            }
            return bytes.flatMap { Bag(saved: $0, locale: locale) } ?? Bag()
        } catch {
            if error == .refused(reason: BagRefusal.unchanged.rawValue) { return try await bag() }
            throw Self.fault(error)
        }
    }

    /// - Parameter changed: called after each change of the bag, whoever made it, on the store's thread; must be quick.
    func observe(changed: @escaping @Sendable () -> Void) -> StateObservation {
        store.observe(Self.key.namespace) { news in if news.concerns(Self.key) { changed() } }
    }

    private static func fault(_ failure: StorageFailure) -> Fault {
        if case .refused(let reason) = failure, let refusal = BagRefusal(rawValue: reason) { return .refused(refusal) }
        return Fault(failure, module: ProductDetail.id)
    }
}

extension Bag {
    /// - Returns: nil when `bytes` are not a bag that `encoded` wrote.
    init?(saved bytes: [UInt8], locale: TextLocale) {
        guard let rows = try? JSONDocument(parsing: bytes).root["lines"], rows.kind == .array else { return nil }
        let lines = rows.elements.compactMap { BagLine(saved: $0, locale: locale) }
        guard lines.count == rows.count, lines.count <= Self.mostLines else { return nil }
        self.init(lines: lines)
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter(reserving: 160 * (lines.count + 1))
        Self.saved.write(self, into: &writer)
        return writer.bytes
    }

    private static let saved = ResultShape<Bag>([
        ResultField("lines", .list(of: .object(BagLine.shape)), "One for each product.") { $0.lines }
    ])
}

extension BagLine {
    fileprivate init?(saved row: JSONNode, locale: TextLocale) {
        guard let sku = row["sku"]?.string, let name = row["name"]?.string, let quantity = row["quantity"]?.integer,
            (1...Bag.mostPieces).contains(quantity),
            let price = row["price"].flatMap({ Money(saved: $0, locale: locale) })
        else { return nil }
        self.init(sku: sku, name: name, quantity: quantity, price: price)
    }
}
