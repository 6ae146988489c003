import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Effects of a single failure of the disk, at each place where one can happen.
@Suite("Single failures of the disk")
struct WriteFailureTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Steps are writes and syncs, and the truncations of the log. Sessions of three commits, so that they are met in the
    /// making of the file, in commits, and when the log goes back into the file at the end.
    @Test(
        "L5, F10: each of the first 60 steps to the disk fails once: told, undone, and the next commit works",
        arguments: [EIO, ENOSPC])
    func eachStep(_ error: Int32) async throws {
        await #expect(processExitsWith: .success) { [error, directory = directory.path as String] in
            var told = 0
            for step in 1...60 {
                let path = "\(directory)/\(step).db"
                let hasFailed = Atomic(false)
                WatchedDisk.watch {
                    guard $0 == step else { return nil }
                    hasFailed.store(true, ordering: .relaxed)
                    return error
                }
                var (round, expected, failures) = (0, 0, 0)
                repeat {
                    let store = DurableStateStore(path: path)
                    for _ in 1...3 {
                        round += 1
                        // More than a page, so that an entry can be written in part.
                        let value = bytes(round) + [UInt8](repeating: 32, count: 5000)
                        let failure = await store.failure(committing: [.set(key("a"), value), .set(key("b"), value)])
                        if failure == nil { expected = round } else { failures += 1 }
                        if let failure { #expect(failure == .system(error, code: failure.code, path: path)) }
                        guard hasFailed.load(ordering: .relaxed) else { continue }
                        try await expect(expected, at: path, "step \(step), round \(round), \(failure as Any)")
                    }
                    await store.close()
                } while !hasFailed.load(ordering: .relaxed) && round < 100
                #expect(hasFailed.load(ordering: .relaxed) && failures <= 1, "step \(step)")
                told += failures
                try await expect(expected, at: path, "step \(step), after the end")
                let store = DurableStateStore(path: path)
                try await store.commit([.set(key("a"), bytes(-1)), .set(key("b"), bytes(-1))])
                await store.close()
                try await expect(-1, at: path, "step \(step), the next like")
                #expect(try connection(to: path).text("PRAGMA integrity_check") == "ok")
            }
            #expect(told > 30, "most steps are those of commits")
        }
    }

    @Test("F13: a crash before any write of a newer schema's steps: the old schema or a new one, and every entry")
    func crashWhileMigrating() async throws {
        await #expect(processExitsWith: .success) { [directory = directory.path as String] in
            let path = "\(directory)/state.db"
            try await makeStateFile(path)
            let entries = try await DurableStateStore(path: path).entries(in: StateNamespace("shelf"), limit: 9)
            // What a killed process leaves is what was written so far.
            let images = Mutex<[String]>([])
            WatchedDisk.watch { step in
                let image = "\(directory)/image-\(step).db"
                for suffix in ["", "-wal"] {
                    try? FileManager.default.copyItem(atPath: path + suffix, toPath: image + suffix)
                }
                images.withLock { $0.append(image) }
                return nil
            }
            try StateSchema.prepare(
                connection(to: path), migrations: StateSchemaTests.later, tuning: SQLiteTuning())
            WatchedDisk.watch { _ in nil }
            var versions: [Int] = []
            for image in images.withLock({ $0 }) {
                let file = try connection(to: image)
                versions.append(try StateSchema.expectWhole(file, image))
                try StateSchema.prepare(file, migrations: StateSchemaTests.later, tuning: SQLiteTuning())
                #expect(try StateSchema.expectWhole(file, image) == 3)
                for entry in entries {
                    let size = "SELECT length(value) FROM state WHERE key = '\(entry.key)'"
                    #expect(try file.integer(size) == entry.value.count, "\(image)")
                }
            }
            #expect(versions == versions.sorted() && Set(versions) == [1, 2, 3], "\(versions)")
        }
    }

    /// Eight each, of which every one is killed: in the first step that it makes, in the second, or after the last.
    @Test(
        "F13: eight newer programs started at once on an old file and killed: an old or a new schema, and every entry",
        arguments: 0..<25)
    func killedWhileMigrating(_ round: Int) async throws {
        let path = directory("state.db")
        try await makeStateFile(path)
        await withTaskGroup { group in
            for process in 0..<8 {
                group.addTask {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [round, process = process as Int, path = path as String] in
                        var random = SeededGenerator(UInt64(round * 8 + process))
                        let steps = Countdown(from: Int.random(in: 1...3, using: &random))
                        var tuning = SQLiteTuning()
                        tuning.now = {
                            if steps.reachesZero() { kill(getpid(), SIGKILL) }
                            return 0
                        }
                        try StateSchema.prepare(
                            connection(to: path), migrations: StateSchemaTests.later, tuning: tuning)
                        kill(getpid(), SIGKILL)
                    }
                }
            }
        }
        let file = try connection(to: path)
        #expect(try [1, 2, 3].contains(StateSchema.expectWhole(file, "round \(round)")))
        try StateSchema.prepare(file, migrations: StateSchemaTests.later, tuning: SQLiteTuning())
        #expect(try StateSchema.expectWhole(file, "round \(round)") == 3)
        #expect(try file.integer("SELECT sum(length(value)) FROM state") == 50_001)
    }
}

/// Expects the entries `a` and `b` at `path` to be those of this round, as another process would read them; none for 0.
private func expect(_ round: Int, at path: String, _ comment: String) async throws {
    let store = DurableStateStore(path: path)
    for name in ["a", "b"] {
        let found = try await store.value(for: key(name))?.prefix { $0 != 32 }
        #expect(number(found.map(Array.init)) == round, "\(comment), \(name)")
    }
    await store.close()
}

extension StorageFailure {
    /// SQLite's result code, where there is one.
    fileprivate var code: Int32? {
        if case .other(_, let code, _) = self { code } else { nil }
    }
}

extension StateSchema {
    /// Expects a file that had two entries to have them still, and all of each step or nothing.
    /// - Returns: how many steps it has.
    static func expectWhole(_ connection: borrowing SQLiteConnection, _ comment: String) throws -> Int {
        let version = Int(try connection.integer("PRAGMA user_version"))
        #expect(try connection.text("PRAGMA integrity_check") == "ok", "\(comment)")
        #expect(try connection.integer("SELECT count(*) FROM state") == 2, "\(comment)")
        #expect(try connection.integer("SELECT count(*) FROM migrations") == version, "\(comment)")
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'colours'")
        #expect(tables == (version > 1 ? 1 : 0), "\(comment)")
        if tables > 0 { #expect(try connection.integer("SELECT count(*) FROM colours") == version - 2, "\(comment)") }
        return version
    }
}
