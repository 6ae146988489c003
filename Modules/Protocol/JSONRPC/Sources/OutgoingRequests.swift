package import JSON
import Synchronization

/// Requests of our own to the other side, and who waits for their answers. Ids are texts with a prefix, so that no log
/// takes one for the other side's.
package final class OutgoingRequests: Sendable {
    /// One request.
    package struct Request: Sendable {
        let method: StaticString
        let params: (@Sendable (inout JSONWriter) -> Void)?

        /// - Parameter params: writes exactly one JSON object; nil for none.
        package init(_ method: StaticString, params: (@Sendable (inout JSONWriter) -> Void)?) {
            self.method = method
            self.params = params
        }
    }

    /// Result of a request.
    package enum Outcome: Sendable {
        case result(JSONNode)
        case error(code: Int, message: String)
        /// Whoever waited was cancelled; the other side was told.
        case cancelled
        /// No answer can come any more.
        case ended
        /// Too many requests wait already; it was not sent.
        case full
    }

    /// Requests that were sent at once: who waits gets all outcomes together.
    private struct Exchange {
        let ids: [RPCIdentifier]
        var outcomes: [RPCIdentifier: Outcome] = [:]
        var waiting: CheckedContinuation<[RPCIdentifier: Outcome], Never>?
    }

    private struct State {
        var sent = 0
        var exchanges: [Int: Exchange] = Dictionary()
        /// The exchange of each request that is not answered.
        var open: [RPCIdentifier: Int] = Dictionary()
        var isOver = false
    }

    private let prefix: String
    private let limit: Int
    private let send: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - prefix: what ids begin with.
    ///   - limit: requests that may wait for their answers.
    ///   - send: takes the messages.
    package init(prefix: String, limit: Int, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.prefix = prefix
        self.limit = limit
        self.send = send
    }

    /// Sends requests at once, and waits until each has an outcome or the task is cancelled.
    /// - Returns: the outcomes in the order of the requests.
    package func ask(_ requests: [Request]) async -> [Outcome] {
        guard !Task.isCancelled else { return requests.map { _ in .cancelled } }
        let number: Int
        let ids: [RPCIdentifier]
        switch begin(requests.count) {
        case .refused(let outcome): return requests.map { _ in outcome }
        case .begun(let begun): (number, ids) = begun
        }
        for (id, request) in zip(ids, requests) { send(RPCReply.request(id, request.method, request.params)) }
        let outcomes = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(for: number, continuation) }
        } onCancel: {
            end(number, .cancelled)
        }
        for id in ids {
            guard case .cancelled = outcomes[id] else { continue }
            send(
                RPCReply.notification("notifications/cancelled") { writer in
                    writer.beginObject()
                    writer.key("requestId")
                    id.write(into: &writer)
                    writer.key("reason")
                    writer.string("the call that asked was cancelled" as StaticString)
                    writer.endObject()
                })
        }
        return ids.map { outcomes[$0] ?? .ended }
    }

    /// Takes an answer; one that nobody waits for is ignored.
    package func received(_ response: RPCResponse) {
        let done = state.withLock { state -> Exchange? in
            guard let id = response.id, let number = state.open.removeValue(forKey: id) else { return nil }
            state.exchanges[number]?.outcomes[id] =
                switch response.outcome {
                case .result(let node): .result(node)
                case .error(let code, let message): .error(code: code, message: message)
                }
            return Self.takeDone(number, &state)
        }
        if let done { done.waiting?.resume(returning: done.outcomes) }
    }

    /// Ends all waiting, now and from now on: the other side answers nothing any more.
    package func end() {
        let numbers = state.withLock { state in
            state.isOver = true
            return Array(state.exchanges.keys)
        }
        for number in numbers { end(number, .ended) }
    }

    private enum Beginning {
        case begun((number: Int, ids: [RPCIdentifier]))
        case refused(Outcome)
    }

    private func begin(_ count: Int) -> Beginning {
        state.withLock { state in
            guard !state.isOver else { return .refused(.ended) }
            guard count > 0, state.open.count + count <= limit else { return .refused(.full) }
            let number = state.sent
            let ids = (0..<count).map { RPCIdentifier(text: "\(prefix)\(number + $0 + 1)") }
            state.sent += count
            state.exchanges[number] = Exchange(ids: ids)
            for id in ids { state.open[id] = number }
            return .begun((number, ids))
        }
    }

    private func wait(for number: Int, _ continuation: CheckedContinuation<[RPCIdentifier: Outcome], Never>) {
        let done = state.withLock { state -> Exchange? in
            state.exchanges[number]?.waiting = continuation
            return Self.takeDone(number, &state)
        }
        if let done { continuation.resume(returning: done.outcomes) }
    }

    /// Gives each request of an exchange that has no outcome this one.
    private func end(_ number: Int, _ outcome: Outcome) {
        let done = state.withLock { state -> Exchange? in
            for id in state.exchanges[number]?.ids ?? [] where state.open.removeValue(forKey: id) != nil {
                state.exchanges[number]?.outcomes[id] = outcome
            }
            return Self.takeDone(number, &state)
        }
        if let done { done.waiting?.resume(returning: done.outcomes) }
    }

    /// The exchange, if it has all its outcomes and somebody waits for them; it is over then.
    private static func takeDone(_ number: Int, _ state: inout State) -> Exchange? {
        guard let exchange = state.exchanges[number], exchange.waiting != nil,
            exchange.outcomes.count == exchange.ids.count
        else { return nil }
        state.exchanges[number] = nil
        return exchange
    }
}
