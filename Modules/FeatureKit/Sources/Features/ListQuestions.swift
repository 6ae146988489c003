import JSON
import Storage

/// Answers questions about a list whose upstream only pages: reads on as far as it takes, within bounds.
final class ListQuestions: Sendable {
    typealias Fetch = @Sendable (PageRequest, FeatureCall) async throws(Fault) -> RowPage
    typealias MakeHead = @Sendable (FeatureCall) throws(Fault) -> Row

    /// Pages and rows that one question reads at most, and requests at once.
    static let mostPages = 40
    static let mostRows = 2_000
    static let mostAtOnce = 8

    let method: String
    let layout: RowLayout
    let strategy: PageStrategy
    let environment: FeatureEnvironment
    let fetch: Fetch
    /// Asks for one row by its key; nil where the upstream has no address for that.
    let one: ShowPart.Fetch?
    /// The facts that stand before the rows; nil for a list without any.
    let head: RowLayout?
    /// Makes them of the list's own parameters; nil where the pages give them.
    let makeHead: MakeHead?
    /// The last question in the state; nil for a list that keeps none.
    let kept: KeptList?
    /// Gives the rows where they are at hand, those of the state; nil for the rows of an upstream.
    let stored: StoredPage?
    /// Makes what is shown of the page; nil for a list that shows its pages as they are.
    let arranged: ArrangedList?
    /// Values of the list's own parameters.
    let arguments: [JSONMember]

    init(
        method: String, layout: RowLayout, strategy: PageStrategy, environment: FeatureEnvironment,
        fetch: @escaping Fetch, one: ShowPart.Fetch? = nil, head: RowLayout? = nil, makeHead: MakeHead? = nil,
        kept: KeptList? = nil, stored: StoredPage? = nil, arranged: ArrangedList? = nil, arguments: [JSONMember] = []
    ) {
        (self.method, self.layout, self.strategy) = (method, layout, strategy)
        (self.environment, self.fetch, self.one) = (environment, fetch, one)
        (self.head, self.makeHead, self.kept) = (head, makeHead, kept)
        (self.stored, self.arranged, self.arguments) = (stored, arranged, arguments)
    }

    /// The same list with other values of its own parameters.
    func with(_ arguments: [JSONMember]) -> ListQuestions {
        if arguments.isEmpty, self.arguments.isEmpty { return self }
        return ListQuestions(
            method: method, layout: layout, strategy: strategy, environment: environment, fetch: fetch, one: one,
            head: head, makeHead: makeHead, kept: kept, stored: stored, arranged: arranged, arguments: arguments)
    }

    func answer(_ question: RowQuestion, _ context: CallContext) async throws(Fault) -> RowsAnswer {
        if !layout.overlaid.isEmpty { await environment.context.state.ready() }
        let questions = with(question.own)
        return question.isPlain
            ? try await questions.plain(question, context) : try await questions.asked(question, context)
    }

    private func page(_ position: Int, _ token: String? = nil) async throws(Fault) -> RowPage {
        let page = try await page(position, token, of: arguments)
        return arranged?.shown(page, environment.overlays) ?? page
    }

    /// The page at a position of a question with some values of the list's own parameters, as the upstream has it.
    func page(_ position: Int, _ token: String?, of arguments: [JSONMember]) async throws(Fault) -> RowPage {
        let call = FeatureCall(environment, layout, arguments: arguments)
        var page = try await fetch(PageRequest(position, token, strategy), call)
        if page.head == nil { page.head = try makeHead?(call) }
        return page
    }

    /// The facts before the rows of a question with some values of the list's own parameters.
    func head(of arguments: [JSONMember]) throws(Fault) -> Row? {
        try makeHead?(FeatureCall(environment, layout, arguments: arguments))
    }

