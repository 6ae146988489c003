/// The slots of a set's rows. A field whose slot is the same in every row, as one is that a list does not have, takes one slot
/// in all: a book of a list has six of seventeen.
struct SlotTable: Sendable, Equatable {
    /// The place of a field's slots.
    struct Column: Sendable, Equatable {
        /// Place of the first row's.
        let first: UInt32
        /// All ones where each row has its own, which stand a row apart; nothing where all rows share the first one's.
        let each: UInt32
    }

    /// Rows.
    let count: Int
    /// By the places of fields.
    private let columns: ContiguousArray<Column>
    /// The shared ones, then those of each row, row by row.
    private let slots: ContiguousArray<Slot>
    /// Slots of each row.
    private let stride: UInt32

    /// - Parameters:
    ///   - all: row by row, as many as the layout has fields.
    ///   - width: the number of fields.
    ///   - codec: of the rows.
    init(_ all: ContiguousArray<Slot>, width: Int, _ codec: RowCodec) {
        let count = all.count / max(1, width)
        self.count = count
        // A single row shares its slots with no other.
        guard count > 1 else {
            (columns, slots, stride) = (codec.columnsOfOneRow, all, 0)
            return
        }
        var columns: ContiguousArray<Column> = []
        columns.reserveCapacity(width)
        var slots: ContiguousArray<Slot> = []
        var own: ContiguousArray<Int> = []
        own.reserveCapacity(width)
        all.withUnsafeBufferPointer { all in
            for place in 0..<width where !Self.isShared(place, width, all) { own.append(place) }
            let shared = width - own.count
            slots.append(addingCapacity: shared + count * own.count) { slots in
                var next = 0
                for place in 0..<width {
                    if next < own.count, own[next] == place {
                        columns.append(Column(first: UInt32(truncatingIfNeeded: shared + next), each: .max))
                        next += 1
                    } else {
                        columns.append(Column(first: UInt32(truncatingIfNeeded: place - next), each: 0))
                        slots.append(all[place])
                    }
                }
                own.withUnsafeBufferPointer { own in
                    for row in 0..<count {
                        for place in own { slots.append(all[row &* width &+ place]) }
                    }
                }
            }
        }
        (self.columns, self.slots, stride) = (columns, slots, UInt32(truncatingIfNeeded: own.count))
    }

    /// Whether a field's slot is the same in every row.
    private static func isShared(_ place: Int, _ width: Int, _ all: UnsafeBufferPointer<Slot>) -> Bool {
        let slot = all[place]
        var at = place &+ width
        while at < all.count {
            if all[at] != slot { return false }
            at &+= width
        }
        return true
    }

    /// Those of rows that are not all known yet: each has its own, in the order of the fields.
    init(unshared all: ContiguousArray<Slot>, width: Int) {
        count = all.count / max(1, width)
        slots = all
        columns = ContiguousArray((0..<UInt32(truncatingIfNeeded: width)).map { Column(first: $0, each: .max) })
        stride = UInt32(truncatingIfNeeded: width)
    }

    /// Columns of a set of one row.
    static func columnsOfOneRow(_ fields: Int) -> ContiguousArray<Column> {
        ContiguousArray((0..<UInt32(truncatingIfNeeded: fields)).map { Column(first: $0, each: 0) })
    }

    /// The slot of a row's field.
    @inline(__always)
    subscript(row: Int, place: Int) -> Slot {
        // Places are the layout's, as many as the columns.
        let column = columns.withUnsafeBufferPointer { $0[place] }
        let row = UInt32(truncatingIfNeeded: row) &* stride & column.each
        return slots[Int(column.first &+ row)]
    }

    /// Bytes in memory.
    var heldBytes: Int { slots.count * MemoryLayout<Slot>.stride + columns.count * MemoryLayout<Column>.stride }

    /// Appends those of a row, in the order of the fields.
    func append(row: Int, to slots: inout ContiguousArray<Slot>) {
        slots.append(addingCapacity: columns.count) { slots in
            for place in 0..<columns.count { slots.append(self[row, place]) }
        }
    }

    /// Those of all rows, row by row, as many as there are fields.
    var all: ContiguousArray<Slot> { Int(stride) == columns.count ? slots : rows(0..<count) }

    /// Those of some rows, row by row, as many as there are fields.
    func rows(_ rows: some Collection<Int>) -> ContiguousArray<Slot> {
        var all: ContiguousArray<Slot> = []
        all.reserveCapacity(rows.count * columns.count)
        for row in rows { append(row: row, to: &all) }
        return all
    }
}
