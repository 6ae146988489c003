import Testing

/// Cases beyond transcripts: raw bytes, sizes, the cutting of input into pieces.
@Suite("Wire") struct WireTests {
    private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    /// Sends a ping with its own id and expects its answer to be the next line.
    private func expectServing(_ process: ChildProcess, _ id: String = "sentinel") throws {
        try process.send(line: #"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#)
        try expectAnswer(process, #"{"id":"\#(id)","result":{}}"#)
    }

    private func expectAnswer(
        _ process: ChildProcess, _ subset: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let difference = Transcript.Entry.expectSubset(subset).difference(from: try process.readLine())
        if let difference {
            Issue.record("\(difference)\nstderr: \(process.errorText)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        "W1 W12: bytes that are not UTF-8 JSON get one -32700 a line",
        arguments: [
            ("stray continuation", [0x80]), ("overlong slash", [0xC0, 0xAF]), ("surrogate", [0xED, 0xA0, 0x80]),
            ("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80]), ("cut in two", [0xE2, 0x82]), ("lone FF", [0xFF]),
        ] as [(String, [UInt8])])
    func notUTF8(_ id: String, _ bytes: [UInt8]) throws {
        let process = try GalleriaProcess()
        try expectServing(process, "before")
        let line =
            Array(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""#.utf8) + bytes + Array("\"}}\n".utf8)
        try process.send(line)
        try expectAnswer(process, #"{"id":null,"error":{"code":-32700}}"#)
        try expectServing(process)
    }

    @Test("W8: bytes one at a time give the same answers as whole lines")
    func byteAtATime() throws {
        let process = try GalleriaProcess()
        let line =
            #"{"jsonrpc":"2.0","id":"é漢😀","method":"ping","params":{"a":"\#(String(repeating: "ü", count: 500))"}}"#
        for byte in Array(line.utf8) + [UInt8(ascii: "\n")] { try process.send([byte]) }
        try expectAnswer(process, #"{"id":"é漢😀","result":{}}"#)
    }

    @Test("W8: lines that end in CRLF, and blank lines between")
    func carriageReturns() throws {
        let process = try GalleriaProcess()
        try process.send(Array("\r\n\n \t\r\n\(ping)\r\n\r\n".utf8))
        try expectAnswer(process, #"{"id":1,"result":{}}"#)
        try expectServing(process)
    }

    @Test("W8: 100 requests in one write are answered once each")
    func manyInOneWrite() throws {
        let process = try GalleriaProcess()
        let lines = (0..<100).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# + "\n" }.joined()
        try process.send(Array(lines.utf8))
        process.closeInput()
        let ids = try process.readToEnd().compactMap { WireValue($0)?["id"] }
        #expect(ids.count == 100)
        #expect((0..<100).filter { !ids.contains(.number(String($0))) } == [], "these ids were not answered")
    }

    @Test("W8: a last line without its newline is answered")
    func noNewlineAtTheEnd() throws {
        let process = try GalleriaProcess()
        try process.send(Array(ping.utf8))
        process.closeInput()
        try expectAnswer(process, #"{"id":1,"result":{}}"#)
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("W6: arrays 100,000 deep are refused, and the next line is served")
    func depthBomb() throws {
        let process = try GalleriaProcess()
        try process.send(line: String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000))
        try expectAnswer(process, #"{"id":null,"error":{"code":-32700}}"#)
        let deep = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        try process.send(line: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":\#(deep)}}"#)
        try expectAnswer(process, #"{"id":null,"error":{"code":-32700}}"#)
        try expectServing(process)
    }

    @Test("W7: a line over limits.messageBytes gets one -32600, and the next line is served")
    func hugeLine() throws {
        let process = try GalleriaProcess()
        let padding = String(repeating: "x", count: 20_000_000)
        try process.send(line: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\#(padding)"}}"#)
        try expectAnswer(process, #"{"id":null,"error":{"code":-32600}}"#)
        try expectServing(process)
    }

    @Test("W7: a line just under the limit is served", arguments: [1_000, 1_000_000, 4_000_000])
    func longLine(_ length: Int) throws {
        let process = try GalleriaProcess()
        let padding = String(repeating: "x", count: length)
        try process.send(line: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\#(padding)"}}"#)
        try expectAnswer(process, #"{"id":1,"result":{}}"#)
    }

    @Test("W11: the separators of lines are escaped in what is answered")
    func separators() throws {
        let process = try GalleriaProcess()
        try process.send(line: "{\"jsonrpc\":\"2.0\",\"id\":\"a\u{2028}b\u{2029}c\u{85}d\u{7f}e\",\"method\":\"ping\"}")
        let answer = try #require(try process.readLine())
        #expect(WireValue(answer)?["id"]?.text == "a\u{2028}b\u{2029}c\u{85}d\u{7f}e")
        for raw: Unicode.Scalar in ["\u{2028}", "\u{2029}", "\u{85}", "\u{7f}", "\r"] {
            #expect(!answer.unicodeScalars.contains(raw))
        }
    }

    @Test(
        "messages with Content-Length headers are answered with them", arguments: ["Content-Length", "content-length"])
    func headers(_ name: String) throws {
        let process = try GalleriaProcess()
        let type = "Content-Type: application/vscode-jsonrpc; charset=utf-8"
        try process.send(Array("\(name): \(ping.utf8.count)\r\n\(type)\r\n\r\n\(ping)".utf8))
        process.closeInput()
        let lines = try process.readToEnd()
        let whole = (lines + [process.restOfOutput]).joined(separator: "\n")
        let parts = whole.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
        #expect(parts.count == 2)
        let length = parts.first?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
        #expect(length == parts.last?.utf8.count)
        #expect(parts.last.flatMap { WireValue($0) }?["result"] == .object([]))
    }
}
