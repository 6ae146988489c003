import CSQLite
import Synchronization
import Testing

@testable import Storage

/// Cost of a read must not grow with the stored entries. Counted in instructions of SQLite's virtual machine, which
/// repeat; a look at every entry would take several each.
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

        /// Result of `body`, and its instructions.
        static func taken<Result>(by body: () throws -> Result) rethrows -> (result: Result, steps: Int) {
            let before = count.withLock { $0 }
            let result = try body()
            return (result, count.withLock { $0 } - before)
        }
    }

    private static func key(_ number: Int) -> StateKey { StateKey(namespace: "likes", key: "sku-\(number)") }

    @Test("17.A4: no read touches the file; 17.A5: a commit is taken in as many steps among 100,000 as among ten")
    func reads() async throws {
        try await Instructions.counted {
            let directory = try TemporaryDirectory()
            let files = StateFiles(path: directory("state.db"))
            let memory = StateMemory()
            let commits = GroupCommit(files, tuning: SQLiteTuning())
            let follower = StateFile(files, memory: memory, tuning: SQLiteTuning())
            var stored = 0
            var steps: [Int] = []
            for count in [10, 10_000, 100_000] {
                while stored < count {
                    let next = min(count, stored + StateLimits.changes)
                    _ = commits.write([request(0, .changes((stored..<next).map { .set(Self.key($0), [49]) }))])
                    stored = next
                }
                _ = try follower.follow(isFollowed: true)
                _ = commits.write([request(0, .changes([.set(Self.key(0), bytes(count))]))])
                let (news, taken) = try Instructions.taken { try follower.follow(isFollowed: true) }
                #expect(news == .keys([Self.key(0)]))
                steps.append(taken)
                let found = try Instructions.taken {
                    (
                        try memory.value(for: Self.key(count / 2)), try memory.value(for: Self.key(count)),
                        try memory.entries(in: StateNamespace("likes"), limit: 10)
                    )
                }
                #expect(found.result.0 == [49] && found.result.1 == nil && found.result.2.count == 10)
                #expect(found.steps == 0)
            }
            #expect(steps[0] > 0, "nothing is counted")
            #expect(steps[1] == steps[0])
            #expect(steps[2] == steps[0])
            follower.close()
            commits.close()
        }
    }
}

extension StateStore {
    /// Returns when memory has the value of a key: others' commits come by the feed.
    func told(of key: StateKey, as value: [UInt8]?) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let token = observe(key.namespace) { _ in continuation.yield() }
        continuation.yield()
        for await _ in stream where (try? knownValue(for: key)) == value { break }
        token.cancel()
    }
}
