import Synchronization
import Values

/// Values that questions compare and sort by, of rows that are kept: a column for each field, made when a question first asks for it,
/// of all rows. Two conditions and an order over 1,000 rows of 34 pages took 294,000 instructions row by row (callgrind).
final class RowColumns: Sendable {
    /// Numbers of a field: prices that are paid, at one scale, or wholes.
    struct Numbers: Sendable {
        /// The place of each row's number among the different ones; `nothing` without one.
        let places: [UInt16]
        /// Ascending.
        let different: [Int64]
        /// Digits behind the point.
        let scale: Int

        /// Places of the numbers within bounds, inclusive.
        func places(from least: Int64, to most: Int64) -> Range<UInt16> {
            let first = firstPlace { $0 >= least }
            return first..<max(first, firstPlace { $0 > most })
        }

        /// The place of the first number that is beyond a bound, as all behind it are.
        private func firstPlace(_ isBeyond: (Int64) -> Bool) -> UInt16 {
            var (first, end) = (0, different.count)
            while first < end {
                let middle = (first + end) / 2
                if isBeyond(different[middle]) { end = middle } else { first = middle + 1 }
            }
            return UInt16(truncatingIfNeeded: first)
        }
    }

    /// Texts of a field, each different one once.
    struct Texts: Sendable {
        /// The place of each row's text among the different ones.
        let places: [UInt16]
        let different: [[UInt8]]
        /// The place of rows without a text, which is an empty one to conditions; nil where each row has one.
        let nothing: Int?
    }

    /// Texts of all rows that a search looks through, folded.
    struct Searched: Sendable {
        let bytes: [UInt8]
        /// Ends of the rows' texts.
        let ends: [UInt32]

        /// Gives `body` the texts of a row.
        func withTexts<Value>(of row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
            let range = (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
            return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
        }
    }

    private enum Column: Sendable {
        case numbers(Numbers)
        case texts(Texts)
        case searched(Searched)
        /// 1 for yes, else 0; or the places of all rows in an order.
        case places([UInt16])
        /// Rows whose values no column holds.
        case unfit

