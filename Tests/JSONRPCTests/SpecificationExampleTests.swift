import JSON
import Testing

@testable import JSONRPC

/// The examples of JSON-RPC 2.0 section 7, answered by a small service made of this module's parts.
@Suite("JSON-RPC 2.0, section 7")
struct SpecificationExampleTests {
    @Test("W4: each example gets the answer of the specification", arguments: examples)
    func example(_ row: Case<String?>) throws {
        #expect(try answer(to: row.text).map(JSONValue.init(parsing:)) == row.expected.map(JSONValue.init(parsing:)))
    }

    static let examples: [Case<String?>] = [
        Case(
            "positional parameters", #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
            #"{"jsonrpc":"2.0","id":1,"result":19}"#),
        Case(
            "positional parameters, other order",
            #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
            #"{"jsonrpc":"2.0","id":2,"result":-19}"#),
        Case(
            "named parameters",
            #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
            #"{"jsonrpc":"2.0","id":3,"result":19}"#),
        Case("notification", #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, nil),
        Case("notification of an unknown method", #"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
        Case("unknown method", #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#, failure(-32601, #""1""#)),
        Case("invalid JSON", #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, failure(-32700)),
        Case("invalid request", #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, failure(-32600)),
        Case(
            "batch, invalid JSON",
            """
            [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
             {"jsonrpc": "2.0", "method"
            ]
            """, failure(-32700)),
        Case("empty array", "[]", failure(-32600)),
        Case("invalid batch, not empty", "[1]", "[\(failure(-32600))]"),
        Case(
            "invalid batch", "[1,2,3]", "[" + Array(repeating: failure(-32600), count: 3).joined(separator: ",") + "]"),
        Case(
            "mixed batch",
            """
            [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
             {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
             {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
             {"foo": "boo"},
             {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
             {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
            """,
            """
            [{"jsonrpc":"2.0","id":"1","result":7},{"jsonrpc":"2.0","id":"2","result":19},\(failure(-32600)),
             \(failure(-32601, #""5""#)),{"jsonrpc":"2.0","id":"9","result":["hello",5]}]
            """),
        Case(
            "batch of notifications",
            """
            [{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
             {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]
            """, nil),
    ]

    /// An error as the table compares it: its sentence is ours to choose.
    private static func failure(_ code: Int, _ id: String = "null") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"…"}}"#
    }

    private func answer(to bytes: String) throws -> String? {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes)
        } catch let fault {
            #expect(RPCError.parse(fault).message.utf8.starts(with: "Parse error: ".utf8))
            return error(.null, RPCError.parse(fault).code)
        }
        guard document.root.kind == .array else { return answer(RPCMessage(document.root)) }
        guard document.root.count > 0 else { return error(.null, RPCError.invalidRequest("").code) }
        let batch = BatchReply(count: document.root.count, limit: .max)
        let answers = document.root.elements.enumerated().compactMap { index, element in
            batch.end(index, answer(RPCMessage(element)).map { Array($0.utf8) }) { [] }.map(text)
        }
        #expect(answers.count <= 1)
        return answers.first
    }

    private func answer(_ message: RPCMessage) -> String? {
        switch message {
        case .invalid(let id): return error(id, RPCError.invalidRequest("").code)
        case .response: return nil
        case .call(let call):
            guard let id = call.id else { return nil }
            switch call.method {
            case "sum": return result(id, .integer(numbers(call).reduce(0, +)))
            case "subtract":
                let named = ["minuend", "subtrahend"].compactMap { call.params?[$0]?.integer }
                let sides = named.isEmpty ? numbers(call) : named
                return sides.count == 2 ? result(id, .integer(sides[0] - sides[1])) : nil
            case "get_data": return result(id, ["hello", 5])
            default: return error(id, RPCError.methodNotFound(call.method).code)
            }
        }
    }

    private func numbers(_ call: RPCCall) -> [Int] {
        (call.params?.elements).map { $0.compactMap(\.integer) } ?? []
    }

    private func result(_ id: RPCIdentifier, _ value: JSONValue) -> String {
        text(RPCReply.result(id) { $0.value(value) })
    }

    private func error(_ id: RPCIdentifier, _ code: Int) -> String {
        text(RPCReply.error(id, RPCError(code: code, message: "…")))
    }
}
