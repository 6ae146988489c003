import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Laws of every store. Each law is tried on a new, empty store.
struct StateStoreLaw: Sendable, CustomTestStringConvertible {
    let id: String
    let check: @Sendable (any StateStore) async throws -> Void

    init(_ id: String, _ check: @escaping @Sendable (any StateStore) async throws -> Void) {
        self.id = id
        self.check = check
    }

    var testDescription: String { id }
}

/// A key of the namespace most laws use.
func key(_ name: String, in namespace: String = "shelf") -> StateKey { StateKey(namespace: namespace, key: name) }

/// Bytes as a decimal number, and back: what counters store.
func number(_ bytes: [UInt8]?) -> Int { bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0 }
func bytes(_ number: Int) -> [UInt8] { Array(String(number).utf8) }

/// A list that many threads add to.
final class Log<Entry: Sendable>: Sendable {
    private let list = Mutex<[Entry]>([])
    var entries: [Entry] { list.withLock { $0 } }
    func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
}

/// A number that many threads count down.
final class Countdown: Sendable {
    private let left: Atomic<Int>
    init(from count: Int) { left = Atomic(count) }
    /// One less; true for the caller who reaches zero.
    func reachesZero() -> Bool { left.subtract(1, ordering: .relaxed).newValue == 0 }
}

/// Hears commits.
final class Listener: Sendable {
    private let heard = Log<[String]>()
    var commits: [[String]] { heard.entries }
    func hear(_ news: StateNews) {
        switch news {
        case .keys(let keys): heard.add(keys.map { "\($0.namespace.name)/\($0.key)" })
        case .everything: heard.add(["everything"])
        }
    }
}

extension StateStore {
    /// The failure a commit ends with; nil when it succeeds.
    func failure(committing changes: [StateChange]) async -> StorageFailure? {
        do {
            try await commit(changes)
            return nil
        } catch {
            return error
        }
    }

    /// The failure an update ends with; nil when it succeeds.
    func failure(updating key: StateKey, _ transform: @escaping Transform) async -> StorageFailure? {
        do {
            _ = try await update(key, transform)
            return nil
        } catch {
            return error
        }
    }
}

enum StateStoreLaws {
    static let all: [StateStoreLaw] = values + keys + updates + limits + observations + endings

