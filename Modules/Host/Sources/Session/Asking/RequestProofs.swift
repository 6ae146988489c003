import DiskCache
import JSON

/// Proofs that what comes back with a request was given in answer to the same request.
///
/// Nothing is kept between the two: the proof is a keyed digest, good in this process alone and for ten minutes. A client
/// can answer whatever it likes; the proof only ties the answers to the call that they are for.
struct RequestProofs: Sendable {
    /// Random; of this process.
    private let key: [UInt8]
    private let start = ContinuousClock.now
    private static let lifetime: Int64 = 600

    init() {
        var generator = SystemRandomNumberGenerator()
        // Eight bytes each: each asks the system.
        key = (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }

    /// Whether anything can be proven: not without libcrypto. Found out once, at the first call of a client that could be
    /// asked.
    static let isPossible = SHA256.digest([UInt8]()) != nil

    /// `end.text.proof`, or nil when nothing can be proven.
    /// - Parameters:
    ///   - text: what comes back; without dots.
    ///   - request: what it belongs to, and no other.
    func sealed(_ text: String, for request: [JSONValue]) -> String? {
        let end = seconds + Self.lifetime
        return proof(of: request, text: text, until: end).map { "\(end).\(text).\($0)" }
    }

    /// The text of what `sealed` gave for the same request; nil when it is anything else, or too old.
    func opened(_ sealed: String, for request: [JSONValue]) -> String? {
        let parts = sealed.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let end = Int64(String(Substring(parts[0]))), end >= seconds else { return nil }
        let text = String(Substring(parts[1]))
        guard let proof = proof(of: request, text: text, until: end), parts[2].elementsEqual(proof.utf8) else {
            return nil
        }
        return text
    }

    private var seconds: Int64 { (ContinuousClock.now - start).components.seconds }

    private func proof(of request: [JSONValue], text: String, until end: Int64) -> String? {
        // As one JSON value: no part can pass for a part of another.
        let subject = JSONValue.array([.string("\(end)"), .string(text)] + request).serialized()
        // Twice, so that nothing can be added behind what was digested (RFC 2104's reason for the outer key).
        return SHA256.digest(key + subject).flatMap { SHA256.hexadecimal(key + $0) }
    }
}
