import JSON
import Testing

/// `ping` is answered where it lies in the read buffer; whatever is not such a message goes the way of all others.
@Suite("Messages in place") struct InPlaceTests {
    @Test(
        "a ping is answered alike, however it is spelled and with or without params",
        arguments: [
            #"{"jsonrpc":"2.0","id":ID,"method":"ping"}"#, #"{"method":"ping","id":ID,"jsonrpc":"2.0","params":{}}"#,
            #"{"jsonrpc":"2.0","id":ID,"method":"ping","params":null}"#,
            #"{"jsonrpc":"2.0","id":ID,"method":"ping","params":{ }}"#,
            #"{"jsonrpc":"2.0","id":ID,"method":"ping","params":[]}"#,
            #"{"jsonrpc":"2.0","id":ID,"method":"ping","params":{"_meta":{"progressToken":1},"x":2}}"#,
            #" { "jsonrpc" : "2.0" , "id" : ID , "method" : "ping" } "#,
            #"{"jsonrpc":"2.\u0030","id":ID,"method":"\u0070ing","more":[1]}"#,
        ])
    func pings(_ line: String) throws {
        let client = try Client()
        for id in ["1", "-1.50", #""a""#, #""""#, #""\u00e9\"""#, "123456789012345678901234567890"] {
            client.send(line.replacing("ID", with: id))
            #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
        }
    }

    @Test(
        "what is no ping is no ping in place",
        arguments: [
            (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600), (#"{"id":1,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":1}"#, -32600),
            (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32700),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping"}}"#, -32700),
            (#"{"jsonrpc":"2.0","id":1,"method":"Ping"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"pin"}"#, -32601),
        ])
    func others(_ line: String, _ code: Int) throws {
        #expect(try Client().ask(line)["error"]?["code"] == .integer(code))
    }

    @Test("a notification and a response are not answered")
    func silent() throws {
        let client = try Client()
        client.send(#"{"jsonrpc":"2.0","method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        #expect(try client.ask(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)["id"] == 2)
    }

    @Test("a stateless client learns that its revision has no ping")
    func stateless() throws {
        let key = "io.modelcontextprotocol/"
        let meta = #"{"\#(key)protocolVersion":"2026-07-28","\#(key)clientCapabilities":{}}"#
        let answer = try Client().ask(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":\#(meta)}}"#)
        #expect(answer["error"]?["code"] == -32601)
    }
}
