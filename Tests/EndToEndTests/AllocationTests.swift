import Testing

/// Allocations of requests, against budgets. A change that allocates more fails here: it allocates less, or its commit
/// explains the higher budget. One that allocates less lowers the budget.
///
/// The counts are those of a debug build, as the tests run: it boxes and copies what the optimizer keeps on the stack, so
/// they are several times those of the product, and as exact. `Tools/bench/run growth` judges the product's.
@Suite("Allocations") struct AllocationTests {
    struct Budget: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: String
        let params: String
        let allocations: Double

        init(_ name: String, _ method: String, _ params: String, _ allocations: Double) {
            (testDescription, self.method, self.params, self.allocations) = (name, method, params, allocations)
        }

        /// With no work but the host's own.
        static let host = [
            Budget("ping", "ping", "{}", 11),
            Budget("a method", "growth0000.row", #"{"number":7}"#, 41),
            Budget("a tool", "tools/call", #"{"name":"growth0000_row","arguments":{"number":7}}"#, 56),
        ]

        /// From the upstream's bytes to the client's.
        static let feature = [
            Budget("a book", "bookShelf.show", #"{"isbn13s":["9781617294136"]}"#, 2298),
            Budget(
                "a book by tool", "tools/call",
                #"{"name":"book_shelf_show","arguments":{"isbn13s":["9781617294136"]}}"#,
                3601),
        ]
    }

    /// A state that is not there, at a path as long as everywhere: to look for it costs by the letter.
    private static let settings = ["state.path=/nonexistent/galleria/state.db"]

    @Test("a request allocates no more than its budget", arguments: Budget.host)
    func request(_ budget: Budget) throws {
        try check(budget, on: CountedGalleria(modules: 1))
    }

    @Test("a feature's answer allocates no more than its budget", arguments: Budget.feature)
    func answer(_ budget: Budget) throws {
        try check(budget, on: CountedGalleria(Self.settings))
    }

    private func check(_ budget: Budget, on galleria: CountedGalleria) throws {
        try galleria.process.initialize()
        let cost = try galleria.cost(of: budget.method, budget.params).allocations.rounded()
        #expect(cost <= budget.allocations)
    }

    /// A list row, from the upstream's bytes to the client's.
    @Test(
        "a row of a list allocates no more than its budget",
        arguments: [("shoppingMall.list", 23.0), ("shopping_mall_list", 55.0)])
    func row(_ list: String, budget: Double) throws {
        let galleria = try CountedGalleria()
        try galleria.process.initialize()
        func cost(of rows: Int) throws -> Double {
            let params = #"{"limit":\#(rows)}"#
            return try
                (list.contains(".")
                ? galleria.cost(of: list, params, requests: 20) : galleria.cost(ofTool: list, params, requests: 20))
                .allocations
        }
        let row = try ((cost(of: 80) - cost(of: 40)) / 40).rounded()
        #expect(row <= budget)
    }

    /// A row that is already there: what writing it costs alone.
    @Test("a row that is made and written allocates no more than its budget", arguments: [(false, 4.0), (true, 19.0)])
    func writtenRow(asTool: Bool, budget: Double) throws {
        let galleria = try CountedGalleria(modules: 1, rows: 1_000)
        try galleria.process.initialize()
        func cost(of rows: Int) throws -> Double {
            let params = #"{"count":\#(rows)}"#
            return try
                (asTool
                ? galleria.cost(ofTool: "growth0000_many", params, requests: 20)
                : galleria.cost(of: "growth0000.many", params, requests: 20)).allocations
        }
        let row = try ((cost(of: 800) - cost(of: 400)) / 400).rounded()
        #expect(row <= budget)
    }
}
