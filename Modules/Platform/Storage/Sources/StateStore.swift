/// Durable key-value state, as features see it: likes, bags, answers, memos.
///
/// What an implementation promises is written as tests in `StateStoreLaws`; every implementation runs them.
package protocol StateStore: Sendable {
    /// Makes a key's new value of its current one (nil when there is none); nil removes the key.
    typealias Transform = @Sendable (_ current: [UInt8]?) throws(StorageFailure) -> [UInt8]?

    /// The value last committed under `key`, by this process or another; nil when there is none.
    ///
    /// Synchronous, a few microseconds. A commit that was answered is always seen.
    func value(for key: StateKey) throws(StorageFailure) -> [UInt8]?

    /// The values last committed under `keys`, as of one commit, in the keys' order; nil where there is none. For many keys
    /// several times as quick as one after the other.
    func values(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?]

    /// The first `limit` entries of `namespace` in the order of their keys' UTF-8 bytes, as of one commit.
    ///
    /// A limit of zero or less gives none.
    func entries(in namespace: String, limit: Int) throws(StorageFailure) -> [(key: String, value: [UInt8])]

    /// Makes all `changes`, in their order, or none. Returns when they are durable.
    ///
    /// Once begun it runs to its end: cancelling the task does not take it back. When it throws, nothing was changed,
    /// except that after a write error of the disk a later start may find the changes made (all of them, never a part).
    func commit(_ changes: [StateChange]) async throws(StorageFailure)

    /// Replaces the value of `key` by what `transform` makes of it; no other writer, in any process, comes in between.
    /// Returns the new value when it is durable.
    ///
    /// `transform` runs on the store's own thread: it must be quick, must not wait for the store, and may be called
    /// again when the write has to be repeated. What it throws is thrown here, and nothing is changed;
    /// `StorageFailure.refused(reason:)` is for its own reasons.
    func update(_ key: StateKey, _ transform: @escaping Transform) async throws(StorageFailure) -> [UInt8]?

    /// Calls `body` after each commit of this process that named keys of `namespace`, with those keys, each once, in
    /// the order of the commits, and before the commit's caller goes on. Ends when the token is cancelled or let go.
    ///
    /// `body` runs on the store's own thread: it may read the store, must be quick, and must not wait for a commit.
    /// Commits of other processes are not told; reads see them.
    func observe(_ namespace: String, _ body: @escaping @Sendable ([StateKey]) -> Void) -> StateObservation

    /// Waits for the writes already begun, then lets go of the file. Later reads and writes throw `.closed`.
    func close() async
}
