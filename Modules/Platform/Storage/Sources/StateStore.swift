/// Durable key-value state, as features see it: likes, bags, answers, memos.
///
/// What is stored lies in memory and is followed: reads are answered from there and never touch a file, whatever becomes of
/// it. What an implementation promises is written as tests in `StateStoreLaws`; every implementation runs them.
package protocol StateStore: AnyObject, Sendable {
    /// Makes a key's new value of its current one (nil when there is none); nil removes the key.
    typealias Transform = @Sendable (_ current: [UInt8]?) throws(StorageFailure) -> [UInt8]?

    /// Whether the store takes writes at all. False under `--read-only`: `commit` and `update` then throw `.readOnlyProcess`.
    var takesWrites: Bool { get }

    /// Returns when what is stored was read, or can't be read for now. Returns at once when memory is up to date; waits 250 ms
    /// at most for a lock, and 1 s for a disk that stalls.
    func ready() async

    /// Returns when what is stored is known as it is now: for a write that depends on it. Waits for that as long as a write may:
    /// connections that fail are tried again, and locks are waited for.
    /// - Throws: why it isn't known. Nothing was changed then.
    func readyToWrite() async throws(StorageFailure)

    /// Whether `ready` returns without waiting.
    var isReady: Bool { get }

    /// The same, for calls that are answered where they are read. Of a file the first that asks waits here until it was read, 5 ms at
    /// most: else every call that comes meanwhile waits in a task of its own, with 5 KB of memory.
    func isReadyForCalls() -> Bool

    /// Why what is stored may be newer than what reads give: the last attempt to read it failed. Nil when reads are up to date.
    var trouble: StorageFailure? { get }

    /// A number that rises with each change of what is in memory, whoever made it: what was made of the state is as it was while the number
    /// is. Nil before the first read, while there is trouble, once the store is closed, and of a store that does not count.
    var revision: Int? { get }

    /// The value in memory under `key`; nil when there is none. Asks for a first read where there was none.
    /// - Throws: `.unread` before the first read, why that failed when it did, `.closed`.
    func knownValue(for key: StateKey) throws(StorageFailure) -> [UInt8]?

    /// The values in memory under `keys`, as of one commit, in the keys' order; nil where there is none.
    /// - Throws: as `knownValue`.
    func knownValues(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?]

    /// All that is in memory of `namespace`, as of one commit.
    /// - Throws: as `knownValue`.
    func knownSpace(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace

    /// The first `limit` entries in memory of `namespace` in the order of their keys' UTF-8 bytes, as of one commit.
    ///
    /// A limit of zero or less gives none.
    /// - Throws: as `knownValue`.
    func knownEntries(in namespace: StateNamespace, limit: Int) throws(StorageFailure) -> [(
        key: String, value: [UInt8]
    )]

    /// Makes all `changes`, in their order, or none. Returns when they are durable, and in memory.
    ///
    /// Once begun it runs to its end: cancelling the task does not take it back. When it throws, nothing was changed,
    /// except that after a write error of the disk a later start may find the changes made (all of them, never a part).
    func commit(_ changes: [StateChange]) async throws(StorageFailure)

    /// Replaces the value of `key` by what `transform` makes of it; no other writer, in any process, comes in between.
    /// Returns the new value when it is durable, and in memory.
    ///
    /// `transform` runs on the store's own thread: it must be quick, must not wait for the store, and may be called
    /// again when the write has to be repeated. What it throws is thrown here, and nothing is changed;
    /// `StorageFailure.refused(reason:)` is for its own reasons.
    func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]?

    /// Calls `body` after each change of what is in memory that concerns `namespace`, whoever made it: this process, in the
    /// order of its commits and before the commit's caller goes on, or another one. Ends when the token is cancelled or let go.
    ///
    /// `body` runs on the store's own thread: it may read the store, must be quick, and must not wait for a commit.
    func observe(_ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void) -> StateObservation

    /// Fails the writes that wait for somebody else's lock, now and from now on: the process is ending.
    func hurry()

    /// Waits for the writes already begun, then lets go of the file. Later reads and writes throw `.closed`.
    func close() async
}

extension StateStore {
    package var isReady: Bool { false }

    package func isReadyForCalls() -> Bool { isReady }

    /// As `ready`, for a store whose reads wait for nobody.
    package func readyToWrite() async throws(StorageFailure) {
        await ready()
        if let trouble { throw trouble }
    }

    /// `knownValue`, once what is stored was read.
    package func value(for key: StateKey) async throws(StorageFailure) -> [UInt8]? {
        await ready()
        return try knownValue(for: key)
    }

    package var revision: Int? { nil }

    /// `knownValues`, once what is stored was read.
    package func values(for keys: [StateKey]) async throws(StorageFailure) -> [[UInt8]?] {
        await ready()
        return try knownValues(for: keys)
    }

    /// `knownEntries`, once what is stored was read.
    package func entries(
        in namespace: StateNamespace, limit: Int
    ) async throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        await ready()
        return try knownEntries(in: namespace, limit: limit)
    }
}

/// A change of what is in memory, as observers hear of it.
package enum StateNews: Sendable, Equatable {
    /// These keys have other values, or none, each named once.
    case keys([StateKey])
    /// Anything may have changed: the first read, a file that was exchanged, one that can't be read (again).
    case everything

    /// Several pieces of news as one; nil of none.
    init?(_ list: [StateNews]) {
        var keys: [StateKey] = []
        for news in list {
            guard case .keys(let more) = news else {
                self = .everything
                return
            }
            keys += more
        }
        if list.isEmpty { return nil }
        self = .keys(keys.withoutRepeats)
    }

    /// Whether the value of `key` may have changed.
    package func concerns(_ key: StateKey) -> Bool {
        switch self {
        case .keys(let keys): keys.contains(key)
        case .everything: true
        }
    }
}
