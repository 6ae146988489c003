import Synchronization

/// The answers to one batch: one array, in the order of the requests, when the last is in (JSON-RPC 2.0 section 6), or
/// nothing when the batch held notifications only.
package final class BatchReply: Sendable {
    private struct State {
        var open: Int
        var replies: [[UInt8]?]
        /// Bytes of all replies.
        var bytes = 0
    }

    private let state: Mutex<State>
    private let limit: Int

    /// - Parameters:
    ///   - count: how many members the batch has; each must be ended exactly once.
    ///   - limit: bytes of all replies together; from then on a reply is replaced by a short one.
    package init(count: Int, limit: Int) {
        self.state = Mutex(State(open: count, replies: Array(repeating: nil, count: max(0, count))))
        self.limit = limit
    }

    /// The replies have reached the limit: what is not begun yet need not be.
    package var isFull: Bool { state.withLock { $0.bytes >= limit } }

    /// Ends one member of the batch.
    /// - Parameters:
    ///   - index: its place in the batch, from 0.
    ///   - reply: nil when it gets no answer: a notification, a cancelled call.
    ///   - short: stands instead when there is no room for the reply.
    /// - Returns: the array, with the last member; nil before, and when there is none.
    package func end(_ index: Int, _ reply: [UInt8]?, orShort short: () -> [UInt8]) -> [UInt8]? {
        let finished = state.withLock { state -> [[UInt8]]? in
            if let reply, state.replies.indices.contains(index) {
                let fits = reply.count <= limit - state.bytes
                // Beyond the limit even a short reply counts no more: the members are few enough for that.
                state.bytes = fits ? state.bytes + reply.count : limit
                state.replies[index] = fits ? reply : short()
            }
            state.open -= 1
            let replies = state.open == 0 ? state.replies.compactMap { $0 } : []
            return replies.isEmpty ? nil : replies
        }
        guard let finished else { return nil }
        var bytes = [UInt8(ascii: "[")]
        bytes.reserveCapacity(finished.reduce(2) { $0 + $1.count + 1 })
        for (index, reply) in finished.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += reply
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