        var bytes: Int {
            switch self {
            case .numbers(let numbers): 2 * numbers.places.count + 8 * numbers.different.count
            case .texts(let texts): texts.different.reduce(2 * texts.places.count) { $0 + $1.count + 48 }
            case .searched(let searched): searched.bytes.count + 4 * searched.ends.count
            case .places(let places): 2 * places.count
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
        case words
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

    /// The place of a row's number where it has none: above those of all numbers.
    static let nothing = UInt16.max
    /// Bytes of all columns of a list, at most: of 2,000 rows the texts that a search looks through, and some 15 others.
    static let mostBytes = 256 << 10
    /// Different texts of a field, at most: where there are more, a question asks for few of them, and each row is looked at.
    static let mostTexts = 512

    /// - Parameters:
    ///   - rows: of several layouts, or 65,535 and more, no column is made.
    ///   - room: bytes that the columns may take, `mostBytes` at most.
    init(_ rows: [Row], room: Int) {
        self.rows = rows
        let layout = rows.first?.layout
        let isFit = rows.count < Int(Self.nothing) && rows.allSatisfy { $0.layout === layout }
        self.room = isFit ? max(0, min(room, Self.mostBytes)) : 0
    }

    /// Bytes in memory, without the rows.
    var heldBytes: Int { known.withLock { $0.bytes } }

    // MARK: - Columns. Nil where no column holds the rows' values: then each row is looked at.

    var paid: Numbers? { if case .numbers(let numbers) = column(.paid) { numbers } else { nil } }

    var discounts: Numbers? { if case .numbers(let numbers) = column(.discount) { numbers } else { nil } }

    /// 1 for each row whose flag is set, else 0.
    func flags(_ place: Int) -> [UInt16]? { if case .places(let flags) = column(.flag(place)) { flags } else { nil } }

    func texts(_ place: Int) -> Texts? { if case .texts(let texts) = column(.text(place)) { texts } else { nil } }

    var searched: Searched? { if case .searched(let searched) = column(.words) { searched } else { nil } }

    /// Places of all rows in an order.
    func places(in order: RowOrder) -> [UInt16]? {
        let column = column(.order(order.place, isDescending: order.isDescending))
        return if case .places(let places) = column { places } else { nil }
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
        case .flag(let place): .places(rows.map { $0.slot(place).bits == 1 ? 1 : 0 })
        case .text(let place): madeTexts(place)
        case .words: madeSearched()
        case .order(let place, let isDescending): madeOrder(RowOrder(place: place, isDescending: isDescending))
        }
    }

    private func madeAmounts() -> Column {
        // Two digits at least: bounds of prices have that many mostly.
        let slots = rows.map(\.paidSlot)
        let scale = slots.reduce(2) { max($0, Int($1?.scale ?? 0)) }
        // 10^18 is the largest power of ten that fits.
        guard scale <= 18 else { return .unfit }
        var amounts: [Int64?] = []
        amounts.reserveCapacity(slots.count)
        for slot in slots {
            let amount = slot.map { DecimalAmount(coefficient: Int64(bitPattern: $0.bits), scale: Int($0.scale)) }
            let scaled = amount.flatMap { $0.coefficient(at: scale) }
            if amount != nil, scaled == nil { return .unfit }
            amounts.append(scaled)
        }
        return .numbers(Self.numbers(amounts, scale))
    }

    private func madeDiscounts() -> Column {
        guard let place = rows.first?.layout.discount else { return .unfit }
        let discounts = rows.map { row in
            let slot = row.slot(place)
            return slot.kind == .whole ? Int64(slot.whole) : nil
        }
        return .numbers(Self.numbers(discounts, 0))
    }

    private static func numbers(_ values: [Int64?], _ scale: Int) -> Numbers {
        var different: [Int64] = []
        for value in values.compactMap(\.self).sorted() where different.last != value { different.append(value) }
        let all = Numbers(places: [], different: different, scale: scale)
        let places = values.map { $0.map { all.places(from: $0, to: $0).lowerBound } ?? nothing }
        return Numbers(places: places, different: different, scale: scale)
    }

    private func madeTexts(_ place: Int) -> Column {
        var (numbers, different): ([ExactName: Int], [[UInt8]]) = ([:], [])
        var (places, nothing): ([UInt16], Int?) = ([], nil)
        places.reserveCapacity(rows.count)
        for row in rows {
            guard let text = row.text(place) else {
                let number = nothing ?? different.count
                if nothing == nil { different.append([]) }
                nothing = number
                places.append(UInt16(truncatingIfNeeded: number))
                continue
            }
            let number = numbers[ExactName(text), default: different.count]
            if number == different.count {
                guard number < Self.mostTexts else { return .unfit }
                numbers[ExactName(text)] = number
                different.append(Array(text.utf8))
            }
            places.append(UInt16(truncatingIfNeeded: number))
        }
        return .texts(Texts(places: places, different: different, nothing: nothing))
    }

    private func madeSearched() -> Column {
        var (bytes, ends): ([UInt8], [UInt32]) = ([], [])
        ends.reserveCapacity(rows.count)
        for row in rows {
            RowSearch.append(row, to: &bytes)
            guard bytes.count <= room else { return .unfit }
            ends.append(UInt32(truncatingIfNeeded: bytes.count))
        }
        // Without the room that it grew into.
        return .searched(Searched(bytes: Array(bytes[...]), ends: ends))
    }

    private func madeOrder(_ order: RowOrder) -> Column {
        let all = Array(rows.indices)
        guard let layout = rows.first?.layout, let keys = RowKeys(order, layout, all, of: rows) else { return .unfit }
        return .places((keys.sorted + keys.without).map { UInt16(truncatingIfNeeded: $0) })
    }
}