    /// The same list as it was kept: all rows at once; the first page of the upstream where none were.
    var ofKept: ListQuestions {
        let questions = self
        return ListQuestions(
            method: method, layout: layout, strategy: .whole, environment: environment,
            fetch: { _, _ throws(Fault) in
                await questions.environment.context.state.ready()
                var notice = questions.kept?.trouble?.text
                do throws(Fault) {
                    if let kept = questions.kept, let known = try kept.known(), let set = known.rows.first?.set {
                        let arguments = [JSONMember(kept.parameter, .string(known.asked))]
                        return RowPage(set, head: try questions.head(of: arguments), notice: notice)
                    }
                } catch {
                    notice = error.text
                }
                var page = try await questions.page(questions.strategy.first)
                page.notice = notice
                return page
            }, head: head)
    }

    /// True while some questions can be answered without waiting.
    var hasRowsAtHand: Bool { stored != nil || environment.pages.hasWhole }

    /// The answer to a question about rows that are at hand, and their origin; nil for any other.
    func answerAtOnce(_ question: RowQuestion) throws(Fault) -> (RowsAnswer, AnswerOrigin?)? {
        guard question.own.isEmpty,
            layout.overlaid.isEmpty && stored == nil || environment.context.state.isReadyForCalls()
        else { return nil }
        if question.isPlain {
            guard let stored else { return nil }
            var rows = PlainRows(question.limit, from: question.position, of: strategy, without: nil)
            let made = try stored.made(environment.context.state.revision) { FeatureCall(environment, layout) }
            made.give(&rows)
            return (answer(question, rows, nil), nil)
        }
        // Rows that are asked for by their keys may have to be asked of the upstream, as flags that it alone knows.
        guard question.keys == nil, question.asked.isEmpty, let (whole, origin) = environment.pages.known(wholeQuestion)
        else { return nil }
        let (found, known) = matching(question, whole)
        return (answer(question, whole, found, read: whole.read, known), origin)
    }

    /// The upstream's rows in its own order, from a position on.
    private func plain(_ question: RowQuestion, _ context: CallContext) async throws(Fault) -> RowsAnswer {
        let before = question.cursor.flatMap { environment.given.answer(to: $0) }
        var rows = PlainRows(
            question.limit, from: question.position, of: strategy, without: before?.keys)
        while rows.take(try await page(rows.position, rows.token)) { tell(rows.pages, context) }
        return answer(question, rows, before)
    }

    /// - Parameter before: the answer whose cursor the question goes on at.
    private func answer(_ question: RowQuestion, _ found: borrowing PlainRows, _ before: GivenRows.Answer?)
        -> RowsAnswer
    {
        var answer = answer(
            question, found.rows, head: found.head, found.notice, total: found.total, next: found.next,
            read: found.read)
        end(&answer, question, found, before)
        return answer
    }

    // Never a part of its caller, which copies each answer then: 430 instructions.
    @inline(never)
    private func end(
        _ answer: inout RowsAnswer, _ question: RowQuestion, _ found: borrowing PlainRows, _ before: GivenRows.Answer?
    ) {
        if found.rows.isEmpty, question.own.contains(where: { $0.key == "query" }) {
            answer.advice = ["Try fewer words, or others."]
        }
        answer.bound { found.end(behind: $0).text(for: method, question.given) }
        if let cursor = answer.nextCursor, strategy.unit != .whole {
            environment.given.note(found.keys(answer.rows.count), before, cursor)
        }
    }

    private func tell(_ pages: Int, _ context: CallContext) {
        context.report(Progress(done: pages, total: nil, message: "\(pages) pages read"))
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
        let whole = try await everything(until: question.keys, context)
        let (matching, known) = matching(question, whole)
        let (found, looked) = try await asking(question, matching, context, whole.read)
        return answer(question, whole, found, read: looked, known)
    }

    /// Whether a question depends on what is stored of the rows.
    private func readsStored(_ question: RowQuestion) -> Bool {
        question.reads(anyOf: layout.overlaid, layout)
            || question.order.map { layout.overlaid.contains($0.place) } ?? false
            || question.counted.map(layout.overlaid.contains) ?? false
    }

