import JSON
import Synchronization
import Testing

@testable import JSONRPC

/// Requests of our own, from their sending to their outcomes.
@Suite("Outgoing requests") struct OutgoingRequestsTests {
    /// The other side: what it was sent, and who waits for it.
    private final class Other: Sendable {
        let requests: OutgoingRequests
        private let executor = ManualExecutor()
        private let sent: Sent
        private let outcomes = Mutex<[String: String]>([:])

        init(limit: Int = 8) {
            let sent = Sent()
            requests = OutgoingRequests(prefix: "own-", limit: limit) { bytes in sent.add(text(bytes)) }
            self.sent = sent
        }

        var messages: [String] { sent.all }

        /// Asks so many things at once, under a name of the test's own.
        func ask(_ name: String, count: Int = 1) -> Task<Void, Never> {
            let asked = (0..<count).map { number in
                OutgoingRequests.Request("do/a") { $0.value(["n": .integer(number)]) }
            }
            let task = Task(executorPreference: executor) { [self] in
                let told = await requests.ask(asked).map(Self.told).joined(separator: ", ")
                outcomes.withLock { $0[name] = told }
            }
            executor.run()
            return task
        }

        func answer(_ message: String) throws {
            guard case .response(let response) = RPCMessage(try read(message)) else {
                Issue.record("no response: \(message)")
                return
            }
            requests.received(response)
            executor.run()
        }

        func cancel(_ task: Task<Void, Never>) {
            task.cancel()
            executor.run()
        }

        func end() {
            requests.end()
            executor.run()
        }

        /// Nil while it waits.
        func outcome(_ name: String) -> String? { outcomes.withLock { $0[name] } }

        private static func told(_ outcome: OutgoingRequests.Outcome) -> String {
            switch outcome {
            case .result(let node): text(node.rawText)
            case .error(let code, let message): "error \(code) \(message)"
            case .cancelled: "cancelled"
            case .ended: "ended"
            case .full: "full"
            }
        }
    }

    private final class Sent: Sendable {
        private let messages = Mutex<[String]>([])
        var all: [String] { messages.withLock { $0 } }
        func add(_ message: String) { messages.withLock { $0.append(message) } }
    }

    @Test("a request has an id of our own, and waits for the answer to it, whatever else is answered")
    func one() throws {
        let other = Other()
        _ = other.ask("a")
        #expect(other.messages == [#"{"jsonrpc":"2.0","id":"own-1","method":"do/a","params":{"n":0}}"#])
        for stray in ["1", #""own-2""#, #""own-""#, "null"] {
            try other.answer(#"{"jsonrpc":"2.0","id":\#(stray),"result":0}"#)
        }
        try other.answer(#"{"jsonrpc":"2.0","result":0}"#)
        #expect(other.outcome("a") == nil)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-\u0031","result":{"b":1}}"#)
        #expect(other.outcome("a") == #"{"b":1}"#)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-1","result":"twice"}"#)
        #expect(other.outcome("a") == #"{"b":1}"#)
    }

    @Test("several at once have their outcomes together, in the order they were asked")
    func several() throws {
        let other = Other()
        _ = other.ask("a", count: 3)
        _ = other.ask("b")
        #expect(other.messages.count == 4)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-3","result":3}"#)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-1","error":{"code":-1,"message":"no"}}"#)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-4","result":"b"}"#)
        #expect(other.outcome("a") == nil && other.outcome("b") == #""b""#)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-2","result":2}"#)
        #expect(other.outcome("a") == "error -1 no, 2, 3")
    }

    @Test("whoever is cancelled waits no longer, and the other side is told of what it still owed")
    func cancelled() throws {
        let other = Other()
        let task = other.ask("a", count: 2)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-1","result":1}"#)
        other.cancel(task)
        #expect(other.outcome("a") == "1, cancelled")
        #expect(other.messages.count == 3)
        let told = try read(try #require(other.messages.last))
        #expect(told["method"]?.string == "notifications/cancelled" && told["id"] == nil)
        #expect(told["params"]?["requestId"]?.string == "own-2")
        try other.answer(#"{"jsonrpc":"2.0","id":"own-2","result":2}"#)
        #expect(other.outcome("a") == "1, cancelled" && other.messages.count == 3)
    }

    @Test("a task that is cancelled already asks nothing")
    func cancelledBefore() async {
        let other = Other()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await other.requests.ask([OutgoingRequests.Request("do", params: nil)]).count
        }
        #expect(await task.value == 1)
        #expect(other.messages == [])
    }

    @Test("after the end all that wait have it, and nothing more is sent")
    func ended() throws {
        let other = Other()
        _ = other.ask("a", count: 2)
        try other.answer(#"{"jsonrpc":"2.0","id":"own-2","result":2}"#)
        other.end()
        #expect(other.outcome("a") == "ended, 2")
        _ = other.ask("b")
        #expect(other.outcome("b") == "ended" && other.messages.count == 2)
    }

    @Test("beyond the limit nothing is sent, and what is answered makes room")
    func limit() throws {
        let other = Other(limit: 2)
        _ = other.ask("a")
        _ = other.ask("b", count: 2)
        #expect(other.outcome("b") == "full, full" && other.messages.count == 1)
        _ = other.ask("c")
        try other.answer(#"{"jsonrpc":"2.0","id":"own-1","result":1}"#)
        _ = other.ask("d")
        #expect(other.messages.count == 3 && other.outcome("a") == "1")
        #expect(other.outcome("c") == nil && other.outcome("d") == nil)
        other.end()
        #expect(other.outcome("c") == "ended" && other.outcome("d") == "ended")
    }

    @Test("a request without params has none")
    func noParams() throws {
        let bytes = RPCReply.request(RPCIdentifier(text: "a\"b"), "roots/list", nil)
        #expect(text(bytes) == #"{"jsonrpc":"2.0","id":"a\"b","method":"roots/list"}"#)
    }
}
