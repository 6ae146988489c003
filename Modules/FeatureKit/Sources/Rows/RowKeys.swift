import Values

/// Rows' values as words of 64 bits, by which they are ordered: 45 rows by their prices took 196,000 instructions with amounts and the codes of
/// their currencies (callgrind).
struct RowKeys {
    /// A row's value, and where the row stands among those that are ordered.
    private struct Key {
        var word: Int64
        let at: Int
    }

    /// Second criterion, between rows of one word.
    private enum Rest {
        case nothing
        /// The part of the price that is paid, by where a row stands: the larger one is first.
        case parts([Double])
        /// Folded texts, and where each ends.
        case texts([UInt8], [Int])
    }

    private var keys: [Key] = []
    private var rest = Rest.nothing
    private let isDescending: Bool
    /// Rows without a value, by where they stand among those that are ordered.
    private(set) var without: [Int] = []

    /// - Returns: nil where no word orders the rows as their values do.
    init?(_ order: RowOrder, _ layout: RowLayout, _ places: [Int], of rows: [Row]) {
        isDescending = order.isDescending
        keys.reserveCapacity(places.count)
        let isMade =
            switch layout.fields[order.place].kind {
            case _ where order.place == layout.price: take(places, of: rows, paid: layout)
            case .flag where order.place != layout.discount:
                take(places, of: rows, wholes: order.place, isMissingNo: order.isNo(layout))
            // A badge of another kind has values of two.
            case _ where order.isNo(layout): false
            case .money, .number: take(places, of: rows, amounts: order.place)
            case _ where order.place == layout.discount: take(places, of: rows, discounts: order.place)
            case .whole, .duration, .position, .date: take(places, of: rows, wholes: order.place, isMissingNo: false)
            case .flag, .texts, .amounts, .rows, .row: false
            case .text, .prose, .word, .link, .picture, .route: take(places, of: rows, texts: order.place)
            }
        if !isMade { return nil }
    }

    private mutating func add(_ word: Int64, _ at: Int) { keys.append(Key(word: isDescending ? ~word : word, at: at)) }

    // MARK: - Words

    private mutating func take(_ places: [Int], of rows: [Row], wholes place: Int, isMissingNo: Bool) -> Bool {
        for (at, row) in places.enumerated() {
            let slot = rows[row].slot(place)
            switch slot.kind {
            case .whole, .flag, .date: add(Int64(slot.whole), at)
            case .missing where isMissingNo: add(0, at)
            case .missing: without.append(at)
            default: return false
            }
        }
        return true
    }

    private mutating func take(_ places: [Int], of rows: [Row], discounts place: Int) -> Bool {
        var parts = Array(repeating: 0.0, count: places.count)
        for (at, row) in places.enumerated() {
            let slot = rows[row].slot(place)
            switch slot.kind {
            case .whole:
                add(Int64(slot.whole), at)
                parts[at] = rows[row].paidPart
            case .missing: without.append(at)
            default: return false
            }
        }
        rest = .parts(parts)
        return true
    }

    private mutating func take(_ places: [Int], of rows: [Row], paid layout: RowLayout) -> Bool {
        take(places, of: rows) { set, row in
            let currencies = set.currencies.count
            if let reduced = layout.reduced {
                let slot = set.slots[row, reduced]
                if slot.kind == .money, Int(slot.unit) < currencies { return slot }
            }
            guard let price = layout.price else { return nil }
            let slot = set.slots[row, price]
            return slot.kind == .money && Int(slot.unit) < currencies ? slot : nil
        }
    }

    private mutating func take(_ places: [Int], of rows: [Row], amounts place: Int) -> Bool {
        take(places, of: rows) { set, row in
            let slot = set.slots[row, place]
            return slot.kind == .money && Int(slot.unit) >= set.currencies.count ? nil : slot
        }
    }

