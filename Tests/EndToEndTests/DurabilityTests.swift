import Foundation
import TestSupport
import Testing

/// Durability of acknowledged changes, whatever happens to the process.
@Suite("Durability") struct DurabilityTests {
    private func memo(_ process: ChildProcess, _ text: String? = nil) throws -> String? {
        let call = text.map { StateCalls.setMemo($0) } ?? StateCalls.book()
        let result = try process.call(call.method, call.params)["result"]
        return text == nil ? StateCalls.memo(in: result) : result?["text"]?.text
    }

    @Test("F9: a memo that was answered survives kill -9 right after, 20 times")
    func killed() throws {
        let home = try TemporaryHome()
        var last = ""
        for round in 1...20 {
            let process = try GalleriaProcess(home: home)
            #expect(try memo(process) ?? "" == last)
            last = "round \(round)"
            #expect(try memo(process, last) == last)
            process.signal(SIGKILL)
            #expect(try process.waitForEnd() == .signalled(SIGKILL))
        }
        #expect(try memo(GalleriaProcess(home: home)) == last)
    }

    /// 200 memos in one write, each with its cancel after some pings, so that it comes before the memo is begun, in the
    /// middle of it, or after.
    @Test(
        "W17: memos cancelled at any moment are the old text or the new, those answered the new, also in the next process",
        arguments: 1...5 as ClosedRange<UInt64>)
    func cancelledWrites(_ seed: UInt64) throws {
        let (home, count) = (try TemporaryHome(), 200)
        let process = try GalleriaProcess(home: home)
        func memo(_ id: Int, _ text: String? = nil) -> String {
            let isbn13 = StateCalls.isbns[id]
            let call = text.map { StateCalls.setMemo($0, isbn13) } ?? StateCalls.book(isbn13)
            return ChildProcess.request(call.method, call.params, id: id)
        }
        func answers(_ process: ChildProcess, to lines: [String], _ count: Int) throws -> [Int: WireValue] {
            process.offer(Array((lines.joined(separator: "\n") + "\n").utf8))
            var answers: [Int: WireValue] = [:]
            while answers.count < count {
                let answer = try process.answer()
                guard let id = answer["id"]?.integer else { continue }
                #expect(answers.updateValue(answer, forKey: id) == nil, "\(id) is answered twice")
            }
            return answers
        }
        let old = try answers(process, to: (0..<count).map { memo($0, "old") }, count)
        #expect(old.values.allSatisfy { $0["result"]?["text"]?.text == "old" })

        var random = SeededGenerator(seed)
        var lines: [(place: Int, line: String)] = []
        for id in 0..<count {
            lines.append((id * 10, memo(id, "new")))
            let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#
            lines.append((id * 10 + Int.random(in: 1...400, using: &random), cancel))
            lines.append((id * 10 + 5, #"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#))
        }
        let new = try answers(process, to: lines.sorted { $0.place < $1.place }.map(\.line), count)
        #expect(new.values.allSatisfy { $0["result"]?["text"]?.text == "new" || $0.errorCode == -32800 })
        let told = try answers(process, to: (0..<count).map { memo($0) }, count).mapValues {
            StateCalls.memo(in: $0["result"])
        }
        #expect(try process.finish().allSatisfy { $0["id"]?.text == "ping" })
        let next = try GalleriaProcess(home: home)
        let kept = try answers(next, to: (0..<count).map { memo($0) }, count).mapValues {
            StateCalls.memo(in: $0["result"])
        }
        #expect(told == kept)
        for (id, answer) in new {
            #expect(kept[id] == "new" || kept[id] == "old" && answer["result"] == nil, "\(id): \(answer)")
        }
        #expect(try next.finish() == [])
    }

    @Test("F11: a state file of garbage: lists are answered, likes are refused with what to do, not a byte is changed")
    func garbage() throws {
        let home = try TemporaryHome()
        let folder = "\(home.path)/.local/state/galleria"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var random = SeededGenerator(11)
        let garbage = Data((0..<9_000).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        try garbage.write(to: URL(filePath: "\(folder)/state.db"))
        let process = try GalleriaProcess(home: home)
        let list = try process.call("catalog.list")["result"]
        #expect(list?["items"]?.elements?.isEmpty == false)
        let like = #"{"skus":"BL204DR17KLM","liked":true}"#
        for _ in 0..<2 {
            let refused = try process.call("catalog.like", like)["error"]?["data"]
            #expect(refused?["code"]?.text == "storage_failed")
            let told = "\(refused?["message"]?.text ?? "") \(refused?["hint"]?.text ?? "")"
            #expect(told.contains("\(folder)/state.db") && told.contains(".recover"), "\(told)")
        }
        for (method, params) in [
            ("bookShelf.search", #"{"query":"swift"}"#), ("friends.list", "{}"), ("shoppingMall.list", "{}"),
            ("productDetail.show", #"{"skus":"BL204DR17KLM"}"#), ("forecast.daily", #"{"places":"London"}"#),
        ] {
            #expect(try process.call(method, params)["result"] != nil, "\(method)")
        }
        #expect(try process.finish() == [])
        #expect(try Data(contentsOf: URL(filePath: "\(folder)/state.db")) == garbage)
        // Put right while nothing runs, it works again.
        try FileManager.default.removeItem(atPath: "\(folder)/state.db")
        #expect(try GalleriaProcess(home: home).call("catalog.like", like)["result"]?["liked"] == .bool(true))
    }

    @Test("F12: processes that share a home lose no write and see each other's")
    func shared() throws {
        let home = try TemporaryHome()
        let processes = try (0..<4).map { _ in try GalleriaProcess(home: home) }
        for round in 0..<10 {
            for (number, process) in processes.enumerated() {
                let call = StateCalls.setMemo("by \(number)", StateCalls.isbns[number * 10 + round])
                try process.send(line: ChildProcess.request(call.method, call.params, id: round))
            }
        }
        for process in processes {
            for _ in 0..<10 { #expect(try process.answer()["result"] != nil) }
        }
        for round in 0..<10 {
            for number in processes.indices {
                let other = processes[(number + 1) % processes.count]
                let call = StateCalls.book(StateCalls.isbns[number * 10 + round])
                let answer = try other.call(call.method, call.params)
                #expect(StateCalls.memo(in: answer["result"]) == "by \(number)")
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
        let answer = try process.call("bookShelf.setMemo", #"{"isbn13":"\#(StateCalls.isbn13)","text":"a"}"#)
        #expect(answer["error"]?["data"]?["code"]?.text == "storage_failed")
        try process.expectServing()
        #expect(try process.finish() == [])
    }
}
