import Foundation
import Storage
import TestSupport
import Testing

@testable import StateTransfer

/// States moved between files and servers, whole, in pieces, and against others' writes.
@Suite("Moving a state") struct MoveTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func states(_ from: Engine, _ to: Engine) throws -> (any WholeState, any WholeState) {
        (try from.state(in: folder), try to.state(in: folder))
    }

    @Test("everything is moved, byte for byte, and a second run changes nothing", arguments: Engine.pairs)
    func whole(_ from: Engine, _ to: Engine) throws {
        let (source, target) = try states(from, to)
        try source.change(Entries.odd + Entries.many(2_500))
        try source.change([.remove(Entries.key("k7")), .set(Entries.key("k8"), [])])
        let before = try source.everything
        let move = try StateMove.run(from: source, to: target)
        #expect(move.copied == before.count && move.kept == 0 && !move.isResumed)
        #expect(move.comparison.isEqual && move.comparison.entries == before.count)
        #expect(try target.contents == source.contents)
        #expect(try source.everything == before, "the source is as it was, versions and all")
        let made = try target.everything
        let again = try StateMove.run(from: try source.again, to: try target.again)
        #expect(again.kept == before.count && again.copied == 0 && again.comparison.isEqual)
        #expect(try target.everything == made, "nothing is written again")
        #expect(try target.again.mark() == nil, "the mark is gone")
    }

    @Test("a file that is moved is not changed by a byte, nor its log", arguments: [false, true])
    func untouched(hasLog: Bool) throws {
        let source = try Engine.file.state(in: folder)
        let path = String(source.name.dropFirst("sqlite:".count))
        try source.change(Entries.odd)
        // A log stays where a connection is open still, as after a kill.
        let holder = hasLog ? try source.again : nil
        if let holder {
            _ = try holder.beginWriting()
            try holder.put(Entries.many(10))
            try holder.commit()
        }
        let before = try digests(of: path)
        #expect((before[1] != nil) == hasLog && before[0] != nil)
        let target = try Engine.server.state(in: folder)
        #expect(try StateMove.run(from: source, to: target).comparison.isEqual)
        #expect(try StateComparison.make(source, target).isEqual)
        _ = try source.export
        #expect(try digests(of: path) == before)
        holder?.end()
    }

    @Test("a dry run says what would be done, and makes nothing", arguments: Engine.allCases)
    func dry(_ to: Engine) throws {
        let (source, target) = try states(.file, to)
        try source.change(Entries.many(5))
        let move = try StateMove.run(from: source, to: target, isDry: true)
        #expect(move.copied == 5 && !move.comparison.isEqual)
        #expect(try target.everything.isEmpty)
        if to == .file {
            let path = String(target.name.dropFirst("sqlite:".count))
            #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
        }
        try target.change([.set(Entries.key("other"), [1])])
        #expect(throws: TransferFault.self) { try StateMove.run(from: source, to: target, isDry: true) }
    }

    @Test("a run that ends after any commit is gone on with by the next", arguments: Engine.pairs)
    func resumed(_ from: Engine, _ to: Engine) throws {
        let (source, target) = try states(from, to)
        try source.change(Entries.many(3_500))
        for commits in [0, 1, 2] {
            #expect(throws: TransferFault.storage(.refused(reason: "killed"))) {
                try StateMove.run(from: try source.again, to: DyingState(try target.again, commits: commits))
            }
        }
        #expect(try target.everything.count == 3_000)
        let move = try StateMove.run(from: source, to: target)
        #expect(move.isResumed && move.copied == 500 && move.kept == 3_000)
        #expect(try target.contents == source.contents && move.comparison.isEqual)
        #expect(try target.again.mark() == nil)
    }

    @Test("a run that ends before its mark is taken away is ended by the next")
    func unmarked() throws {
        let (source, target) = try states(.file, .file)
        try source.change(Entries.many(10))
        #expect(throws: TransferFault.self) {
            try StateMove.run(from: source, to: DyingState(try target.again, commits: 1))
        }
        _ = try target.beginReading()
        #expect(try target.mark() != nil)
        let move = try StateMove.run(from: source, to: target)
        #expect(move.isResumed && move.copied == 0 && move.kept == 10)
        _ = try target.beginReading()
        #expect(try target.mark() == nil)
    }

    @Test("a source changed between two runs is followed; what the first run brought is replaced and removed")
    func changedSource() throws {
        let (source, target) = try states(.file, .server)
        try source.change(Entries.many(2_500))
        #expect(throws: TransferFault.self) {
            try StateMove.run(from: source, to: DyingState(try target.again, commits: 2))
        }
        let names = try target.everything.map(\.key)
        let (changed, gone) = (try #require(names.first), try #require(names.last))
        try source.change([.set(changed, [1, 2, 3]), .remove(gone), .set(Entries.key("z"), [9])])
        let move = try StateMove.run(from: source, to: target)
        #expect(move.replaced == 1 && move.removed == 1 && move.comparison.isEqual)
        #expect(try target.contents == source.contents)
    }

    @Test("a source changed while it is copied is said, and the next run makes both equal")
    func changedMeanwhile() throws {
        let (source, target) = try states(.server, .file)
        try source.change(Entries.many(2_500))
        let dying = DyingState(try source.again) { page in
            // Read once for the plan; then in the middle of the copy.
            if page == 6 { try source.change([.set(Entries.key("k1"), [1])]) }
        }
        let move = try StateMove.run(from: dying, to: target)
        #expect(!move.comparison.isEqual)
        #expect(move.comparison.parts.flatMap(\.keys) == ["k1"])
        let next = try StateMove.run(from: source, to: target)
        #expect(next.replaced == 1 && next.comparison.isEqual && next.isResumed)
    }

    @Test("entries of somebody else are a conflict that changes nothing", arguments: Engine.allCases)
    func conflict(_ to: Engine) throws {
        let (source, target) = try states(.file, to)
        try source.change(Entries.many(10))
        try target.change([.set(Entries.key("k3"), Array("value 3".utf8)), .set(Entries.key("k4"), [1])])
        let before = try target.everything
        #expect(
            throws: TransferFault.conflict(state: target.name, count: 1, first: [Entries.key("k4")])
        ) { try StateMove.run(from: source, to: target) }
        #expect(try target.everything == before)
        try target.change([.remove(Entries.key("k4")), .set(Entries.key("more"), [1])])
        #expect(
            throws: TransferFault.conflict(state: target.name, count: 1, first: [Entries.key("more")])
        ) { try StateMove.run(from: source, to: target) }
        // An equal one is no conflict.
        try target.change([.remove(Entries.key("more"))])
        let move = try StateMove.run(from: source, to: target)
        #expect(move.kept == 1 && move.copied == 9)
    }

    @Test("an entry that somebody writes over a moved one between two runs is a conflict")
    func overwritten() throws {
        let (source, target) = try states(.file, .server)
        try source.change(Entries.many(2_500))
        #expect(throws: TransferFault.self) {
            try StateMove.run(from: source, to: DyingState(try target.again, commits: 2))
        }
        let name = try #require(try target.everything.first?.key)
        try target.change([.set(name, [7])])
        #expect(throws: TransferFault.conflict(state: target.name, count: 1, first: [name])) {
            try StateMove.run(from: source, to: target)
        }
        #expect(try target.contents[name] == [7])
    }

    @Test("a target in the middle of a move takes no other")
    func otherMove() throws {
        let (source, target) = try states(.file, .server)
        let other = try Engine.file.state(in: folder)
        try source.change(Entries.many(2_000))
        try other.change(Entries.many(2_000))
        #expect(throws: TransferFault.self) {
            try StateMove.run(from: source, to: DyingState(try target.again, commits: 1))
        }
        let fault = TransferFault.unfinished(state: target.name, source: source.name)
        #expect(throws: fault) { try StateMove.run(from: other, to: target) }
        #expect(throws: fault) { try StateImport.run([], into: target, replaces: true) }
        #expect(fault.sentence.contains(source.name) && fault.remedy.contains("migrate"))
    }

    @Test("a source that was not made, and one that is no state, are said")
    func noSource() throws {
        let (source, target) = try states(.file, .file)
        #expect(throws: TransferFault.noState(source.name)) { try StateMove.run(from: source, to: target) }
        let wrong = WholeFile(path: "\(folder.path)/text")
        try "no database, but long enough to be looked at as one".write(
            toFile: "\(folder.path)/text", atomically: true, encoding: .utf8)
        #expect(throws: TransferFault.storage(.corrupt(path: "\(folder.path)/text"))) {
            try StateMove.run(from: wrong, to: target)
        }
        let unknown = try Engine.server.state(in: folder)
        #expect(try StateMove.run(from: unknown, to: target).copied == 0, "a profile without entries is one")
    }

    @Test("values of megabytes go in pages that stay small", arguments: Engine.pairs)
    func large(_ from: Engine, _ to: Engine) throws {
        let (source, target) = try states(from, to)
        for index in 0..<4 {
            try source.change([
                .set(Entries.key("big\(index)"), [UInt8](repeating: UInt8(index), count: StateLimits.valueBytes)),
                .set(Entries.key("small\(index)"), [1]),
            ])
        }
        _ = try source.beginReading()
        let page = try source.page(after: nil, through: nil)
        #expect(page.count < 8 && page.reduce(0) { $0 + $1.value.count } <= WholeLimits.bytes + StateLimits.valueBytes)
        #expect(try StateMove.run(from: source, to: target).comparison.isEqual)
        #expect(try target.everything.count == 8)
    }
}
