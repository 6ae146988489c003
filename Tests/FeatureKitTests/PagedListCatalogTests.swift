import Testing

@testable import FeatureKit

/// A list of numbers that are their own identity.
typealias NumberList = PagedList<Int, Int>

extension PagedList {
    /// The request for the next page; the test fails when there is none.
    mutating func footer() throws -> Request {
        let request = beginFooter()
        return try #require(request)
    }

    /// The request that repeats the one that failed; the test fails when there is none.
    mutating func again() throws -> Request {
        let request = retry()
        return try #require(request)
    }
}

extension PagedList where Item == Int, ID == Int {
    init(_ unit: PageStrategy.Unit, size: Int, emptiesOnHeaderFailure: Bool = false) {
        self.init(
            strategy: PageStrategy(unit: unit, size: size, shortPageEnds: true),
            emptiesOnHeaderFailure: emptiesOnHeaderFailure, id: { $0 })
    }

    /// Asks for the first page and takes it.
    mutating func load(_ items: some Sequence<Int>, total: Int? = nil) {
        let request = beginHeader()
        #expect(succeed(request, with: Page(items: Array(items), total: total)) == true)
    }

    /// Asks for the next page and takes it.
    mutating func loadMore(_ items: some Sequence<Int>, total: Int? = nil) throws {
        let request = try footer()
        #expect(succeed(request, with: Page(items: Array(items), total: total)) == true)
    }
}

@Suite("Paging by page number, as the catalogue does")
struct PagedListCatalogTests {
    private let full = 0..<30

    @Test("1c.1: a fresh list is empty, then 30, then 60 rows")
    func counts() throws {
        var list = NumberList(.pageNumber, size: 30)
        #expect(list.items.isEmpty && list.status == RefreshStatus() && !list.hasMore)
        list.load(full)
        #expect(list.items == Array(0..<30))
        #expect(list.status.ended == .normal)
        try list.loadMore(30..<60)
        #expect(list.items == Array(0..<60))
        #expect(list.status.ended == .normal && list.status.running == .none && list.hasMore)
    }

    @Test("1c.2: the header asks for page 1, footers for 2, 3, …; a new header starts over")
    func positions() throws {
        var list = NumberList(.pageNumber, size: 30)
        #expect(list.beginHeader().position == 1)
        list.load(full)
        for page in 2...5 {
            let request = try list.footer()
            #expect(request.part == .footer && request.position == page)
            list.succeed(request, with: Page(items: Array(page * 30..<(page + 1) * 30), total: nil))
        }
        #expect(list.beginHeader().position == 1)
        list.load(full)
        #expect(list.beginFooter()?.position == 2)
    }

    @Test("1c.2: a failed footer does not advance; retry asks for the same page, as often as you like")
    func failedFooter() throws {
        var list = NumberList(.pageNumber, size: 30)
        list.load(full)
        for _ in 0..<3 {
            let request = try list.status.failed == .none ? list.footer() : list.again()
            #expect(request.position == 2)
            list.fail(request, message: "No.")
        }
        #expect(list.beginFooter()?.position == 2)
    }

    @Test(
        "1c.3: a page of 29 is the last; after one of exactly 30 an empty one is",
        arguments: [
            Case("29", [29], RefreshEnd.noMoreData), Case("30", [30], .normal),
            Case("30 and none", [30, 0], .noMoreData),
            Case("none", [0], .noMoreData), Case("30 and 29", [30, 29], .noMoreData),
            Case("30 and 30", [30, 30], .normal),
        ])
    func lastPage(_ row: Case<[Int], RefreshEnd>) throws {
        var list = NumberList(.pageNumber, size: 30)
        var expected: [Int] = []
        for (index, count) in row.input.enumerated() {
            let items = Array((index * 30)..<(index * 30 + count))
            if index == 0 { list.load(items) } else { try list.loadMore(items) }
            expected += items
        }
        #expect(list.items == expected)
        #expect(list.status.ended == row.expected)
        #expect(list.hasMore == (row.expected == .normal))
    }

    @Test("1c.3: a known total ends the list without a further request")
    func total() throws {
        var list = NumberList(.pageNumber, size: 30)
        list.load(full, total: 60)
        try list.loadMore(30..<60, total: 60)
        #expect(list.status.ended == .noMoreData)
        #expect(list.total == 60)
        #expect(list.beginFooter() == nil)
    }

