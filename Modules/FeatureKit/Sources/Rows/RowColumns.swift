import Synchronization
import Values

/// Values that questions compare and sort by, of rows that are kept: a column for each field, made when a question first asks for it,
/// of all rows. Two conditions and an order over 1,000 rows of 34 pages took 294,000 instructions row by row (callgrind).
final class RowColumns: Sendable {
    /// Prices that are paid, at one scale.
    struct Amounts: Sendable {
        /// `nothing` for a row without a price.
        let values: [Int64]
        /// Digits behind the point.
        let scale: Int
    }

    /// Texts of a field, each different one once.
    struct Texts: Sendable {
        /// The place of each row's text among the different ones.
        let places: [UInt16]
        let different: [[UInt8]]
    }

    private enum Column: Sendable {
        case amounts(Amounts)
        case wholes([Int64])
        case flags([Bool])
        case texts(Texts)
        case order([UInt16])
        /// Rows whose values no column holds.
        case unfit

        var bytes: Int {
            switch self {
            case .amounts(let amounts): 8 * amounts.values.count
            case .wholes(let values): 8 * values.count
            case .flags(let values): values.count
            case .texts(let texts): texts.different.reduce(2 * texts.places.count) { $0 + $1.count + 48 }
            case .order(let places): 2 * places.count
            case .unfit: 0
            }
        }
    }

    /// The subject of a column.
    private enum Subject: Sendable, Equatable {
        case paid
        case discount
        case flag(Int)
        case text(Int)
        case order(Int, isDescending: Bool)
    }

    private struct Known: Sendable {
        var columns: [(of: Subject, column: Column)] = []
        var bytes = 0
    }

    let rows: [Row]
    /// Bytes that the columns may take together.
    private let room: Int
    private let known = Mutex(Known())

    /// The number of a row that has no value.
    static let nothing = Int64.min
    /// Bytes of all columns of a list, at most: some 25 columns of 2,000 rows.
    static let mostBytes = 128 << 10
    /// Different texts of a field, at most: where there are more, a question asks for few of them, and each row is looked at.
    static let mostTexts = 512

    /// - Parameters:
    ///   - rows: of more than `UInt16.max` rows, or of several layouts, no column is made.
    ///   - room: bytes that the columns may take, `mostBytes` at most.
    init(_ rows: [Row], room: Int) {
        self.rows = rows
        let layout = rows.first?.layout
        let isFit = rows.count <= Int(UInt16.max) && rows.allSatisfy { $0.layout === layout }
        self.room = isFit ? max(0, min(room, Self.mostBytes)) : 0
    }

    /// Bytes in memory, without the rows.
    var heldBytes: Int { known.withLock { $0.bytes } }

    // MARK: - Columns. Nil where no column holds the rows' values: then each row is looked at.

    var paid: Amounts? { if case .amounts(let amounts) = column(.paid) { amounts } else { nil } }

    /// `nothing` for rows without one.
    var discounts: [Int64]? { if case .wholes(let values) = column(.discount) { values } else { nil } }

    func flags(_ place: Int) -> [Bool]? { if case .flags(let values) = column(.flag(place)) { values } else { nil } }

    func texts(_ place: Int) -> Texts? { if case .texts(let texts) = column(.text(place)) { texts } else { nil } }

    /// Places of all rows in an order.
    func places(in order: RowOrder) -> [UInt16]? {
        let column = column(.order(order.place, isDescending: order.isDescending))
        return if case .order(let places) = column { places } else { nil }
    }

    /// The column, made under the lock: whoever comes meanwhile would make the same one.
    private func column(_ subject: Subject) -> Column {
        known.withLock { known in
            if let column = known.columns.first(where: { $0.of == subject })?.column { return column }
            var column = room == 0 ? .unfit : made(subject)
            if column.bytes > room { column = .unfit }
            known.bytes += column.bytes
            known.columns.append((subject, column))
            // Those that were made first go: most lists never have as many.
            while known.bytes > room, let first = known.columns.firstIndex(where: { $0.column.bytes > 0 }) {
                known.bytes -= known.columns.remove(at: first).column.bytes
            }
            return column
        }
    }

    private func made(_ subject: Subject) -> Column {
        switch subject {
        case .paid: madeAmounts()
        case .discount: madeDiscounts()
        case .flag(let place): .flags(rows.map { $0.slot(place).bits == 1 })
        case .text(let place): madeTexts(place)
        case .order(let place, let isDescending): madeOrder(RowOrder(place: place, isDescending: isDescending))
        }
    }

    private func madeAmounts() -> Column {
        // Two digits at least: bounds of prices have that many mostly.
        let slots = rows.map(\.paidSlot)
        let scale = slots.reduce(2) { max($0, Int($1?.scale ?? 0)) }
        var values: [Int64] = []
        values.reserveCapacity(slots.count)
        // 10^18 is the largest power of ten that fits.
        guard scale <= 18 else { return .unfit }
        for slot in slots {
            guard let slot else {
                values.append(Self.nothing)
                continue
            }
            let amount = DecimalAmount(coefficient: Int64(bitPattern: slot.bits), scale: Int(slot.scale))
            guard let value = amount.coefficient(at: scale), value != Self.nothing else { return .unfit }
            values.append(value)
        }
        return .amounts(Amounts(values: values, scale: scale))
    }

    private func madeDiscounts() -> Column {
        guard let place = rows.first?.layout.discount else { return .unfit }
        return .wholes(
            rows.map { row in
                let slot = row.slot(place)
                return slot.kind == .whole ? Int64(slot.whole) : Self.nothing
            })
    }

    private func madeTexts(_ place: Int) -> Column {
        var (numbers, different): ([ExactName: Int], [[UInt8]]) = ([:], [])
        var places: [UInt16] = []
        places.reserveCapacity(rows.count)
        for row in rows {
            // Without a text it is an empty one, as a condition has it.
            let text = row.text(place) ?? ""
            let number = numbers[ExactName(text), default: different.count]
            if number == different.count {
                guard number < Self.mostTexts else { return .unfit }
                numbers[ExactName(text)] = number
                different.append(Array(text.utf8))
            }
            places.append(UInt16(truncatingIfNeeded: number))
        }
        return .texts(Texts(places: places, different: different))
    }

    private func madeOrder(_ order: RowOrder) -> Column {
        let all = Array(rows.indices)
        guard let layout = rows.first?.layout, let keys = RowKeys(order, layout, all, of: rows) else { return .unfit }
        return .order((keys.sorted + keys.without).map { UInt16(truncatingIfNeeded: $0) })
    }
}
