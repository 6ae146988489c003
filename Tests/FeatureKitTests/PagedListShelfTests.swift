import Testing

@testable import FeatureKit

@Suite("Paging of a search, as the book shelf does")
struct PagedListShelfTests {
    @Test("5c.2: a total of 118 at 10 a page is pages 1 to 12")
    func total() throws {
        var list = NumberList(.pageNumber, size: 10)
        var pages: [Int] = []
        var request: NumberList.Request? = list.beginHeader()
        while let current = request {
            pages.append(current.position)
            let start = (current.position - 1) * 10
            list.succeed(current, with: Page(items: Array(start..<min(start + 10, 118)), total: 118))
            request = list.beginFooter()
        }
        #expect(pages == Array(1...12))
        #expect(list.items == Array(0..<118))
        #expect(list.total == 118)
    }

    @Test(
        "5c.2: a total of 0 ends at once, a missing one at the first short or empty page",
        arguments: [
            Case("0", (received: 0, total: 0), false), Case("0 with rows", (received: 10, total: 0), false),
            Case("missing, full", (received: 10, total: nil), true),
            Case("missing, short", (received: 9, total: nil), false),
            Case("missing, empty", (received: 0, total: nil), false),
        ] as [Case<(received: Int, total: Int?), Bool>])
    func ending(_ row: Case<(received: Int, total: Int?), Bool>) {
        var list = NumberList(.pageNumber, size: 10)
        list.load(0..<row.input.received, total: row.input.total)
        #expect(list.hasMore == row.expected)
    }

    @Test(
        "5c.3: a page past the end stops, and leaves rows and total as they were", arguments: [nil, 0, 118] as [Int?])
    func pastTheEnd(_ told: Int?) throws {
        var list = NumberList(.pageNumber, size: 10)
        list.load(0..<10, total: 118)
        let before = list.items
        try list.loadMore([], total: told)
        #expect(list.items == before)
        #expect(list.total == 118)
        #expect(list.status.ended == .noMoreData && !list.hasMore)
    }

    @Test("5c.4: a failure on page n asks for page n again, not for n + 1")
    func retry() throws {
        var list = NumberList(.pageNumber, size: 10)
        list.load(0..<10, total: 118)
        try list.loadMore(10..<20, total: 118)
        list.fail(try list.footer(), message: "No.")
        #expect(list.items == Array(0..<20) && list.total == 118)
        let again = try list.again()
        #expect(again.part == .footer && again.position == 3)
        list.succeed(again, with: Page(items: Array(20..<30), total: 118))
        #expect(list.items == Array(0..<30) && list.status.failed == .none)
    }

    @Test("5c.5: a new search empties the list, and the old one's late answer is dropped", arguments: [true, false])
    func newSearch(_ succeeds: Bool) throws {
        var list = NumberList(.pageNumber, size: 10)
        list.load(0..<10, total: 118)
        let old = try list.footer()
        list.restart(with: PageStrategy(unit: .pageNumber, size: 10, shortPageEnds: true))
        #expect(list.items.isEmpty && list.total == nil && !list.hasMore && list.status == RefreshStatus())
        let new = list.beginHeader()
        #expect(new.position == 1)
        #expect(!(succeeds ? list.succeed(old, with: Page(items: [7], total: 1)) : list.fail(old, message: "No.")))
        #expect(list.succeed(new, with: Page(items: [100], total: 1)) == true)
        #expect(list.items == [100])
    }

    @Test("Another strategy counts in its own way")
    func otherStrategy() {
        var list = NumberList(.pageNumber, size: 10)
        list.load(0..<10)
        list.restart(with: PageStrategy(unit: .rowOffset, size: 5, shortPageEnds: true))
        #expect(list.beginHeader().position == 0)
        list.load(0..<5)
        #expect(list.beginFooter()?.position == 5)
        list.restart(with: .whole)
        list.load(0..<5)
        #expect(!list.hasMore)
    }

    @Test(
        "A saved list is filled in without a request, each row once, and goes on where it stopped",
        arguments: [nil, 4] as [Int?])
    func restore(_ next: Int?) {
        var list = NumberList(.pageNumber, size: 10)
        let old = list.beginHeader()
        list.restore([1, 2, 2, 3, 1], total: 118, next: next)
        #expect(list.items == [1, 2, 3] && list.total == 118)
        #expect(list.status.running == .none && list.status.ended == (next == nil ? .noMoreData : .normal))
        #expect(list.succeed(old, with: Page(items: [9], total: 1)) == false)
        #expect(list.beginFooter()?.position == next)
    }

    @Test("Rows change in place and stay known")
    func change() throws {
        var list = PagedList<(id: Int, liked: Bool), Int>(
            strategy: PageStrategy(unit: .pageNumber, size: 2, shortPageEnds: true), id: { $0.id })
        list.succeed(list.beginHeader(), with: Page(items: [(1, false), (2, false)], total: nil))
        list.mapItems { item in item.id == 2 ? (2, true) : item }
        list.succeed(try list.footer(), with: Page(items: [(2, false), (3, false)], total: nil))
        #expect(list.items.map(\.id) == [1, 2, 3])
        #expect(list.items.map(\.liked) == [false, true, false])
    }

    @Test("The status is written with stable names")
    func status() {
        var list = NumberList(.pageNumber, size: 10)
        list.fail(list.beginHeader(), message: "No.")
        #expect(
            written { RefreshStatus.shape.write(list.status, into: &$0) }
                == #"{"running":"none","ended":"error","failed":"header","message":"No."}"#)
        _ = list.beginHeader()
        #expect(
            written { RefreshStatus.shape.write(list.status, into: &$0) }
                == #"{"running":"header","ended":"error","failed":"header","message":"No."}"#)
    }
}
