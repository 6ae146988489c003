import Foundation
import Testing

@testable import Storage

/// A request that tells `answers` its number and answer.
func request(
    _ id: Int, _ work: StateRequest.Work, bytes: Int = 0, to answers: Log<(Int, StateRequest.Answer)> = Log()
) -> StateRequest {
    StateRequest(work: work, bytes: bytes, submitted: 0) { answers.add((id, $0)) }
}

/// A state file, written as the store's thread does it.
struct GroupCommit {
    private let file: StateFile
    private let path: String

    init(_ files: StateFiles, tuning: SQLiteTuning) {
        file = StateFile(files, memory: StateMemory(), tuning: tuning)
        path = files.path
    }

    func write(_ group: [StateRequest]) -> [StateRequest.Answer] {
        switch file.write(group, isFollowed: true) {
        case .answered(let answers, _): answers
        case .locked: group.map { _ in .failure(.locked(path: path, waited: 0)) }
        }
    }

    func close() { file.close() }
}

@Suite("Group commit")
struct GroupCommitTests {
    private let directory: TemporaryDirectory
    private let files: StateFiles

    init() throws {
        directory = try TemporaryDirectory()
        files = StateFiles(path: directory("state.db"))
    }

    @Test("a group is one transaction: nobody else sees a part of it")
    func oneTransaction() async throws {
        let seen = Log<Int>()
        let commits = GroupCommit(files, tuning: SQLiteTuning())
        _ = commits.write([request(0, .changes([.set(key("old"), [1])]))])
        let look = StateRequest.Work.update(key("look")) { [path = files.path] _ throws(StorageFailure) in
            let other = try SQLiteConnection(file: path, path: path)
            seen.add(Int(try other.integer("SELECT count(value) FROM state")))
            return [1]
        }
        let answers = commits.write([
            request(1, .changes([.set(key("a"), [1])])), request(2, look), request(3, .changes([.remove(key("old"))])),
            request(4, look),
        ])
        #expect(answers == [.success(nil), .success([1]), .success(nil), .success([1])])
        #expect(seen.entries == [1, 1])
        let other = DurableStateStore(path: files.path)
        #expect(try await other.entries(in: StateNamespace("shelf"), limit: 99).map(\.key) == ["a", "look"])
        commits.close()
    }

    @Test("requests of a group see what those before them did")
    func inOrder() throws {
        let commits = GroupCommit(files, tuning: SQLiteTuning())
        let add = StateRequest.Work.update(key("n")) { bytes(number($0) * 10 + 1) }
        let answers = commits.write([
            request(0, .changes([.set(key("n"), bytes(7))])), request(1, add), request(2, add),
            request(3, .changes([.remove(key("n"))])), request(4, add),
        ])
        #expect(
            answers == [.success(nil), .success(bytes(71)), .success(bytes(711)), .success(nil), .success(bytes(1))])
        commits.close()
    }

    @Test("one that refuses fails alone", arguments: [0, 7, 15])
    func oneRefuses(_ position: Int) async throws {
        let refusals: [StorageFailure] = [
            .refused(reason: "No."), .tooLarge(.value, limit: StateLimits.valueBytes), .full(path: "elsewhere"),
        ]
        for refusal in refusals {
            let bad = StateRequest.Work.update(key("bad")) { _ throws(StorageFailure) in
                if case .tooLarge = refusal { return [UInt8](repeating: 0, count: StateLimits.valueBytes + 1) }
                throw refusal
            }
            let commits = GroupCommit(files, tuning: SQLiteTuning())
            let answers = commits.write(
                (0..<16).map { request($0, $0 == position ? bad : .changes([.set(key("\($0)"), [1])])) })
            for (index, answer) in answers.enumerated() {
                #expect(answer == (index == position ? .failure(refusal) : .success(nil)), "\(index)")
            }
            #expect(
                try await DurableStateStore(path: files.path).entries(in: StateNamespace("shelf"), limit: 99).count
                    == 15
            )
            commits.close()
        }
    }

    @Test("F10: one too large for the disk fails, and its neighbours are written", arguments: [0, 3, 6])
    func oneDoesNotFit(_ position: Int) async throws {
        var tuning = SQLiteTuning()
        tuning.maximumPages = 40
        let commits = GroupCommit(files, tuning: tuning)
        let large = [UInt8](repeating: 1, count: 300_000)
        let answers = commits.write(
            (0..<7).map { request($0, .changes([.set(key("\($0)"), $0 == position ? large : [1])])) })
        for (index, answer) in answers.enumerated() {
            #expect(answer == (index == position ? .failure(.full(path: files.path)) : .success(nil)), "\(index)")
        }
        let reader = DurableStateStore(path: files.path)
        #expect(
            try await reader.entries(in: StateNamespace("shelf"), limit: 99).map(\.value)
                == Array(repeating: [1], count: 6))
        commits.close()
    }

    @Test("F12: a file that another program locked is not waited for, and the group can be written later")
    func locked() throws {
        let commits = GroupCommit(files, tuning: SQLiteTuning())
        #expect(commits.write([request(0, .changes([.set(key("a"), [1])]))]) == [.success(nil)])
        let other = try connection(to: files.path)
        try other.execute("BEGIN IMMEDIATE")
        let group = (0..<3).map { request($0, .changes([.set(key("b\($0)"), [1])])) }
        #expect(commits.write(group) == Array(repeating: .failure(.locked(path: files.path, waited: 0)), count: 3))
        try other.execute("ROLLBACK")
        #expect(commits.write(group) == Array(repeating: .success(nil), count: 3))
        commits.close()
    }

    @Test("the times of entries are the clock's")
    func clock() throws {
        var tuning = SQLiteTuning()
        tuning.now = { -400 * 86_400_000 }
        let commits = GroupCommit(files, tuning: tuning)
        #expect(commits.write([request(0, .changes([.set(key("a"), [1])]))]) == [.success(nil)])
        commits.close()
        let look = try connection(to: files.path)
        #expect(try look.integer("SELECT updated_at FROM state") == -34_560_000_000)
        #expect(try look.integer("SELECT applied_at FROM migrations") == -34_560_000_000)
        #expect(SQLiteTuning().now() > 1_700_000_000_000)
    }
}

