/// One entry of a state, and the version of the commit that made it.
package struct StoredEntry: Sendable, Equatable {
    package let key: StateKey
    package let value: [UInt8]
    package let version: Int64

    package init(key: StateKey, value: [UInt8], version: Int64) {
        (self.key, self.value, self.version) = (key, value, version)
    }
}

/// A state as it is moved, compared and written down: its entries in the order of their names' bytes, a few at a time. Blocks the
/// caller's thread; not for two threads at once.
///
/// Removed entries are none of it. One entry is kept apart: `mark`, of an unfinished move into this state.
package protocol WholeState: AnyObject {
    /// The state as commands spell it, without a password.
    var name: String { get }

    /// Begins to read, as of one commit; nothing is made or changed. Ends what was begun before.
    /// - Returns: false where the state was not made yet: it has no entries then.
    func beginReading() throws(StorageFailure) -> Bool

    /// Begins a transaction that no other writer comes into, and makes what is missing of the state. Ends what was begun before.
    /// - Returns: the version that the commit will have.
    func beginWriting() throws(StorageFailure) -> Int64

    /// Entries whose names come after `key`, in their order: at most `WholeLimits.entries`, and about `WholeLimits.bytes`.
    /// - Parameters:
    ///   - key: nil begins with the first.
    ///   - last: nil has no end; otherwise no name after it is given.
    func page(after key: StateKey?, through last: StateKey?) throws(StorageFailure) -> [StoredEntry]

    /// Number of entries of each namespace that has some, in the order of the names' bytes.
    func counts() throws(StorageFailure) -> [(namespace: StateNamespace, entries: Int)]

    /// The mark of an unfinished move; nil without one.
    func mark() throws(StorageFailure) -> [UInt8]?

    /// Stores and removes; each key once. After `beginWriting` alone.
    func put(_ changes: [StateChange]) throws(StorageFailure)

    /// Makes what was put durable, all or nothing. After an error nothing was changed, except for
    /// `ServerFault.unanswered`.
    func commit() throws(StorageFailure)

    /// Ends reading, or writing without a trace.
    func end()

    /// False where somebody may have written during a reading that took no lock: what was read may be torn.
    var isUndisturbed: Bool { get }
}

extension WholeState {
    /// All entries after `key` and not after `last`, in their order.
    package func entries(after key: StateKey?, through last: StateKey?) throws(StorageFailure) -> [StoredEntry] {
        var all: [StoredEntry] = []
        while true {
            let page = try page(after: all.last?.key ?? key, through: last)
            if page.isEmpty { return all }
            all += page
        }
    }
}

/// Bounds of a page of a whole state.
package enum WholeLimits {
    package static let entries = 1_000
    /// Bytes of values; a page may be over it by one value.
    package static let bytes = 4 << 20
}

extension StateKey {
    /// The entry that marks a state as one that a move into it has not finished. No data has this origin.
    package static let mark = StateKey(namespace: StateNamespace("move", origin: "galleria"), key: "")

    /// True if this name comes before `other`: origin, then namespace, then key, by their bytes.
    package func precedes(_ other: StateKey) -> Bool {
        let pairs = [
            (namespace.origin, other.namespace.origin), (namespace.name, other.namespace.name), (key, other.key),
        ]
        for (one, two) in pairs where !one.utf8.elementsEqual(two.utf8) {
            return one.utf8.lexicographicallyPrecedes(two.utf8)
        }
        return false
    }
}

extension Duration {
    /// Whole milliseconds, as many as an `Int` holds.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let (product, isOver) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
        return isOver ? .max : product + Int(attoseconds / 1_000_000_000_000_000)
    }
}
