import JSON
import Suggestions

/// Advice beside an answer: whoever asked for what is not there should be able to ask for what is, without looking again.
extension ListQuestions {
    /// - Parameters:
    ///   - found: the rows that match.
    ///   - rows: all that were looked through.
    ///   - missing: keys that were asked for and are not there.
    func advice(_ question: RowQuestion, _ found: FoundRows, among rows: [Row], missing: [String]) -> [String] {
        if !missing.isEmpty {
            let nearest = missing.prefix(3).flatMap {
                nearestRows(to: $0, among: rows).prefix(missing.count == 1 ? 3 : 1)
            }
            return Fault.didYouMean(nearest).map { [$0] } ?? []
        }
        guard found.isEmpty, !rows.isEmpty, question.asked.isEmpty else { return [] }
        let conditions = question.conditions(layout)
        var advice = ["Asked for \(conditions.map(\.text).joined(separator: ", "))."]
        let loosened =
            conditions.count < 2
            ? []
            : conditions.compactMap { condition -> String? in
                let count = condition.others.matching(rows).count
                return count == 0 ? nil : "\(count) without \(condition.name)"
            }
        if !loosened.isEmpty { advice[0] += " There are \(loosened.joined(separator: ", "))." }
        return advice + flags(question, rows) + wordsAlone(question, rows, conditions) + unknownWords(question, rows)
            + unknownValues(question, rows)
    }

    /// A sentence where rows are ordered by a reduction that none of them has.
    func reduction(_ question: RowQuestion, _ found: FoundRows) -> [String] {
        guard let place = question.order?.place, place == layout.discount || place == layout.reduced,
            !found.isEmpty, found.allSatisfy({ $0.slot(place).isMissing })
        else { return [] }
        return ["None of these is reduced."]
    }

    /// Flags that were asked for and no row has, or none of those that meet the rest.
    private func flags(_ question: RowQuestion, _ rows: [Row]) -> [String] {
        question.filters.indices.compactMap { index in
            guard case .flag(let place, true) = question.filters[index] else { return nil }
            var others = question
            others.filters.remove(at: index)
            let rest = others.matching(rows).count
            if rest == 0 { return nil }
            let field = layout.fields[place]
            let isSo =
                ["is", "has", "can"].contains { field.label.hasPrefix("\($0) ") } ? field.label : "is \(field.label)"
            if rows.contains(where: { $0.slot(place).bits == 1 }) { return "None of these \(rest) \(isSo)." }
            return field.overlay == nil ? "No \(layout.name) \(isSo)." : "Nothing \(isSo) yet."
        }
    }

    /// Rows that each of several words finds by itself, with the other conditions, and the question that finds them all.
    private func wordsAlone(
        _ question: RowQuestion, _ rows: [Row], _ conditions: [RowQuestion.Condition]
    ) -> [String] {
        guard let words = question.words?.single, words.count > 1 else { return [] }
        let found = words.prefix(5).compactMap { word -> (text: String, count: Int)? in
            var alone = question
            alone.words = word.words
            let count = alone.matching(rows).count
            return count == 0 ? nil : (Fault.bounded(word.text, 40), count)
        }
        guard !found.isEmpty else { return [] }
        let counts = found.map { "\($0.count) with \(Fault.quoted($0.text))" }.joined(separator: ", ")
        let either = found.map(\.text).joined(separator: "|")
        let kept = conditions.filter { $0.name != "query" }.map(\.text)
        let alone = kept.isEmpty ? "Alone" : "Alone, with \(kept.joined(separator: ", "))"
        return ["\(alone): \(counts)." + (found.count > 1 ? " Either: query \(Fault.quoted(either, limit: 200))." : "")]
    }

    /// Words that no row has, with the nearest that one has.
    private func unknownWords(_ question: RowQuestion, _ rows: [Row]) -> [String] {
        guard let words = question.words?.texts else { return [] }
        var texts: [String] = []
        for row in rows { texts += layout.searched.compactMap { row.text($0).map(folded) } }
        return words.compactMap { word in
            if texts.contains(where: { contains($0, word) }) { return nil }
            let single = singular(word)
            let known = Set(texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }).sorted()
            let nearest =
                single != word && texts.contains { contains($0, single) }
                ? [single] : nearestNames(to: word, among: known)
            return "No \(layout.name) has \(Fault.quoted(word))"
                + (nearest.isEmpty ? "." : "; there is \(nearest.map { Fault.quoted($0) }.joined(separator: ", ")).")
        }
    }

    private func contains(_ text: String, _ word: String) -> Bool {
        SearchWords(word, takesEither: false)?.match(text) ?? false
    }

    /// Texts that a filter asks for and no row has, with the nearest, else some of those that there are.
    private func unknownValues(_ question: RowQuestion, _ rows: [Row]) -> [String] {
        question.filters.flatMap { filter -> [String] in
            guard case .oneOf(let place, let asked) = filter else { return [] }
            var values: [String] = []
            var known: Set<ExactName> = []
            for text in rows.lazy.compactMap({ $0.text(place) }) where known.insert(ExactName(text)).inserted {
                values.append(text)
            }
            let name = layout.fields[place].name
            return asked.compactMap { text in
                if values.contains(where: { folded($0) == folded(text) }) { return nil }
                var near = values.filter { contains(folded($0), text) }
                if near.isEmpty { near = nearestNames(to: text, among: values) }
                let shown = near.isEmpty ? values.prefix(8) : near.prefix(3)
                let rest = near.isEmpty && values.count > 8 ? " and \(values.count - 8) more" : ""
                return "No \(name) is \(Fault.quoted(text)); "
                    + "there is \(shown.map { Fault.quoted($0, limit: 40) }.joined(separator: ", "))\(rest)."
            }
        }
    }
}

extension RowQuestion {
    /// A condition, and the question without it.
    fileprivate typealias Condition = (name: String, text: String, others: RowQuestion)

    fileprivate func conditions(_ layout: RowLayout) -> [Condition] {
        var conditions: [Condition] = []
        if words != nil {
            var others = self
            others.words = nil
            conditions.append(("query", said("query"), others))
        }
        for (index, filter) in filters.enumerated() {
            var others = self
            others.filters.remove(at: index)
            let names = filter.parameters(layout).filter { name in given.contains { $0.key == name } }
            guard let name = names.first else { continue }
            conditions.append(
                (
                    names.count == 1 ? name : names.joined(separator: " and "), names.map(said).joined(separator: ", "),
                    others
                ))
        }
        return conditions
    }

    /// A parameter as it was given: `brand "nike"`.
    private func said(_ name: String) -> String {
        let value = given.first { $0.key == name }?.value
        let texts = value?.array?.compactMap(\.string) ?? value.map { [$0.spelled] } ?? []
        return "\(name) \(texts.prefix(5).map { Fault.bounded($0, 40) }.joined(separator: ", "))"
    }
}