    /// Amounts of one currency at one scale.
    /// - Parameter slot: of a row of a set; nil where the row has no value.
    @inline(__always)
    private mutating func take(_ places: [Int], of rows: [Row], _ slot: (RowSet, Int) -> Slot?) -> Bool {
        var scale = 0
        var scales: [UInt8] = []
        scales.reserveCapacity(places.count)
        var currency: Currency?
        var hasNumbers = false
        var known: (set: ObjectIdentifier, unit: UInt8)?
        for at in places.indices {
            let row = rows[places[at]]
            guard let slot = slot(row.set, row.index) else {
                without.append(at)
                continue
            }
            let (word, digits): (Int64, Int)
            switch slot.kind {
            case .missing, .texts, .rows:
                without.append(at)
                continue
            case .money:
                guard !hasNumbers else { return false }
                (word, digits) = (Int64(bitPattern: slot.bits), Int(slot.scale))
                let id = ObjectIdentifier(row.set)
                if known?.set != id || known?.unit != slot.unit {
                    let own = row.set.currencies[Int(slot.unit)]
                    if let currency, currency !== own, currency.code != own.code { return false }
                    currency = own
                    known = (id, slot.unit)
                }
            case .number:
                // Numbers have no currency, and are in no order with amounts that do.
                guard currency == nil else { return false }
                guard let number = DecimalAmount(row.set.string(slot)) else {
                    without.append(at)
                    continue
                }
                (word, digits) = (number.coefficient, number.scale)
                hasNumbers = true
            default: return false
            }
            scale = max(scale, digits)
            keys.append(Key(word: word, at: at))
            scales.append(UInt8(truncatingIfNeeded: digits))
        }
        let powers = (0...scale).map { exponent in (0..<exponent).reduce(Int64(1)) { power, _ in power &* 10 } }
        for index in keys.indices {
            let (word, overflow) = keys[index].word.multipliedReportingOverflow(by: powers[scale &- Int(scales[index])])
            if overflow { return false }
            keys[index].word = isDescending ? ~word : word
        }
        return true
    }

    private mutating func take(_ places: [Int], of rows: [Row], texts place: Int) -> Bool {
        var (bytes, ends): ([UInt8], [Int]) = ([], [])
        ends.reserveCapacity(places.count)
        for (at, row) in places.enumerated() {
            let slot = rows[row].slot(place)
            switch slot.kind {
            case .text:
                let start = bytes.count
                rows[row].set.withText(slot) { appendFolded($0, to: &bytes) }
                add(firstBytes(bytes[start...]), at)
            case .missing: without.append(at)
            default: return false
            }
            ends.append(bytes.count)
        }
        rest = .texts(bytes, ends)
        return true
    }

    /// The first bytes of a text as a word, up to its first digit: where two words differ, they are in the natural order of their texts.
    private func firstBytes(_ text: ArraySlice<UInt8>) -> Int64 {
        var (word, left): (UInt64, Int) = (0, 8)
        for byte in text.prefix(8) {
            // Every run of digits begins alike: beside any other byte its digits count as one of them.
            let isDigit = (0x30...0x39).contains(byte)
            word = word << 8 | UInt64(isDigit ? 0x30 : byte)
            left -= 1
            if isDigit { break }
        }
        if left > 0 { word <<= UInt64(8 * left) }
        return Int64(bitPattern: word ^ 1 << 63)
    }

    // MARK: - The order

    /// Rows that have a value, in their order, by where they stand among those that are ordered.
    var sorted: [Int] {
        switch rest {
        case .nothing: sorted { _, _ in 0 }
        case .parts(let parts):
            sorted { one, other in parts[one] > parts[other] ? -1 : parts[one] < parts[other] ? 1 : 0 }
        case .texts(let bytes, let ends):
            bytes.withUnsafeBufferPointer { bytes in
                func text(_ at: Int) -> UnsafeBufferPointer<UInt8> {
                    UnsafeBufferPointer(rebasing: bytes[(at == 0 ? 0 : ends[at - 1])..<ends[at]])
                }
                return sorted { one, other in
                    let (one, other) = (text(one), text(other))
                    return precedesNaturally(one, other) ? -1 : precedesNaturally(other, one) ? 1 : 0
                }
            }
        }
    }

    /// - Parameter further: tells rows of one word apart: below 0 where the first precedes in ascending order.
    @inline(__always)
    private func sorted(_ further: (Int, Int) -> Int) -> [Int] {
        let order = keys.sorted { one, other in
            if one.word != other.word { return one.word < other.word }
            let order = further(one.at, other.at)
            // The standard library's sort is stable in fact and not by promise.
            if order == 0 { return one.at < other.at }
            return isDescending ? order > 0 : order < 0
        }
        return order.map(\.at)
    }
}
