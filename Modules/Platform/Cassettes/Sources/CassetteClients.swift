package import HTTP
package import Masking
import Synchronization

/// Passes requests on and has what came back written down. The answer never waits for that; a failure to write is told.
package struct RecordingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let cassette: Cassette
    private let redaction: Redaction
    private let writer: CassetteWriter
    private let warn: @Sendable (String) -> Void

    /// - Parameters:
    ///   - client: the one that asks the upstream.
    ///   - redaction: what no cassette may hold.
    ///   - writer: writes to the file, on a thread of its own.
    ///   - warn: takes a sentence when exchanges could not be written: once, until one could be again.
    package init(
        _ client: any HTTPClient, to cassette: Cassette, _ redaction: Redaction, writer: CassetteWriter,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.cassette = cassette
        self.redaction = redaction
        self.writer = writer
        self.warn = warn
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let response = try await client.send(request)
        let (redaction, cassette) = (redaction, cassette)
        writer.append(to: cassette, bytes: response.body.count, warn: warn) {
            Exchange(request, response, redaction).line()
        }
        return response
    }
}

/// Answers from a cassette alone, without suspending and without the network.
package final class ReplayingHTTPClient: HTTPClient {
    private enum Tape {
        case unread
        /// By the bytes of their keys: two texts that only look alike are two requests.
        case read([[UInt8]: [Exchange]])
        case broken(String)
    }

    private struct State {
        var tape = Tape.unread
        /// Number of answers already given, by request.
        var given: [[UInt8]: Int] = [:]
    }

    private let cassette: Cassette
    private let redaction: Redaction
    private let state = Mutex(State())

    /// - Parameter redaction: what was left out of the cassette.
    package init(_ cassette: Cassette, _ redaction: Redaction) {
        self.cassette = cassette
        self.redaction = redaction
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let key = Exchange.key(of: request, redaction)
        let outcome = state.withLock { state -> Result<HTTPResponse, HTTPFailure> in
            if case .unread = state.tape { state.tape = load() }
            switch state.tape {
            case .read(let exchanges):
                let bytes = Array(key.utf8)
                guard let answers = exchanges[bytes] else { return .failure(.notRecorded(request: key)) }
                let index = min(state.given[bytes] ?? 0, answers.count - 1)
                state.given[bytes] = index + 1
                return .success(answers[index].response)
            case .broken(let sentence): return .failure(.cassetteUnusable(detail: sentence))
            case .unread: return .failure(.notRecorded(request: key))
            }
        }
        return try outcome.get()
    }

    private func load() -> Tape {
        do throws(CassetteFault) {
            return .read(Dictionary(grouping: try cassette.read().exchanges, by: { Array($0.key.utf8) }))
        } catch {
            return .broken(error.sentence)
        }
    }
}
