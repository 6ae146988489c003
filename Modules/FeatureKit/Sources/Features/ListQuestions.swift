import Storage

/// Answers questions about a list whose upstream only pages: reads on as far as it takes, within bounds.
struct ListQuestions: Sendable {
    typealias Fetch = @Sendable (PageRequest, FeatureCall) async throws(Fault) -> RowPage

    /// Pages and rows that one question reads at most, and requests at once.
    static let mostPages = 40
    static let mostRows = 2_000
    static let atOnce = 8

    let method: String
    let layout: RowLayout
    let strategy: PageStrategy
    let environment: FeatureEnvironment
    let fetch: Fetch

    func answer(_ question: RowQuestion, _ context: CallContext) async throws(Fault) -> RowsAnswer {
        if !layout.overlaid.isEmpty { await environment.context.state.ready() }
        return question.isPlain ? try await plain(question) : try await asked(question, context)
    }

    private func page(_ position: Int) async throws(Fault) -> RowPage {
        try await fetch(PageRequest(position, strategy), FeatureCall(environment, layout))
    }

    /// The upstream's rows in its own order, from a position on.
    private func plain(_ question: RowQuestion) async throws(Fault) -> RowsAnswer {
        var rows: [Row] = []
        var known: Set<ExactName> = []
        var (position, skipped) = (question.position?.page ?? strategy.first, question.position?.rows ?? 0)
        var total: Int?
        var next: ListPosition?
        // An upstream that sends nothing but what was there before is not asked for ever.
        for _ in 0..<Self.mostPages {
            let page = try await page(position)
            total = page.total ?? total ?? (strategy.unit == .whole ? page.rows.count : nil)
            let all = page.rows.count
            var index = min(skipped, all)
            while index < all, rows.count < question.limit {
                let row = Row(set: page.rows, index: index)
                if known.insert(ExactName(row.key)).inserted { rows.append(row) }
                index += 1
            }
            if index < all {
                next = ListPosition(page: position, rows: index)
                break
            }
            guard let following = strategy.next(after: position, received: page.received, total: page.total) else {
                next = nil
                break
            }
            (position, skipped) = (following, 0)
            next = ListPosition(page: position, rows: 0)
            if rows.count >= question.limit { break }
        }
        return answer(question, rows, total: total, next: next, read: nil)
    }

    /// The row of a key.
    /// - Throws: `not_found` for a key that no row has, of those that are read within bounds.
    func row(_ key: String) async throws(Fault) -> Row {
        let rows = try await everything(until: [key], CallContext()).rows
        guard let row = rows.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
            throw .unknownRow(key, of: layout, among: rows)
        }
        return row.overlaid(by: environment.overlays)
    }

    /// The rows that match, of all that there are within bounds.
    private func asked(_ question: RowQuestion, _ context: CallContext) async throws(Fault) -> RowsAnswer {
        let (all, read) = try await everything(until: question.keys, context)
        let rows = all.map { $0.overlaid(by: environment.overlays) }
        let found = question.matching(rows)
        let start = min(question.position?.rows ?? 0, found.count)
        let given = Array(found[start...].prefix(question.limit))
        let end = start + given.count
        let missing = question.keys.map { keys in
            let there = Set(rows.map { ExactName($0.key) })
            return keys.filter { !there.contains(ExactName($0)) }
        }
        return answer(
            question, given, total: found.count, next: end < found.count ? ListPosition(page: 0, rows: end) : nil,
            read: read, missing: missing ?? [], first: start + 1)
    }

    /// Every row of the list, each once, in the upstream's order.
    /// - Parameter keys: ends as soon as these are there; nil reads on to the end.
    /// - Returns: what was read of how many, where it is not all.
    func everything(
        until keys: [String]?, _ context: CallContext
    ) async throws(Fault) -> (rows: [Row], read: RowsAnswer.Read?) {
        var rows: [Row] = []
        var known: Set<ExactName> = []
        var missing = Set((keys ?? []).map { ExactName($0) })
        var received = 0
        func take(_ page: RowPage) {
            received += page.received
            for row in page.rows.rows {
                let key = ExactName(row.key)
                guard known.insert(key).inserted else { continue }
                missing.remove(key)
                rows.append(row)
            }
        }
        let first = try await page(strategy.first)
        var total = first.total
        take(first)
        var next = strategy.next(after: strategy.first, received: first.received, total: total)
        var pages = 1
        while let start = next, pages < Self.mostPages, received < Self.mostRows, keys == nil || !missing.isEmpty {
            context.report(Progress(done: pages, total: nil, message: "\(rows.count) rows read"))
            // Where the pages after this one begin, as far as that is known beforehand.
            let step = strategy.unit == .pageNumber ? 1 : strategy.size
            let left = min(Self.mostPages - pages, (Self.mostRows - received + strategy.size - 1) / strategy.size)
            let wanted = total.map { ($0 - received + strategy.size - 1) / strategy.size } ?? 2
            let count = max(1, min(Self.atOnce, left, wanted))
            let positions = (0..<count).map { start + $0 * step }
            let batch = try await batch(positions)
            pages += count
            next = nil
            for (position, page) in zip(positions, batch) {
                total = page.total ?? total
                take(page)
                next = strategy.next(after: position, received: page.received, total: page.total)
                // A short page before the last one moves those behind it.
                if next != position + step { break }
            }
        }
        let isAll = next == nil || !(keys == nil || !missing.isEmpty)
        return (rows, isAll ? nil : RowsAnswer.Read(rows: rows.count, of: total))
    }

    /// The pages at some positions, in their order.
    ///
    /// One after the other: in a release build eight at once gave rows of one page in the place of another's, not the same ones each
    /// time, which is not explained yet.
    private func batch(_ positions: [Int]) async throws(Fault) -> [RowPage] {
        var pages: [RowPage] = []
        for position in positions { pages.append(try await page(position)) }
        return pages
    }

    private func answer(
        _ question: RowQuestion, _ rows: [Row], total: Int?, next: ListPosition?, read: RowsAnswer.Read?,
        missing: [String] = [], first: Int? = nil
    ) -> RowsAnswer {
        let start = question.position.map { position in
            strategy.unit == .rowOffset
                ? position.page + position.rows + 1
                : (position.page - 1) * strategy.size + position.rows + 1
        }
        return RowsAnswer(
            layout: layout, rows: question.isPlain ? rows.map { $0.overlaid(by: environment.overlays) } : rows,
            fields: question.fields, total: total,
            nextCursor: next.map { $0.text(for: method, question.given) }, firstIndex: first ?? start ?? 1, read: read,
            missing: missing,
            notice: environment.overlays.notice(of: layout, module: environment.context.upstream.module))
    }
}
