import Core
import DiskCache
import JSON
import JSONRPC
import MCP

/// Questions to the user before a call that can't be taken back, and the proof that an answer belongs to its question.
///
/// Nothing is kept between the two: the proof is a keyed digest of the call, good in this process alone and for ten
/// minutes. A client could make its user say yes to anything; the proof only ties the yes to the call that it was for.
struct Confirmations: Sendable {
    /// Random; of this process.
    private let key: [UInt8]
    private let start = ContinuousClock.now
    private static let lifetime: Int64 = 600

    init() {
        var generator = SystemRandomNumberGenerator()
        key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// What is to be done with a call that wants a confirmation.
    enum Decision {
        case run
        /// The client asks its user, and calls again with this state.
        case ask(state: String)
        case refuse(Fault)
    }

    /// - Throws: -32602 for an answer to another question, or one that comes too late.
    func decide(_ call: MCPToolCall, _ params: JSONNode?) throws(RPCError) -> Decision {
        switch MCPElicitation.answer(params) {
        case .none:
            let end = seconds + Self.lifetime
            // Without libcrypto nothing can be proven, so nothing is asked.
            return proof(call, until: end).map { .ask(state: "\(end).\($0)") } ?? .run
        case .confirmed, .refused:
            guard let state = MCPElicitation.state(params), isProven(state, for: call) else {
                throw .invalidParams(
                    "requestState is not that of this call, or too old; call again without inputResponses")
            }
            return MCPElicitation.answer(params) == .confirmed ? .run : .refuse(.notConfirmed)
        }
    }

    private var seconds: Int64 { (ContinuousClock.now - start).components.seconds }

    private func isProven(_ state: String, for call: MCPToolCall) -> Bool {
        let parts = state.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
        guard parts.count == 2, let end = Int64(String(Substring(parts[0]))), end >= seconds,
            let proof = proof(call, until: end)
        else { return false }
        return parts[1].elementsEqual(proof.utf8)
    }

    private func proof(_ call: MCPToolCall, until end: Int64) -> String? {
        let arguments = call.arguments.map { Array($0.rawText) } ?? []
        let subject = Array("\(end) \(call.name) ".utf8) + arguments
        // Twice, so that nothing can be added behind what was digested (RFC 2104's reason for the outer key).
        return SHA256.digest(key + subject).flatMap { SHA256.hexadecimal(key + $0) }
    }
}

extension Fault {
    fileprivate static var notConfirmed: Fault {
        Fault(
            .cancelled, "The user did not confirm it, so nothing was done.",
            hint: "Ask what they want instead; don't call again unless they say so.")
    }
}
