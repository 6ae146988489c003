import TestSupport
import Testing

/// Lines that are JSON, are not, or may be: the files of JSONTestSuite that have one line, sent to the server.
@Suite("Corpus on the wire") struct CorpusTests {
    /// The files whose names begin so, of one line that is not blank.
    private static func lines(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
        try JSONTestSuite.names(prefix).compactMap { name in
            var bytes = try JSONTestSuite.bytes(name)
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            let isBlank = bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            return bytes.contains(UInt8(ascii: "\n")) || isBlank ? nil : (name, bytes)
        }
    }

    @Test("W1: a line that is not JSON gets one -32700 with a null id, and the next line is served")
    func invalid() throws {
        let process = try GalleriaProcess()
        try process.expectServing()
        let lines = try Self.lines("n_")
        #expect(lines.count == 183)
        for (name, bytes) in lines {
            try process.send(bytes + [UInt8(ascii: "\n")])
            let answer = try process.answer()
            #expect(answer["id"] == .null, "\(name)")
            #expect(answer.errorCode == -32700, "\(name)")
        }
        try process.expectServing()
        #expect(try process.finish() == [])
    }

    @Test("W1: what is JSON is never -32700, as a line or as an argument of a tool")
    func valid() throws {
        let process = try GalleriaProcess()
        _ = try process.call(
            "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#
        )
        let lines = try Self.lines("y_").filter { !$0.name.hasPrefix("y_object_duplicated_key") }
        #expect(lines.count == 91)
        for (id, (name, bytes)) in lines.enumerated() {
            let start =
                #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"book_shelf_list","arguments":"#
            try process.send(Array(#"\#(start){"query":"#.utf8) + bytes + Array("}}}\n".utf8))
            let answer = try process.answer()
            #expect(answer["id"]?.integer == id, "\(name)")
            #expect(answer["result"]?["isError"] != nil, "\(name)")
        }
        try process.expectServing()
    }

    @Test("W5: a member twice is -32700, in an argument as well")
    func duplicates() throws {
        let process = try GalleriaProcess()
        for (name, bytes) in try Self.lines("y_object_duplicated_key") {
            let start = #"{"jsonrpc":"2.0","id":1,"method":"bookShelf.list","params":{"query":"#
            try process.send(Array(start.utf8) + bytes + Array("}}\n".utf8))
            #expect(try process.answer().errorCode == -32700, "\(name)")
        }
        try process.expectServing()
    }

    @Test("W1: what a reader may take or refuse is answered alike each time")
    func undecided() throws {
        let process = try GalleriaProcess()
        try process.expectServing()
        for (name, bytes) in try Self.lines("i_") {
            let codes = try (0..<3).map { _ in
                try process.send(bytes + [UInt8(ascii: "\n")])
                // A batch of numbers is answered by a batch of errors.
                let answer = try process.answer()
                return answer.elements?.first?.errorCode ?? answer.errorCode
            }
            #expect(Set(codes).count == 1, "\(name)")
            #expect([-32700, -32600].contains(codes[0]), "\(name)")
        }
        try process.expectServing()
    }

    @Test("W6: the depth bombs are refused on a small stack")
    func smallStack() throws {
        let process = try GalleriaProcess(script: #"ulimit -s 512; exec "$0" serve"#)
        try process.expectServing()
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let bomb = String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
            #expect(try process.ask(bomb).errorCode == -32700)
            let inside = #"{"jsonrpc":"2.0","id":1,"method":"bookShelf.list","params":{"query":\#(bomb)}}"#
            #expect(try process.ask(inside).errorCode == -32700)
        }
        try process.expectServing()
    }
}
