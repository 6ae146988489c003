package import HTTP
import Synchronization

/// Requests to an upstream since this process last wrote to it: kept answers from before are confirmed once each.
final class WriteMark: Sendable {
    private struct State {
        var hasWritten = false
        var asked: Set<String> = []
    }

    private let state = Mutex(State())
    /// Addresses that are remembered; others are confirmed each time.
    private static let most = 4_096

    func note() { state.withLock { $0 = State(hasWritten: true) } }

    /// Whether a kept answer to a request may be from before the last write.
    func isBehind(_ request: HTTPRequest) -> Bool {
        state.withLock { state in
            guard state.hasWritten else { return false }
            if state.asked.contains(request.redactedURL) { return false }
            if state.asked.count < Self.most { state.asked.insert(request.redactedURL) }
            return true
        }
    }
}

extension FeatureCall {
    /// A request as this call may send it: a screen, and a process that wrote to the upstream, see what is there now.
    package func prepared(_ request: HTTPRequest) -> HTTPRequest {
        guard request.method == .get else { return request }
        var request = request
        // Asked for long before it changes, whoever asks.
        let isLasting = request.lifetime.map { $0 > 0 } ?? false
        request.mustRevalidate = Background.isCurrent && !isLasting || environment.written.isBehind(request)
        return request
    }

    /// Notes that the upstream was written to.
    package func didWrite() {
        environment.written.note()
        environment.pages.forget()
    }
}
