import Core
import DesignSystem
import JSON

/// The result of `@module@.list`.
struct @NAME@List: Sendable {
    /// Rows that are shown where nobody says how many.
    static let limit = 100

    let items: [@ENTITY@]
    /// Rows that match.
    let total: Int
    let skipped: Int

    /// - Parameters:
    ///   - query: what the rows are searched for; empty for all.
    ///   - limit: the most rows to keep.
    init(_ rows: @NAME@Rows, query: String, limit: Int) {
        let filter = TextFilter(query)
        let matching = filter.isEmpty ? rows.all : rows.all.filter { $0.matches(filter) }
        items = Array(matching.prefix(limit))
        total = matching.count
        skipped = rows.skipped
    }

    static let shape = ResultShape<@NAME@List>([
        ResultField("items", .list(of: .object(@ENTITY@.shape)), "The rows.") { $0.items },
        ResultField("total", .whole, "Rows that match; more than items where limit cut them.") { $0.total },
        ResultField(optional: "skipped", .whole, "Rows of the upstream that can't be read.") {
            $0.skipped == 0 ? nil : $0.skipped
        },
    ])

    var document: Document { @NAME@Documents.list(self) }
}

extension @ENTITY@ {
    static let shape = ResultShape<@ENTITY@>([
@fields@
@if id@
        ResultField("route", .text, "The screen that shows it.") { $0.route },
@end@
    ])
}
@part_shapes@
@if decimals@

extension ResultFormat<Double> {
    /// A number; a whole one is written without a fraction.
    fileprivate static var number: Self {
        Self(schema: ["type": "number"]) { value, writer in
            if let whole = Int(exactly: value) { writer.integer(whole) } else { writer.double(value) }
        }
    }
}
@end@
