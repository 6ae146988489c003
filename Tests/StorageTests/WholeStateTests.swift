import Foundation
import PostgreSQL
import Runtime
import TestSupport
import Testing

@testable import Storage

/// States read and written whole, beside those who use them.
@Suite("Whole states") struct WholeStateTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    enum Kind: String, CaseIterable, Sendable { case file, server }

    /// One state: as a whole, and as programs use it.
    private struct Pair {
        let whole: any WholeState
        let store: any StateStore
        /// A second hold on the whole.
        let other: any WholeState
    }

    private func pair(_ kind: Kind, timeout: Duration = .seconds(10)) throws -> Pair {
        switch kind {
        case .file:
            let path = directory("\(UUID().uuidString)/state.db")
            return Pair(
                whole: WholeFile(path: path, timeout: timeout), store: DurableStateStore(path: path),
                other: WholeFile(path: path, timeout: timeout))
        case .server:
            let server = try PostgresServer.shared()
            let address = PostgresAddress(server.url())
            let profile = UUID().uuidString
            return Pair(
                whole: WholeServer(address, profile: profile, name: "one", timeout: timeout),
                store: DurableStateStore(address, profile: profile),
                other: WholeServer(address, profile: profile, name: "two", timeout: timeout))
        }
    }

    private func named(_ name: String, in space: String = "shelf", of origin: String = "sample") -> StateKey {
        StateKey(namespace: StateNamespace(space, origin: origin), key: name)
    }

    private func write(_ changes: [StateChange], to state: any WholeState) throws -> Int64 {
        let version = try state.beginWriting()
        try state.put(changes)
        try state.commit()
        return version
    }

    @Test("what a store commits is read whole, with its version, without what was removed", arguments: Kind.allCases)
    func reading(_ kind: Kind) async throws {
        let pair = try pair(kind)
        #expect(try !pair.whole.beginReading() || kind == .server)
        #expect(try pair.whole.page(after: nil, through: nil).isEmpty)
        try await pair.store.commit([.set(named("b"), [2]), .set(named("a"), [1]), .set(named("c"), [3])])
        try await pair.store.commit([.remove(named("c")), .set(named("a", of: "other"), [])])
        #expect(try pair.whole.beginReading())
        let entries = try pair.whole.entries(after: nil, through: nil)
        #expect(entries.map(\.key) == [named("a", of: "other"), named("a"), named("b")])
        #expect(entries.map(\.value) == [[], [1], [2]])
        #expect(entries.map(\.version) == [2, 1, 1])
        let counts = try pair.whole.counts()
        #expect(counts.map(\.entries) == [1, 2] && counts.map(\.namespace.origin) == ["other", "sample"])
        pair.whole.end()
        await pair.store.close()
    }

    @Test("a reading is of one commit, whatever is written meanwhile", arguments: Kind.allCases)
    func snapshot(_ kind: Kind) async throws {
        let pair = try pair(kind)
        try await pair.store.commit((0..<1_500).map { .set(named("k\($0)"), [0]) })
        #expect(try pair.whole.beginReading())
        let first = try pair.whole.page(after: nil, through: nil)
        #expect(first.count == WholeLimits.entries)
        try await pair.store.commit((0..<1_500).map { .set(named("k\($0)"), [1]) } + [.set(named("z"), [1])])
        let rest = try pair.whole.entries(after: first.last?.key, through: nil)
        if pair.whole.isUndisturbed {
            #expect(rest.count == 500 && (first + rest).allSatisfy { $0.value == [0] && $0.version == 1 })
        } else {
            #expect(kind == .file, "a file without a log is read without locks, and says when that was wrong")
        }
        pair.whole.end()
        #expect(try pair.whole.beginReading())
        #expect(try pair.whole.entries(after: nil, through: nil).allSatisfy { $0.value == [1] })
        pair.whole.end()
        await pair.store.close()
    }

    @Test("what is written whole is told to the stores that follow, and its versions go on", arguments: Kind.allCases)
    func writing(_ kind: Kind) async throws {
        let pair = try pair(kind)
        #expect(try write([.set(named("a"), [1])], to: pair.whole) == 1)
        #expect(try await pair.store.value(for: named("a")) == [1])
        try await pair.store.commit([.set(named("b"), [2])])
        let told = FirstAnswer<Void>()
        let token = pair.store.observe(StateNamespace("shelf", origin: "sample")) { news in
            if news.concerns(self.named("a")) { told.give(()) }
        }
        #expect(try write([.set(named("a"), [3]), .remove(named("b"))], to: pair.whole) == 3)
        await told.value
        #expect(try await pair.store.value(for: named("a")) == [3])
        #expect(try await pair.store.value(for: named("b")) == nil)
        token.cancel()
        await pair.store.close()
    }

    @Test("what is not committed leaves no trace", arguments: Kind.allCases)
    func rolledBack(_ kind: Kind) throws {
        let pair = try pair(kind)
        _ = try write([.set(named("a"), [1])], to: pair.whole)
        let version = try pair.whole.beginWriting()
        try pair.whole.put([.set(named("a"), [2]), .set(.mark, [7])])
        #expect(try pair.whole.page(after: nil, through: nil).map(\.value) == [[2]], "its own writes are read")
        #expect(try pair.whole.mark() == [7])
        pair.whole.end()
        #expect(try pair.other.beginReading())
        #expect(try pair.other.page(after: nil, through: nil).map(\.value) == [[1]])
        #expect(try pair.other.mark() == nil)
        pair.other.end()
        #expect(try write([], to: pair.whole) == version, "the version was not used")
    }

    @Test("the mark is an entry apart: in no page, no count, gone when it is removed", arguments: Kind.allCases)
    func mark(_ kind: Kind) throws {
        let pair = try pair(kind)
        _ = try write([.set(named("a"), [1]), .set(.mark, [9, 9])], to: pair.whole)
        #expect(try pair.other.beginReading())
        #expect(try pair.other.mark() == [9, 9])
        #expect(try pair.other.page(after: nil, through: nil).map(\.key) == [named("a")])
        #expect(try pair.other.counts().map(\.entries) == [1])
        pair.other.end()
        _ = try write([.remove(.mark)], to: pair.whole)
        #expect(try pair.other.beginReading())
        #expect(try pair.other.mark() == nil)
        pair.other.end()
    }

    @Test("one who writes keeps others waiting, no longer than they may", arguments: Kind.allCases)
    func locked(_ kind: Kind) throws {
        let pair = try pair(kind, timeout: .milliseconds(150))
        _ = try write([.set(named("a"), [1])], to: pair.whole)
        _ = try pair.whole.beginWriting()
        let begin = ContinuousClock.now
        let failure = #expect(throws: StorageFailure.self) { _ = try pair.other.beginWriting() }
        #expect(failure?.isPassing == true, "\(String(describing: failure))")
        #expect(begin.duration(to: .now) >= .milliseconds(140))
        try pair.whole.put([.set(named("a"), [2])])
        try pair.whole.commit()
        #expect(try pair.other.beginWriting() == 3)
        pair.other.end()
    }

    @Test("nothing is read from, or put into, what was not begun", arguments: Kind.allCases)
    func notBegun(_ kind: Kind) throws {
        let pair = try pair(kind)
        #expect(try pair.whole.page(after: nil, through: nil).isEmpty && pair.whole.counts().isEmpty)
        #expect(try pair.whole.mark() == nil)
        #expect(throws: StorageFailure.closed) { try pair.whole.put([.set(named("a"), [1])]) }
        #expect(throws: StorageFailure.closed) { try pair.whole.commit() }
        pair.whole.end()
        #expect(pair.whole.isUndisturbed)
    }

    @Test("names are ordered by origin, namespace and key, by their bytes")
    func order() {
        let names = [
            named("a", in: "a", of: ""), named("", in: "a", of: "a"), named("\u{0}", in: "a", of: "a"),
            named("Z", in: "a", of: "a"), named("z", in: "a", of: "a"), named("e\u{301}", in: "b", of: "a").self,
            named("é", in: "b", of: "a"), named("a", in: "a", of: "b"),
        ]
        for (index, name) in names.enumerated() {
            for (place, other) in names.enumerated() {
                #expect(name.precedes(other) == (index < place), "\(name) and \(other)")
            }
        }
    }

    @Test("a disturbed reading of a file is noticed, an undisturbed one is not")
    func disturbed() throws {
        let pair = try pair(.file)
        _ = try write([.set(named("a"), [1])], to: pair.other)
        // The last connection that writes takes the log into the file when it is let go.
        let path = String(pair.whole.name.dropFirst("sqlite:".count))
        let still = WholeFile(path: path)
        let copy = directory("copy.db")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let reader = WholeFile(path: copy)
        if try reader.beginReading() {
            #expect(reader.isUndisturbed)
            _ = try reader.page(after: nil, through: nil)
            #expect(reader.isUndisturbed)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: copy)
            #expect(!reader.isUndisturbed)
            reader.end()
        }
        #expect(try still.beginReading())
        #expect(try still.page(after: nil, through: nil).count == 1)
        still.end()
    }

    @Test("a server that ends the connection is a failure, and the next begin makes another")
    func lost() throws {
        let server = try PostgresServer.shared()
        let pair = try pair(.server)
        _ = try write([.set(named("a"), [1])], to: pair.whole)
        _ = try pair.whole.beginWriting()
        try pair.whole.put([.set(named("a"), [2])])
        try server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND application_name = 'galleria'"
        )
        let failure = #expect(throws: StorageFailure.self) { try pair.whole.commit() }
        guard case .server(_, .unanswered)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(try pair.whole.beginReading())
        #expect(try pair.whole.page(after: nil, through: nil).map(\.value) == [[1]])
        pair.whole.end()
        #expect(try write([.set(named("a"), [3])], to: pair.whole) == 2)
    }
}
