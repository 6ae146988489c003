import JSON
import Testing

@testable import JSONRPC

@Suite("The shape of a message")
struct MessageShapeTests {
    /// Kind of a JSON value as a message; ids and params as JSON text.
    enum Shape: Sendable, Equatable {
        case request(id: String, method: String, params: String?)
        case notification(method: String, params: String?)
        case response(id: String?, String)
        case invalid(id: String)

        init(_ message: RPCMessage) {
            switch message {
            case .call(let call):
                let params = call.params.map { text($0.rawText) }
                self =
                    call.id.map { .request(id: $0.text, method: call.method, params: params) }
                    ?? .notification(method: call.method, params: params)
            case .response(let response):
                let outcome =
                    switch response.outcome {
                    case .result(let node): "result \(text(node.rawText))"
                    case .error(let code, let message): "error \(code) \(message)"
                    }
                self = .response(id: response.id.map { $0.text }, outcome)
            case .invalid(let id): self = .invalid(id: id.text)
            }
        }
    }

    @Test("W2, W3: each JSON value is a request, a notification, a response or -32600", arguments: calls + refused)
    func shape(_ row: Case<Shape>) throws {
        #expect(Shape(RPCMessage(try read(row.text))) == row.expected)
    }

    static let calls: [Case<Shape>] = [
        Case(
            "request", #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, .request(id: "1", method: "ping", params: nil)),
        Case("notification", #"{"jsonrpc":"2.0","method":"ping"}"#, .notification(method: "ping", params: nil)),
        Case(
            "members in any order", #"{"params":{"a":1},"method":"m","id":"x","jsonrpc":"2.0"}"#,
            .request(id: #""x""#, method: "m", params: #"{"a":1}"#)),
        Case(
            "escaped names", #"{"json\u0072pc":"2.\u0030","i\u0064":1,"m\u0065thod":"p\u0069ng"}"#,
            .request(id: "1", method: "ping", params: nil)),
        Case(
            "empty object as params", #"{"jsonrpc":"2.0","id":1,"method":"m","params":{}}"#,
            .request(id: "1", method: "m", params: "{}")),
        Case(
            "null params count as none", #"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#,
            .request(id: "1", method: "m", params: nil)),
        Case(
            "[] as params counts as none", #"{"jsonrpc":"2.0","id":1,"method":"m","params":[]}"#,
            .request(id: "1", method: "m", params: nil)),
        Case(
            "[ ] as params counts as none", #"{"jsonrpc":"2.0","id":1,"method":"m","params":[ ]}"#,
            .request(id: "1", method: "m", params: nil)),
        Case(
            "params by position", #"{"jsonrpc":"2.0","id":1,"method":"m","params":[1,2]}"#,
            .request(id: "1", method: "m", params: "[1,2]")),
        Case(
            "a null id is a request", #"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
            .request(id: "null", method: "m", params: nil)),
        Case("an empty method", #"{"jsonrpc":"2.0","id":1,"method":""}"#, .request(id: "1", method: "", params: nil)),
        Case(
            "unknown members are ignored", #"{"jsonrpc":"2.0","id":1,"method":"m","extra":[{}]}"#,
            .request(id: "1", method: "m", params: nil)),
        Case(
            "a method and a result: a request", #"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#,
            .request(id: "1", method: "m", params: nil)),
        Case("stray result", #"{"jsonrpc":"2.0","id":1,"result":{}}"#, .response(id: "1", "result {}")),
        Case(
            "stray null result", #"{"jsonrpc":"2.0","id":"a","result":null}"#,
            .response(id: #""a""#, "result null")),
        Case(
            "stray error", #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#,
            .response(id: "1", "error 1 m")),
        Case(
            "stray error with a null id", #"{"jsonrpc":"2.0","id":null,"error":{}}"#,
            .response(id: "null", "error -32603 ")),
        Case("an error that is invalid", #"{"jsonrpc":"2.0","id":1,"error":7}"#, .response(id: "1", "error -32603 ")),
        Case(
            "an error beside a result", #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":-1,"message":"no"}}"#,
            .response(id: "1", "error -1 no")),
        Case("no id", #"{"jsonrpc":"2.0","result":1}"#, .response(id: nil, "result 1")),
    ]

    static let refused: [Case<Shape>] = [
        Case("a number", "1", .invalid(id: "null")),
        Case("a text", #""ping""#, .invalid(id: "null")),
        Case("null", "null", .invalid(id: "null")),
        Case("true", "true", .invalid(id: "null")),
        Case("an array", "[1]", .invalid(id: "null")),
        Case("an empty object", "{}", .invalid(id: "null")),
        Case("no version", #"{"id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("version 1.0", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("version as a number", #"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("version 2", #"{"jsonrpc":"2","id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("version with a blank", #"{"jsonrpc":"2.0 ","id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("null version", #"{"jsonrpc":null,"id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("look-alike version", #"{"jsonrpc":"2.0\u0301","id":1,"method":"ping"}"#, .invalid(id: "1")),
        Case("no method", #"{"jsonrpc":"2.0","id":7}"#, .invalid(id: "7")),
        Case("method as a number", #"{"jsonrpc":"2.0","id":7,"method":1}"#, .invalid(id: "7")),
        Case("null method", #"{"jsonrpc":"2.0","id":7,"method":null}"#, .invalid(id: "7")),
        Case("method as an array", #"{"jsonrpc":"2.0","id":7,"method":["ping"]}"#, .invalid(id: "7")),
        Case(
            "no method, null method and a result", #"{"jsonrpc":"2.0","id":7,"method":null,"result":1}"#,
            .invalid(id: "7")),
        Case("id as an object", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, .invalid(id: "null")),
        Case("id as an array", #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, .invalid(id: "null")),
        Case("id true", #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, .invalid(id: "null")),
        Case("params as a text", #"{"jsonrpc":"2.0","id":"p","method":"ping","params":"bar"}"#, .invalid(id: #""p""#)),
        Case("params as a number", #"{"jsonrpc":"2.0","id":2,"method":"ping","params":0}"#, .invalid(id: "2")),
        Case("params false", #"{"jsonrpc":"2.0","id":2,"method":"ping","params":false}"#, .invalid(id: "2")),
        Case(
            "notification with params as a text", #"{"jsonrpc":"2.0","method":"m","params":"x"}"#, .invalid(id: "null")),
        Case("result without a version", #"{"id":3,"result":1}"#, .invalid(id: "3")),
        Case("result with a bad id", #"{"jsonrpc":"2.0","id":[],"result":1}"#, .invalid(id: "null")),
        Case("names differ in case", #"{"JSONRPC":"2.0","id":4,"METHOD":"ping"}"#, .invalid(id: "4")),
        Case("Id is not id", #"{"jsonrpc":"2.0","Id":4,"params":{}}"#, .invalid(id: "null")),
    ]

    @Test("a call in one document of a text is the same call in another", arguments: moved)
    func anotherDocument(_ params: String) throws {
        let text = #"{"params":\#(params),"\u006dethod":"tools\/call","id":"a\u0062","jsonrpc":"2\u002e0"}"#
        let (one, other) = (try read(text), try read(text))
        let call = try #require(RPCCall(one, RPCEnvelope(one))).moved(to: other)
        #expect(call.id == (try identifier(#""ab""#)) && call.method == "tools/call")
        #expect(call.isMethod("tools/call") && !call.isMethod("tools/cal") && !call.isMethod("tools/list"))
        var name: [UInt8] = []
        call.withMethod { name = Array($0) }
        #expect(name == Array("tools/call".utf8))
        let expected = try ["null", "[]"].contains(params) ? JSONValue?.none : JSONValue(read(params))
        #expect(call.params.map { JSONValue($0) } == expected)
        #expect(call.params?.isOfSameDocument(as: other) ?? true)
    }

    static let moved = ["{}", "null", "[]", "[1]", #"{"name":"x","arguments":{"a":[1]}}"#]

    @Test("a request, a notification, a response and anything else are told apart by places alone")
    func placesAlone() throws {
        for row in Self.calls + Self.refused {
            let node = try read(row.text)
            let isCall = if case .call = RPCMessage(node) { true } else { false }
            #expect((RPCCall(node, RPCEnvelope(node)) != nil) == isCall, "\(row.id)")
        }
    }

    @Test("W15: the method is given as sent, never folded or normalised", arguments: lookAlikes)
    func method(_ row: Case<[UInt8]>) throws {
        guard case .call(let call) = RPCMessage(try read(row.text)) else {
            Issue.record("not a call")
            return
        }
        #expect(Array(call.method.utf8) == row.expected)
    }

    static let lookAlikes: [Case<[UInt8]>] = [
        "ping", "PING", "ping\u{301}", "p\u{456}ng", "ping\u{0}", " ping", "\u{212A}",
    ]
    .map { method in
        let written = text(JSONValue.string(method).serialized())
        return Case("\(method.debugDescription)", #"{"jsonrpc":"2.0","id":1,"method":\#(written)}"#, Array(method.utf8))
    }
}
