package import DesignSystem
package import Storage
import Values

/// State about rows: the source of fields that the upstream does not know, such as likes.
package struct Overlays: Sendable {
    package let state: any StateStore
    /// Rows that were made before; nil where nobody asks for the same ones again.
    private let known: OverlaidRows?

    package init(_ state: any StateStore) { self.init(state, known: nil) }

    init(_ state: any StateStore, known: OverlaidRows?) { (self.state, self.known) = (state, known) }

    /// Why what is stored is not known, or may have changed since; nil when all is well.
    func notice(of layout: RowLayout, module: String) -> String? {
        layout.overlaid.isEmpty ? nil : notice(module: module)
    }

    func notice(module: String) -> String? { state.trouble.map { Fault($0, module: module).text } }

    /// The row with what is stored of it now: itself where it has that already.
    fileprivate func row(of row: Row) -> Row {
        let layout = row.layout
        let values = layout.overlaid.map { layout.fields[$0].overlay?(row, self) }
        if row.holdsOverlays(values) { return row }
        if let made = known?.row(of: row, with: values) { return made }
        let made = Row(
            set: row.alone.setting(layout.overlaid) { _, place in
                zip(layout.overlaid, values).first { $0.0 == place }.flatMap { $0.1 }
            }, index: 0)
        known?.take(made, of: row)
        return made
    }

    /// The same of all rows of a set.
    fileprivate func rows(of set: RowSet) -> RowSet {
        let made = set.overlaid(by: self)
        return known?.shared(made, of: set) ?? made
    }

    /// The same of some rows of a set: themselves where each has it already, else all in a set of their own.
    fileprivate func rows(of page: ArraySlice<Row>, _ layout: RowLayout) -> [Row] {
        if page.allSatisfy(holds) { return Array(page) }
        return layout.set(of: Array(page)).overlaid(by: self).rows
    }

    /// Whether a row has what is stored of it now.
    private func holds(_ row: Row) -> Bool {
        let layout = row.layout
        return layout.overlaid.allSatisfy { place in
            row.set.holds(layout.fields[place].overlay?(row, self), row.slot(place))
        }
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
        var rows: [Row] = []
        var rest = self[...]
        while let first = rest.first {
            let page = rest.prefix { $0.set === first.set }
            rest = rest.dropFirst(page.count)
            let layout = first.layout
            if layout.overlaid.isEmpty {
                rows += page
            } else {
                // Rows of a page are nearly always all of its set.
                let isWhole = page.count == first.set.count && zip(page, 0...).allSatisfy { $0.index == $1 }
                rows += isWhole ? overlays.rows(of: first.set).rows : overlays.rows(of: page, layout)
            }
        }
        return rows
    }
}
