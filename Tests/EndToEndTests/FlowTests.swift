import Foundation
import Testing

/// Much at once, and clients that do not read: everything is answered once, and memory stays bounded.
@Suite("Flow") struct FlowTests {
    /// Kilobytes beyond the start that the server may ever take, whatever a client does or leaves undone.
    private static let bound = 32 * 1024

    @Test("W8: 10,000 pings in one go, then the end of input: 10,000 answers")
    func pings() throws {
        let process = try GalleriaProcess()
        process.offer((0..<10_000).flatMap { Array("\(ChildProcess.request("ping", id: $0))\n".utf8) })
        process.closeInput()
        let lines = try process.readToEnd()
        #expect(lines == (0..<10_000).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# })
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("W7: a line of 20 MB costs no more memory than twice the limit, and gets one -32600")
    func hugeLine() throws {
        let process = try GalleriaProcess()
        try process.warmUp()
        let before = try #require(process.kilobytes("VmHWM"))
        let start = Array(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""#.utf8)
        try process.send(start + [UInt8](repeating: UInt8(ascii: "x"), count: 20_000_000) + Array("\"}}\n".utf8))
        #expect(try process.answer().errorCode == -32600)
        try process.expectServing()
        let after = try #require(process.kilobytes("VmHWM"))
        #expect(after - before <= 2 * 4096, "KiB")
    }

    @Test(
        "W4 P6: a batch as long as a message may be costs bounded memory, whatever its answers would take",
        arguments: [
            ("[" + String(repeating: "1,", count: 2_000_000) + "1]", 1),
            (
                "["
                    + (0..<16_384).map { ChildProcess.request("catalog.list", id: $0) }.joined(separator: ",")
                    + "]", 16_384
            ),
        ])
    func batch(_ line: String, answers: Int) throws {
        let process = try GalleriaProcess()
        try process.expectServing()
        let before = try #require(process.kilobytes("VmHWM"))
        let answer = try process.ask(line)
        #expect(try #require(process.kilobytes("VmHWM")) - before <= 64 * 1024, "KiB")
        #expect((answer.elements ?? [answer]).count == answers)
        if let elements = answer.elements {
            let results = elements.filter { $0["result"] != nil }.count
            #expect(
                results > 0
                    && elements.allSatisfy { $0["result"] != nil || $0["error"]?["data"]?["code"]?.text == "busy" })
            #expect(elements.compactMap { $0["id"]?.integer } == Array(0..<answers))
        } else {
            #expect(answer.errorCode == -32600)
        }
        try process.expectServing()
    }

    @Test("what is answered at once has its own answer: by itself, and each member of a batch, by method and by tool")
    func batchAtOnce() throws {
        let process = try GalleriaProcess()
        let clientInfo = #""clientInfo":{"name":"t","version":"1"}"#
        _ = try process.call("initialize", #"{"protocolVersion":"2025-03-26","capabilities":{},\#(clientInfo)}"#)
        let books = ["9781617294136", "9788962800401"]
        let calls = books.flatMap { book in
            [
                ("bookShelf.show", #"{"isbn13s":["\#(book)"]}"#),
                ("tools/call", #"{"name":"book_shelf_show","arguments":{"isbn13s":["\#(book)"]}}"#),
                ("tools/call", #"{"name":"book_shelf_show","arguments":{"isbn13s":"\#(book)","x":1}}"#),
            ]
        }
        // A row of sample data is answered at once from its second time on.
        for _ in 0..<2 {
            let alone = try calls.map { try process.call($0.0, $0.1)["result"] }
            let batch = calls.enumerated().map { ChildProcess.request($1.0, $1.1, id: $0) }.joined(separator: ",")
            let together = try process.ask("[\(batch)]").elements?.map { $0["result"] }
            #expect(together == alone)
            #expect(alone.allSatisfy { $0 != nil } && alone[0] != alone[3] && alone[1] != alone[4])
        }
    }

    @Test("P6: nobody reads the answers: the server stops reading, memory is bounded, and every answer comes at last")
    func unreadOutput() throws {
        let process = try GalleriaProcess()
        _ = try process.call(
            "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#
        )
        let list = try process.call("tools/list", id: 0)
        try process.expectServing()
        let before = try #require(process.kilobytes("VmHWM"))
        process.readsOutput = false
        let count = 15_000
        process.offer((0..<count).flatMap { Array("\(ChildProcess.request("tools/list", id: $0))\n".utf8) })
        process.readsOutput = true
        process.closeInput()
        let lines = try process.readToEnd()
        let first = try #require(lines.first)
        #expect(first.utf8.count * count > 2 * Self.bound * 1024, "too little was asked for to tell anything")
        #expect(WireValue(first)?["result"] == list["result"])
        let tail = first.dropFirst(#"{"jsonrpc":"2.0","id":0"#.count)
        let wrong = lines.enumerated().filter { $1 != #"{"jsonrpc":"2.0","id":\#($0)"# + tail }
        #expect(lines.count == count)
        #expect(wrong.isEmpty)
        #expect(try process.waitForEnd() == .exited(0))
        #expect(process.highWater - before <= Self.bound, "KiB")
    }

    @Test("P8: nobody reads standard error: every line is answered all the same")
    func unreadErrors() throws {
        let process = try GalleriaProcess(["serve", "--log-level", "debug"])
        process.readsErrors = false
        let count = 6_000
        process.offer((0..<count).flatMap { Array("not JSON, line \($0)\n".utf8) })
        process.closeInput()
        let lines = try process.readToEnd()
        #expect(lines.count == count)
        #expect(lines.allSatisfy { $0.contains("-32700") })
        process.readsErrors = true
        #expect(try process.waitForEnd() == .exited(0))
        #expect(!process.errors.isEmpty)
    }
}
