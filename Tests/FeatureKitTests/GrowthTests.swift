import DesignSystem
import Settings
import Testing

@testable import FeatureKit

/// Costs that must not grow with rows or modules, each measured at its place.
@Suite("Growth") struct CoreGrowthTests {
    @Test("a list of a million rows looks at each row once, and moves them no oftener than its room doubles")
    func pagedList() {
        let visits = Visits()
        let (rows, size) = (1_000_000, 100)
        var list = PagedList<Int, Int>(strategy: PageStrategy(unit: .rowOffset, size: size, shortPageEnds: true)) {
            row in
            visits.count += 1
            return row
        }
        var moves = 0
        var place: UnsafePointer<Int>?
        var request: PagedList<Int, Int>.Request? = list.beginHeader()
        while let current = request {
            let first = current.position
            list.succeed(current, with: Page(items: Array(first..<first + size), total: rows))
            let now = list.items.withUnsafeBufferPointer(\.baseAddress)
            if now != place { moves += 1 }
            place = now
            request = list.beginFooter()
        }
        #expect(list.items.count == rows)
        #expect(visits.count == rows)
        #expect(moves <= 21, "a million is 2 to the 20th")
    }

    /// Counted on one thread alone.
    private final class Visits: @unchecked Sendable {
        var count = 0
    }

    @Test(
        "an address is held against the templates that begin like it, however many there are", arguments: [6, 60, 300])
    func routes(modules: Int) throws {
        let index = RouteIndex(
            (0..<modules).flatMap { number in
                [RouteTemplate("galleria://m\(number)/{id}"), RouteTemplate("m\(number)://note")]
            })
        let route = try #require(Route(parsing: "galleria://m3/7"))
        #expect(index.candidates(for: route) == [6])
        let note = try #require(Route(parsing: "m5://note", scheme: "m5"))
        #expect(index.candidates(for: note, scheme: "m5") == [11])
        #expect(index.candidates(for: try #require(Route(parsing: "galleria://none"))).isEmpty)
    }

    @Test(
        "of templates that take the same address, one without a variable comes first, then the first declared")
    func order() throws {
        let index = RouteIndex(
            [
                "galleria://a/{id}", "galleria://{any}/b", "galleria://a/b/{c}", "galleria://d", "shop://a",
                "galleria://a/b",
            ].map(RouteTemplate.init))
        func candidates(_ text: String) throws -> [Int] { index.candidates(for: try #require(Route(parsing: text))) }
        #expect(try candidates("galleria://a/b") == [5, 0, 1, 2])
        #expect(try candidates("galleria://d") == [3, 1])
        #expect(try candidates("galleria://else/b") == [1])
    }
}
