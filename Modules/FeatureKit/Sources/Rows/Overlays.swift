package import Storage

/// What is stored here about rows: the source of fields that the upstream knows nothing of, such as likes.
package struct Overlays: Sendable {
    package let state: any StateStore

    package init(_ state: any StateStore) { self.state = state }

    /// Why what is stored is not known, or may have changed since; nil when all is well.
    func notice(of layout: RowLayout, module: String) -> String? {
        layout.overlaid.isEmpty ? nil : state.trouble.map { Fault($0, module: module).text }
    }
}

extension Row {
    /// The row with what is stored of it now.
    func overlaid(by overlays: Overlays) -> Row {
        if layout.overlaid.isEmpty { return self }
        let width = layout.fields.count
        let alone = RowSet(
            layout, bytes: set.bytes, own: set.own,
            slots: ContiguousArray(set.slots[index * width..<(index + 1) * width]),
            currencies: set.currencies, texts: set.texts, groups: set.groups)
        return Row(set: alone.setting(layout.overlaid) { row, field in field.overlay?(row, overlays) }, index: 0)
    }

    /// Whether the same is stored of both.
    func hasOverlays(of other: Row) -> Bool {
        layout.overlaid.allSatisfy { place in
            let (one, two) = (slot(place), other.slot(place))
            return one.kind == two.kind && text(place) == other.text(place)
        }
    }
}
