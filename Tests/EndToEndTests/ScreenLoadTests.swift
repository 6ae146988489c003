import Foundation
import TestSupport
import Testing

/// Actions by the thousand on a long list: memory stays bounded whether anybody reads or not, and nothing is lost.
@Suite("17.7: Screens under load") struct ScreenLoadTests {
    private static let rows = 20_000
    private static let actions = 10_000
    /// Kilobytes beyond those of the loaded list.
    private static let bound = 32 * 1024

    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        let rows = (0..<Self.rows).map { number in
            #"{"isbn13":"\#(9_780_000_000_000 + number)","title":"Book \#(number)","price":"$1.00"}"#
        }
        server.answer("/books/new", .json(#"{"error":"0","books":[\#(rows.joined(separator: ","))]}"#))
    }

    /// A process whose screen `s1` shows the whole list, and the revision of that.
    private func shelf() throws -> (process: GalleriaProcess, revision: Int) {
        let process = try GalleriaProcess([
            "serve", "--set", "network.data=live", "--set", "modules.bookShelf.endpoint=\(server.endpoint("books"))",
            "--set", "modules.bookShelf.timeout=60s", "--set", "limits.drain=60s",
        ])
        process.offer(Array("\(ChildProcess.request("screen.open", #"{"route":"galleria://shelf"}"#, id: -1))\n".utf8))
        while let line = try process.readLine() {
            if let revision = Self.revision(of: line),
                line.contains(#""isbn13":"\#(9_780_000_000_000 + Self.rows - 1)""#)
            {
                return (process, revision)
            }
        }
        throw HarnessFault.misbehaved("never showed the list", output: "", errors: process.errorText)
    }

    /// The revision of a `screen.changed`; nil for other lines. The rest is not looked at: it is megabytes.
    private static func revision(of line: String) -> Int? {
        let start = #"{"jsonrpc":"2.0","method":"screen.changed","params":{"screen":"s1","revision":"#
        guard line.hasPrefix(start) else { return nil }
        return Int(line.dropFirst(start.count).prefix { $0.isNumber })
    }

    private static func edits(_ texts: [String]) -> [UInt8] {
        texts.enumerated().flatMap { id, text in
            let params = #"{"screen":"s1","action":"edit","params":{"text":"\#(text)"}}"#
            return Array("\(ChildProcess.request("screen.send", params, id: id))\n".utf8)
        }
    }

    @Test("10,000 pipelined actions on 20,000 rows, nobody reads: 32 MB; then every answer and the last state come")
    func unread() throws {
        let (process, loaded) = try shelf()
        let before = try #require(process.kilobytes("VmRSS"))
        process.readsOutput = false
        let texts = (0..<Self.actions).map { $0 == Self.actions - 1 ? "Book 19999" : $0 % 2 == 0 ? "Book" : "" }
        process.offerUntilIdle(Self.edits(texts))
        process.readsOutput = true
        process.closeInput()
        let growth = max(process.highWater, try #require(process.kilobytes("VmHWM"))) - before
        #expect(growth <= Self.bound, "KiB")
        var (revision, answers, last, wrong) = (loaded, 0, "", [String]())
        while let line = try process.readLine() {
            if let told = Self.revision(of: line) {
                #expect(told == revision + 1)
                (revision, last) = (told, line)
            } else {
                let start = #"{"jsonrpc":"2.0","id":\#(answers),"result":{"accepted":true,"revision":"#
                let shown = line.hasPrefix(start) ? Int(line.dropFirst(start.count).dropLast(2)) : nil
                if shown.map({ max(revision, loaded + 1)...revision + 1 ~= $0 }) != true { wrong.append(line) }
                answers += 1
            }
        }
        #expect(answers == Self.actions && wrong.isEmpty)
        #expect(revision - loaded < 100, "bursts are coalesced")
        let state = WireValue(last)?["params"]?["state"]
        #expect(state?["find"]?.text == "Book 19999" && state?["items"]?.elements?.count == 1)
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("states asked for between the actions are held back like any answer, and each is told under its revision")
    func unreadStates() throws {
        let (process, loaded) = try shelf()
        let before = try #require(process.kilobytes("VmRSS"))
        process.readsOutput = false
        // Either shows 1,111 rows, about 300 kB.
        let pairs = (0..<100).flatMap { id in
            let edit = #"{"screen":"s1","action":"edit","params":{"text":"Book 1\#(8 + id % 2)"}}"#
            return [
                ChildProcess.request("screen.send", edit, id: 2 * id),
                ChildProcess.request("screen.state", #"{"screen":"s1"}"#, id: 2 * id + 1),
            ]
        }
        process.offerUntilIdle(Array((pairs.joined(separator: "\n") + "\n").utf8))
        process.readsOutput = true
        process.closeInput()
        #expect(process.highWater - before <= Self.bound, "KiB")
        var (revision, answers) = (loaded, 0)
        while let line = try process.readLine() {
            if let told = Self.revision(of: line) {
                #expect(told == revision + 1)
                revision = told
            } else {
                answers += 1
            }
        }
        #expect(answers == 200)
        #expect(revision == loaded + 100, "each of these states was shown by an answer")
        #expect(try process.waitForEnd() == .exited(0))
    }
}
