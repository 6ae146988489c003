import TestSupport
import Testing

@testable import FeatureKit

/// Walks over the same pages again and again: what is known of a page's keys by then is to change nothing of the rows.
@Suite("A walk over pages")
struct PlainRowsTests {
    private static let id = Field.text("id", "Its name.", .key)
    private static let layout = RowLayout("note", [id, Field.text("text", "What it says.", .title)])
    private static let strategy = PageStrategy(unit: .pageNumber, size: 6, shortPageEnds: false)

    /// A page of rows with these keys.
    private func set(_ keys: [String]) -> RowSet { Self.layout.rows(of: keys) { key, row in row.set(Self.id, key) } }

    private func keys(_ set: RowKeySet, among all: [String]) -> [String] {
        all.filter { key in Array(key.utf8).withUnsafeBufferPointer { set.contains($0) } }
    }

    @Test("it gives each key once, however often its pages were walked before", arguments: 0..<200)
    func model(_ seed: Int) throws {
        var generator = SeededGenerator(UInt64(seed))
        let repeats = seed % 3
        let pages = (0..<3).map { page in
            (0..<6).map { row in
                // Of some the keys come again, in the page or on a later one.
                repeats > 0 && Int.random(in: 0..<4, using: &generator) == 0
                    ? "\(Int.random(in: 0..<(repeats == 1 ? 6 * page + 6 : 6), using: &generator))"
                    : "\(6 * page + row)"
            }
        }
        let sets = pages.map(set)
        let all = (0..<18).map(String.init)
        for _ in 0..<4 {
            let limit = Int.random(in: 1...20, using: &generator)
            let skipped = Int.random(in: 0...7, using: &generator)
            var given = RowKeySet()
            var seen: Set<String> = []
            if Bool.random(using: &generator) {
                _ = Array("3".utf8).withUnsafeBufferPointer { given.insert($0) }
                seen = ["3"]
            }
            var rows = PlainRows(
                limit, from: ListPosition(page: 1, rows: skipped), of: Self.strategy,
                without: seen.isEmpty ? nil : given)
            var next = 0
            while rows.take(RowPage(rows: sets[next], total: 18, received: 6)) { next += 1 }
            var expected: [(key: String, end: ListPosition)] = []
            walk: for (page, keys) in pages.enumerated() {
                for (row, key) in keys.enumerated() where page > 0 || row >= skipped {
                    if expected.count == limit { break walk }
                    if seen.insert(key).inserted { expected.append((key, ListPosition(page: page + 1, rows: row + 1))) }
                }
            }
            #expect(rows.rows.map(\.key) == expected.map(\.key))
            #expect((0..<expected.count).allSatisfy { rows.end(behind: $0 + 1) == expected[$0].end })
            for count in [0, expected.count / 2, expected.count] {
                #expect(keys(rows.keys(count), among: all) == all.filter(expected.prefix(count).map(\.key).contains))
            }
            let last = rows.rows.count == limit ? rows.next : nil
            if let last, let end = expected.last?.end {
                #expect(last == end || last == ListPosition(page: end.page + 1, rows: 0))
            }
        }
    }

    @Test("keys of a set are compared once, by who asks for the second time")
    func distinct() {
        let (different, same) = (set(["a", "b", "c"]), set(["a", "b", "a"]))
        #expect(!different.surelyHasDistinctKeys && !same.surelyHasDistinctKeys)
        for _ in 0..<3 { #expect(different.surelyHasDistinctKeys && !same.surelyHasDistinctKeys) }
        #expect(set([]).surelyHasDistinctKeys && set(["a"]).surelyHasDistinctKeys)
        // Many are not compared for the few that are shown.
        let many = set((0..<1_001).map(String.init))
        for _ in 0..<3 { #expect(!many.surelyHasDistinctKeys) }
    }
}
