import JSON
import JSONRPC

/// A conversation as it is to be played: what is sent, in order, and what the recorded client had heard before each of it.
package struct ReplayPlan: Sendable {
    /// Action of the client.
    enum Action: Sendable {
        case send([UInt8])
        case endInput
        /// Nothing more.
        case end
    }

    /// Recorded message of the other side.
    struct Expectation: Sendable {
        /// The line of the recording.
        let line: Int
        /// The method of the request that it answers; empty where that is not known.
        let method: String
        let message: ServerMessage
    }

    /// First what is waited for, then what is done.
    struct Step: Sendable {
        var awaited: [Expectation] = []
        let action: Action
    }

    /// A line of the client that can't be said again.
    package struct Omission: Sendable {
        package let line: Int
        package let reason: String
    }

    let steps: [Step]
    package let omissions: [Omission]
    /// Messages of the client that are played.
    package let messages: Int
    /// Every method that galleria notified of.
    let notified: Set<String>
    /// Whether the recording's end is known: what comes beside it is a difference.
    let isWhole: Bool

    /// - Parameter transcript: of a damaged one, the part that is whole.
    package init(_ transcript: Transcript) {
        var steps: [Step] = []
        var awaited: [Expectation] = []
        var omissions: [Omission] = []
        var methods: [RPCIdentifier: String] = [:]
        /// Answers without an id to what is left out.
        var unanswerable = 0
        var messages = 0
        func act(_ action: Action) {
            steps.append(Step(awaited: awaited, action: action))
            awaited = []
        }
        for (number, line) in transcript.lines {
            switch line.content {
            case .client(let message):
                for (id, method) in Self.requests(in: message) { methods[id] = method }
                messages += 1
                act(.send(JSONValue(message).serialized()))
            case .clientBytes(let bytes, _):
                messages += 1
                act(.send(bytes))
            case .skipped(let limit?, _) where limit < Transcript.longest:
                messages += 1
                act(.send([UInt8](repeating: UInt8(ascii: "x"), count: limit + 1)))
            case .skipped(_, let reason):
                omissions.append(Omission(line: number, reason: reason))
                unanswerable += 1
            case .server(let node):
                for message in ServerMessage.all(in: node) {
                    var method = ""
                    switch message.kind {
                    case .answer(let id):
                        if id.isNull, unanswerable > 0 {
                            unanswerable -= 1
                            continue
                        }
                        method = methods[id] ?? ""
                    case .request: method = message.value["method"]?.string ?? ""
                    case .notification(let name): method = name
                    }
                    awaited.append(Expectation(line: number, method: method, message: message))
                }
            case .inputEnded: act(.endInput)
            case .ended, .full: break
            }
        }
        steps.append(Step(awaited: awaited, action: .end))
        self.steps = steps
        self.omissions = omissions
        self.messages = messages
        isWhole = transcript.damage == nil
        notified = Set(
            steps.flatMap(\.awaited).compactMap { expectation in
                if case .notification(let method) = expectation.message.kind { method } else { nil }
            })
    }

    private static func requests(in node: JSONNode) -> [(RPCIdentifier, String)] {
        (node.kind == .array ? Array(node.elements) : [node]).compactMap { message in
            guard let id = message["id"].flatMap(RPCIdentifier.init), let method = message["method"]?.string else {
                return nil
            }
            return (id, tool(message) ?? method)
        }
    }

    /// A call of a tool is told by the tool's name.
    private static func tool(_ message: JSONNode) -> String? {
        guard message["method"]?.isString("tools/call") == true, let name = message["params"]?["name"]?.string else {
            return nil
        }
        return "tools/call \(name)"
    }
}