    /// The rows that match, but for what the upstream is to be asked for.
    /// - Returns: also all rows, with what is stored of them where the question depends on that; nil where that was not looked up of
    ///   all.
    private func matching(_ question: RowQuestion, _ whole: KeptPages.Whole) -> (found: FoundRows, all: [Row]?) {
        // Stored values are looked up for the rows that meet the rest where the question depends on them, else for those that are given.
        readsStored(question)
            ? question.found(in: whole.rows, whole.columns, layout, overlaid: overlaid)
            : (question.found(in: whole.rows, whole.columns), whole.rows)
    }

    /// The answer of the rows that were found.
    /// - Parameters:
    ///   - looked: rows that were looked at, where they are not all.
    ///   - known: of `matching`.
    private func answer(
        _ question: RowQuestion, _ whole: KeptPages.Whole, _ found: FoundRows, read looked: RowsAnswer.Read?,
        _ known: [Row]?
    ) -> RowsAnswer {
        let first = whole.first
        let missing = question.keys.map { keys in
            let there = Set(whole.rows.map { ExactName($0.key) })
            return keys.filter { !there.contains(ExactName($0)) }
        }
        // Advice on what is not there looks at all rows.
        let isAdvised = found.isEmpty || !(missing ?? []).isEmpty
        let rows = known ?? (isAdvised ? overlaid(whole.rows) : whole.rows)
        if let place = question.counted {
            var answer = answer(
                question, [], head: first.head, first.notice, total: found.count, next: nil, read: looked)
            answer.count(found, by: place)
            answer.advice += advice(question, found, among: rows, missing: [])
            return answer
        }
        let start = min(question.position?.rows ?? 0, found.count)
        let page = Array(found[start...].prefix(question.limit))
        let given = readsStored(question) ? page : overlaid(page)
        let end = start + given.count
        var answer = answer(
            question, given, head: first.head, first.notice, total: found.count,
            next: end < found.count ? ListPosition(page: 0, rows: end) : nil,
            read: looked, missing: missing ?? [], first: start + 1)
        answer.advice = advice(question, found, among: rows, missing: missing ?? []) + reduction(question, found)
        if !question.isPaged { return answer }
        answer.bound { ListPosition(page: 0, rows: start + $0).text(for: method, question.given) }
        if let order = question.order {
            let end = start + answer.rows.count
            let ties = order.ties(behind: end, of: found)
            if ties > 0 { answer.advice.append(layout.tied(ties, Array(found[end...].prefix(ties)), by: order.place)) }
        }
        return answer
    }

    /// Every row of the list, each once, in the upstream's order.
    /// - Parameter keys: ends as soon as these are there; nil reads on to the end.
    /// - Returns: also what was read of how many, where it is not all.
    func everything(until keys: [String]?, _ context: CallContext) async throws(Fault) -> KeptPages.Whole {
        // A screen asks for what is there now.
        guard keys == nil, !Background.isCurrent else { return try await reading(until: keys, context).found }
        let question = wholeQuestion
        if let whole = environment.pages.whole(question) { return whole }
        return try await environment.pages.reading(question) { () throws(Fault) in
            let (found, pages) = try await reading(until: nil, context)
            environment.pages.keep(found, of: pages, as: question)
            return found
        }
    }

