import JSON
package import Values

/// A question to a list: its conditions, order, fields and number of rows.
package struct RowQuestion: Sendable {
    /// Words that must all occur; nil for none.
    var words: SearchWords?
    var filters: [RowFilter] = []
    var order: RowOrder?
    /// The places of the fields that are given.
    var fields: [Int]
    /// The place of the field by whose values the rows are counted; nil for the rows themselves.
    var counted: Int?
    /// Rows of one answer, 1 to 100.
    var limit = 20
    /// The position to go on at; nil for the beginning.
    var position: ListPosition?
    /// The list's own parameters among them, such as a scenario.
    var own: [JSONMember] = []
    /// Whether an answer that is too long ends earlier, with a cursor.
    var isPaged = true
    /// The cursor that was given, as it was.
    var cursor: String?
    /// The parameters that were given, but for the cursor: what the next cursor holds.
    var given: [JSONMember] = []

    /// Whether the rows are the upstream's own, in its own order.
    var isPlain: Bool { words == nil && filters.isEmpty && order == nil && counted == nil }

    /// The flags that the upstream is to be asked for, row by row.
    var asked: [(place: Int, value: Bool)] {
        filters.compactMap { filter in if case .asked(let place, let value) = filter { (place, value) } else { nil } }
    }

    /// The keys that are asked for; nil where rows are not asked for by key.
    var keys: [String]? {
        for case .keys(let keys) in filters { return keys }
        return nil
    }
}

/// A condition that rows must meet.
package enum RowFilter: Sendable {
    /// The price to pay is at least, or at most, so much.
    case price(atLeast: DecimalAmount?, atMost: DecimalAmount?)
    /// The percent off are at least so many.
    case discount(atLeast: Int)
    case flag(Int, Bool)
    /// The flag is so, once the upstream was asked for it.
    case asked(Int, Bool)
    /// The field is one of these texts, whatever their case.
    case oneOf(Int, [String])
    case keys([String])

    /// True where it looks at one of some fields.
    fileprivate func reads(anyOf places: [Int], _ layout: RowLayout) -> Bool {
        switch self {
        case .price: [layout.price, layout.reduced].contains { $0.map(places.contains) ?? false }
        case .discount: layout.discount.map(places.contains) ?? false
        case .flag(let place, _), .asked(let place, _), .oneOf(let place, _): places.contains(place)
        case .keys: places.contains(layout.key)
        }
    }

    /// The parameters that say it.
    func parameters(_ layout: RowLayout) -> [String] {
        switch self {
        case .price: ["minPrice", "maxPrice"]
        case .discount: ["minDiscount"]
        case .flag(let place, _), .asked(let place, _), .oneOf(let place, _): [layout.fields[place].filterName]
        case .keys: [layout.keyField.filterName]
        }
    }
}

extension RowQuestion {
    /// The rows that match, in the order that is asked for.
    func matching(_ rows: [Row]) -> [Row] {
        let isNarrowed = words != nil || !filters.isEmpty
        guard isNarrowed || order != nil else { return rows }
        let found = isNarrowed ? RowMatcher(self).places(in: rows) : Array(rows.indices)
        return (order?.sorted(found, of: rows) ?? found).map { rows[$0] }
    }

    /// Whether a condition looks at one of some fields.
    func reads(anyOf places: [Int], _ layout: RowLayout) -> Bool {
        readsWords(anyOf: places, layout) || filters.contains { $0.reads(anyOf: places, layout) }
    }

    private func readsWords(anyOf places: [Int], _ layout: RowLayout) -> Bool {
        words != nil && layout.searched.contains(where: places.contains)
    }

    /// The conditions that look at none of some fields, without an order.
    func conditions(withoutAnyOf places: [Int], _ layout: RowLayout) -> RowQuestion {
        var rest = self
        rest.order = nil
        rest.filters.removeAll { $0.reads(anyOf: places, layout) }
        if readsWords(anyOf: places, layout) { rest.words = nil }
        return rest
    }
}
