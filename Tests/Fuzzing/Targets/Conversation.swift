import JSON
import JSONRPC

/// Messages of a client and the answers to them, checked against each other: JSON-RPC 2.0 sections 4 to 6, by the
/// plainest reading of them.
struct Conversation {
    /// Lines of the client.
    let asked: [UInt8]
    /// Lines of the program.
    let answered: [UInt8]
    /// The id of the last request.
    let sentinel: String

    /// The methods by which a client takes back what it asked, or leaves: what was asked may then stay unanswered.
    private static let takesBack: Set<String> = ["notifications/cancelled", "$/cancelRequest", "exit"]

    func check() throws(BrokenProperty) {
        var expected = Expected()
        for line in asked.split(separator: 0x0A) { expected.take(line) }
        var replies = 0
        for line in answered.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            try expectOneLine(line)
            let message = try parsed(line)
            if case .array(let members) = message {
                try expect(!members.isEmpty, "an empty batch was answered")
                for member in members { try expectReply(member, &expected) }
                replies += 1
            } else if message["method"] != nil {
                try expect(message["id"] == nil, "the program asks its client")
                try expect(message["jsonrpc"] == "2.0", "a notification of no version")
            } else {
                try expectReply(message, &expected)
                replies += 1
            }
        }
        try expect(answered.isEmpty || answered.last == 0x0A, "the last line is cut")
        try expect(replies <= expected.most, "\(replies) answers to \(expected.most) requests")
        try expect(replies >= expected.least, "\(replies) answers to at least \(expected.least) requests")
        try expect(
            expected.mayStaySilent || !expected.ids.contains(.string(sentinel)),
            "the request at the end was not answered")
    }

    private func parsed(_ line: ArraySlice<UInt8>) throws(BrokenProperty) -> JSONValue {
        do throws(JSONFault) {
            return JSONValue(try JSONDocument(parsing: Array(line), limits: JSONLimits(depth: 128)).root)
        } catch {
            throw BrokenProperty(sentence: "an answer is not JSON: \(error.sentence)")
        }
    }

    private func expectReply(_ reply: JSONValue, _ expected: inout Expected) throws(BrokenProperty) {
        try expect(reply["jsonrpc"] == "2.0", "an answer of no version")
        try expect((reply["result"] == nil) != (reply["error"] == nil), "an answer has not one of result and error")
        guard let id = reply["id"] else { throw BrokenProperty(sentence: "an answer has no id") }
        if id == .null { return }
        guard let index = expected.ids.firstIndex(of: id) else {
            throw BrokenProperty(sentence: "an id is answered that was not asked, or once too often")
        }
        expected.ids.remove(at: index)
    }

    /// Answers owed to the client.
    private struct Expected {
        /// Ids of requests that were not answered yet, each as often as it was sent.
        var ids: [JSONValue] = []
        /// Answers, a batch counting one.
        var least = 0
        var most = 0
        /// The client took something back, or left.
        var mayStaySilent = false

        mutating func take(_ line: ArraySlice<UInt8>) {
            guard !line.allSatisfy({ $0 <= 0x20 }) else {
                most += 1
                return
            }
            guard let root = try? JSONDocument(parsing: Array(line.last == 0x0D ? line.dropLast() : line)).root else {
                return add(1...1)
            }
            guard root.kind == .array, root.count > 0 else { return add(answers(to: root)) }
            var range = 0...0
            for element in root.elements {
                let answers = answers(to: element)
                range = max(range.lowerBound, answers.lowerBound)...max(range.upperBound, answers.upperBound)
            }
            // A revision without batches answers even one of notifications alone, with an error.
            add(range.lowerBound...1)
        }

        private mutating func add(_ range: ClosedRange<Int>) {
            least += mayStaySilent ? 0 : range.lowerBound
            most += range.upperBound
        }

        private mutating func answers(to node: JSONNode) -> ClosedRange<Int> {
            if let id = node.kind == .object ? node["id"] : nil { ids.append(JSONValue(id)) }
            switch RPCMessage(node) {
            case .invalid: return 1...1
            case .response: return 0...0
            case .call(let call):
                if Conversation.takesBack.contains(call.method) {
                    mayStaySilent = true
                    least = 0
                }
                // A subscription is answered when it ends.
                if call.method == "subscriptions/listen" { return 0...(call.id == nil ? 0 : 1) }
                return call.id == nil ? 0...0 : 1...1
            }
        }
    }
}
