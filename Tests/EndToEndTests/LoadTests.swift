import Foundation
import TestSupport
import Testing

/// Many calls at once that wait for a server.
@Suite("Load") struct LoadTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    private func galleria(_ path: String, _ more: [String] = []) throws -> GalleriaProcess {
        try GalleriaProcess(
            ["serve", "--set", "network.data=live", "--set", "modules.bookShelf.endpoint=\(server.endpoint(path))"]
                + more)
    }

    @Test("P7: 64 answers of 256 kB at once, read late and in small pieces, arrive whole, each once")
    func largeFrames() throws {
        let process = try galleria("slow/50/books/1.0", ["--set", "limits.drain=60s"])
        process.readsOutput = false
        let filler = String(repeating: "x", count: 256 * 1024)
        let requests = (0..<64).map { number in
            #"{"jsonrpc":"2.0","id":"\#(number)-\#(filler)","method":"bookShelf.search","params":{"query":"q\#(number)","limit":10}}"#
        }
        // Until the server takes no more: what it has answered waits for its reader.
        process.offer(Array((requests.joined(separator: "\n") + "\n").utf8))
        process.readsOutput = true
        process.pieceBytes = 1024
        process.closeInput()
        let lines = try process.readToEnd()
        #expect(try process.waitForEnd() == .exited(0))
        var seen: Set<Int> = []
        for line in lines {
            // The filler is looked at as a whole: parsing it scalar by scalar takes seconds.
            let parts = line.split(separator: filler, maxSplits: 1)
            let value = WireValue(parts.joined())
            #expect(parts.count == 2)
            #expect(value?["result"]?["items"]?.elements?.count == 10)
            if let id = value?["id"]?.text?.dropLast(), let number = Int(id) { seen.insert(number) }
        }
        #expect(lines.count == 64)
        #expect(seen == Set(0..<64))
    }

    @Test(
        "P12 P6: calls in flight hold bounded memory, also by ids and params of a megabyte: the rest is busy",
        arguments: [true, false])
    func weight(inID: Bool) throws {
        let process = try galleria("silent", ["--set", "modules.bookShelf.timeout=120s", "--set", "limits.drain=2s"])
        try process.expectServing()
        let before = try #require(process.kilobytes("VmHWM"))
        let filler = String(repeating: "x", count: 1 << 20)
        for number in 0..<100 {
            let id = inID ? "\(number)-\(filler)" : "\(number)"
            let meta = inID ? "" : #","_meta":{"a":"\#(filler)"}"#
            try process.send(
                line: #"{"jsonrpc":"2.0","id":"\#(id)","method":"bookShelf.search","params":{"query":"q"\#(meta)}}"#)
        }
        // The first answers are those that were refused; calls without end hold the rest.
        try process.send(line: #"{"jsonrpc":"2.0","id":"sentinel","method":"ping"}"#)
        var refused = 0
        while let line = try process.readLine(), line.utf8.count > 100 || !line.contains("sentinel") {
            // The id is not looked at: that takes long.
            #expect(String(decoding: line.utf8.suffix(300), as: UTF8.self).contains(#""code":"busy""#))
            refused += 1
        }
        #expect(refused > 60 && refused < 100)
        #expect(try #require(process.kilobytes("VmHWM")) - before <= 64 * 1024, "KiB")
        process.closeInput()
        #expect(try process.readToEnd().count == 100 - refused)
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("P12: 2,000 slow calls at once are answered exactly once, as results or as busy, and pings meanwhile")
    func flood() throws {
        let process = try galleria(
            "slow/5/books/1.0", ["--set", "modules.bookShelf.timeout=120s", "--set", "limits.drain=60s"])
        let count = 2_000
        process.offer(
            (0..<count).flatMap { id in
                Array("\(ChildProcess.request("bookShelf.show", #"{"isbn13s":["9780000000000"]}"#, id: id))\n".utf8)
            })
        process.offer(Array("\(ChildProcess.request("ping", id: count))\n".utf8))
        let lines = try process.finish()
        let ids = lines.compactMap { $0["id"]?.integer }
        #expect(ids.sorted() == Array(0...count))
        #expect(ids.firstIndex(of: count) != count, "the ping waited for every call")
        let codes = Set(lines.compactMap { $0["error"]?["data"]?["code"]?.text })
        #expect(codes.isSubset(of: ["not_found", "busy"]))
    }
}
