import FeatureKit
import HTTP
import JSON
import Synchronization

/// The sample data of a feature as an upstream whose answers a test alters, its lists cut so that an answer is small.
final class AlteredSamples: HTTPClient {
    /// Makes the bytes of an answer from the sample's body, by the address that was asked for, with what was sent there. An answer comes alike
    /// however often it is asked for, whatever else is asked at the same time.
    typealias Alteration = @Sendable (_ url: String, _ body: JSONValue) -> [UInt8]

    private struct Sample {
        let status: Int
        let body: JSONValue
        let bytes: [UInt8]
    }

    private struct State {
        var samples: [String: Sample] = [:]
        /// The first sample that was requested of each address, whatever was sent there.
        var first: [String: Sample] = [:]
        var alteration: Alteration?
        var requests: [HTTPRequest] = []
        var isAnsweringAlike = false

        /// The first sample of an address; of one that was not asked for, the first of all.
        func alike(_ url: String) -> Sample? { first[url] ?? first[""] }
    }

    private let respond: @Sendable (HTTPRequest) -> HTTPResponse?
    private let rows: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - respond: the feature's samples.
    ///   - rows: the most elements of any list; `.max` leaves all.
    init(_ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse?, rows: Int) {
        self.respond = respond
        self.rows = rows
    }

    /// Requests since the last `begin`.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The bodies of what was ever asked for and is JSON, by address.
    var bodies: [(url: String, body: JSONValue)] {
        state.withLock { state in
            state.samples.sorted { $0.key < $1.key }.map { (url: $0.key, body: $0.value.body) }
        }
    }

    /// - Parameter alteration: of all answers from now on; nil for none.
    func begin(_ alteration: Alteration?) {
        state.withLock { state in
            state.alteration = alteration
            state.requests = []
        }
    }

    /// Answers what is asked for from now on as the first request to the same address, or of all, unless it was asked for before: no sample is looked
    /// for, however odd the request.
    func answerAlike() { state.withLock { $0.isAnsweringAlike = true } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let url = Self.place(of: request)
        let (known, alteration) = state.withLock { state in
            state.requests.append(request)
            return (state.samples[url] ?? (state.isAnsweringAlike ? state.alike(request.url) : nil), state.alteration)
        }
        guard let sample = known ?? sample(request, url) else { return HTTPResponse(status: 404, source: .sample) }
        return HTTPResponse(
            status: sample.status, body: alteration?(url, sample.body) ?? sample.bytes, source: .sample)
    }

    /// The address that is asked for, with what is sent there: where questions are bodies, all go to one address.
    static func place(of request: HTTPRequest) -> String {
        let body = request.body ?? []
        return body.isEmpty ? request.url : "\(request.url) \(withoutKeys(String(decoding: body, as: UTF8.self)))"
    }

    /// The text with one UUID in the place of every other: a key that is new with each call makes no other question of it.
    private static func withoutKeys(_ text: String) -> String {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.map { isUUID($0) ? "00000000-0000-4000-8000-000000000000" : $0 }.joined(separator: "\"")
    }

    private static func isUUID(_ text: Substring) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index)
                    ? byte == UInt8(ascii: "-")
                    : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
    }

    private func sample(_ request: HTTPRequest, _ url: String) -> Sample? {
        guard let response = respond(request), let document = try? JSONDocument(parsing: response.body) else {
            return nil
        }
        let body = JSONValue(document.root).cut(to: rows)
        let sample = Sample(status: response.status, body: body, bytes: body.serialized())
        state.withLock { state in
            state.samples[url] = sample
            if state.first[request.url] == nil { state.first[request.url] = sample }
            if state.first[""] == nil { state.first[""] = sample }
        }
        return sample
    }
}
