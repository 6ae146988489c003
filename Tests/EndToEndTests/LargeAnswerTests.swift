import Foundation
import TestSupport
import Testing

/// Upstreams that send as much as they may, to many calls at once.
@Suite("17.12: Large answers") struct LargeAnswerTests {
    /// Kilobytes over those of an idle process that the worst input may take.
    private static let bound = 64 * 1024

    private let server: ScriptedServer

    init() throws { server = try ScriptedServer() }

    private func galleria() throws -> (process: GalleriaProcess, idle: Int) {
        let process = try GalleriaProcess([
            "serve", "--set", "network.data=live", "--set", "network.retries=0", "--set", "limits.drain=60s", "--set",
            "modules.bookShelf.endpoint=\(server.endpoint("books"))", "--set", "modules.bookShelf.timeout=60s",
        ])
        try process.initialize()
        _ = try process.call("tools/list")
        return (process, try #require(process.kilobytes("VmRSS")))
    }

    private static let inputs: [(name: String, body: String)] = [
        (
            "one field",
            #"{"error":"0","books":[{"isbn13":"9780000000001","title":"\#(String(repeating: "x", count: 8_000_000))"}]}"#
        ),
        (
            "20,000 rows",
            #"{"error":"0","books":[\#((0..<20_000).map { #"{"isbn13":"\#(9_780_000_000_000 + $0)","title":"Book \#($0)"}"# }.joined(separator: ","))]}"#
        ),
        ("4 million zeros", #"{"error":"0","books":[\#(String(repeating: "0,", count: 4_000_000))0]}"#),
    ]

    @Test("64 calls at once take at most 64 MB, and each is answered", arguments: inputs.indices)
    func atOnce(_ index: Int) throws {
        let (process, idle) = try galleria()
        for number in 0..<64 {
            server.answer("/books/search/q\(number)/1", .json(Self.inputs[index].body))
            let params = #"{"name":"book_shelf_search","arguments":{"query":"q\#(number)"}}"#
            try process.send(line: ChildProcess.request("tools/call", params, id: number))
        }
        for _ in 0..<64 { #expect(try process.readLine()?.contains(#""result":{"#) == true) }
        #expect(try #require(process.kilobytes("VmHWM")) - idle <= Self.bound, "KiB: \(Self.inputs[index].name)")
    }

    @Test("a field of 8 MB is 20,000 characters in the answer, and in the state and text of a screen")
    func field() throws {
        server.answer("/books/new", .json(Self.inputs[0].body))
        server.answer("/books/search/q/1", .json(Self.inputs[0].body))
        let (process, _) = try galleria()
        let answer = try process.call("bookShelf.search", #"{"query":"q"}"#)
        let title = try #require(answer["result"]?["items"]?.elements?.first?["title"]?.text)
        #expect(title.unicodeScalars.count == 20_000 && title.hasSuffix("…"))
        let driver = ScreenDriver(process)
        let state = try driver.settled(try driver.open("galleria://shelf"))
        #expect(state["items"]?.elements?.first?["title"]?.text?.unicodeScalars.count == 20_000)
    }
}
