/// Which of the loaded rows a question shows, and in which order: worked out when a state is told, and kept while neither the
/// question nor the rows change.
struct ShownRows: Sendable {
    private enum Places: Sendable {
        case unknown
        /// Each row, as loaded.
        case all
        case some([Int])
    }

    /// All rows in the order asked for.
    private var order = Places.unknown
    /// Those of them that match.
    private var matches = Places.unknown

    /// Other rows are loaded, or others of their facts.
    mutating func rowsChanged() { (order, matches) = (.unknown, .unknown) }

    /// One row has other stored facts.
    mutating func storedChanged(_ question: RowQuestion, _ layout: RowLayout) {
        if question.order.map({ layout.overlaid.contains($0.place) }) ?? false { order = .unknown }
        if !question.isPlain, question.reads(anyOf: layout.overlaid, layout) { matches = .unknown }
    }

    mutating func conditionsChanged() { matches = .unknown }

    mutating func orderChanged() { (order, matches) = (.unknown, .unknown) }

    /// Works out what is not known.
    mutating func settle(_ rows: [Row], _ question: RowQuestion) {
        guard case .unknown = matches else { return }
        if case .unknown = order { order = question.order.map { .some($0.sortedPlaces(rows)) } ?? .all }
        if question.words == nil, question.filters.isEmpty {
            matches = order
            return
        }
        let found = RowMatcher(question).places(in: rows)
        guard case .some(let places) = order else {
            matches = .some(found)
            return
        }
        var isFound = Array(repeating: false, count: rows.count)
        for place in found { isFound[place] = true }
        matches = .some(places.filter { isFound[$0] })
    }

    /// Number of rows shown of so many; call `settle` first.
    func count(of loaded: Int) -> Int { if case .some(let places) = matches { places.count } else { loaded } }

    /// The rows at some of the places; call `settle` first.
    func rows(at range: Range<Int>, of rows: [Row]) -> [Row] {
        guard case .some(let places) = matches else { return range == rows.indices ? rows : Array(rows[range]) }
        return places[range].map { rows[$0] }
    }
}
