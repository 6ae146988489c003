import Foundation
import Testing

/// Answers from what is at hand: they come where the question is read, in its order. All lines are written at once here.
@Suite("Answers at once")
struct AtOnceTests {
    private static let meta =
        #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    /// The answers to some lines that come together, in the order in which they come.
    private func answers(_ lines: [String]) throws -> [String] {
        let galleria = try GalleriaProcess()
        try galleria.send(line: #"{"jsonrpc":"2.0","id":"first","method":"ping"}"#)
        _ = try galleria.readLine()
        // The first reads the state.
        try galleria.send(line: #"{"jsonrpc":"2.0","id":"state","method":"bookShelf.memos"}"#)
        _ = try galleria.readLine()
        try galleria.send(line: lines.joined(separator: "\n"))
        galleria.closeInput()
        return try galleria.readToEnd()
    }

    private static func line(_ id: String, _ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    @Test(
        "a method that is asked several times under one id is answered as often, by a client of each era",
        arguments: ["{}", #"{"_meta":\#(meta)}"#])
    func sameID(_ params: String) throws {
        let found = try answers(Array(repeating: Self.line("7", "bookShelf.memos", params), count: 3))
        #expect(found == Array(repeating: #"{"jsonrpc":"2.0","id":7,"result":{"items":[],"total":0}}"#, count: 3))
    }

    @Test(
        "what is at hand is answered before what is asked behind it, and no cancellation comes in between",
        arguments: ["{}", #"{"_meta":\#(meta)}"#])
    func order(_ params: String) throws {
        let found = try answers([
            Self.line("7", "bookShelf.memos", params), Self.line("8", "ping", "{}"),
            Self.line("9", "bookShelf.memos", params),
            #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9}}"#,
            "[" + Self.line("10", "bookShelf.memos", params) + "," + Self.line("10", "bookShelf.memos", params) + "]",
        ])
        let memos = #""result":{"items":[],"total":0}}"#
        #expect(
            found == [
                #"{"jsonrpc":"2.0","id":7,\#(memos)"#, #"{"jsonrpc":"2.0","id":8,"result":{}}"#,
                #"{"jsonrpc":"2.0","id":9,\#(memos)"#,
                #"[{"jsonrpc":"2.0","id":10,\#(memos),{"jsonrpc":"2.0","id":10,\#(memos)]"#,
            ])
    }

    @Test("memos that another process writes are in the next answer, however often they were given before")
    func memos() throws {
        let home = try TemporaryHome()
        let (reader, writer) = try (GalleriaProcess(home: home), GalleriaProcess(home: home))
        for number in 1...12 {
            let params = #"{"isbn13":"9781617294136","text":"Chapter \#(number)"}"#
            try writer.send(line: Self.line("\(number)", "bookShelf.setMemo", params))
            #expect(try writer.readLine()?.contains("Chapter \(number)") == true)
            for _ in 0..<3 {
                try reader.send(line: Self.line("1", "bookShelf.memos", "{}"))
                #expect(try reader.readLine()?.contains(#""text":"Chapter \#(number)""#) == true)
            }
        }
        try writer.send(line: Self.line("99", "bookShelf.setMemo", #"{"isbn13":"9781617294136","text":""}"#))
        _ = try writer.readLine()
        try reader.send(line: Self.line("2", "bookShelf.memos", "{}"))
        #expect(try reader.readLine() == #"{"jsonrpc":"2.0","id":2,"result":{"items":[],"total":0}}"#)
    }
}
