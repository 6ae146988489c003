import Synchronization

/// Keys of the rows that walks through lists gave, by the cursor at which each goes on: where an upstream repeats a row on a later page,
/// the walk does not. Another process knows none of them.
final class GivenRows: Sendable {
    /// The rows of one answer, behind those of the answers before it.
    final class Answer: Sendable {
        private let own: RowKeySet
        private let before: Answer?
        private let count: Int

        /// Keys that one walk remembers, nearly: an older answer is forgotten whole.
        private static let most = 4_000

        fileprivate init(_ own: RowKeySet, behind before: Answer?) {
            self.own = own
            let count = own.count + (before?.count ?? 0)
            self.before = count > Self.most ? nil : before
            self.count = self.before == nil ? own.count : count
        }

        /// Keys of the walk so far.
        var keys: RowKeySet {
            var keys = own
            var next = before
            while let answer = next {
                keys.formUnion(answer.own)
                next = answer.before
            }
            return keys
        }
    }

    /// Walks that are remembered, the newest last.
    private let walks = Mutex<[(cursor: ExactName, answer: Answer)]>([])
    private static let most = 32

    func answer(to cursor: String) -> Answer? {
        let cursor = ExactName(cursor)
        return walks.withLock { walks in walks.last { $0.cursor == cursor }?.answer }
    }

    func note(_ keys: RowKeySet, _ before: Answer?, _ cursor: String) {
        let walk = (cursor: ExactName(cursor), answer: Answer(keys, behind: before))
        walks.withLock { walks in
            walks.removeAll { $0.cursor == walk.cursor }
            walks.append(walk)
            if walks.count > Self.most { walks.removeFirst() }
        }
    }
}
