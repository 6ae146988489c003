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

    @Test("a call that waits keeps what it was asked, whatever is answered at once meanwhile")
    func waiting() throws {
        let client = try Client()
        try client.initialize()
        let count = 40
        for number in 0..<count {
            let text = String(repeating: "\(number),", count: number + 1)
            client.send(
                #"{"jsonrpc":"2.0","id":"w\#(number)","method":"tools/call","params":{"name":"probe_echo","arguments":{"text":"\#(text)"}}}"#,
                #"{"jsonrpc":"2.0","id":\#(number),"method":"probe.echo","params":{"text":"\#(number)"}}"#,
                #"{"jsonrpc":"2.0","id":\#(1_000 + number),"method":"tools/call","params":{"name":"probe_missing"}}"#)
        }
        for _ in 0..<3 * count {
            let answer = try client.message()
            if let id = answer["id"]?.string {
                let number = try #require(Int(id.dropFirst()))
                let text = String(repeating: "\(number),", count: number + 1)
                #expect(answer["result"]?["structuredContent"] == ["text": .string(text)])
            } else if let number = answer["id"]?.integer, number < 1_000 {
                #expect(answer["result"] == ["text": .string("\(number)")])
            } else {
                #expect(answer["error"]?["code"] == -32602)
            }
        }
    }

    @Test(
        "a tool's call is answered alike, however its names are spelled",
        arguments: [
            #"{"name":"probe_echo","arguments":{"text":"a"}}"#, #"{"arguments":{"text":"a"},"name":"probe_echo"}"#,
            #"{"name":"probe\u005fecho","\u0061rguments":{"t\u0065xt":"\u0061"},"_meta":{}}"#,
            #"{ "_meta" : { "progressToken" : 7 } , "name" : "probe_echo" , "arguments" : { "text" : "a" }, "more": [1] }"#,
        ])
    func spellings(_ params: String) throws {
        let client = try Client()
        try client.initialize()
        for method in ["tools/call", #"tools\/call"#, #"\u0074ools/call"#] {
            let line = #"{"jsonrpc":"2.0","id":3,"method":"\#(method)","params":\#(params)}"#
            #expect(try client.ask(line)["result"]?["structuredContent"] == ["text": "a"])
            // Longer than what is read in place.
            let long = line.replacing(#""id":3"#, with: #""id":3,"x":"\#(String(repeating: "x", count: 5_000))""#)
            #expect(try client.ask(long)["result"]?["structuredContent"] == ["text": "a"])
        }
    }
}
