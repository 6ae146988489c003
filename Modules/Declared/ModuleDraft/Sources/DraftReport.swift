import JSON
import Values

/// Findings, guesses and open questions, for people and programs.
package struct DraftReport: Sendable {
    /// A finding: `price` and `price (amount, currency)`.
    package struct Finding: Sendable, Equatable {
        package let label: String
        package let value: String
    }

    /// Something that could not be guessed, and the line of the file where it is said.
    package struct Question: Sendable, Equatable {
        /// Behind "Not guessed:".
        package let text: String
        package let line: Int?
    }

    /// `10 rows in results; a Concert is told apart by id.`
    package let summary: String
    package let findings: [Finding]
    package let questions: [Question]
    /// Arguments of a call that shows the module: `concerts.list`, `sort=price`.
    package let call: [String]
    /// Parameters of the address whose values became settings, and the settings' names.
    package let secrets: [(parameter: String, setting: String)]

    init(
        summary: String, findings: [Finding], questions: [Question], call: [String],
        secrets: [(parameter: String, setting: String)]
    ) {
        (self.summary, self.findings, self.questions) = (summary, findings, questions)
        (self.call, self.secrets) = (call, secrets)
    }

    init(
        file: DraftFile, lines: DraftLines, key: KeyGuess, leftOut: [LeftOut], withoutCurrency: [String],
        samples: [SampleFile], hasSecond: Bool
    ) {
        let count = file.example.rows.count
        let place =
            file.example.path.map { $0.isEmpty ? "the answer itself" : $0.joined(separator: ".") }
            ?? "the answer itself"
        let rows = count == 1 ? "1 row" : "\(count) rows"
        let keyField = file.fields.first { $0.role == .key }
        let keyPlace = keyField?.ownExpression == nil ? keyField?.place ?? file.key : file.key
        summary = "\(rows) in \(place); \(RowWords.withArticle(file.words.type)) is told apart by \(keyPlace)."
        findings = Self.findings(file, leftOut, samples)
        questions = Self.questions(file, lines, key, withoutCurrency)
        call = Self.call(file)
        secrets = DraftFile.secretSettings(of: file.address)
    }

    private static func findings(_ file: DraftFile, _ leftOut: [LeftOut], _ samples: [SampleFile]) -> [Finding] {
        var findings: [Finding] = []
        func add(_ label: String, _ values: [String]) {
            if !values.isEmpty { findings.append(Finding(label: label, value: values.joined(separator: ", "))) }
        }
        let fields = file.fields
        let title = fields.first { $0.role == .title } ?? fields.first { $0.role == .key && $0.isTitle }
        add("title", [title?.place].compactMap(\.self))
        add(
            "price",
            fields.filter(\.isMoney).map { field in
                guard case .money(let currency) = field.kind else { return field.place }
                let isObject = field.ownExpression != nil
                let source =
                    currency.utf8.first == UInt8(ascii: "'")
                    ? String(currency.dropFirst().dropLast()) : "in `\(currency)`"
                return isObject ? "\(field.place) (amount, currency)" : "\(field.place) (\(source))"
            })
        add("date", fields.filter { $0.kind == .date }.map(\.place))
        add("picture", fields.filter { $0.kind == .picture }.map(\.place))
        add("flag", fields.filter(\.isFlag).map(\.place))
        add("total", [file.paging.total?.joined(separator: ".")].compactMap(\.self))
        add("pages", [file.paging.said])
        add(
            "search",
            [DraftFile.search(in: file.address).map { "\($0.item.name) is the parameter \($0.name)" }].compactMap(
                \.self))
        add("kept", file.kept.map { "\($0.name)=\($0.value)" })
        add("not listed", fields.filter { !$0.isListed && $0.kind != .picture }.map(\.place))
        var reasons: [String] = []
        for each in leftOut where !reasons.contains(each.reason) { reasons.append(each.reason) }
        for reason in reasons {
            let names = leftOut.filter { $0.reason == reason }.map(\.name)
            add("left out", ["\(names.joined(separator: ", ")): \(reason)"])
        }
        let sampled = samples.reduce(0) { $0 + $1.rows }
        if let total = file.paging.totalCount, total > sampled {
            add("samples", ["\(sampled) of the \(total) rows, which is the total in them"])
        } else if let first = samples.first, first.rows < file.example.rows.count {
            add("samples", ["\(first.rows) of the \(file.example.rows.count) rows"])
        }
        return findings
    }

    private static func questions(
        _ file: DraftFile, _ lines: DraftLines, _ key: KeyGuess, _ withoutCurrency: [String]
    ) -> [Question] {
        var questions: [Question] = []
        func ask(_ text: String, _ mark: String) {
            questions.append(Question(text: text, line: lines.line(of: mark)))
        }
        switch key {
        case .member: break
        case .different(let path):
            if file.example.path != nil {
                ask("whether `\(path.joined(separator: "."))` tells all rows apart: it does so in this answer", "key")
            }
        case .pair(let one, let other):
            ask(
                "what tells rows apart: `\(one.joined(separator: "."))` and `\(other.joined(separator: "."))` together do here",
                "key")
        case .nearly(let path, let count):
            ask(
                "what tells rows apart: `\(path.joined(separator: "."))` has \(count) values in \(file.example.rows.count) rows",
                "key")
        }
        for field in file.fields where Amounts.mayBeCents(field) {
            ask("whether `\(field.place)` counts whole units: were it cents, it is no price", "field \(field.name)")
        }
        for field in file.fields {
            if withoutCurrency.contains(field.place) {
                ask(
                    "the currency of `\(field.place)`, which makes a price of it: money(\(field.expression), 'USD')",
                    "field \(field.name)")
            } else if isCode(field) {
                ask("what `\(field.place)` means", "field \(field.name)")
            }
        }
        for doubt in file.paging.doubts { ask(doubt, file.paging.form == .whole ? "items" : "pages") }
        if !file.paging.guessed.isEmpty {
            let names = file.paging.guessed.map { "`\($0)`" }
            ask("whether the upstream takes \(listing(names)): made of the answer's names", "query")
        }
        return questions
    }

    /// Whether a field's few small numbers, or single letters, stand for something that its name does not say.
    private static func isCode(_ field: DraftField) -> Bool {
        guard field.role == nil, field.isListed else { return false }
        let values = field.values.compactMap(\.plainText)
        let few = Set(values).count
        guard values.count >= 4, few > 1, few <= 6, values.count >= 2 * few else { return false }
        switch field.kind {
        case .whole: return field.values.allSatisfy { (0...20).contains($0.integer ?? -1) } && !field.key.isQuantity
        case .text: return values.allSatisfy { $0.utf8.count <= 2 }
        default: return false
        }
    }

    private static func call(_ file: DraftFile) -> [String] {
        var words = ["\(file.id).\(file.operation)"]
        if let search = DraftFile.search(in: file.address) { words.append("\(search.name)=\(search.item.value)") }
        if file.example.path == nil { return words }
        let price = file.fields.first { $0.role == .price }
        let sort = price ?? file.fields.first { $0.isListed && $0.kind == .date }
        if let sort { words.append("sort=\(sort === price ? "" : "-")\(sort.name)") }
        if let price, let most = middle(price) { words.append("maxPrice=\(most)") }
        return words
    }

    /// The amount in the middle of a price's, rounded up to one or two digits and zeros.
    private static func middle(_ price: DraftField) -> Int? {
        let amounts = price.values.compactMap { $0.plainText.flatMap(spelledAmount) }.sorted()
        guard !amounts.isEmpty else { return nil }
        let text = amounts[amounts.count / 2].text
        guard var number = Int(text.prefix { $0 != "." }), number < 1_000_000_000 else { return nil }
        number += 1
        var step = 1
        while number / step >= 100 { step *= 10 }
        return (number + step - 1) / step * step
    }
}

extension MemberName {
    /// Whether a number of this name counts or measures.
    fileprivate var isQuantity: Bool {
        has(anyOf: [
            "count", "counts", "number", "quantity", "qty", "stock", "seats", "pages", "year", "age", "size", "rank",
            "rating", "score",
            "stars", "likes", "views", "votes", "reviews", "comments", "days", "hours", "minutes", "capacity", "total",
            "bikes", "docks", "rooms", "floors", "floor", "position", "order", "index", "min", "max", "amount", "week",
            "month", "day", "discount", "percent", "rate", "temp", "temperature", "speed", "weight", "height", "width",
            "length", "distance", "population", "users", "members", "id", "version",
        ])
    }
}

extension DraftField {
    fileprivate static func === (one: DraftField, other: DraftField?) -> Bool { one.name == other?.name }
}
