import Values

/// An order of rows by one field. Rows without a value come last; equal ones keep their order.
package struct RowOrder: Sendable {
    let place: Int
    let isDescending: Bool

    func sorted(_ rows: [Row]) -> [Row] { sortedPlaces(rows).map { rows[$0] } }

    /// Places of all the rows in this order.
    func sortedPlaces(_ rows: [Row]) -> [Int] { sorted(Array(rows.indices), of: rows) }

    /// Some places of rows in this order.
    /// - Parameter places: ascending.
    func sorted(_ places: [Int], of rows: [Row]) -> [Int] {
        guard let layout = places.first.map({ rows[$0].layout }) else { return places }
        guard let keys = RowKeys(self, layout, places, of: rows) else { return sortedByValues(places, of: rows) }
        return keys.sorted.map { places[$0] } + keys.without.map { places[$0] }
    }

    /// The same by values of any kind: amounts of several currencies, and those that no key of 64 bits holds.
    private func sortedByValues(_ places: [Int], of rows: [Row]) -> [Int] {
        let values = places.map { value(rows[$0]) }
        // The standard library's sort is stable in fact and not by promise.
        let order = places.indices.sorted { left, right in
            switch compare(values[left], values[right]) {
            case 0: left < right
            case let order: order < 0
            }
        }
        return order.map { places[$0] }
    }

    /// Rows behind a part of those in this order that have the same value as its last; 0 for an order by yes and no.
    /// - Parameter end: number of rows in the part.
    func ties<Rows: RandomAccessCollection>(behind end: Int, of rows: Rows) -> Int
    where Rows.Element == Row, Rows.Index == Int {
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
        // The price that is paid: to whoever compares, the regular and the reduced one are one thing.
        if place == row.layout.price { return row.paid.map { .amount($0.amount, $0.currency.code) } }
        let slot = row.slot(place)
        switch slot.kind {
        case .texts, .rows: return nil
        case .whole where place == row.layout.discount: return .discount(slot.whole, row.paidPart)
        case .missing: return isNo(row.layout) ? .whole(0) : nil
        case .whole, .flag, .date: return .whole(slot.whole)
        case .money: return row.money(slot).map { .amount($0.amount, $0.currency.code) }
        case .number: return DecimalAmount(row.set.string(slot)).map { .amount($0, "") }
        case .text: return .text(folded(row.set.string(slot)))
        }
    }

    /// Whether a missing value is a no. A badge says no by not being there: as one that is false.
    func isNo(_ layout: RowLayout) -> Bool {
        guard case .badge = layout.fields[place].role else { return false }
        return layout.fields[place].overlay == nil
    }
}
