import JSON
import Values

/// A question's conditions, worked out once for all rows: values are folded, bounds scaled.
///
/// Rows are judged set by set and condition by condition over the sets' slots. Row by row, with filters that were copied and values
/// that were folded for each, two filters over 253 rows took 288,000 instructions (callgrind).
struct RowMatcher {
    enum Condition {
        case price(PriceBounds)
        case discount(atLeast: Int)
        case flag(Int, Bool)
        case oneOf(Int, FoldedTexts)
        case keys([[UInt8]])
    }

    let conditions: [Condition]
    let words: SearchWords?

    init(_ question: RowQuestion) { self.init(question.filters, question.words) }

    init(_ filters: [RowFilter], _ words: SearchWords? = nil) {
        self.words = words
        conditions = filters.compactMap { filter in
            switch filter {
            case .price(let least, let most): .price(PriceBounds(atLeast: least, atMost: most))
            case .discount(let least): .discount(atLeast: least)
            case .flag(let place, let value): .flag(place, value)
            // The upstream is asked, of the rows that meet everything else.
            case .asked: nil
            case .oneOf(let place, let values): .oneOf(place, FoldedTexts(values))
            case .keys(let keys): .keys(keys.map { Array($0.utf8) })
            }
        }
    }

    /// Places of the rows that match, ascending.
    func places(in rows: [Row]) -> [Int] {
        var search = words.map(RowSearch.init)
        var found: [Int] = []
        var start = 0
        while start < rows.count {
            // Rows of one set follow each other: nearly always all of a page.
            let set = rows[start].set
            var end = start + 1
            while end < rows.count, rows[end].set === set { end += 1 }
            let before = found.count
            if before == 0 { found = Array(start..<end) } else { found.append(contentsOf: start..<end) }
            for condition in conditions where found.count > before {
                narrow(&found, from: before, rows, set, by: condition)
            }
            if search != nil {
                keep(&found, from: before) { search?.match(rows[$0]) ?? true }
            }
            start = end
        }
        return found
    }

    /// Leaves out the places, from a position on, of rows that do not meet a condition.
    /// - Parameter set: that of all these rows.
    private func narrow(
        _ found: inout [Int], from start: Int, _ rows: [Row], _ set: RowSet, by condition: Condition
    ) {
        let (slots, layout) = (set.slots, set.layout)
        switch condition {
        case .price(let bounds):
            // The reduced price is paid where there is one.
            let (reduced, price, currencies) = (layout.reduced, layout.price, set.currencies.count)
            keep(&found, from: start) { row in
                let row = rows[row].index
                if let reduced {
                    let slot = slots[row, reduced]
                    if slot.isMoney(of: currencies) { return bounds.contain(slot) }
                }
                guard let price else { return false }
                let slot = slots[row, price]
                return slot.isMoney(of: currencies) && bounds.contain(slot)
            }
        case .discount(let least):
            guard let discount = layout.discount else { return found.removeLast(found.count - start) }
            keep(&found, from: start) { row in
                let slot = slots[rows[row].index, discount]
                return slot.kind == .whole && slot.whole >= least
            }
        case .flag(let place, let value):
            keep(&found, from: start) { row in (slots[rows[row].index, place].bits == 1) == value }
        case .oneOf(let place, let texts):
            // The bytes at once: to ask the set for each text took 40 instructions more.
            set.bytes.withUnsafeBufferPointer { bytes in
                set.own.withUnsafeBufferPointer { own in
                    keep(&found, from: start) { row in
                        let slot = slots[rows[row].index, place]
                        guard slot.kind == .text, !slot.isHTML else {
                            return texts.contain(folding: rows[row].text(place) ?? "")
                        }
                        let text = (slot.isOwn ? own : bytes)[slot.start..<slot.start &+ slot.count]
                        return texts.contain(UnsafeBufferPointer(rebasing: text))
                    }
                }
            }
        case .keys(let keys):
            keep(&found, from: start) { row in
                let slot = slots[rows[row].index, layout.key]
                switch slot.kind {
                case .text, .number:
                    return set.withText(slot) { key in keys.contains { $0.elementsEqual(key) } }
                default:
                    let key = rows[row].key
                    return keys.contains { $0.elementsEqual(key.utf8) }
                }
            }
        }
    }

    /// Keeps what passes a test of the elements from a position on, in place.
    @inline(__always)
    private func keep(_ found: inout [Int], from start: Int, _ passes: (Int) -> Bool) {
        var end = start
        for position in start..<found.count {
            let row = found[position]
            guard passes(row) else { continue }
            found[end] = row
            end += 1
        }
        found.removeLast(found.count - end)
    }
}

