import Foundation
import Testing

@testable import Storage

/// Each child here is a process of its own: the test program started again for one closure.
@Suite("Durability and many processes")
struct DurabilityTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Number of commits that the child acknowledges before it kills itself, in the middle of its other writes.
    @Test(
        "F9, L1, L3, L6: what was acknowledged is there after kill -9, and nothing is half",
        arguments: [1, 2, 9, 40, 150, 400])
    func killed(after count: Int) async throws {
        let path = directory("state.db")
        await #expect(processExitsWith: .signal(SIGKILL)) { [count, path = path as String] in
            let store = DurableStateStore(path: path)
            let acknowledged = open(path + ".acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let countdown = Countdown(from: count)
            await withTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        for round in 0... {
                            let name = "\(writer)-\(round)"
                            // Two entries each: one without the other would be half a commit.
                            let pair = ["left", "right"].map { StateChange.set(key(name, in: $0), Array(name.utf8)) }
                            guard await store.failure(committing: pair) == nil else { return }
                            let line = Array((name + "\n").utf8)
                            guard write(acknowledged, line, line.count) == line.count else { return }
                            if countdown.reachesZero() { kill(getpid(), SIGKILL) }
                        }
                    }
                }
            }
        }
        let log = String(decoding: try bytes(of: path + ".acknowledged"), as: UTF8.self)
        let acknowledged = log.split(separator: "\n").map(String.init)
        #expect(acknowledged.count >= count)
        try #expect(connection(to: path).text("PRAGMA integrity_check") == "ok")
        let store = DurableStateStore(path: path)
        for name in acknowledged {
            #expect(try await store.value(for: key(name, in: "left")) == Array(name.utf8), "\(name)")
        }
        let (left, right) = (
            try await store.entries(in: StateNamespace("left"), limit: 9999),
            try await store.entries(in: StateNamespace("right"), limit: 9999)
        )
        #expect(left.map(\.key) == right.map(\.key))
        #expect(left.allSatisfy { $0.value == Array($0.key.utf8) })
        try await store.commit([.set(key("after", in: "left"), [1])])
        await store.close()
    }

    @Test("F12, L4: eight processes, 500 updates each: all counted, none told that the file is locked")
    func manyProcesses() async throws {
        let path = directory("state.db")
        await withTaskGroup { group in
            for process in 0..<8 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [process = process as Int, path = path as String] in
                        let store = DurableStateStore(path: path)
                        await withTaskGroup { group in
                            for _ in 0..<10 {
                                group.addTask {
                                    for _ in 0..<50 {
                                        let failure = await store.failure(updating: key("n")) { bytes(number($0) + 1) }
                                        #expect(failure == nil)
                                    }
                                }
                            }
                        }
                        try await store.commit([.set(key("done \(process)"), [1])])
                        await store.close()
                    }
                }
            }
        }
        let store = DurableStateStore(path: path)
        #expect(number(try await store.value(for: key("n"))) == 4000)
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 99).count == 9)
        await store.close()
    }

    @Test("F12: a read sees what another process committed, and the other process what was committed here")
    func bothWays() async throws {
        let path = directory("state.db")
        let store = DurableStateStore(path: path)
        for round in 1...3 {
            try await store.commit([.set(key("here"), bytes(round))])
            await #expect(processExitsWith: .success) { [round = round as Int, path = path as String] in
                let store = DurableStateStore(path: path)
                #expect(number(try await store.value(for: key("here"))) == round)
                try await store.commit([.set(key("there"), bytes(round))])
            }
            await store.told(of: key("there"), as: bytes(round))
        }
        await store.close()
    }

    @Test("F12: a writer of plain SQLite (another program) and this one both get their turns")
    func besidesPython() async throws {
        let path = directory("state.db")
        let store = DurableStateStore(path: path)
        try await store.commit([.set(key("n"), bytes(0))])
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "-c", Self.script, path]
        try python.run()
        for _ in 0..<200 {
            _ = try await store.update(key("n")) { bytes(number($0) + 1) }
        }
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        #expect(number(try await store.value(for: key("n"))) == 400)
        await store.close()
    }

    private static let script = """
        import sqlite3, sys
        db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
        for _ in range(200):
            db.execute('BEGIN IMMEDIATE')
            n = int(db.execute("SELECT value FROM state WHERE key = 'n'").fetchone()[0])
            db.execute("UPDATE state SET value = ? WHERE key = 'n'", (str(n + 1).encode(),))
            db.execute('COMMIT')
        """

    @Test("F13: processes killed while they make a new file leave one that the next can use", arguments: 0..<4)
    func killedAtStart(_ round: Int) async throws {
        let path = directory("state-\(round).db")
        await withTaskGroup { group in
            for process in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [process = process as Int, path = path as String] in
                        // One that gets through its first commit, and three that are killed by the clock of their steps.
                        var tuning = SQLiteTuning()
                        if process > 0 {
                            tuning.now = {
                                kill(getpid(), SIGKILL)
                                return 0
                            }
                        }
                        let store = DurableStateStore(path: path, tuning: tuning)
                        try await store.commit([.set(key("\(process)"), [1])])
                        kill(getpid(), SIGKILL)
                    }
                }
            }
        }
        let store = DurableStateStore(path: path)
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 9).map(\.key) == ["0"])
        try #expect(connection(to: path).text("PRAGMA integrity_check") == "ok")
        try await store.commit([.set(key("after"), [1])])
        await store.close()
    }
}
