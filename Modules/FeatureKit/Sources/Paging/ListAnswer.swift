package import DesignSystem

/// The result of a list operation: the rows of one or several pages, and how to go on.
package struct ListAnswer<Item: Sendable>: Sendable {
    package let items: [Item]
    package let total: Int?
    /// Opaque; nil at the end.
    package let nextCursor: String?
    /// The index, from 1, of the first row in the whole list where it is known.
    package let firstIndex: Int

    package init(items: [Item], total: Int?, nextCursor: String?, firstIndex: Int) {
        self.items = items
        self.total = total
        self.nextCursor = nextCursor
        self.firstIndex = firstIndex
    }

    /// The fields of every list.
    package static func shape(of item: ResultShape<Item>) -> ResultShape<ListAnswer<Item>> {
        ResultShape([
            ResultField("items", .list(of: .object(item)), "The rows.") { $0.items },
            ResultField(optional: "total", .whole, "Rows in all pages, where the upstream tells.") { $0.total },
            ResultField("nextCursor", .orNull(.text), "Give it as cursor to go on; null at the end.") { $0.nextCursor },
            ResultField("hasMore", .flag, "Whether there are further rows.") { $0.nextCursor != nil },
        ])
    }

    /// The line under the rows: what is shown, of how many, and how to go on.
    package var summary: PageSummary {
        PageSummary(firstIndex: firstIndex, shown: items.count, total: total, nextCursor: nextCursor)
    }
}

/// The parameters that every list takes.
package enum ListParameters {
    package static var cursor: Parameter<String?> {
        .optional("cursor", .text(1...4096), "nextCursor of the previous answer; leave out for the first page.")
    }

    package static var pages: Parameter<Int> {
        .defaulted("pages", .whole(1...20), "How many pages in one answer.", default: 1)
    }
}

/// Loads up to `pages` pages from `position` on, one after the other, each row once. Ends early, with a position to go on
/// at, once the pages took `AnswerOrigin.Recorder.most` bytes.
///
/// - Parameters:
///   - id: what makes a row the same row.
///   - context: told after each page but the last: a notification right before its answer reaches some clients after it,
///     and they close the connection.
///   - fetch: asks the upstream for the page at a position.
/// - Returns: the rows, the upstream's total, and the position to go on at; nil at the end.
package func collectPages<Item: Sendable>(
    from position: Int, pages: Int, strategy: PageStrategy, id: (Item) -> ExactName, context: CallContext,
    fetch: (Int) async throws(Fault) -> Page<Item>
) async throws(Fault) -> (items: [Item], total: Int?, next: Int?) {
    var items: [Item] = []
    var known: Set<ExactName> = []
    var total: Int?
    var next: Int? = position
    for number in 1...max(1, pages) {
        guard let current = next else { break }
        let page = try await fetch(current)
        known.reserveCapacity(known.count + page.items.count)
        for item in page.items where known.insert(id(item)).inserted { items.append(item) }
        total = page.total ?? total
        next = strategy.next(after: current, received: page.received, total: page.total)
        if let recorder = AnswerOrigin.Recorder.current, recorder.bytes >= AnswerOrigin.Recorder.most { break }
        if next != nil, number < pages {
            context.report(Progress(done: number, total: pages, message: "page \(number) of \(pages)"))
        }
    }
    return (items, total, next)
}
