import Foundation
import Testing

/// What is answered stays, whatever happens to the process.
@Suite("Durability") struct DurabilityTests {
    private let isbn13 = "9781617294136"

    private func memo(_ process: ChildProcess, _ text: String? = nil) throws -> String? {
        let more = text.map { #","text":"\#($0)""# } ?? ""
        return try process.call("bookShelf.memo", #"{"isbn13":"\#(isbn13)"\#(more)}"#)["result"]?["text"]?.text
    }

    @Test("F9: a memo that was answered survives kill -9 right after, 20 times")
    func killed() throws {
        let home = try TemporaryHome()
        var last = ""
        for round in 1...20 {
            let process = try GalleriaProcess(home: home)
            #expect(try memo(process) == last)
            last = "round \(round)"
            #expect(try memo(process, last) == last)
            process.signal(SIGKILL)
            #expect(try process.waitForEnd() == .signalled(SIGKILL))
        }
        #expect(try memo(GalleriaProcess(home: home)) == last)
    }

    @Test(
        "W17: a memo whose call is cancelled is the old text or the new, and what was answered is so", arguments: 1...5)
    func cancelledWrite(_ round: Int) throws {
        let process = try GalleriaProcess()
        #expect(try memo(process, "old") == "old")
        try process.send(line: ChildProcess.request("bookShelf.memo", #"{"isbn13":"\#(isbn13)","text":"new"}"#, id: 7))
        try process.send(line: #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#)
        let answer = try process.answer()
        #expect(answer["id"]?.integer == 7)
        #expect(answer["result"] != nil || answer.errorCode == -32800)
        let text = try memo(process)
        if answer["result"] != nil { #expect(text == "new") } else { #expect(text == "old" || text == "new") }
    }

    @Test("F12: processes that share a home lose no write and see each other's")
    func shared() throws {
        let home = try TemporaryHome()
        let processes = try (0..<4).map { _ in try GalleriaProcess(home: home) }
        for round in 0..<10 {
            for (number, process) in processes.enumerated() {
                let isbn13 = "97816172941\(number)\(round)"
                try process.send(
                    line: ChildProcess.request(
                        "bookShelf.memo", #"{"isbn13":"\#(isbn13)","text":"by \#(number)"}"#, id: round))
            }
        }
        for process in processes {
            for _ in 0..<10 { #expect(try process.answer()["result"] != nil) }
        }
        for round in 0..<10 {
            for number in processes.indices {
                let other = processes[(number + 1) % processes.count]
                let answer = try other.call("bookShelf.memo", #"{"isbn13":"97816172941\#(number)\#(round)"}"#)
                #expect(answer["result"]?["text"]?.text == "by \(number)")
            }
        }
    }

    @Test("F8: what is left behind is the user's alone, whatever the umask")
    func permissions() throws {
        let process = try GalleriaProcess(script: #"umask 000; exec "$0" serve"#)
        #expect(try memo(process, "mine") == "mine")
        let state = "\(process.home.path)/.local/state/galleria"
        let names = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(names.contains("state.db"))
        for path in [state] + names.map({ "\(state)/\($0)" }) {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
        }
    }

    @Test(
        "F14: without a place for state it starts, answers, and refuses writes with the reason",
        arguments: [
            ["HOME": "/proc/nowhere"], ["HOME": "/dev/null"], [:],
        ])
    func noHome(_ environment: [String: String]) throws {
        let process = try ChildProcess(GalleriaProcess.executable, ["serve"], environment: environment)
        try process.expectServing()
        let answer = try process.call("bookShelf.memo", #"{"isbn13":"\#(isbn13)","text":"a"}"#)
        #expect(answer["error"]?["data"]?["code"]?.text == "storage_failed")
        try process.expectServing()
        #expect(try process.finish() == [])
    }
}
