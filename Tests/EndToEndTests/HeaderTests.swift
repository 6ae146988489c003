import Foundation
import Testing

/// A whole session of the editors' base protocol, with Content-Length headers.
@Suite("Content-Length") struct HeaderTests {
    private static func frame(_ message: String) -> [UInt8] {
        Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8)
    }

    /// Takes framed messages apart; nil when a frame is not one.
    private static func messages(_ text: String) -> [WireValue]? {
        var rest = Array(text.utf8)[...]
        var all: [WireValue] = []
        while !rest.isEmpty {
            guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            guard let length = header.wholeMatch(of: #/Content-Length: ([0-9]+)/#).flatMap({ Int($0.1) }),
                rest[end.upperBound...].count >= length
            else { return nil }
            let body = rest[end.upperBound...].prefix(length)
            guard let value = WireValue(String(decoding: body, as: UTF8.self)) else { return nil }
            all.append(value)
            rest = rest[body.endIndex...]
        }
        return all
    }

    @Test("a session from the first request to exit, in pieces of any size", arguments: [1, 7, 100_000])
    func session(_ piece: Int) throws {
        let process = try GalleriaProcess(["serve", "--framing", piece == 7 ? "headers" : "auto"])
        let session =
            Self.frame(#"{"jsonrpc":"2.0","id":"é漢😀","method":"ping"}"#)
            + Array("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n".utf8)
            + Self.frame(
                "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 2,\n  \"method\": \"bookShelf.search\",\n \"params\": {\"query\": \"swift\"}\n}"
            )
            + Self.frame("not JSON") + Self.frame(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#)
            + Self.frame(#"{"jsonrpc":"2.0","id":3,"method":"$/unknown"}"#)
            + Self.frame(#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#)
            + Self.frame(#"{"jsonrpc":"2.0","method":"exit"}"#)
        for start in stride(from: 0, to: session.count, by: piece) {
            try process.send(session[start..<min(session.count, start + piece)])
        }
        #expect(try process.waitForEnd() == .exited(0))
        let lines = try process.readToEnd()
        let answers = try #require(Self.messages((lines + [process.restOfOutput]).joined(separator: "\n")))
        #expect(answers.count == 5)
        #expect(answers.first { $0["id"]?.text == "é漢😀" }?["result"] == .object([]))
        #expect(answers.first { $0["id"]?.integer == 2 }?["result"]?["query"]?.text == "swift")
        #expect(answers.first { $0["id"] == .null }?.errorCode == -32700)
        #expect(answers.first { $0["id"]?.integer == 3 }?.errorCode == -32601)
        #expect(answers.first { $0["id"]?.integer == 4 }?["result"] == .null)
    }

    @Test("exit without shutdown is status 1")
    func exit() throws {
        let process = try GalleriaProcess()
        try process.send(Self.frame(#"{"jsonrpc":"2.0","method":"exit"}"#))
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(1))
    }

    @Test("W1: a header block without a length is one error, and the next message is served")
    func malformed() throws {
        let process = try GalleriaProcess(["serve", "--framing", "headers"])
        try process.send(
            Array("Content-Type: text/plain\r\n\r\n".utf8) + Self.frame(ChildProcess.request("ping", id: 1)))
        process.closeInput()
        let lines = try process.readToEnd()
        let answers = try #require(Self.messages((lines + [process.restOfOutput]).joined(separator: "\n")))
        #expect(answers.count == 2)
        #expect(answers.first?.errorCode == -32700)
        #expect(answers.last?["result"] == .object([]))
    }
}
