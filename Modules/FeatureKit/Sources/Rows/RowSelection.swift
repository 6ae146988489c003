import JSON
import Values

extension RowLayout {
    /// Some rows as one set, in their order: of one answer of an upstream or of several.
    package func set(of rows: [Row]) -> RowSet {
        // All rows of a set, as those of a page are mostly, are that set.
        if let set = rows.first?.set, set.layout === self, set.count == rows.count,
            rows.indices.allSatisfy({ rows[$0].set === set && rows[$0].index == $0 })
        {
            return set
        }
        var sets: [(set: RowSet, base: Base)] = []
        var (bytes, own): ([UInt8], [UInt8]) = ([], [])
        var (currencies, texts, groups): ([Currency], [[String]], [RowSet]) = ([], [], [])
        var slots: ContiguousArray<Slot> = []
        slots.reserveCapacity(rows.count * fields.count)
        for row in rows where row.layout === self {
            let base: Base
            // Nearly always that of the row before.
            if let known = sets.last(where: { $0.set === row.set }) {
                base = known.base
            } else {
                base = Base(
                    bytes: bytes.count, own: own.count, currencies: currencies.count, texts: texts.count,
                    groups: groups.count)
                sets.append((row.set, base))
                // The bytes of the first are shared, not copied.
                if sets.count == 1 {
                    (bytes, own) = (row.set.bytes, row.set.own)
                } else {
                    bytes += row.set.bytes
                    own += row.set.own
                }
                currencies += row.set.currencies
                texts += row.set.texts
                groups += row.set.groups
            }
            let first = slots.count
            row.set.slots.append(row: row.index, to: &slots)
            if sets.count > 1 {
                for place in first..<slots.count { slots[place] = slots[place].moved(by: base) }
            }
        }
        return RowSet(
            self, bytes: bytes, own: own, slots: slots, currencies: currencies, texts: texts, groups: groups)
    }
}

/// Starts of a set's parts in a larger one.
private struct Base {
    let bytes: Int
    let own: Int
    let currencies: Int
    let texts: Int
    let groups: Int
}

extension Slot {
    /// The same fact in a larger set.
    fileprivate func moved(by base: Base) -> Slot {
        var slot = self
        switch kind {
        case .text, .number: slot = moved(by: isOwn ? base.own : base.bytes)
        case .money: slot.unit = UInt8(truncatingIfNeeded: Int(unit) + base.currencies)
        case .texts, .rows: slot = moved(behind: kind == .texts ? base.texts : base.groups)
        case .missing, .whole, .flag, .date: break
        }
        return slot
    }
}

extension RowSet {
    /// The rows with what is stored of them now.
    func overlaid(by overlays: Overlays) -> RowSet {
        setting(layout.overlaid) { row, place in row.layout.fields[place].overlay?(row, overlays) }
    }
}

extension Row {
    /// The facts before a list, whose rows of the list's own kind are those that have the words.
    func narrowed(by words: SearchWords?, _ layout: RowLayout) -> Row {
        guard let words else { return self }
        let places = self.layout.fields.indices.filter { place in
            if case .rows(let inner) = self.layout.fields[place].kind { inner === layout } else { false }
        }
        let narrowed = alone.setting(places) { row, place in
            let slot = row.slot(place)
            return slot.kind != .rows
                ? nil : .rows(layout.set(of: row.set.groups[slot.whole].rows.filter { words.match($0) }))
        }
        return Row(set: narrowed, index: 0)
    }
}
