import Values

@testable import FeatureKit

/// Conditions and orders of rows in plain words, one row at a time: what `RowMatcher` and `RowOrder` must agree with.
enum PlainMatching {
    static func matching(_ question: RowQuestion, _ rows: [FeatureKit.Row]) -> [FeatureKit.Row] {
        let found = rows.filter { row in
            question.filters.allSatisfy { meets($0, row) } && (question.words?.match(row) ?? true)
        }
        return question.order.map { sorted(found, $0) } ?? found
    }

    static func meets(_ filter: RowFilter, _ row: FeatureKit.Row) -> Bool {
        switch filter {
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
        case .keys(let keys): return keys.contains { $0.utf8.elementsEqual(row.key.utf8) }
        }
    }

    static func sorted(_ rows: [FeatureKit.Row], _ order: RowOrder) -> [FeatureKit.Row] {
        let values = rows.map { value($0, order.place) }
        let places = rows.indices.sorted { left, right in
            switch (values[left], values[right]) {
            case (nil, nil): return left < right
            case (nil, _): return false
            case (_, nil): return true
            case (let one?, let other?):
                let sign = one.order(to: other)
                return sign == 0 ? left < right : order.isDescending ? sign > 0 : sign < 0
            }
        }
        return places.map { rows[$0] }
    }

    /// Rows directly behind the first `end` whose value reads the same as that of the last of them.
    static func ties(behind end: Int, of rows: [FeatureKit.Row], _ order: RowOrder) -> Int {
        guard end > 0, end < rows.count, let last = value(rows[end - 1], order.place) else { return 0 }
        if case .flag = rows[end].layout.fields[order.place].kind { return 0 }
        return rows[end...].prefix { row in
            guard let value = value(row, order.place) else { return false }
            if case .discount(let one, _) = last, case .discount(let other, _) = value { return one == other }
            return last.order(to: value) == 0
        }.count
    }

    private enum Value {
        case whole(Int)
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
    }

    private static func value(_ row: FeatureKit.Row, _ place: Int) -> Value? {
        if place == row.layout.price { return row.paid.map { .amount($0.amount, $0.currency.code) } }
        let slot = row.slot(place)
        switch slot.kind {
        case .texts, .rows: return nil
        case .whole where place == row.layout.discount: return .discount(slot.whole, row.paidPart)
        case .missing:
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