    /// - Returns: also the pages that the rows are made of.
    private func reading(
        until keys: [String]?, _ context: CallContext
    ) async throws(Fault) -> (found: KeptPages.Whole, pages: [RowPage]) {
        var rows: [Row] = []
        var known: Set<ExactName> = []
        var taken: [RowPage] = []
        var missing = Set((keys ?? []).map { ExactName($0) })
        var (pages, received) = (0, 0)
        var total: Int?
        var next: Int?
        var token: String?
        func take(_ page: RowPage, at position: Int) {
            received += page.received
            total = page.total ?? total
            next = strategy.next(after: position, received: page.received, total: page.total, token: page.token)
            token = page.token
            taken.append(page)
            for row in page.rows.rows {
                let key = ExactName(row.key)
                guard known.insert(key).inserted else { continue }
                missing.remove(key)
                rows.append(row)
            }
        }
        let first = try await page(strategy.first)
        take(first, at: strategy.first)
        pages = 1
        // A list that is too long to be read is not read for a few rows that can be asked for.
        func asksEach() -> Bool { keys != nil && one != nil && (total ?? 0) > Self.mostRows }
        while let start = next, pages < Self.mostPages, received < Self.mostRows, keys == nil || !missing.isEmpty,
            !asksEach(), !AnswerOrigin.Recorder.isFull
        {
            tell(pages, context)
            let pagesLeft = (Self.mostRows - received + strategy.size - 1) / strategy.size
            let positions = positions(from: start, total: total, atMost: min(Self.mostPages - pages, pagesLeft))
            let batch = try await atOnce(positions, arrived: { tell(pages + $0, context) }) {
                [token] position throws(Fault) in
                try await self.page(position, token)
            }
            pages += positions.count
            for (position, page) in zip(positions, batch) {
                // A short page before the last one moves those behind it.
                if position != next { break }
                take(page, at: position)
            }
        }
        if next != nil, let one, let keys {
            let wanted = keys.filter { missing.contains(ExactName($0)) }
            let call = FeatureCall(environment, layout, arguments: arguments)
            for start in stride(from: 0, to: wanted.count, by: Self.mostAtOnce) {
                let batch = Array(wanted[start..<min(wanted.count, start + Self.mostAtOnce)])
                rows += try await atOnce(batch) { key throws(Fault) in try await one(key, call) }.compactMap(\.self)
            }
            missing = []
        }
        let isAll = next == nil || keys != nil && missing.isEmpty
        let read = isAll ? nil : RowsAnswer.Read(rows: rows.count, of: total)
        return (KeptPages.Whole(rows: rows, first: first, read: read), taken)
    }

    /// The key of all rows of the list, as they are kept.
    private var wholeQuestion: String {
        arguments.isEmpty ? method : method + String(decoding: JSONValue.object(arguments).serialized(), as: UTF8.self)
    }

    /// Positions of the pages that are asked for at once: those that the total says there are, each as if the one before it were
    /// full; a single one without a total, since the page behind the last may be an error, and one whose token is known.
    private func positions(from start: Int, total: Int?, atMost most: Int) -> [Int] {
        var positions = [start]
        var last = start
        while total != nil, strategy.unit != .token, positions.count < min(most, Self.mostAtOnce),
            let next = strategy.next(after: last, received: strategy.size, total: total)
        {
            positions.append(next)
            last = next
        }
        return positions
    }

    private func answer(
        _ question: RowQuestion, _ rows: [Row], head: Row?, _ notice: String?, total: Int?, next: ListPosition?,
        read: RowsAnswer.Read?,
        missing: [String] = [], first: Int? = nil
    ) -> RowsAnswer {
        let start = question.position.map { strategy.rows(before: $0.page) + $0.rows + 1 }
        return RowsAnswer(
            layout: layout, head: head?.narrowed(by: question.words, layout),
            wholeHead: question.words == nil ? nil : head,
            rows: question.isPlain ? overlaid(rows) : rows,
            fields: question.fields, total: total,
            nextCursor: next.map { $0.text(for: method, question.given) }, firstIndex: first ?? start ?? 1, read: read,
            missing: missing,
            notice: notice ?? environment.notice(of: layout),
            isNarrowed: !question.isPlain)
    }

    /// The rows with what is stored of them; those of an arrangement have it already.
    private func overlaid(_ rows: [Row]) -> [Row] {
        rows.isEmpty || arranged != nil ? rows : rows.overlaid(by: environment.overlays)
    }
}

extension RowLayout {
    /// The sentence on rows that the limit leaves out although they are equal to the last one; the first of them by their keys.
    fileprivate func tied(_ count: Int, _ rows: [Row], by place: Int) -> String {
        let told = "\(count) more \(count == 1 ? "has" : "have") the same \(label(place))"
        let keys = hasKey ? rows.prefix(3).compactMap { $0.text(key) } : []
        return keys.isEmpty ? "\(told)." : "\(told): \(keys.joined(separator: ", "))\(count > keys.count ? ", …" : ".")"
    }
}
