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
    /// Those of the first rows that meet the question's conditions, as loaded, and how many rows that are.
    private var found: (places: [Int], of: Int) = ([], 0)
    /// The rows that are shown.
    private var matches = Places.unknown

    /// Other rows are loaded, or others of their facts.
    mutating func rowsChanged() { (order, found, matches) = (.unknown, ([], 0), .unknown) }

    /// Further rows stand behind those that were there: only these are looked at.
    mutating func rowsAppended() { (order, matches) = (.unknown, .unknown) }

    /// One row has other stored facts.
    mutating func storedChanged(_ question: RowQuestion, _ layout: RowLayout) {
        if question.order.map({ layout.overlaid.contains($0.place) }) ?? false {
            (order, matches) = (.unknown, .unknown)
        }
        if !question.isPlain, question.reads(anyOf: layout.overlaid, layout) { conditionsChanged() }
    }

    mutating func conditionsChanged() { (found, matches) = (([], 0), .unknown) }

    mutating func orderChanged() { rowsChanged() }

    /// Works out what is not known.
    mutating func settle(_ rows: [Row], _ question: RowQuestion) {
        guard case .unknown = matches else { return }
        if case .unknown = order { order = question.order.map { .some($0.sortedPlaces(rows)) } ?? .all }
        if question.words == nil, question.filters.isEmpty {
            matches = order
            return
        }
        if found.of < rows.count {
            let (begin, further) = (found.of, RowMatcher(question).places(in: Array(rows[found.of...])))
            found.places += further.map { begin + $0 }
            found.of = rows.count
        }
        guard case .some(let places) = order else {
            matches = .some(found.places)
            return
        }
        var isFound = Array(repeating: false, count: rows.count)
        for place in found.places { isFound[place] = true }
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
