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
    var isPlain: Bool { words == nil && filters.isEmpty && order == nil }

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
        case .flag(let place, _), .asked(let place, _), .oneOf(let place, _): [layout.fields[place].filterName]
        case .keys: [layout.keyField.filterName]
        }
    }

    func matches(_ row: Row) -> Bool {
        switch self {
        case .price(let least, let most):
            guard let amount = row.paid?.amount else { return false }
            return (least.map { amount >= $0 } ?? true) && (most.map { amount <= $0 } ?? true)
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

    func sorted(_ rows: [Row]) -> [Row] {
        // The standard library's sort is stable in fact and not by promise.
        rows.enumerated().sorted { left, right in
            switch compare(left.element, right.element) {
            case 0: left.offset < right.offset
            case let order: order < 0
            }
        }.map(\.element)
    }

    private func compare(_ left: Row, _ right: Row) -> Int {
        let (one, other) = (value(left), value(right))
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
        case amount(DecimalAmount, String)
        case text(String)

        func order(to other: Value) -> Int {
            switch (self, other) {
            case (.whole(let one), .whole(let other)): return one < other ? -1 : one > other ? 1 : 0
            case (.amount(let one, let unit), .amount(let other, let otherUnit)):
                if unit != otherUnit { return unit < otherUnit ? -1 : 1 }
                return one < other ? -1 : one > other ? 1 : 0
            case (.text(let one), .text(let other)):
                return precedesNaturally(one, other) ? -1 : precedesNaturally(other, one) ? 1 : 0
            default: return 0
            }
        }
    }

    private func value(_ row: Row) -> Value? {
        // What is paid, not what was: the regular price and the reduced one are one thing to whoever compares.
        if place == row.layout.price { return row.paid.map { .amount($0.amount, $0.currency.code) } }
        let slot = row.slot(place)
        switch slot.kind {
        case .texts, .rows: return nil
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

extension RowQuestion {
    /// The rows that match, in the order that is asked for.
    func matching(_ rows: [Row]) -> [Row] {
        let found = rows.filter { row in
            filters.allSatisfy { $0.matches(row) } && (words?.match(row) ?? true)
        }
        return order?.sorted(found) ?? found
    }
}
