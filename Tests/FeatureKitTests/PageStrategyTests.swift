import Synchronization
import Testing

@testable import FeatureKit

@Suite("Counting pages")
struct PageStrategyTests {
    /// One question to a strategy.
    struct Step: Sendable {
        var unit = PageStrategy.Unit.pageNumber
        var size = 10
        var shortPageEnds = true
        let position: Int
        let received: Int
        var total: Int?
        var token: String?
    }

    @Test("The position after a page, or the end", arguments: steps)
    func next(_ row: Case<Step, Int?>) {
        let step = row.input
        let strategy = PageStrategy(unit: step.unit, size: step.size, shortPageEnds: step.shortPageEnds)
        let next = strategy.next(
            after: step.position, received: step.received, total: step.total, token: step.token)
        #expect(next == row.expected)
    }

    static let steps: [Case<Step, Int?>] = [
        Case("full", Step(position: 1, received: 10), 2),
        Case("short", Step(position: 1, received: 9), nil),
        Case("empty", Step(position: 1, received: 0), nil),
        Case("more than full", Step(position: 1, received: 11), 2),
        Case("below zero", Step(position: 1, received: -1), nil),
        Case("total beyond", Step(position: 1, received: 10, total: 11), 2),
        Case("total reached", Step(position: 2, received: 10, total: 20), nil),
        Case("total passed", Step(position: 3, received: 10, total: 20), nil),
        Case("total zero", Step(position: 1, received: 10, total: 0), nil),
        Case("total below zero", Step(position: 1, received: 10, total: .min), nil),
        Case("short, total beyond, short ends", Step(position: 1, received: 9, total: 100), nil),
        Case("short, total beyond, total counts", Step(shortPageEnds: false, position: 1, received: 9, total: 100), 2),
        Case("short, no total, total counts", Step(shortPageEnds: false, position: 1, received: 9), nil),
        Case("empty, total beyond", Step(shortPageEnds: false, position: 1, received: 0, total: 100), nil),
        Case("row offset", Step(unit: .rowOffset, position: 20, received: 10), 30),
        Case(
            "row offset, short, total counts",
            Step(unit: .rowOffset, shortPageEnds: false, position: 0, received: 7, total: 100), 7),
        Case("row offset, total reached", Step(unit: .rowOffset, position: 10, received: 10, total: 20), nil),
        Case("row offset, total beyond", Step(unit: .rowOffset, position: 10, received: 10, total: 21), 20),
        Case("whole", Step(unit: .whole, position: 1, received: 10, total: 100), nil),
        Case("token", Step(unit: .token, position: 20, received: 3, total: 7, token: "x"), 23),
        Case("no token", Step(unit: .token, position: 0, received: 10, total: 100), nil),
        Case("token behind an empty page", Step(unit: .token, position: 0, received: 0, token: "x"), nil),
        Case("token behind the last position", Step(unit: .token, position: .max, received: 1, token: "x"), nil),
        Case("token of pages by number", Step(position: 1, received: 9, token: "x"), nil),
        Case("last page number", Step(position: .max, received: 10), nil),
        Case("last page number but one", Step(position: .max - 1, received: 10), .max),
        Case("last page number, largest total", Step(position: .max, received: 10, total: .max), nil),
        Case("rows beyond every number", Step(position: .max - 1, received: 10, total: .max), nil),
        Case("largest page", Step(size: .max, position: 2, received: .max, total: .max), nil),
        Case("last offset", Step(unit: .rowOffset, position: .max, received: 10), nil),
        Case("largest page by offset", Step(unit: .rowOffset, position: 1, received: .max), nil),
        Case("first of all numbers", Step(position: .min, received: 10, total: 5), nil),
        Case("below the first page", Step(position: -5, received: 10, total: 5), -4),
        Case("a size of none counts as one", Step(size: 0, position: 1, received: 1), 2),
        Case("a size below zero counts as one", Step(size: .min, position: 1, received: 1), 2),
    ]

    @Test("Page numbers start at 1, offsets at 0")
    func first() {
        let units: [PageStrategy.Unit] = [.pageNumber, .rowOffset, .token, .whole]
        #expect(units.map { PageStrategy(unit: $0, size: 10, shortPageEnds: true).first } == [1, 0, 0, 1])
        #expect(PageStrategy.whole.first == 1)
    }
}

@Suite("Pages in one answer")
struct CollectPagesTests {
    /// Questions and messages so far.
    private final class Record: Sendable {
        private let state = Mutex<(positions: [Int], progress: [Progress])>(([], []))
        var positions: [Int] { state.withLock { $0.positions } }
        var progress: [Progress] { state.withLock { $0.progress } }
        func asked(_ position: Int) { state.withLock { $0.positions.append(position) } }
        var context: CallContext { CallContext { [self] progress in state.withLock { $0.progress.append(progress) } } }
    }

    private let strategy = PageStrategy(unit: .pageNumber, size: 10, shortPageEnds: true)
}
