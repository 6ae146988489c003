package import DesignSystem
package import Storage
import Values

/// State about rows: the source of fields that the upstream does not know, such as likes.
package struct Overlays: Sendable {
    package let state: any StateStore

    package init(_ state: any StateStore) { self.state = state }

    /// Why what is stored is not known, or may have changed since; nil when all is well.
    func notice(of layout: RowLayout, module: String) -> String? {
        layout.overlaid.isEmpty ? nil : notice(module: module)
    }

    func notice(module: String) -> String? { state.trouble.map { Fault($0, module: module).text } }
}

extension Row {
    /// Every fact of the row, with what is stored of it now.
    package func document(_ environment: FeatureEnvironment) -> Document {
        Document(overlaid(by: environment.overlays).detail(layout.given))
    }

    /// The row with what is stored of it now.
    func overlaid(by overlays: Overlays) -> Row {
        if layout.overlaid.isEmpty { return self }
        return Row(
            set: alone.setting(layout.overlaid) { row, place in row.layout.fields[place].overlay?(row, overlays) },
            index: 0)
    }

    /// Whether the same is stored of both.
    func hasOverlays(of other: Row) -> Bool {
        layout.overlaid.allSatisfy { place in
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
            rows += layout.overlaid.isEmpty ? Array(page) : layout.set(of: Array(page)).overlaid(by: overlays).rows
        }
        return rows
    }
}
