/// A walk through an upstream's rows in its own order, from a position on: takes page after page until there are as many rows as are
/// asked for.
struct PlainRows: ~Copyable {
    /// Rows at most.
    private let limit: Int
    private let strategy: PageStrategy
    /// Keys that the answers before it gave.
    private let given: RowKeySet?
    private(set) var rows: [Row] = []
    /// Keys of the first rows. Those of pages that are known to repeat none are not noted before somebody asks: a set takes three
    /// pieces of memory.
    private var known = RowKeySet()
    /// The page that the rows begin with.
    private let first: (position: Int, token: String?)
    /// The pages behind it, and the number of rows before each.
    private var further: [(position: Int, token: String?, before: Int)] = []
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
        first = (position, token)
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
        if pages > 1 { further.append((position, token, found)) }
        // Taken once for all rows: each use counts a reference.
        let (set, limit) = (page.rows, limit)
        // At once: what grows is copied several times.
        if index < all { rows.reserveCapacity(min(limit, found + all - index)) }
        if given == nil, rows.isEmpty, set.surelyHasDistinctKeys {
            let end = min(all, index + limit)
            while index < end {
                rows.append(Row(set: set, index: index))
                index += 1
            }
        }
        if index < all, rows.count < limit { noteKeys(upTo: min(limit, rows.count + all - index)) }
        while index < all, rows.count < limit {
            let isNew = set.withKey(index) { !(given?.contains($0) ?? false) && known.insert($0) }
            if isNew { rows.append(Row(set: set, index: index)) }
            index += 1
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

    /// Notes the keys of the rows, and makes room for so many.
    private mutating func noteKeys(upTo count: Int) {
        known.reserveCapacity(count)
        for index in known.count..<rows.count {
            rows.withSet(of: index) { set, row in set.withKey(row) { _ = known.insert($0) } }
        }
    }

    /// Keys of the first rows.
    func keys(_ count: Int) -> RowKeySet {
        if count == known.count { return known }
        var keys = RowKeySet()
        keys.reserveCapacity(count)
        for index in 0..<min(count, rows.count) {
            rows.withSet(of: index) { set, row in set.withKey(row) { _ = keys.insert($0) } }
        }
        return keys
    }

    /// The position behind the first rows, of which there is one at least.
    func end(behind count: Int) -> ListPosition {
        let page = further.last { $0.before < count }.map { ($0.position, $0.token) } ?? first
        return ListPosition(page: page.0, rows: rows[count - 1].index + 1, token: page.1)
    }
}
