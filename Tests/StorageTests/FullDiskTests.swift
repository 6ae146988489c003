import Foundation
import TestSupport
import Testing

@testable import Storage

/// F10, L5: a write that fails is told as failed, the old state stays, and the next one works when it can.
@Suite("F10: full disks, write errors and read-only places")
struct FullDiskTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The size a file may have is a limit of the process, so this is one of its own. At each size, in steps much
    /// smaller than a page, some write of a commit is the first to fail.
    @Test("L5: a write error at any point of a commit is told, undone, and over when the limit is lifted")
    func writeErrors() async throws {
        let path = directory("state.db")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = DurableStateStore(path: path)
            var expected = 0
            var failures = 0
            for step in 0..<120 {
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                limit.rlim_cur = rlim_t(step * 997)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let value = bytes(step + 1) + [UInt8](repeating: 32, count: 3000)
                let failure = await store.failure(committing: [.set(key("a"), value), .set(key("b"), value)])
                limit.rlim_cur = limit.rlim_max
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                if failure == nil { expected = step + 1 } else { failures += 1 }
                // What another connection sees is what was acknowledged last, in both entries.
                let other = DurableStateStore(path: path)
                for name in ["a", "b"] {
                    let found = try await other.value(for: key(name))?.prefix { $0 != 32 }
                    #expect(number(found.map(Array.init)) == expected, "step \(step), \(name), \(failure as Any)")
                }
                await other.close()
            }
            #expect(failures > 5)
            try await store.commit([.set(key("a"), bytes(1))])
            #expect(try await store.value(for: key("a")) == bytes(1))
            await store.close()
            #expect(try connection(to: path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("L5: a full disk is told as one, what was there stays, and small writes still fit")
    func fullByPages() async throws {
        var tuning = SQLiteTuning()
        tuning.maximumPages = 30
        let path = directory("state.db")
        let store = DurableStateStore(path: path, tuning: tuning)
        try await store.commit([.set(key("a"), [1])])
        let large = [UInt8](repeating: 1, count: 200_000)
        for _ in 1...3 {
            #expect(await store.failure(committing: [.set(key("b"), [1]), .set(key("a"), large)]) == .full(path: path))
            #expect(await store.failure(updating: key("a")) { _ in large } == .full(path: path))
            #expect(try await store.value(for: key("a")) == [1])
            #expect(try await store.value(for: key("b")) == nil)
        }
        try await store.commit([.set(key("a"), [2])])
        #expect(try await store.value(for: key("a")) == [2])
        await store.close()
    }

    /// Mounting needs the rights of root; elsewhere the two tests above stand for this one.
    @Test("L5: a file system of 256 KiB fills up and is emptied", .enabled(if: TinyDisk.isPossible))
    func tinyDisk() async throws {
        let disk = try TinyDisk(at: directory("disk"), options: "size=256k")
        let path = disk.path + "/state.db"
        let store = DurableStateStore(path: path)
        try await store.commit([.set(key("a"), [1])])
        try write([UInt8](repeating: 0, count: 100_000), to: disk.path + "/ballast")
        var stored = 0
        var failure: StorageFailure?
        while failure == nil, stored < 100 {
            failure = await store.failure(committing: [.set(key("n\(stored)"), [UInt8](repeating: 1, count: 5000))])
            if failure == nil { stored += 1 }
        }
        #expect(failure == .full(path: path))
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 200).count == stored + 1)
        try FileManager.default.removeItem(atPath: disk.path + "/ballast")
        try await store.commit([.set(key("after"), [UInt8](repeating: 1, count: 5000))])
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 200).count == stored + 2)
        await store.close()
        try #expect(connection(to: path).text("PRAGMA integrity_check") == "ok")
    }

    @Test("F14: a read-only file system refuses writes and still reads", .enabled(if: TinyDisk.isPossible))
    func readOnlyDisk() async throws {
        let disk = try TinyDisk(at: directory("disk"), options: "size=1m")
        let path = disk.path + "/odd?%name.db"
        try await makeStateFile(path)
        try disk.remount("ro")
        let store = DurableStateStore(path: path)
        #expect(try await store.value(for: key("a")) == [1])
        #expect(await store.failure(committing: [.set(key("a"), [2])]) == .readOnly(path: path))
        #expect(await store.failure(updating: key("a")) { $0 } == .readOnly(path: path))
        let fresh = DurableStateStore(path: disk.path + "/new/state.db")
        #expect(
            await failure { _ = try await fresh.value(for: key("a")) } == .readOnly(path: disk.path + "/new/state.db"))
        #expect(await fresh.failure(committing: [.set(key("a"), [2])]) == .readOnly(path: disk.path + "/new/state.db"))
        try disk.remount("rw")
        try await store.commit([.set(key("a"), [3])])
        #expect(try await store.value(for: key("a")) == [3])
        await store.close()
        await fresh.close()
    }

    @Test("F14: a place where no directory can be made refuses writes and has nothing to read")
    func impossiblePlace() async throws {
        // Nobody, root included, can make a directory in /proc.
        let path = "/proc/galleria/state.db"
        let store = DurableStateStore(path: path)
        #expect(try await store.value(for: key("a")) == nil)
        let failure = await store.failure(committing: [.set(key("a"), [1])])
        #expect(failure?.sentence.contains(path) == true)
        await store.close()
    }

    @Test(
        "17.3: a disk on which no state can be made does not count as empty; for a process that writes nothing it does",
        .enabled(if: TinyDisk.isPossible))
    func diskAway() async throws {
        let disk = try TinyDisk(at: directory("away"), options: "size=64k,ro")
        for (takesWrites, isEmpty) in [(true, false), (false, true)] {
            let store = DurableStateStore(path: disk.path + "/galleria/state.db", takesWrites: takesWrites)
            let found = await failure { _ = try await store.value(for: key("a")) }
            #expect((found == nil) == isEmpty && (store.trouble == nil) == isEmpty)
            await store.close()
        }
        try disk.remount("rw")
        let store = DurableStateStore(path: disk.path + "/galleria/state.db")
        #expect(try await store.value(for: key("a")) == nil)
        await store.close()
    }

    private func failure(_ body: () async throws -> Void) async -> StorageFailure? {
        do {
            try await body()
            return nil
        } catch {
            return error as? StorageFailure
        }
    }
}
