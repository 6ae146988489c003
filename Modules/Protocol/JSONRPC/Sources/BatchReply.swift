import Synchronization

/// The answers to one batch, sent as one array, in the order of the requests, when the last is in (JSON-RPC 2.0 section
/// 6), or not at all when the batch held notifications only.
package final class BatchReply: Sendable {
    private let state: Mutex<(open: Int, replies: [[UInt8]?])>
    private let send: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - count: how many members the batch has; each must be ended exactly once.
    ///   - send: takes the finished array.
    package init(count: Int, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.state = Mutex((count, Array(repeating: nil, count: max(0, count))))
        self.send = send
    }

    /// Ends one member of the batch.
    /// - Parameters:
    ///   - index: its place in the batch, from 0.
    ///   - reply: nil when it gets no answer: a notification, a cancelled call.
    package func end(_ index: Int, _ reply: [UInt8]?) {
        let finished = state.withLock { state -> [[UInt8]]? in
            if state.replies.indices.contains(index) { state.replies[index] = reply }
            state.open -= 1
            let replies = state.open == 0 ? state.replies.compactMap { $0 } : []
            return replies.isEmpty ? nil : replies
        }
        guard let finished else { return }
        var bytes = [UInt8(ascii: "[")]
        bytes.reserveCapacity(finished.reduce(2) { $0 + $1.count + 1 })
        for (index, reply) in finished.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += reply
        }
        bytes.append(UInt8(ascii: "]"))
        send(bytes)
    }
}
