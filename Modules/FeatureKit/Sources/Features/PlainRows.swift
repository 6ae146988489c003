/// A walk through an upstream's rows in its own order, from a position on: takes page after page until there are as many rows as are
/// asked for.
struct PlainRows: ~Copyable {
    /// Rows at most.
    private let limit: Int
    private let strategy: PageStrategy
    /// Keys that the answers before it gave.
    private let given: RowKeySet?
    private(set) var rows: [Row] = []
    /// The position behind each of the rows.
    private(set) var ends: [ListPosition] = []
    private var known = RowKeySet()
    /// The page to take.
    private(set) var position: Int
    private(set) var token: String?
    private var skipped: Int
    private(set) var total: Int?
    private(set) var head: Row?
    private(set) var notice: String?
    /// Nil at the end.
    private(set) var next: ListPosition?
    private(set) var pages = 0
    private var looked = 0
    private var isStuck = false

    /// - Parameters:
    ///   - start: the position to go on at; nil for the beginning.
    ///   - given: keys that the answers before it gave; nil without any.
    init(_ limit: Int, from start: ListPosition?, of strategy: PageStrategy, without given: RowKeySet?) {
        self.limit = limit
        self.strategy = strategy
        self.given = given
        position = start?.page ?? strategy.first
        skipped = start?.rows ?? 0
        token = start?.token
    }

    /// Takes the page at `position`.
    /// - Returns: whether one more is to be taken.
    mutating func take(_ page: RowPage) -> Bool {
        pages += 1
        (head, notice) = (head ?? page.head, notice ?? page.notice)
        total = page.total ?? total ?? (strategy.unit == .whole ? page.rows.count : nil)
        looked = strategy.rows(before: position) + page.received
        let all = page.rows.count
        let found = rows.count
        var index = min(skipped, all)
        // At once: a set that grows looks at each key several times.
        if index < all {
            let count = min(limit, rows.count + all - index)
            known.reserveCapacity(count)
            rows.reserveCapacity(count)
            ends.reserveCapacity(count)
        }
        // Taken once for all rows: each use counts a reference.
        let (set, limit) = (page.rows, limit)
        while index < all, rows.count < limit {
            let isNew = set.withKey(index) { !(given?.contains($0) ?? false) && known.insert($0) }
            index += 1
            if !isNew { continue }
            rows.append(Row(set: set, index: index - 1))
            ends.append(ListPosition(page: position, rows: index, token: token))
        }
        if index < all {
            next = ListPosition(page: position, rows: index, token: token)
            return false
        }
        guard
            let following = strategy.next(
                after: position, received: page.received, total: page.total, token: page.token)
        else {
            next = nil
            return false
        }
        (position, skipped, token) = (following, 0, page.token)
        next = ListPosition(page: position, rows: 0, token: token)
        if rows.count >= limit || AnswerOrigin.Recorder.isFull { return false }
        // An upstream that sends nothing but what was there before is not asked for ever.
        isStuck = pages == ListQuestions.mostPages && rows.count == found
        if isStuck { next = nil }
        return pages < ListQuestions.mostPages
    }

    /// Number of rows that were looked at, where that is not all.
    var read: RowsAnswer.Read? {
        let isAll = next != nil || strategy.unit == .whole || !isStuck && looked >= total ?? 0
        return isAll ? nil : RowsAnswer.Read(rows: looked, of: total)
    }

    /// Keys of the first rows.
    func keys(_ count: Int) -> RowKeySet {
        guard count < rows.count else { return known }
        var keys = RowKeySet()
        for row in rows.prefix(count) { _ = row.set.withKey(row.index) { keys.insert($0) } }
        return keys
    }
}
