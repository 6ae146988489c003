import DiskCache
import Foundation
import Storage
import TestSupport
import Testing

@testable import StateTransfer

@Suite("Comparing two states") struct ComparisonTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("digests are those of the bytes, on every store the same")
    func digests() throws {
        let states = try Engine.allCases.map { try $0.state(in: folder) }
        for state in states { try state.change(Entries.odd.reversed() + [.set(Entries.key("b", in: "two"), [5, 6])]) }
        let comparison = try StateComparison.make(states[0], states[1])
        #expect(comparison.isEqual && comparison.parts.count == 5)
        #expect(Set(comparison.parts.compactMap(\.first?.digest)).count == 2, "by contents alone, not by name")
        let part = try #require(comparison.parts.first { $0.namespace.name == "two" })
        // The length of the key, the key, the length of the value, the value.
        #expect(part.first == Tally(entries: 1, digest: SHA256.hexadecimal([0, 0, 0, 1, 98, 0, 0, 0, 2, 5, 6]) ?? ""))
        #expect(part.second == part.first)
    }

    @Test("each kind of difference is found, with its namespace and key", arguments: Engine.pairs)
    func differences(_ from: Engine, _ to: Engine) throws {
        let (first, second) = (try from.state(in: folder), try to.state(in: folder))
        for state in [first, second] { try state.change(Entries.many(1_500)) }
        try second.change([
            .set(Entries.key("k17"), [1]), .remove(Entries.key("k18")), .set(Entries.key("new", in: "other"), []),
        ])
        let comparison = try StateComparison.make(first, second)
        #expect(!comparison.isEqual)
        #expect(comparison.parts.map(\.namespace.name) == ["other", "shelf"])
        #expect(comparison.parts.map(\.keys) == [["new"], ["k17", "k18"]])
        #expect(comparison.parts.map(\.differences) == [1, 2])
        #expect(comparison.parts[0].first == nil && comparison.parts[0].second?.entries == 1)
        #expect(comparison.parts[1].first?.entries == 1_500 && comparison.parts[1].second?.entries == 1_499)
        try second.change(Entries.many(20).map { .remove($0.key) })
        let more = try StateComparison.make(first, second).parts[1]
        #expect(more.differences == 20 && more.keys.count == StateComparison.shownKeys)
    }

    @Test("one byte of one value is found among a thousand")
    func oneByte() throws {
        let (first, second) = (try Engine.file.state(in: folder), try Engine.server.state(in: folder))
        for state in [first, second] { try state.change(Entries.many(1_000)) }
        try second.change([.set(Entries.key("k999"), Array("value 998".utf8))])
        let comparison = try StateComparison.make(first, second)
        #expect(comparison.parts.map(\.keys) == [["k999"]])
        #expect(comparison.parts[0].first?.digest != comparison.parts[0].second?.digest)
    }

    @Test("states without entries are equal, one that was not made is said")
    func empty() throws {
        let (first, second) = (try Engine.file.state(in: folder), try Engine.server.state(in: folder))
        #expect(throws: TransferFault.noState(first.name)) { try StateComparison.make(first, second) }
        for state in [first, second] { try state.change([.set(Entries.key("a"), [1])]) }
        for state in [first, second] { try state.change([.remove(Entries.key("a"))]) }
        #expect(try StateComparison.make(first, second) == StateComparison(parts: []))
    }

    @Test("the order of names is that of their bytes, whatever the store")
    func order() throws {
        for engine in Engine.allCases {
            let state = try engine.state(in: folder)
            try state.change(Entries.odd)
            let names = try state.everything.map(\.key)
            #expect(names.count == Entries.odd.count, "\(engine)")
            for (one, two) in zip(names, names.dropFirst()) {
                #expect(one.precedes(two) && !two.precedes(one) && !one.precedes(one), "\(engine): \(one) \(two)")
            }
            _ = try state.beginReading()
            #expect(try state.entries(after: names[4], through: names[9]).map(\.key) == Array(names[5...9]))
            #expect(try state.counts().map(\.entries).reduce(0, +) == names.count)
            state.end()
        }
    }
}
