import JSON
import Testing

@testable import JSONRPC

@Suite("Replies")
struct ReplyTests {
    @Test("Each error has the code of its specification", arguments: errors)
    func code(_ row: Case<RPCErrorFacts>) throws {
        let reply = text(RPCReply.error(try identifier("1"), row.expected.error))
        #expect(reply == #"{"jsonrpc":"2.0","id":1,"error":{"code":\#(row.expected.code),"message":"\#(row.text)"}}"#)
    }

    struct RPCErrorFacts: Sendable {
        let error: RPCError
        let code: Int
    }

    static let errors: [Case<RPCErrorFacts>] = [
        Case(
            "-32600", "Invalid Request: not a JSON-RPC 2.0 request",
            RPCErrorFacts(error: .invalidRequest("not a JSON-RPC 2.0 request"), code: -32600)),
        Case("-32601", "Method not found: x.y", RPCErrorFacts(error: .methodNotFound("x.y"), code: -32601)),
        Case("-32602", "Invalid params: n is wrong", RPCErrorFacts(error: .invalidParams("n is wrong"), code: -32602)),
        Case("-32800", "Request cancelled", RPCErrorFacts(error: .requestCancelled, code: -32800)),
        Case("own code", "own", RPCErrorFacts(error: RPCError(code: 1000, message: "own"), code: 1000)),
    ]

    @Test("W1: a parse error says where", arguments: ["{", "[1,]", "\u{FEFF}{}", "nul", "\"\\ud800\""])
    func parseError(_ bad: String) throws {
        let fault = try #require(throws: JSONFault.self) { try JSONDocument(parsing: bad) }
        let error = RPCError.parse(fault)
        #expect(error.code == -32700)
        #expect(error.message.utf8.starts(with: "Parse error: ".utf8))
        #expect(error.message.utf8.count < 400)
        let reply = try JSONDocument(parsing: RPCReply.error(.null, error)).root
        #expect(reply["id"]?.isNull == true)
        #expect(reply["error"]?["message"]?.string == error.message)
    }

    @Test("data is written only when there is some")
    func data() throws {
        let error = RPCError.invalidParams("n") { $0.value(["field": "n"]) }
        #expect(
            text(RPCReply.error(.null, error))
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"Invalid params: n","data":{"field":"n"}}}"#
        )
    }

    @Test("A notification has a method and params, and no id")
    func notification() {
        let bytes = RPCReply.notification("screen.changed") { $0.value(["revision": 2]) }
        #expect(text(bytes) == #"{"jsonrpc":"2.0","method":"screen.changed","params":{"revision":2}}"#)
    }

    @Test(
        "W11: a frame holds no raw line break, whatever is in it",
        arguments: ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{0}", "\u{1B}", "\u{7F}"])
    func oneLine(_ separator: String) throws {
        let id = try #require(RPCIdentifier(try JSONDocument(parsing: JSONValue.string(separator).serialized()).root))
        let frames = [
            RPCReply.result(id) { $0.string(separator) },
            RPCReply.error(id, .invalidParams(separator) { $0.string(separator) }),
            RPCReply.notification("m") { $0.value(.object([JSONMember(separator, .string(separator))])) },
        ]
        for frame in frames {
            let scalars = text(frame).unicodeScalars
            #expect(!scalars.contains { $0.value < 0x20 || [0x7F, 0x85, 0x2028, 0x2029].contains($0.value) })
            #expect(throws: Never.self) { try JSONDocument(parsing: frame) }
        }
    }
}