    @Test("1c.4: a failed header empties the catalogue, and keeps every other list", arguments: [true, false])
    func failedHeader(_ empties: Bool) throws {
        var list = NumberList(.pageNumber, size: 30, emptiesOnHeaderFailure: empties)
        list.load(full, total: 90)
        list.fail(list.beginHeader(), message: "No answer.")
        #expect(list.items == (empties ? [] : Array(full)))
        #expect(list.total == (empties ? nil : 90))
        #expect(list.hasMore == !empties)
        #expect(list.status.ended == .error && list.status.failed == .header)
        #expect(list.status.message == "No answer.")
        #expect((list.beginFooter() == nil) == empties, "after a failed header nothing is appended to nothing")
    }

    @Test("1c.4: a header that succeeds takes the error away")
    func recovery() throws {
        var list = NumberList(.pageNumber, size: 30, emptiesOnHeaderFailure: true)
        list.fail(list.beginHeader(), message: "No.")
        let request = try list.again()
        #expect(request.part == .header && request.position == 1)
        #expect(list.status.message == "No.", "the cover stays until the header has ended")
        list.succeed(request, with: Page(items: Array(full), total: nil))
        #expect(list.status.failed == .none && list.status.message == nil && list.status.ended == .normal)
        #expect(list.retry() == nil)
    }

    @Test("1c.4: a failed footer keeps the list and says so")
    func footerError() throws {
        var list = NumberList(.pageNumber, size: 30, emptiesOnHeaderFailure: true)
        list.load(full)
        list.fail(try list.footer(), message: "No.")
        #expect(list.items == Array(full))
        #expect(list.status.ended == .error && list.status.failed == .footer && list.status.running == .none)
    }

    @Test("1c.5: a header supersedes a footer, whose late answer changes nothing", arguments: [true, false])
    func superseded(_ succeeds: Bool) throws {
        var list = NumberList(.pageNumber, size: 30)
        list.load(full)
        let footer = try list.footer()
        let header = list.beginHeader()
        #expect(list.status.running == .header)
        let taken =
            succeeds
            ? list.succeed(footer, with: Page(items: Array(30..<60), total: nil)) : list.fail(footer, message: "No.")
        #expect(!taken)
        #expect(list.items == Array(full) && list.status.running == .header && list.status.message == nil)
        #expect(list.succeed(header, with: Page(items: Array(100..<130), total: nil)) == true)
        #expect(list.succeed(footer, with: Page(items: Array(30..<60), total: nil)) == false)
        #expect(list.items == Array(100..<130))
    }

    @Test("1c.5: of two headers the later one counts, whichever answer comes first", arguments: [true, false])
    func twoHeaders(_ lateFirst: Bool) {
        var list = NumberList(.pageNumber, size: 30)
        let (first, second) = (list.beginHeader(), list.beginHeader())
        let pages = [(second, 200..<230, true), (first, 100..<130, false)]
        for (request, items, isTaken) in lateFirst ? pages : pages.reversed() {
            #expect(list.succeed(request, with: Page(items: Array(items), total: nil)) == isTaken)
        }
        #expect(list.items == Array(200..<230))
        #expect(list.status.running == .none)
    }

    @Test("1c.5: a footer is ignored while anything runs, and before the first page")
    func ignored() throws {
        var list = NumberList(.pageNumber, size: 30)
        #expect(list.beginFooter() == nil)
        #expect(list.retry() == nil)
        let header = list.beginHeader()
        #expect(list.beginFooter() == nil)
        #expect(list.retry() == nil)
        list.succeed(header, with: Page(items: Array(full), total: nil))
        _ = try list.footer()
        let before = list.status
        #expect(list.beginFooter() == nil)
        #expect(list.status == before)
    }

    @Test("1c.6: rows that come again keep their first position")
    func duplicates() throws {
        var list = NumberList(.pageNumber, size: 30)
        list.load(Array(0..<29) + [5])
        #expect(list.items == Array(0..<29), "twice in one page")
        try list.loadMore(Array(20..<50))
        #expect(list.items == Array(0..<50))
        #expect(list.hasMore, "a full page is one, whatever was new in it")
        list.load(50..<80)
        #expect(list.items == Array(50..<80), "a header forgets what was known")
    }

    @Test("Rows that could not be read count as received")
    func unreadable() {
        var list = NumberList(.pageNumber, size: 30)
        list.succeed(list.beginHeader(), with: Page(items: Array(0..<29), total: nil, received: 30))
        #expect(list.hasMore)
        list.succeed(list.beginHeader(), with: Page(items: [], total: nil, received: 30))
        #expect(list.hasMore && list.items.isEmpty)
    }
}
