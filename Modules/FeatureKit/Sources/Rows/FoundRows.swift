/// Rows that a question finds: those at some places among rows that are held anyway. A row is made when somebody looks at it; to
/// make 178 of them for an answer of 20 took 4,000 instructions.
struct FoundRows: RandomAccessCollection, Sendable {
    private let all: [Row]
    /// Nil for all of them.
    let places: [UInt16]?
    /// Columns that the places are in; nil without places.
    let columns: RowColumns?

    init(_ all: [Row]) { (self.all, places, columns) = (all, nil, nil) }

    /// - Parameter places: below the number of rows.
    init(_ places: [UInt16], of columns: RowColumns) {
        (all, self.places, self.columns) = (columns.rows, places, columns)
    }

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
        return FoundRows(places, of: columns)
    }

    /// The same where what is stored of the rows is asked for as well: it is looked up of those that meet everything else.
    /// - Parameter overlaid: gives rows what is stored of them.
    /// - Returns: also all rows with that, where it was looked up of all.
    func found(
        in rows: [Row], _ columns: RowColumns?, _ layout: RowLayout, overlaid: ([Row]) -> [Row]
    ) -> (found: FoundRows, all: [Row]?) {
        let rest = conditions(withoutAnyOf: layout.overlaid, layout)
        let isOfAll = rest.words == nil && rest.filters.isEmpty
        let some = overlaid(isOfAll ? rows : Array(rest.found(in: rows, columns)))
        return (FoundRows(matching(some)), isOfAll ? some : nil)
    }
}

extension RowMatcher {
    /// Places of the rows that match, in an order, or as they are.
    /// - Returns: nil where what is asked for has no column.
    func places(in columns: RowColumns, _ order: RowOrder?) -> [UInt16]? {
        guard columns.rows.count <= Int(UInt16.max), var marks = marks(in: columns) else { return nil }
        if let words {
            var (search, searched) = (RowSearch(words), columns.searched)
            for place in marks.indices where marks[place] == 1 {
                let isFound =
                    searched.map { $0.withTexts(of: place, search.match) } ?? search.match(columns.rows[place])
                if !isFound { marks[place] = 0 }
            }
        }
        guard let order else {
            return marks.indices.lazy.filter { marks[$0] == 1 }.map { UInt16(truncatingIfNeeded: $0) }
        }
        return columns.places(in: order).map { marked(marks, $0) }
    }

    /// 1 for each row that meets the conditions, else 0.
    private func marks(in columns: RowColumns) -> [UInt8]? {
        var marks = [UInt8](repeating: 1, count: columns.rows.count)
        for condition in conditions {
            switch condition {
            case .price(let bounds):
                guard let paid = columns.paid, let bounds = bounds.coefficients(at: paid.scale) else { return nil }
                keep(&marks, paid.places, in: paid.places(from: bounds.least, to: bounds.most))
            case .discount(let least):
                guard let discounts = columns.discounts else { return nil }
                keep(&marks, discounts.places, in: discounts.places(from: Int64(least), to: .max))
            case .flag(let place, let value):
                guard let flags = columns.flags(place) else { return nil }
                keep(&marks, flags, in: value ? 1..<2 : 0..<1)
            case .oneOf(let place, let texts):
                guard let column = columns.texts(place) else { return nil }
                keep(&marks, column, texts)
            case .keys: return nil
            }
        }
        return marks
    }

    /// Unmarks the rows whose place is beyond a range. One comparison from the first on: the compiler takes eight at once.
    private func keep(_ marks: inout [UInt8], _ places: [UInt16], in range: Range<UInt16>) {
        let (first, count) = (range.lowerBound, range.upperBound &- range.lowerBound)
        marks.withUnsafeMutableBufferPointer { marks in
            places.withUnsafeBufferPointer { places in
                for row in 0..<Swift.min(marks.count, places.count) {
                    marks[row] &= places[row] &- first < count ? 1 : 0
                }
            }
        }
    }

    /// Unmarks the rows whose text is none of these.
    private func keep(_ marks: inout [UInt8], _ column: RowColumns.Texts, _ texts: FoldedTexts) {
        let areOne = column.different.map { $0.withUnsafeBufferPointer(texts.contain) }
        guard let first = areOne.firstIndex(of: true), let last = areOne.lastIndex(of: true) else {
            return keep(&marks, column.places, in: 0..<0)
        }
        if !areOne[first...last].contains(false) {
            let range = UInt16(truncatingIfNeeded: first)..<UInt16(truncatingIfNeeded: last + 1)
            return keep(&marks, column.places, in: range)
        }
        for row in marks.indices where !areOne[Int(column.places[row])] { marks[row] = 0 }
    }

    /// Those of some places that are marked, in their order.
    @inline(__always)
    private func marked(_ marks: [UInt8], _ places: [UInt16]) -> [UInt16] {
        marks.withUnsafeBufferPointer { marks in
            places.withUnsafeBufferPointer { places in
                Array(unsafeUninitializedCapacity: places.count) { found, count in
                    // Each is written, and stays if it is marked: a branch that goes either way would be guessed wrong.
                    for place in places {
                        found[count] = place
                        count &+= Int(marks[Int(place)])
                    }
                }
            }
        }
    }
}
