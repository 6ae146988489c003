import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Storage

/// A server whose disk is full. Mounting a disk that small needs root.
@Suite("F10: a full disk of the server", .enabled(if: TinyDisk.isPossible))
struct ServerDiskTests {
    /// A database of the shared server on a disk of its own.
    private final class Tiny {
        let server: PostgresServer
        let name = "tiny" + UUID().uuidString.lowercased().prefix(8)
        let path: String
        private var disk: TinyDisk?

        init() throws {
            server = try PostgresServer.shared()
            // Not below TMPDIR: the server runs as another user.
            path = "/tmp/galleria-\(name)"
            disk = try TinyDisk(at: path, options: "size=20m,mode=0700,uid=\(server.user)")
            try server.sql("CREATE TABLESPACE \(name) LOCATION '\(path)'")
            try server.sql("CREATE DATABASE \(name) TABLESPACE \(name)")
        }

        deinit {
            _ = try? server.sql("DROP DATABASE \(name) WITH (FORCE)")
            _ = try? server.sql("DROP TABLESPACE \(name)")
            disk = nil
            rmdir(path)
        }

        func store() -> DurableStateStore {
            DurableStateStore(PostgresAddress(server.url(name)), profile: "p", tuning: ServerTuning())
        }

        func fill() throws {
            let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_EXCL, 0o600)
            #expect(file >= 0)
            let block = [UInt8](repeating: 1, count: 1 << 16)
            while write(file, block, block.count) > 0 {}
            #expect(errno == ENOSPC)
            close(file)
        }

        func makeRoom() throws { try FileManager.default.removeItem(atPath: path + "/ballast") }

        func sql(_ text: String) throws -> String { try server.sql(text, in: name) }
    }

    /// A value that needs new pages of the table: it can't be made smaller.
    private func large(_ seed: String) -> [UInt8] {
        var random = SeededGenerator(seed)
        return (0..<400_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func isFull(_ failure: StorageFailure?) -> Bool {
        if case .server(_, .full) = failure { true } else { false }
    }

    @Test("a write fails and says so, reads go on, and with room again both go on by themselves")
    func full() async throws {
        let tiny = try Tiny()
        let (store, other) = (tiny.store(), tiny.store())
        try await store.commit([.set(key("a"), [1])])
        await other.told(of: key("a"), as: [1])
        try tiny.fill()
        for _ in 0..<3 {
            let start = PostgresPatience.uptime()
            let failure = await store.failure(committing: [.set(key("a"), [2]), .set(key("b"), large("b"))])
            #expect(isFull(failure), "\(failure as Any)")
            #expect(failure?.sentence.contains("is full. Nothing was saved") == true && failure?.isPassing == true)
            #expect(PostgresPatience.uptime() - start < 9_000, "a full disk is no reason to wait")
        }
        #expect(store.trouble == nil)
        for store in [store, other] {
            #expect(try await store.value(for: key("a")) == [1])
            #expect(try await store.value(for: key("b")) == nil)
        }
        try tiny.makeRoom()
        try await store.commit([.set(key("b"), large("b"))])
        await other.told(of: key("b"), as: large("b"))
        try await other.commit([.set(key("a"), [3])])
        await store.told(of: key("a"), as: [3])
        #expect(try tiny.sql("SELECT version FROM galleria.clock") == "3")
        for store in [store, other] { await store.close() }
    }

    @Test("of writers that share a transaction with one that finds no room, what was answered is there, each once")
    func groups() async throws {
        let tiny = try Tiny()
        let store = tiny.store()
        try await store.commit([.set(key("n"), bytes(0))])
        try tiny.fill()
        let made = Log<Int>()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<32 {
                group.addTask {
                    if writer % 8 == 0 {
                        let failure = await store.failure(committing: [.set(key("large\(writer)"), large("\(writer)"))])
                        #expect(isFull(failure), "\(failure as Any)")
                        return
                    }
                    let failure = await store.failure(updating: key("n")) { bytes(number($0) + 1) }
                    if failure == nil { made.add(writer) } else { #expect(isFull(failure), "\(failure as Any)") }
                }
            }
        }
        #expect(number(try await store.value(for: key("n"))) == made.entries.count)
        try tiny.makeRoom()
        _ = try await store.update(key("n")) { bytes(number($0) + 1) }
        let fresh = tiny.store()
        #expect(number(try await fresh.value(for: key("n"))) == made.entries.count + 1)
        #expect(try await fresh.entries(in: StateNamespace("shelf"), limit: 10).map(\.key) == ["n"])
        for store in [store, fresh] { await store.close() }
    }
}
