package import DesignSystem
package import Storage
import Values

/// State about rows: the source of fields that the upstream does not know, such as likes.
package struct Overlays: Sendable {
    package let state: any StateStore
    /// Rows that were made before; nil where nobody asks for the same ones again.
    private let known: OverlaidRows?
    /// Namespaces that were read for the rows of a page.
    private let spaces: [StateSpace]

    package init(_ state: any StateStore) { self.init(state, known: nil) }

    init(_ state: any StateStore, known: OverlaidRows?, _ spaces: [StateSpace] = []) {
        (self.state, self.known, self.spaces) = (state, known, spaces)
    }

    /// Looks up a row's key in a namespace; nil where nothing is stored under it.
    /// - Throws: why it is not known.
    package func value(of row: Row, in namespace: StateNamespace) throws(StorageFailure) -> [UInt8]? {
        // As most are: not even the key is made.
        for index in spaces.indices where spaces[index].isEmpty(of: namespace) { return nil }
        for index in spaces.indices where spaces[index].namespace == namespace {
            return try spaces[index].value(for: row.key)
        }
        return try state.knownValue(for: StateKey(namespace: namespace, key: row.key))
    }

    /// The same for the rows of a page: what is stored of all is read at once. Each look into the state took 700 instructions.
    fileprivate func ofPage(_ layout: RowLayout) -> Overlays {
        var spaces: [StateSpace] = []
        for namespace in layout.spaces {
            // Each row asks for one that can't be read, and is told why.
            do throws(StorageFailure) { spaces.append(try state.knownSpace(namespace)) } catch { continue }
        }
        return Overlays(state, known: known, spaces)
    }

    /// Why what is stored is not known, or may have changed since; nil when all is well.
    func notice(module: String) -> String? { state.trouble.map { Fault($0, module: module).text } }

    /// The row with what is stored of it now: itself where it has that already.
    fileprivate func row(of row: Row) -> Row {
        // Without an array of values: of most rows nothing is stored.
        if holds(row) { return row }
        let layout = row.layout
        let values = layout.overlaid.map { layout.fields[$0].overlay?(row, self) }
        if let made = known?.row(of: row, with: values) { return made }
        let made = Row(
            set: row.alone.setting(layout.overlaid) { _, place in
                zip(layout.overlaid, values).first { $0.0 == place }.flatMap { $0.1 }
            }, index: 0)
        known?.take(made, of: row)
        return made
    }

    /// The same of some rows of a set, as the rows of a set; nil where each of them has it already.
    fileprivate func page(of set: RowSet, _ rows: ArraySlice<Row>) -> RowSet? {
        if set.layout.overlaid.isEmpty { return nil }
        // Rows of a page are nearly always all of its set.
        guard rows.count == set.count, zip(rows, 0...).allSatisfy({ $0.index == $1 }) else {
            for row in rows where !holds(row) { return set.layout.set(of: Array(rows)).overlaid(by: self) }
            return nil
        }
        let made = set.overlaid(by: self)
        let page = known?.shared(made, of: set) ?? made
        return page === set ? nil : page
    }

    /// True if all rows are of a layout, and have what is stored of them now.
    fileprivate func hold(_ rows: [Row], _ layout: RowLayout) -> Bool {
        for index in rows.indices where rows[index].set.layout !== layout { return false }
        for place in layout.overlaid {
            // Taken once for all rows.
            guard let overlay = layout.fields[place].overlay else { continue }
            for index in rows.indices {
                let isSame = rows.withSet(of: index) { set, row in
                    set.holds(overlay(Row(set: set, index: row), self), set.slots[row, place])
                }
                if !isSame { return false }
            }
        }
        return true
    }

    /// Whether a row has what is stored of it now.
    private func holds(_ row: Row) -> Bool {
        let layout = row.layout
        for place in layout.overlaid
        where !row.set.holds(layout.fields[place].overlay?(row, self), row.slot(place)) { return false }
        return true
    }
}

extension Row {
    /// Every fact of the row, with what is stored of it now.
    package func document(_ environment: FeatureEnvironment) -> Document {
        Document(overlaid(by: environment.overlays).detail(layout.given))
    }

    /// The row with what is stored of it now.
    func overlaid(by overlays: Overlays) -> Row { layout.overlaid.isEmpty ? self : overlays.row(of: self) }

    /// Whether the row's overlaid fields have these values, in their order; false where that takes longer to know than to write them.
    func holdsOverlays(_ values: [FieldValue?]) -> Bool {
        zip(layout.overlaid, values).allSatisfy { self.set.holds($1, slot($0)) }
    }

    /// Whether the same is stored of both.
    func hasOverlays(of other: Row) -> Bool {
        if isSame(as: other) { return true }
        return layout.overlaid.allSatisfy { place in
            let (one, two) = (slot(place), other.slot(place))
            // Byte for byte: é in one scalar is another text than in two.
            return one.kind == two.kind && (text(place) ?? "").isExactly(other.text(place) ?? "")
        }
    }
}

extension [Row] {
    /// The rows with what is stored of them now. One set is made for the rows of a page: with a set for each, 27 rows took 150,000
    /// instructions more.
    func overlaid(by overlays: Overlays) -> [Row] {
        guard let layout = first?.layout, !layout.overlaid.isEmpty else { return self }
        let overlays = count > 1 ? overlays.ofPage(layout) : overlays
        // As most are: nothing has changed of any.
        if overlays.hold(self, layout) { return self }
        var rows = self
        var start = 0
        while start < count {
            let set = self[start].set
            var end = start + 1
            while end < count, self[end].set === set { end += 1 }
            if let page = overlays.page(of: set, self[start..<end]) {
                for index in start..<end { rows[index] = Row(set: page, index: index - start) }
            }
            start = end
        }
        return rows
    }
}
