/// Rows that a question finds: those at some places among rows that are held anyway. A row is made when somebody looks at it; to
/// make 178 of them for an answer of 20 took 4,000 instructions.
struct FoundRows: RandomAccessCollection, Sendable {
    private let all: [Row]
    /// Nil for all of them.
    private let places: [UInt16]?

    init(_ all: [Row]) { (self.all, places) = (all, nil) }

    /// - Parameter places: below the number of rows.
    init(_ places: [UInt16], of all: [Row]) { (self.all, self.places) = (all, places) }

    var startIndex: Int { 0 }
    var endIndex: Int { places?.count ?? all.count }

    subscript(place: Int) -> Row { all[places.map { Int($0[place]) } ?? place] }
}

extension RowQuestion {
    /// The rows that match, in the order that is asked for: those of `matching`.
    /// - Parameter columns: of the same rows; nil where they are not kept.
    func found(in rows: [Row], _ columns: RowColumns?) -> FoundRows {
        guard let columns, let places = RowMatcher(self).places(in: columns, order) else {
            return FoundRows(matching(rows))
        }
        return FoundRows(places, of: columns.rows)
    }
}

extension RowMatcher {
    /// Places of the rows that match, in an order, or as they are.
    /// - Returns: nil where what is asked for has no column.
    func places(in columns: RowColumns, _ order: RowOrder?) -> [UInt16]? {
        guard columns.rows.count <= Int(UInt16.max), var marks = marks(in: columns) else { return nil }
        if let words {
            var search = RowSearch(words)
            for place in marks.indices where marks[place] == 1 {
                if !search.match(columns.rows[place]) { marks[place] = 0 }
            }
        }
        guard let order else { return marked(marks, 0..<UInt16(truncatingIfNeeded: marks.count)) }
        return columns.places(in: order).map { marked(marks, $0) }
    }

    /// 1 for each row that meets the conditions, else 0.
    private func marks(in columns: RowColumns) -> [UInt8]? {
        var marks = [UInt8](repeating: 1, count: columns.rows.count)
        for condition in conditions {
            switch condition {
            case .price(let bounds):
                guard let paid = columns.paid, let bounds = bounds.coefficients(at: paid.scale) else { return nil }
                keep(&marks, paid.values) { $0 >= bounds.least && $0 <= bounds.most }
            case .discount(let least):
                guard let discounts = columns.discounts else { return nil }
                let least = max(Int64(least), RowColumns.nothing + 1)
                keep(&marks, discounts) { $0 >= least }
            case .flag(let place, let value):
                guard let flags = columns.flags(place) else { return nil }
                keep(&marks, flags) { $0 == value }
            case .oneOf(let place, let texts):
                guard let column = columns.texts(place) else { return nil }
                let areOne = column.different.map { $0.withUnsafeBufferPointer(texts.contain) }
                areOne.withUnsafeBufferPointer { areOne in keep(&marks, column.places) { areOne[Int($0)] } }
            case .keys: return nil
            }
        }
        return marks
    }

    /// Takes away the marks of rows whose value does not pass. Where they lie, so that the compiler takes several at once.
    @inline(__always)
    private func keep<Value>(_ marks: inout [UInt8], _ values: [Value], _ passes: (Value) -> Bool) {
        marks.withUnsafeMutableBufferPointer { marks in
            values.withUnsafeBufferPointer { values in
                for row in 0..<Swift.min(marks.count, values.count) { marks[row] &= passes(values[row]) ? 1 : 0 }
            }
        }
    }

    /// Those of some places that are marked, in their order.
    @inline(__always)
    private func marked(_ marks: [UInt8], _ places: some Sequence<UInt16>) -> [UInt16] {
        marks.withUnsafeBufferPointer { marks in
            Array(unsafeUninitializedCapacity: marks.count) { found, count in
                // Each is written, and stays if it is marked: a branch that goes either way would be guessed wrong.
                for place in places where Int(place) < marks.count {
                    found[count] = place
                    count += Int(marks[Int(place)])
                }
            }
        }
    }
}
