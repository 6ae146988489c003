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

    /// The parameters that say it.
    func parameters(_ layout: RowLayout) -> [String] {
        switch self {
        case .price: ["minPrice", "maxPrice"]
        case .discount: ["minDiscount"]
        case .flag(let place, _), .asked(let place, _), .oneOf(let place, _): [layout.fields[place].filterName]
        case .keys: [layout.keyField.filterName]
        }
    }

    func matches(_ row: Row) -> Bool {
        switch self {
        case .price(let least, let most):
            guard let amount = row.paid?.amount else { return false }
            return (least.map { amount >= $0 } ?? true) && (most.map { amount <= $0 } ?? true)
        case .discount(let least):
            guard let slot = row.layout.discount.map(row.slot), slot.kind == .whole else { return false }
            return slot.whole >= least
        case .asked: return true
        case .flag(let place, let value): return (row.slot(place).bits == 1) == value
        case .oneOf(let place, let values):
            let text = row.text(place).map(folded) ?? ""
            return values.contains { folded($0) == text }
        case .keys(let keys):
            let key = row.key
            return keys.contains { $0.utf8.elementsEqual(key.utf8) }
        }
    }
}

/// An order of rows by one field. Rows without a value come last; equal ones keep their order.
package struct RowOrder: Sendable {
    let place: Int
    let isDescending: Bool

    func sorted(_ rows: [Row]) -> [Row] { sortedPlaces(rows).map { rows[$0] } }

    /// Places of the rows in this order.
    func sortedPlaces(_ rows: [Row]) -> [Int] {
        let values = rows.map(value)
        // The standard library's sort is stable in fact and not by promise.
        return rows.indices.sorted { left, right in
            switch compare(values[left], values[right]) {
            case 0: left < right
            case let order: order < 0
            }
        }
    }

    /// Rows behind a part of those in this order that have the same value as its last; 0 for an order by yes and no.
    /// - Parameter end: number of rows in the part.
    func ties(behind end: Int, of rows: [Row]) -> Int {
        guard end > 0, end < rows.count, let last = value(rows[end - 1]) else { return 0 }
        if case .flag = rows[end].layout.fields[place].kind { return 0 }
        return rows[end...].prefix { value($0).map { last.isTied(with: $0) } ?? false }.count
    }

    private func compare(_ one: Value?, _ other: Value?) -> Int {
        switch (one, other) {
        case (nil, nil): return 0
        case (nil, _): return 1
        case (_, nil): return -1
        case (let one?, let other?):
            let order = one.order(to: other)
            return isDescending ? -order : order
        }
    }

    private enum Value {
        case whole(Int)
        /// Percent off, and the part of the regular price that is paid.
        case discount(Int, Double)
        case amount(DecimalAmount, String)
        case text(String)

        func order(to other: Value) -> Int {
            switch (self, other) {
            case (.whole(let one), .whole(let other)): return one < other ? -1 : one > other ? 1 : 0
            case (.discount(let one, let paid), .discount(let other, let otherPaid)):
                if one != other { return one < other ? -1 : 1 }
                return paid > otherPaid ? -1 : paid < otherPaid ? 1 : 0
            case (.amount(let one, let unit), .amount(let other, let otherUnit)):
                if unit != otherUnit { return unit < otherUnit ? -1 : 1 }
                return one < other ? -1 : one > other ? 1 : 0
            case (.text(let one), .text(let other)):
                return precedesNaturally(one, other) ? -1 : precedesNaturally(other, one) ? 1 : 0
            default: return 0
            }
        }

        /// Whether people read the same of both.
        func isTied(with other: Value) -> Bool {
            if case .discount(let one, _) = self, case .discount(let other, _) = other { return one == other }
            return order(to: other) == 0
        }
    }

    private func value(_ row: Row) -> Value? {
        // What is paid, not what was: the regular price and the reduced one are one thing to whoever compares.
        if place == row.layout.price { return row.paid.map { .amount($0.amount, $0.currency.code) } }
        let slot = row.slot(place)
        switch slot.kind {
        case .texts, .rows: return nil
        case .whole where place == row.layout.discount: return .discount(slot.whole, row.paidPart)
        case .missing:
            // A badge says no by not being there: as one that is false.
            guard case .badge = row.layout.fields[place].role, row.layout.fields[place].overlay == nil else {
                return nil
            }
            return .whole(0)
        case .whole, .flag, .date: return .whole(slot.whole)
        case .money: return row.money(slot).map { .amount($0.amount, $0.currency.code) }
        case .number: return DecimalAmount(row.set.string(slot)).map { .amount($0, "") }
        case .text: return .text(folded(row.set.string(slot)))
        }
    }
}

/// Judges row after row by a question's conditions.
struct RowMatcher {
    private let filters: [RowFilter]
    private var search: RowSearch?

    init(_ question: RowQuestion) { (filters, search) = (question.filters, question.words.map(RowSearch.init)) }

    mutating func matches(_ row: Row) -> Bool {
        filters.allSatisfy { $0.matches(row) } && (search?.match(row) ?? true)
    }
}

extension RowQuestion {
    /// The rows that match, in the order that is asked for.
    func matching(_ rows: [Row]) -> [Row] {
        var matcher = RowMatcher(self)
        let found = rows.filter { matcher.matches($0) }
        return order?.sorted(found) ?? found
    }

    /// Whether a condition looks at one of some fields.
    func reads(anyOf places: [Int], _ layout: RowLayout) -> Bool {
        (words != nil && layout.searched.contains(where: places.contains))
            || filters.contains { filter in
                switch filter {
                case .price: [layout.price, layout.reduced].contains { $0.map(places.contains) ?? false }
                case .discount: layout.discount.map(places.contains) ?? false
                case .flag(let place, _), .asked(let place, _), .oneOf(let place, _): places.contains(place)
                case .keys: places.contains(layout.key)
                }
            }
    }
}
