import CSQLite
import Synchronization
import Testing

@testable import Storage

/// What a read costs must not grow with what is stored. Counted in instructions of SQLite's virtual machine, which repeat; a
/// look at every entry would take several each.
@Suite("Growth") struct StorageGrowthTests {
    /// The instructions of every connection that is opened while this counts.
    private enum Instructions {
        static let count = Mutex(0)

        /// Runs `body` with each connection that is opened in it under count.
        static func counted<Result>(_ body: () async throws -> Result) async rethrows -> Result {
            typealias Hook = @convention(c) () -> Void
            typealias Opened =
                @convention(c) (
                    OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, UnsafeRawPointer?
                ) -> Int32
            let opened: Opened = { connection, _, _ in
                let stepped: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { _ in
                    Instructions.count.withLock { $0 += 1 }
                    return 0
                }
                sqlite3_progress_handler(connection, 1, stepped, nil)
                return SQLITE_OK
            }
            let hook = unsafeBitCast(opened, to: Hook.self)
            sqlite3_auto_extension(hook)
            defer { sqlite3_cancel_auto_extension(hook) }
            return try await body()
        }

        /// What `body` gives, and the instructions it took.
        static func taken<Result>(by body: () throws -> Result) rethrows -> (result: Result, steps: Int) {
            let before = count.withLock { $0 }
            let result = try body()
            return (result, count.withLock { $0 } - before)
        }
    }

    private static func key(_ number: Int) -> StateKey { StateKey(namespace: "likes", key: "sku-\(number)") }

    @Test("a like is found, and a page of entries read, in as many steps among 100,000 as among ten")
    func reads() async throws {
        try await Instructions.counted {
            let directory = try TemporaryDirectory()
            let store = SQLiteStateStore(path: directory("state.db"))
            var stored = 0
            var steps: [[Int]] = []
            for count in [10, 10_000, 100_000] {
                while stored < count {
                    let next = min(count, stored + StateLimits.changes)
                    try await store.commit((stored..<next).map { .set(Self.key($0), [49]) })
                    stored = next
                }
                // Opened, and each statement run once.
                _ = try store.value(for: Self.key(0))
                let present = try Instructions.taken { try store.value(for: Self.key(count / 2)) }
                let absent = try Instructions.taken { try store.value(for: Self.key(count)) }
                let page = try Instructions.taken { try store.entries(in: "likes", limit: 10) }
                #expect(present.result == [49] && absent.result == nil && page.result.count == 10)
                steps.append([present.steps, absent.steps, page.steps])
            }
            #expect(steps[0].allSatisfy { $0 > 0 }, "nothing is counted")
            #expect(steps[1] == steps[0])
            #expect(steps[2] == steps[0])
            await store.close()
        }
    }
}