    static let values: [StateStoreLaw] = [
        StateStoreLaw("an empty store has nothing") { store async throws in
            #expect(try await store.value(for: key("a")) == nil)
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 10).isEmpty)
        },
        StateStoreLaw("what was committed is read") { store async throws in
            try await store.commit([.set(key("a"), [1, 2]), .set(key("b"), [0])])
            #expect(try await store.value(for: key("a")) == [1, 2])
            #expect(try await store.value(for: key("b")) == [0])
            #expect(try await store.value(for: key("c")) == nil)
        },
        StateStoreLaw("many are read at once, in the order asked") { store async throws in
            #expect(try await store.values(for: []) == [])
            #expect(try await store.values(for: [key("a"), key("b")]) == [nil, nil])
            try await store.commit([.set(key("a"), [1, 2]), .set(key("b"), []), .set(key("a", in: "bag"), [3])])
            let keys = [key("b"), key("none"), key("a"), key("a", in: "bag"), key("b")]
            #expect(try await store.values(for: keys) == [[], nil, [1, 2], [3], []])
            try await store.commit([.remove(key("b")), .set(key("a"), [4])])
            #expect(try await store.values(for: keys) == [nil, nil, [4], [3], nil])
        },
        StateStoreLaw("all of a namespace is read at once, and stays as it was then") { store async throws in
            let shelf = StateNamespace("shelf")
            await store.ready()
            let empty = try store.knownSpace(shelf)
            #expect(try empty.isEmpty(of: shelf) && empty.value(for: "a") == nil && empty.namespace == shelf)
            try await store.commit([.set(key("a"), [1, 2]), .set(key("é"), []), .set(key("b", in: "bag"), [3])])
            let space = try store.knownSpace(shelf)
            #expect(empty.isEmpty(of: shelf) && !empty.isEmpty(of: StateNamespace("bag")))
            #expect(!space.isEmpty(of: shelf) && space.namespace == shelf)
            #expect(try space.value(for: "a") == [1, 2] && space.value(for: "é") == [] && space.value(for: "b") == nil)
            // Byte for byte: é in one scalar is another key than in two.
            #expect(try space.value(for: "e\u{301}") == nil)
            try await store.commit([.remove(key("a"))])
            #expect(try space.value(for: "a") == [1, 2] && store.knownSpace(shelf).value(for: "a") == nil)
            #expect(throws: StorageFailure.tooLarge(.key, limit: StateLimits.keyBytes)) {
                try space.value(for: String(repeating: "k", count: StateLimits.keyBytes + 1))
            }
            #expect(throws: StorageFailure.badNamespace) { try store.knownSpace(StateNamespace("no/name")) }
        },
        StateStoreLaw("the revision rises with each change, and with nothing else") { store async throws in
            await store.ready()
            var last = try #require(store.revision)
            func rises(_ body: () async throws -> Void) async throws -> Bool {
                try await body()
                let now = try #require(store.revision)
                defer { last = now }
                return now > last
            }
            #expect(try await rises { try await store.commit([.set(key("a"), [1])]) })
            #expect(try await !rises { _ = try await store.value(for: key("a")) })
            #expect(try await !rises { _ = try store.knownSpace(StateNamespace("shelf")) })
            #expect(try await rises { try await store.commit([.set(key("a"), [2]), .set(key("b", in: "bag"), [])]) })
            #expect(try await rises { _ = try await store.update(key("a")) { ($0 ?? []) + [3] } })
            #expect(try await rises { try await store.commit([.remove(key("a"))]) })
            #expect(try await !rises { try await store.commit([]) })
            await store.close()
            #expect(store.revision == nil)
        },
        StateStoreLaw("an empty value is a value") { store async throws in
            try await store.commit([.set(key("a"), [])])
            #expect(try await store.value(for: key("a")) == [])
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 1).map(\.value) == [[]])
        },
        StateStoreLaw("a value is replaced, a removed key gone, an absent one may be removed") { store async throws in
            try await store.commit([.set(key("a"), [1]), .set(key("b"), [1])])
            try await store.commit([.set(key("a"), [2]), .remove(key("b")), .remove(key("c"))])
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 10).map(\.key) == ["a"])
            #expect(try await store.value(for: key("a")) == [2])
        },
        StateStoreLaw("changes of one commit are made in their order") { store async throws in
            try await store.commit([.set(key("a"), [1]), .remove(key("a")), .set(key("a"), [2]), .set(key("a"), [3])])
            #expect(try await store.value(for: key("a")) == [3])
            try await store.commit([.set(key("a"), [4]), .remove(key("a"))])
            #expect(try await store.value(for: key("a")) == nil)
        },
        StateStoreLaw("an empty commit is a no-op") { store async throws in
            try await store.commit([])
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 10).isEmpty)
        },
        StateStoreLaw("every byte value survives") { store async throws in
            let bytes = (0...255).map { UInt8($0) }
            try await store.commit([.set(key("a"), bytes)])
            #expect(try await store.value(for: key("a")) == bytes)
        },
        StateStoreLaw("entries come in the order of bytes, at most as many as asked for") { store async throws in
            let names = ["b", "a", "é", "e\u{301}", "B", "", "~", "a\u{0}", "aa", "\u{FFFD}", "😀"]
            try await store.commit(names.map { .set(key($0), bytes($0.utf8.count)) })
            let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            for limit in [-1, 0, 1, 5, names.count, names.count + 1, Int.max] {
                let entries = try await store.entries(in: StateNamespace("shelf"), limit: limit)
                let expected = sorted.prefix(max(0, limit))
                #expect(entries.map { Array($0.key.utf8) } == expected.map { Array($0.utf8) }, "limit \(limit)")
                #expect(entries.map(\.value) == expected.map { bytes($0.utf8.count) }, "limit \(limit)")
            }
        },
    ]

    static let keys: [StateStoreLaw] = [
        StateStoreLaw("F2: composed and decomposed are two keys") { store async throws in
            try await store.commit([.set(key("\u{E9}"), [1]), .set(key("e\u{301}"), [2])])
            #expect(try await store.value(for: key("\u{E9}")) == [1])
            #expect(try await store.value(for: key("e\u{301}")) == [2])
            try await store.commit([.remove(key("\u{E9}"))])
            #expect(try await store.value(for: key("e\u{301}")) == [2])
        },
        StateStoreLaw("F2: look-alikes, cases and joined parts are keys of their own") { store async throws in
            let list = [
                key("k"), key("K"), key("\u{212A}"), key("k "), key(" k"), key("k\u{0}"), key("k\u{0}x"), key(""),
                key("b.c", in: "a"), key("c", in: "a.b"), key("", in: "a.b.c"), key("k", in: "Shelf"),
            ]
            try await store.commit(list.enumerated().map { .set($1, bytes($0)) })
            for (index, key) in list.enumerated() {
                #expect(number(try await store.value(for: key)) == index, "\(key)")
            }
        },
        StateStoreLaw("F17: what means something in SQL or LIKE is a key like any other") { store async throws in
            let list = NaughtyTexts.all.filter { $0.utf8.count <= StateLimits.keyBytes }
            #expect(list.count > 500)
            try await store.commit(list.map { .set(key($0), Array($0.utf8)) })
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 1_000).count == list.count)
            for name in list { #expect(try await store.value(for: key(name)) == Array(name.utf8), "\(name)") }
            try await store.commit([.remove(key("%"))])
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 1_000).count == list.count - 1)
        },
        StateStoreLaw("namespaces do not see each other") { store async throws in
            try await store.commit([.set(key("a", in: "mall"), [1]), .set(key("a", in: "shelf"), [2])])
            #expect(try await store.entries(in: StateNamespace("mall"), limit: 10).map(\.value) == [[1]])
            try await store.commit([.remove(key("a", in: "mall"))])
            #expect(try await store.value(for: key("a")) == [2])
        },
    ]

    static let updates: [StateStoreLaw] = [
        StateStoreLaw("once a store is ready to write, what is stored is known, and a write is told what is there") {
            store async throws in
            try await store.readyToWrite()
            #expect(try store.knownValue(for: key("n")) == nil)
            try await store.commit([.set(key("n"), [1])])
            try await store.readyToWrite()
            #expect(try store.knownValues(for: [key("n"), key("m")]) == [[1], nil])
            await store.close()
            try? await store.readyToWrite()
            #expect(await store.failure(committing: [.set(key("n"), [2])]) == .closed)
        },
        StateStoreLaw("an update gets the current value and gives the new one") { store async throws in
            let first = try await store.update(key("n")) { current in
                #expect(current == nil)
                return bytes(1)
            }
            #expect(first == bytes(1))
            let second = try await store.update(key("n")) { bytes(number($0) + 41) }
            #expect(second == bytes(42))
            #expect(try await store.value(for: key("n")) == bytes(42))
        },
        StateStoreLaw("an update that gives nil removes the key") { store async throws in
            try await store.commit([.set(key("n"), [1])])
            let gone = try await store.update(key("n")) { _ in nil }
            #expect(gone == nil)
            #expect(try await store.value(for: key("n")) == nil)
        },
        StateStoreLaw("what an update throws is thrown, and nothing is changed") { store async throws in
            try await store.commit([.set(key("n"), [1])])
            let thrown = await store.failure(updating: key("n")) { _ throws(StorageFailure) in
                throw .refused(reason: "Not now.")
            }
            #expect(thrown == .refused(reason: "Not now."))
            #expect(try await store.value(for: key("n")) == [1])
        },
        StateStoreLaw("64 writers, 16 updates each: all counted") { store async throws in
            await withTaskGroup(of: Int.self) { group in
                for writer in 0..<64 {
                    group.addTask {
                        var failed = 0
                        for _ in 0..<16 {
                            if await store.failure(updating: key("n"), { bytes(number($0) + 1) }) != nil { failed += 1 }
                            if await store.failure(committing: [.set(key("w\(writer)"), [1])]) != nil { failed += 1 }
                        }
                        return failed
                    }
                }
                for await failed in group { #expect(failed == 0) }
            }
            #expect(number(try await store.value(for: key("n"))) == 64 * 16)
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 100).count == 65)
        },
        StateStoreLaw("a writer reads what it just wrote") { store async throws in
            for round in 0..<50 {
                try await store.commit([.set(key("a"), bytes(round))])
                #expect(number(try await store.value(for: key("a"))) == round)
            }
        },
    ]

    static let limits: [StateStoreLaw] = [
        StateStoreLaw("a key of 1,024 bytes is the longest") { store async throws in
            let longest = String(repeating: "é", count: 512)
            try await store.commit([.set(key(longest), [1])])
            #expect(try await store.value(for: key(longest)) == [1])
            let over = key(longest + "x")
            let expected = StorageFailure.tooLarge(.key, limit: 1024)
            await expectAll(of: store, over, fail: expected)
        },
        StateStoreLaw("a namespace is 1 to 64 letters, digits and dots") { store async throws in
            for good in ["a", "Z", "0", ".", "shelf.memo.2", String(repeating: "n", count: 64)] {
                try await store.commit([.set(key("a", in: good), [1])])
                #expect(try await store.value(for: key("a", in: good)) == [1])
            }
            let long = String(repeating: "n", count: 65)
            for bad in ["", " ", "a b", "a/b", "a-b", "a_b", "é", "a\u{0}", "a\u{301}", long] {
                await expectAll(of: store, key("a", in: bad), fail: .badNamespace)
                await #expect(throws: StorageFailure.badNamespace, "\(bad)") {
                    try await store.entries(in: StateNamespace(bad), limit: 1)
                }
            }
        },
        StateStoreLaw("a value has at most 4 MiB, a larger one undoes its commit") { store async throws in
            let largest = [UInt8](repeating: 7, count: 4 << 20)
            let over = largest + [7]
            try await store.commit([.set(key("a"), largest)])
            #expect(try await store.value(for: key("a")) == largest)
            let expected = StorageFailure.tooLarge(.value, limit: 4 << 20)
            #expect(await store.failure(committing: [.set(key("b"), [1]), .set(key("a"), over)]) == expected)
            #expect(await store.failure(updating: key("a")) { _ in over } == expected)
            #expect(try await store.value(for: key("b")) == nil)
            #expect(try await store.value(for: key("a")) == largest)
        },
        StateStoreLaw("10,000 changes are the most of one commit") { store async throws in
            let most = (0..<10_000).map { StateChange.set(key("\($0)"), []) }
            try await store.commit(most)
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 20_000).count == 10_000)
            #expect(
                await store.failure(committing: most + [.set(key("one more"), [])])
                    == .tooLarge(.changes, limit: 10_000))
            #expect(try await store.value(for: key("one more")) == nil)
        },
        StateStoreLaw("64 MiB are the most of one commit") { store async throws in
            let value = [UInt8](repeating: 1, count: 4 << 20)
            #expect(
                await store.failure(committing: (0..<16).map { .set(key("\($0)"), value) })
                    == .tooLarge(.commit, limit: 64 << 20))
            #expect(try await store.entries(in: StateNamespace("shelf"), limit: 1).isEmpty)
        },
    ]

    static let observations: [StateStoreLaw] = [
        StateStoreLaw("a commit is told with its keys, each once, before its caller goes on") { store async throws in
            await store.ready()
            let listener = Listener()
            let token = store.observe(StateNamespace("shelf"), listener.hear)
            try await store.commit([.set(key("b"), [1]), .set(key("a"), [1]), .set(key("b"), [2])])
            #expect(listener.commits == [["shelf/b", "shelf/a"]])
            _ = try await store.update(key("c")) { _ in [1] }
            #expect(listener.commits == [["shelf/b", "shelf/a"], ["shelf/c"]])
            try await store.commit([.set(key("b"), [2]), .remove(key("absent"))])
            #expect(listener.commits.count == 2, "told of a commit that changed nothing")
            token.cancel()
        },
        StateStoreLaw("only the namespace observed is told, and failed commits are not") { store async throws in
            await store.ready()
            let listener = Listener()
            let token = store.observe(StateNamespace("shelf"), listener.hear)
            try await store.commit([.set(key("a", in: "mall"), [1])])
            try await store.commit([])
            let refused = StorageFailure.refused(reason: "No.")
            #expect(await store.failure(updating: key("a")) { _ throws(StorageFailure) in throw refused } == refused)
            #expect(listener.commits.isEmpty)
            try await store.commit([.set(key("a", in: "mall"), [1]), .set(key("b"), [1])])
            #expect(listener.commits == [["shelf/b"]])
            token.cancel()
        },
        StateStoreLaw("an observer reads the commit it is told of") { store async throws in
            let seen = Log<Int>()
            // The token is cancelled below: until then the observer and the store hold each other.
            let token = store.observe(StateNamespace("shelf")) { news in
                guard case .keys(let keys) = news else { return }
                for key in keys {
                    let value = Result { () throws(StorageFailure) in try store.knownValue(for: key) }
                    seen.add(number((try? value.get()) ?? nil))
                }
            }
            for round in 1...3 { try await store.commit([.set(key("a"), bytes(round))]) }
            #expect(seen.entries == [1, 2, 3])
            token.cancel()
        },
        StateStoreLaw("a token cancelled or let go ends its observation alone") { store async throws in
            await store.ready()
            let (cancelled, released, kept) = (Listener(), Listener(), Listener())
            let first = store.observe(StateNamespace("shelf"), cancelled.hear)
            var second: StateObservation? = store.observe(StateNamespace("shelf"), released.hear)
            let third = store.observe(StateNamespace("shelf"), kept.hear)
            try await store.commit([.set(key("a"), [1])])
            first.cancel()
            first.cancel()
            _ = second
            second = nil
            try await store.commit([.set(key("b"), [1])])
            #expect(cancelled.commits == [["shelf/a"]])
            #expect(released.commits == [["shelf/a"]])
            #expect(kept.commits == [["shelf/a"], ["shelf/b"]])
            third.cancel()
        },
        StateStoreLaw("observers hear concurrent commits in the order they were made") { store async throws in
            let heard = Log<String>()
            let order = Log<String>()
            let token = store.observe(StateNamespace("shelf")) { news in
                guard case .keys(let keys) = news else { return }
                for key in keys { heard.add(key.key) }
            }
            await withTaskGroup { group in
                for writer in 0..<64 {
                    group.addTask {
                        _ = try? await store.update(key("\(writer)")) { _ in
                            order.add("\(writer)")
                            return [1]
                        }
                    }
                }
            }
            #expect(heard.entries == order.entries)
            #expect(heard.entries.count == 64)
            token.cancel()
        },
    ]

    static let endings: [StateStoreLaw] = [
        StateStoreLaw("a closed store refuses reads and writes, and may be closed again") { store async throws in
            try await store.commit([.set(key("a"), [1])])
            await store.close()
            await store.close()
            await expectAll(of: store, key("a"), fail: .closed)
            await #expect(throws: StorageFailure.closed) {
                try await store.entries(in: StateNamespace("shelf"), limit: 1)
            }
        },
        StateStoreLaw("a store closed before its first write refuses it") { store async throws in
            await store.close()
            await expectAll(of: store, key("a"), fail: .closed)
        },
    ]

    /// Reads, commits and updates `key` and expects each to fail with `expected`.
    private static func expectAll(of store: any StateStore, _ key: StateKey, fail expected: StorageFailure) async {
        await #expect(throws: expected) { try await store.value(for: key) }
        #expect(await store.failure(committing: [.set(key, [1])]) == expected)
        #expect(await store.failure(updating: key) { $0 } == expected)
    }
}
