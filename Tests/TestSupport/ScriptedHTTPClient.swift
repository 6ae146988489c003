package import HTTP
import Synchronization
package import Testing

/// An `HTTPClient` in memory: gives prepared answers, records what was asked, and fails the test when it is asked
/// something it has no answer for.
package final class ScriptedHTTPClient: HTTPClient {
    /// Answer to one request.
    package enum Answer: Sendable {
        case response(HTTPResponse)
        case failure(HTTPFailure)
        /// Waits until the test releases it, or until the request is cancelled.
        case held(HeldAnswer)

        /// A 200 with this text as its body.
        package static func body(_ text: String) -> Answer {
            .response(HTTPResponse(status: 200, body: Array(text.utf8)))
        }
    }

    private struct State {
        var queue: [Answer]
        var requests: [HTTPRequest] = []
    }

    private let state: Mutex<State>
    private let respond: (@Sendable (HTTPRequest) -> Answer?)?
    private let sourceLocation: SourceLocation

    /// Answers in this order, one for each request.
    package init(_ queue: [Answer] = [], sourceLocation: SourceLocation = #_sourceLocation) {
        state = Mutex(State(queue: queue))
        respond = nil
        self.sourceLocation = sourceLocation
    }

    /// Answers what `respond` says; nil is an unexpected request.
    package init(
        respond: @escaping @Sendable (HTTPRequest) -> Answer?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        state = Mutex(State(queue: []))
        self.respond = respond
        self.sourceLocation = sourceLocation
    }

    /// Every request so far, in the order they came.
    package var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The answers of the queue that nobody asked for yet.
    package var unusedCount: Int { state.withLock { $0.queue.count } }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let queued: Answer? = state.withLock { state in
            state.requests.append(request)
            return respond == nil && !state.queue.isEmpty ? state.queue.removeFirst() : nil
        }
        switch queued ?? respond?(request) {
        case .response(let response): return response
        case .failure(let failure): throw failure
        case .held(let held): return try await held.wait().get()
        case nil:
            Issue.record("Unexpected request: GET \(request.redactedURL)", sourceLocation: sourceLocation)
            throw .offline
        }
    }
}

/// An answer that the test gives when it is ready to. One request can wait for it.
package final class HeldAnswer: Sendable {
    private struct State {
        var answer: Result<HTTPResponse, HTTPFailure>?
        var waiting: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>?
        var isRequested = false
        var observers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Answers the request that waits, or that will come. Only the first answer counts.
    package func release(_ answer: Result<HTTPResponse, HTTPFailure>) {
        let waiting = state.withLock { state in
            if state.answer == nil { state.answer = answer }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }

    /// Returns once a request has come for this answer.
    package func waitUntilRequested() async {
        await withCheckedContinuation { continuation in
            let isRequested = state.withLock { state in
                if !state.isRequested { state.observers.append(continuation) }
                return state.isRequested
            }
            if isRequested { continuation.resume() }
        }
    }

    fileprivate func wait() async -> Result<HTTPResponse, HTTPFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (ready, observers) = state.withLock { state in
                    state.isRequested = true
                    defer { state.observers = [] }
                    if state.answer == nil { state.waiting = continuation }
                    return (state.answer, state.observers)
                }
                if let ready { continuation.resume(returning: ready) }
                for observer in observers { observer.resume() }
            }
        } onCancel: {
            release(.failure(.cancelled))
        }
    }
}

extension HTTPClient {
    /// The answer or the failure as one value, to be compared after a task has ended.
    package func result(of request: HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> {
        do {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}
