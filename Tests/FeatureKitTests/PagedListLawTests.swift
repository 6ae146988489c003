import TestSupport
import Testing

@testable import FeatureKit

@Suite("The laws of paging, at random")
struct PagedListLawTests {
    /// Visible state of a list.
    private struct Seen: Equatable {
        let items: [Int]
        let total: Int?
        let status: RefreshStatus
        let hasMore: Bool

        init(_ list: NumberList) {
            items = list.items
            total = list.total
            status = list.status
            hasMore = list.hasMore
        }
    }

    @Test(
        "No duplicate, one in flight, nothing from a superseded answer, no advance on failure",
        arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as [UInt64])
    func laws(seed: UInt64) throws {
        var numbers = SeededGenerator(seed)
        let unit: PageStrategy.Unit = [.pageNumber, .rowOffset, .whole][Int(seed % 3)]
        let size = Int.random(in: 1...5, using: &numbers)
        let empties = Bool.random(using: &numbers)
        var list = NumberList(unit, size: size, emptiesOnHeaderFailure: empties)
        /// Every request ever made; the last one alone may be wanted.
        var requests: [NumberList.Request] = []
        var failedPosition: Int?
        for _ in 0..<1_500 {
            let before = Seen(list)
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0:
                requests.append(list.beginHeader())
                failedPosition = nil
                #expect(list.status.running == .header && list.items == before.items)
            case 1...3:
                let request = Bool.random(using: &numbers) ? list.beginFooter() : list.retry()
                guard let request else {
                    #expect(Seen(list) == before, "a request that is not made changes nothing")
                    continue
                }
                #expect(before.status.running == .none, "one in flight")
                if request.part == .footer, let failedPosition { #expect(request.position == failedPosition) }
                requests.append(request)
            default:
                guard let request = requests.randomElement(using: &numbers) else { continue }
                let isWanted = request == requests.last && before.status.running == request.part
                if Bool.random(using: &numbers) {
                    let page = page(for: request, size: size, &numbers)
                    #expect(list.succeed(request, with: page) == isWanted)
                    if isWanted { failedPosition = nil }
                } else {
                    #expect(list.fail(request, message: "No.") == isWanted)
                    if isWanted {
                        failedPosition = request.part == .footer ? request.position : nil
                        #expect(list.items == (empties && request.part == .header ? [] : before.items))
                    }
                }
                if isWanted {
                    #expect(list.status.running == .none)
                } else {
                    #expect(Seen(list) == before, "a superseded answer changes nothing")
                }
            }
            #expect(Set(list.items).count == list.items.count, "no row twice")
            #expect((list.status.ended == .error) == (list.status.failed != .none))
            #expect((list.status.message != nil) == (list.status.failed != .none))
        }
    }

    /// A page with rows that may have come already, of any length up to full, with any total.
    private func page(for request: NumberList.Request, size: Int, _ numbers: inout SeededGenerator) -> Page<Int> {
        let count = Int.random(in: 0...size, using: &numbers)
        let items = (0..<count).map { _ in Int.random(in: 0..<60, using: &numbers) }
        return Page(items: items, total: [nil, 0, 7, 1_000, Int.max].randomElement(using: &numbers) ?? nil)
    }

    @Test("An answer that is given twice counts once, even when the next page is asked for already")
    func twice() throws {
        var list = NumberList(.pageNumber, size: 2)
        list.load([1, 2])
        let second = try list.footer()
        list.succeed(second, with: Page(items: [3, 4], total: nil))
        let third = try list.footer()
        #expect(list.succeed(second, with: Page(items: [3, 4], total: nil)) == false)
        #expect(list.fail(second, message: "No.") == false)
        #expect(list.status.running == .footer)
        #expect(list.succeed(third, with: Page(items: [5, 6], total: nil)) == true)
        #expect(list.items == [1, 2, 3, 4, 5, 6])
        #expect(list.beginFooter()?.position == 4)
    }
}
