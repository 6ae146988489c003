import FeatureKit
import JSON

extension FeatureConformance {
    /// A list is walked to its end in answers of every size; a question, and what is asked of the rows, is kept on the way.
    func walkFindings() async throws -> [String] {
        try await layoutFindings { list in
            let listed = list.layout.listedFields
            let expected = list.rows.map { list.layout.projected($0, listed) }
            for limit in list.limits { await list.judgeWalk([:], limit, expected) }
            guard list.rows.count > 1, let question = list.wholeQuestion else { return }
            let narrowed = await list.ask(question)
            if narrowed.count < 2 {
                list.found.append("\(list.operation.method) \(question.compact) has no two rows, which proves nothing")
            }
            for limit in [1, 2, 3, 7] { await list.judgeWalk(question, limit, narrowed) }
        }
    }

    /// The keys that are offered while a route is typed, where one list has them all: one that nothing must be asked of.
    func keyCompletionFindings() async throws -> [String] {
        let whole = try harness()
        let templates = operations(of: whole).filter(\.answersQuestions).compactMap {
            whole.layout(ofRowsOf: $0)?.detailTemplate
        }
        return try await layoutFindings { list in
            guard list.operation.exampleParameters.members?.isEmpty ?? true,
                templates.count(where: { $0 == list.detailTemplate }) == 1
            else { return }
            for screen in screens(of: list.harness) where screen.template == list.detailTemplate {
                guard let field = list.layout.keyField, let completion = screen.completions[field.name] else {
                    continue
                }
                await list.judgeKeys(completion, screen.template.text)
            }
        }
    }
}

extension LayoutList {
    /// Sizes of answers: all of a short list, some of a long one.
    fileprivate var limits: [Int] {
        rows.count <= 30 ? Array(1...max(1, rows.count)) : [1, 2, 3, 7, 19, 20, 21, 50, 99, 100]
    }

    /// A question with words or a filter, an order and fields, which at least two rows answer.
    fileprivate var wholeQuestion: JSONValue? {
        guard let order = layout.orderingFields.last, let field = layout.listedFields.last else { return nil }
        let members = [JSONMember("sort", .string("-\(order.name)")), JSONMember("fields", [.string(field.name)])]
        let matching = filterConditions.map { condition in (condition, rows.count(where: condition.holds)) }
        // The one that narrows most without leaving nothing to walk through.
        let condition = matching.filter { $0.1 > 3 && $0.1 < rows.count }.min { $0.1 < $1.1 }?.0
        return .object((condition?.members ?? []) + members)
    }

    fileprivate mutating func judgeWalk(_ question: JSONValue, _ limit: Int, _ expected: [JSONValue]) async {
        let sized = question.with("limit", .integer(limit))
        let name = "\(operation.method) \(sized.compact)"
        let pages = await pages(sized)
        if let page = pages.first(where: { $0.rows.count > limit }) {
            found.append("\(name) gives \(page.rows.count) rows in one answer")
        }
        let got = pages.flatMap(\.rows)
        compare(name, got, with: expected)
        if let (one, other) = zip(got, expected).first(where: { key($0) == key($1) && $0 != $1 }) {
            found.append("\(name) gives the \(described(one)) as \(one.compact), and not as \(other.compact)")
        }
    }

    /// The template of the rows' own screens; nil where they have none.
    var detailTemplate: RouteTemplate? { layout.detailTemplate }

    /// Every key that is offered is one of a row; a key is found by itself, and by the row's title.
    fileprivate mutating func judgeKeys(_ completion: Completion, _ name: String) async {
        let keys = rows.map(key)
        let all = await completion.values(for: CompletionRequest(""))
        for value in all.values where !keys.contains(value) {
            found.append("\(name) offers \(value), which is the key of no \(layout.name)")
        }
        if all.values.count != min(keys.count, Completion.mostValues) {
            found.append("\(name) offers \(all.values.count) of \(keys.count) keys")
        }
        if all.total != keys.count {
            found.append("\(name) says that there are \(all.total ?? 0) of \(keys.count) keys")
        }
        for row in spread(3) {
            if await !completion.values(for: CompletionRequest(key(row))).values.contains(key(row)) {
                found.append("\(name) does not offer \(key(row)) to who types it")
            }
            guard let field = layout.field(.title), let title = row[field.name]?.string,
                !keys.contains(where: { folded($0).hasPrefix(folded(title)) })
            else { continue }
            let values = await completion.values(for: CompletionRequest(title))
            if !values.values.contains(key(row)), !values.hasMore {
                found.append("\(name) does not offer \(key(row)) to who types its title “\(title)”")
            }
        }
    }
}

extension RowLayout {
    /// Template of the rows' own screens; nil where they have none.
    var detailTemplate: RouteTemplate? {
        guard case .route(let template) = field(.route)?.kind else { return nil }
        return template
    }
}
