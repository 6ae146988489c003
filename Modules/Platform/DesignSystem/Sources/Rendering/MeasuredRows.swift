import Synchronization
import Values

/// The rows that were measured last, for whoever lays the same ones out next: a like is shown on every open screen of its list.
package final class MeasuredRows: Sendable {
    private struct Known: Sendable {
        let cells: [Inline]
        let source: RowOrigin
        /// Form of its table.
        let form: [Int]
        let columns: [Column]
        let options: RenderOptions
        let measures: RowMeasures
    }

    /// Rows that one change may have.
    private static let limit = 8

    private let known = Mutex<[Known]>([])

    package init() {}

    /// Lets go of all: each holds the answer that its row came from. Called when a screen is closed, which nobody else may show.
    package func forget() { known.withLock { $0 = [] } }

    /// The rows as one layout asks for them.
    struct Port {
        private let rows: MeasuredRows
        private let options: RenderOptions

        init(_ rows: MeasuredRows, _ options: RenderOptions) { (self.rows, self.options) = (rows, options) }

        /// Measures of a row with these cells, byte by byte; nil where it is not known.
        func measures(of cells: [Inline], in columns: [Column]) -> RowMeasures? {
            rows.known.withLock { known in
                known.first { $0.options == options && isSame($0.cells, cells) && $0.columns == columns }?.measures
            }
        }

        /// Measures of a row of this source in a table of a form; nil where it is not known.
        func measures(of source: RowOrigin, _ form: [Int], in columns: [Column]) -> RowMeasures? {
            rows.known.withLock { known in
                known.last { $0.source == source && $0.form == form && $0.options == options && $0.columns == columns }?
                    .measures
            }
        }

        /// Takes a row that was measured, in the place of the one that was taken first.
        func take(
            _ measures: RowMeasures, of cells: [Inline], _ origin: (source: RowOrigin, form: [Int]),
            in columns: [Column]
        ) {
            let row = Known(
                cells: cells, source: origin.source, form: origin.form, columns: columns, options: options,
                measures: measures)
            rows.known.withLock { known in
                if known.count >= MeasuredRows.limit { known.removeFirst() }
                known.append(row)
            }
        }
    }
}

/// Whether cells have the same bytes and looks: a text in other scalars is another one.
private func isSame(_ one: [Inline], _ other: [Inline]) -> Bool {
    one.elementsEqual(other) { one, other in
        one.spans.elementsEqual(other.spans) { one, other in
            one.role == other.role && one.text.isExactly(other.text)
                && (one.link ?? "").isExactly(other.link ?? "") && (one.link == nil) == (other.link == nil)
        }
    }
}