@Suite("The queue of the store's thread")
struct FileThreadTests {
    private let directory: TemporaryDirectory
    private let writer: FileThread
    private let files: StateFiles

    init() throws {
        directory = try TemporaryDirectory()
        files = StateFiles(path: directory("state.db"))
        writer = FileThread(
            files, isReadOnly: false, isTold: true, tuning: SQLiteTuning(), memory: StateMemory(),
            observers: StateObservers())
    }

    /// Keeps the writer's thread in a transform until the gate opens, so that what is submitted meanwhile waits.
    private func hold() -> DispatchSemaphore {
        let (held, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        writer.submit(
            request(
                -1,
                .update(key("gate")) { _ in
                    held.signal()
                    gate.wait()
                    return [1]
                }))
        held.wait()
        return gate
    }

    private func stop() async {
        await withCheckedContinuation { continuation in writer.stop { continuation.resume() } }
    }

    @Test("those that wait are answered in their order, and those waiting at the end are still written")
    func order() async throws {
        let answers = Log<(Int, StateRequest.Answer)>()
        let gate = hold()
        for id in 0..<64 {
            let work = StateRequest.Work.update(key("n")) { bytes(number($0) + 1) }
            writer.submit(request(id, work, to: answers))
        }
        #expect(answers.entries.isEmpty)
        gate.signal()
        await stop()
        #expect(answers.entries.map(\.0) == Array(0..<64))
        #expect(answers.entries.map(\.1) == (1...64).map { .success(bytes($0)) })
    }

    @Test("more than 4,096 waiting writes are refused, not held, and those waiting are written")
    func tooMany() async throws {
        let answers = Log<(Int, StateRequest.Answer)>()
        let gate = hold()
        for id in 0...StateLimits.waitingCommits {
            writer.submit(request(id, .changes([.set(key("n"), bytes(id))]), to: answers))
        }
        #expect(answers.entries.map(\.0) == [StateLimits.waitingCommits])
        #expect(answers.entries.map(\.1) == [.failure(.busy)])
        gate.signal()
        await stop()
        #expect(answers.entries.count == StateLimits.waitingCommits + 1)
        #expect(answers.entries.dropFirst().allSatisfy { $0.1 == .success(nil) })
    }

    @Test("more than 64 MiB of waiting writes are refused; one alone of that size is taken")
    func tooLarge() async throws {
        let answers = Log<(Int, StateRequest.Answer)>()
        let gate = hold()
        writer.submit(request(0, .changes([]), bytes: StateLimits.waitingBytes, to: answers))
        writer.submit(request(1, .changes([]), bytes: 1, to: answers))
        writer.submit(request(2, .changes([]), bytes: 0, to: answers))
        #expect(answers.entries.map(\.0) == [1])
        #expect(answers.entries.map(\.1) == [.failure(.busy)])
        gate.signal()
        await stop()
        #expect(answers.entries.map(\.0) == [1, 0, 2])
    }

    @Test("after the end requests are refused, and ending again is harmless", arguments: [false, true])
    func ended(_ begun: Bool) async throws {
        let answers = Log<(Int, StateRequest.Answer)>()
        if begun { writer.submit(request(0, .changes([.set(key("a"), [1])]), to: answers)) }
        await stop()
        await stop()
        writer.submit(request(1, .changes([.set(key("b"), [1])]), to: answers))
        #expect(answers.entries.last?.0 == 1)
        #expect(answers.entries.last?.1 == .failure(.closed))
        #expect(answers.entries.count == (begun ? 2 : 1))
    }

    @Test("a store let go without being closed still writes what it was given, and its thread and files go")
    func letGo() async throws {
        let path = directory("other.db")
        for round in 0..<50 {
            // The store is gone at the end of the statement; the thread ends by itself.
            try await DurableStateStore(path: path).commit([.set(key("\(round)"), [1])])
        }
        let store = DurableStateStore(path: path)
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 99).count == 50)
        await store.close()
    }
}
