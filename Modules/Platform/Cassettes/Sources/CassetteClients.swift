package import HTTP
import Synchronization

/// Passes requests on and writes down what came back. A failure to write is told, and the answer is given all the same.
package struct RecordingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let cassette: Cassette
    private let warn: @Sendable (String) -> Void

    /// - Parameters:
    ///   - client: the one that asks the upstream.
    ///   - warn: takes a sentence when an exchange could not be written.
    package init(_ client: any HTTPClient, to cassette: Cassette, warn: @escaping @Sendable (String) -> Void) {
        self.client = client
        self.cassette = cassette
        self.warn = warn
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let response = try await client.send(request)
        do throws(CassetteFault) {
            try cassette.append(Exchange(request, response))
        } catch {
            warn(error.sentence)
        }
        return response
    }
}

/// Answers from a cassette alone, without suspending and without the network.
package final class ReplayingHTTPClient: HTTPClient {
    private enum Tape {
        case unread
        case read([String: [Exchange]])
        case broken(String)
    }

    private struct State {
        var tape = Tape.unread
        /// How many answers to a request were given already.
        var given: [String: Int] = [:]
    }

    private let cassette: Cassette
    private let state = Mutex(State())

    package init(_ cassette: Cassette) {
        self.cassette = cassette
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let key = Exchange.key(of: request)
        let outcome = state.withLock { state -> Result<HTTPResponse, HTTPFailure> in
            if case .unread = state.tape { state.tape = load() }
            switch state.tape {
            case .read(let exchanges):
                guard let answers = exchanges[key] else { return .failure(.notRecorded(request: key)) }
                let index = min(state.given[key] ?? 0, answers.count - 1)
                state.given[key] = index + 1
                return .success(answers[index].response)
            case .broken(let sentence): return .failure(.cassetteUnusable(detail: sentence))
            case .unread: return .failure(.notRecorded(request: key))
            }
        }
        return try outcome.get()
    }

    private func load() -> Tape {
        do throws(CassetteFault) {
            return .read(Dictionary(grouping: try cassette.read().exchanges, by: \.key))
        } catch {
            return .broken(error.sentence)
        }
    }
}
