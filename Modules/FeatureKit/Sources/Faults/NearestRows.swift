import Suggestions

/// The rows that a key, or a name in its place, probably means, best first; at most three.
func nearestRows(to text: String, among rows: [Row]) -> [Row] {
    let wanted = folded(trimmed(text))
    let words = SearchWords(text, takesEither: false)
    // Numbers of books and goods are also written in groups.
    let whole = text.filter { $0 != "-" && $0 != " " }
    let keys =
        nearestNames(to: text, among: rows.lazy.map(\.key)) + nearestNames(to: whole, among: rows.lazy.map(\.key))
    var byTitle: [String: [Row]] = [:]
    for row in rows { if let title = row.title { byTitle[folded(title), default: []].append(row) } }
    var found: [Row] = []
    func add(_ rows: some Sequence<Row>) {
        for row in rows where found.count < 3 && !found.contains(where: { $0.key.utf8.elementsEqual(row.key.utf8) }) {
            found.append(row)
        }
    }
    add(byTitle[wanted] ?? [])
    for key in keys { add(rows.filter { $0.key.utf8.elementsEqual(key.utf8) }) }
    for title in nearestNames(to: wanted, among: byTitle.keys.sorted()) { add(byTitle[title] ?? []) }
    // One letter or two stand in every other title.
    if wanted.unicodeScalars.count > 2, let words { add(rows.lazy.filter { words.match($0) }) }
    return found
}

extension Fault {
    /// The same fault with the names that were perhaps meant: `Seoul` also by `Seul, South Korea`.
    package func suggesting(_ name: String, among names: [String]) -> Fault {
        func head(_ name: String) -> String { trimmed(String(name.prefix { $0 != "," })) }
        var nearest = nearestNames(to: name, among: names)
        for near in nearestNames(to: head(name), among: names.map(head)) {
            for name in names where head(name).utf8.elementsEqual(near.utf8) && !nearest.contains(name) {
                nearest.append(name)
            }
        }
        var fault = self
        fault.suggestions = Array(nearest.prefix(3))
        if let nearest = nearest.first { fault.hint = "Did you mean \(nearest)? \(hint)" }
        return fault
    }

    /// There is no row of a key.
    /// - Parameters:
    ///   - rows: whose keys and titles may have been meant.
    ///   - field: the parameter that asked for it; the key's name without one.
    package static func unknownRow(
        _ key: String, of layout: RowLayout, among rows: [Row], field: String? = nil
    ) -> Fault {
        let name = layout.keyField.name
        let nearest = nearestRows(to: key, among: rows)
        return Fault(
            .notFound, "There is no \(layout.name) with the \(name) \(quoted(key)).",
            hint: didYouMean(nearest) ?? "Take the \(name) from a list, or find it there by its name.",
            field: field ?? name, suggestions: nearest.map(\.key))
    }

    /// `Did you mean BL204DR17KLM “Linen Wrap Dress”?`; nil for no rows.
    static func didYouMean(_ rows: [Row]) -> String? {
        let names = rows.map { row in
            bounded(row.key, longestName) + (row.title.map { " " + quoted($0, limit: 60) } ?? "")
        }
        guard let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }
}