extension Row {
    /// The price to pay, the reduced one where there is one; nil without a price.
    var paidSlot: Slot? {
        let currencies = set.currencies.count
        return [layout.reduced, layout.price].lazy.compactMap { $0.map(slot) }.first { $0.isMoney(of: currencies) }
    }
}

extension Slot {
    /// Whether a slot is an amount of one of so many currencies of its set.
    @inline(__always)
    fileprivate func isMoney(of currencies: Int) -> Bool { kind == .money && Int(unit) < currencies }
}

/// Bounds of a price, inclusive, at one scale: amounts are compared without an `Int128` for each.
struct PriceBounds {
    private let least: DecimalAmount?
    private let most: DecimalAmount?
    private let scale: Int
    /// The bounds at the scale; nil where one does not fit in 64 bits there.
    private let range: ClosedRange<Int64>?
    /// 10^0 … 10^`scale`.
    private let powers: [Int64]

    init(atLeast least: DecimalAmount?, atMost most: DecimalAmount?) {
        (self.least, self.most) = (least, most)
        // Prices have two digits behind the point at most, nearly all.
        let scale = max(2, least?.scale ?? 0, most?.scale ?? 0)
        self.scale = scale
        let low = least.map { $0.coefficient(at: scale) } ?? Int64.min
        let high = most.map { $0.coefficient(at: scale) } ?? Int64.max
        if let low, let high, low <= high { range = low...high } else { range = nil }
        powers = (0...scale).map(power)
    }

    @inline(__always)
    func contain(_ slot: Slot) -> Bool {
        let (coefficient, digits) = (Int64(bitPattern: slot.bits), Int(slot.scale))
        if let range, digits <= scale {
            let (scaled, overflow) = coefficient.multipliedReportingOverflow(by: powers[scale &- digits])
            if !overflow { return range.contains(scaled) }
        }
        return contain(DecimalAmount(coefficient: coefficient, scale: digits))
    }

    /// Both bounds at a scale; nil where one has more digits, or does not fit.
    func coefficients(at scale: Int) -> (least: Int64, most: Int64)? {
        var (low, high) = (Int64.min, Int64.max)
        if let least {
            guard least.scale <= scale, let coefficient = least.coefficient(at: scale) else { return nil }
            low = coefficient
        }
        if let most {
            guard most.scale <= scale, let coefficient = most.coefficient(at: scale) else { return nil }
            high = coefficient
        }
        return (low, high)
    }

    private func contain(_ amount: DecimalAmount) -> Bool {
        (least.map { amount >= $0 } ?? true) && (most.map { amount <= $0 } ?? true)
    }
}

extension DecimalAmount {
    /// The number without its point at a scale of at least its own; nil where it does not fit.
    func coefficient(at scale: Int) -> Int64? {
        let (scaled, overflow) = coefficient.multipliedReportingOverflow(by: power(scale - self.scale))
        return overflow ? nil : scaled
    }
}

/// 10^`exponent`, 0…18.
private func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power &* 10 } }

/// Texts of which a field must be one, folded once.
struct FoldedTexts {
    private let texts: [String]
    /// The bytes of those that are ASCII.
    private let plain: [[UInt8]]

    init(_ values: [String]) {
        texts = values.map(folded)
        plain = texts.map { Array($0.utf8) }.filter { $0.allSatisfy { $0 < 0x80 } }
    }

    /// Whether a text, folded, is one of them.
    func contain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for known in plain where known.count == text.count {
            var at = 0
            while at < known.count, known[at] == lowercased(text[at]) { at &+= 1 }
            if at == known.count { return true }
        }
        var isPlain = true
        for byte in text where byte >= 0x80 {
            // A letter between U+4000 and U+9FFF, or of Hangul from U+B000 on, stays itself: with it no text is folded to ASCII.
            if plain.count == texts.count, (0xE4...0xE9).contains(byte) || (0xEB...0xED).contains(byte) { return false }
            isPlain = false
        }
        guard isPlain else { return contain(folding: String(wellFormed: text.span)) }
        // Other scalars than ASCII may be canonically equal to it, such as U+037E to a semicolon.
        return plain.count < texts.count && contain(folding: String(wellFormed: text.span))
    }

    func contain(folding text: String) -> Bool {
        let text = folded(text)
        return texts.contains { $0 == text }
    }

    @inline(__always)
    private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
