import Testing

@testable import FeatureKit

@Suite("Paging by row offset, as the shopping mall does")
struct PagedListMallTests {
    /// A server of so many rows that counts by row.
    private func page(at offset: Int, of rows: Int, size: Int = 20) -> Page<Int> {
        Page(items: Array(min(offset, rows)..<min(offset + size, rows)), total: nil)
    }

    @Test("4c.1, 4c.2: offsets are rows, so no row comes twice")
    func offsets() throws {
        var list = NumberList(.rowOffset, size: 20)
        var offsets: [Int] = []
        var request: NumberList.Request? = list.beginHeader()
        while let current = request {
            offsets.append(current.position)
            let page = page(at: current.position, of: 75)
            #expect(Set(page.items).isDisjoint(with: list.items))
            list.succeed(current, with: page)
            request = list.beginFooter()
        }
        #expect(offsets == [0, 20, 40, 60])
        #expect(list.items == Array(0..<75))
        #expect(list.status.ended == .noMoreData)
    }

    @Test("4c.3: a row that was inserted on the server between two pages does not show its neighbour twice")
    func overlap() throws {
        var list = NumberList(.rowOffset, size: 4)
        list.load([1, 2, 3, 4])
        try list.loadMore([4, 5, 6, 7])
        #expect(list.items == [1, 2, 3, 4, 5, 6, 7])
        #expect(list.beginFooter()?.position == 8, "the offset counts rows received")
    }

    @Test(
        "4c.4: after a short page, an empty one or the total nothing more is asked",
        arguments: [
            Case("short", (count: 19, total: nil), true), Case("empty", (count: 0, total: nil), true),
            Case("total", (count: 20, total: 20), true), Case("total passed", (count: 20, total: 7), true),
            Case("full", (count: 20, total: nil), false), Case("full, more in total", (count: 20, total: 21), false),
            Case("total zero", (count: 20, total: 0), true), Case("total below zero", (count: 20, total: -1), true),
        ] as [Case<(count: Int, total: Int?), Bool>])
    func end(_ row: Case<(count: Int, total: Int?), Bool>) {
        var list = NumberList(.rowOffset, size: 20)
        list.load(0..<row.input.count, total: row.input.total)
        #expect((list.beginFooter() == nil) == row.expected)
        #expect(list.status.ended == (row.expected ? .noMoreData : .normal))
    }

    @Test("4c.5: of many triggers while a page is in flight one counts")
    func triggers() {
        var list = NumberList(.rowOffset, size: 20)
        #expect((0..<10).compactMap { _ in list.beginFooter() }.isEmpty, "before the first load")
        list.load(0..<20)
        #expect((0..<10).compactMap { _ in list.beginFooter() }.map(\.position) == [20])
    }

    @Test("4c.6: a failed page keeps the list, and the next trigger asks for the same offset")
    func failedPage() throws {
        var list = NumberList(.rowOffset, size: 20)
        list.load(0..<20)
        list.fail(try list.footer(), message: "No.")
        #expect(list.items.count == 20 && list.status.running == .none)
        #expect(list.beginFooter()?.position == 20)
    }

    @Test("4c.6: a failed first page is an empty list and an error, and retry works")
    func failedFirst() throws {
        var list = NumberList(.rowOffset, size: 20)
        list.fail(list.beginHeader(), message: "No.")
        #expect(list.items.isEmpty && list.status.failed == .header)
        #expect(list.beginFooter() == nil)
        let retry = try list.again()
        #expect(retry.part == .header && retry.position == 0)
        list.succeed(retry, with: page(at: 0, of: 40))
        #expect(list.items == Array(0..<20))
    }

    @Test("4c.7: a refresh discards the page in flight, starts over and keeps the old rows until the new are in")
    func refresh() throws {
        var list = NumberList(.rowOffset, size: 20)
        list.load(0..<20)
        let footer = try list.footer()
        let header = list.beginHeader()
        #expect(header.position == 0)
        #expect(list.items == Array(0..<20))
        #expect(list.succeed(footer, with: page(at: 20, of: 75)) == false)
        #expect(list.items == Array(0..<20))
        #expect(list.succeed(header, with: Page(items: Array(50..<70), total: nil)) == true)
        #expect(list.items == Array(50..<70))
        #expect(list.beginFooter()?.position == 20)
    }

    @Test(
        "4c.7: a refresh ends exactly once, and one that fails never leaves the list empty", arguments: [true, false])
    func refreshEnds(_ succeeds: Bool) {
        var list = NumberList(.rowOffset, size: 20)
        list.load(0..<20)
        let header = list.beginHeader()
        let page = page(at: 0, of: 20)
        #expect(succeeds ? list.succeed(header, with: page) : list.fail(header, message: "No."))
        let ended = list.status
        #expect(list.succeed(header, with: Page(items: [99], total: nil)) == false)
        #expect(list.fail(header, message: "Again.") == false)
        #expect(list.status == ended)
        #expect(list.items == Array(0..<20))
    }

    @Test("4c.8: the footer shows during pages from the second on only")
    func indicator() throws {
        var list = NumberList(.rowOffset, size: 20)
        var shown: [RefreshPart] = [list.status.running]
        let header = list.beginHeader()
        shown.append(list.status.running)
        list.succeed(header, with: page(at: 0, of: 30))
        shown.append(list.status.running)
        let footer = try list.footer()
        shown.append(list.status.running)
        list.fail(footer, message: "No.")
        shown.append(list.status.running)
        let again = try list.footer()
        shown.append(list.status.running)
        list.succeed(again, with: page(at: 20, of: 30))
        shown.append(list.status.running)
        #expect(list.beginFooter() == nil)
        shown.append(list.status.running)
        #expect(shown == [.none, .header, .none, .footer, .none, .footer, .none, .none])
    }
}
