import Core

/// A row of the answer.
@if id@
///
/// Two are the same when their `@id_name@` is.
@end@
struct @ENTITY@: Sendable, Equatable {
@members@
@if id@

    var route: String { @NAME@.route(to: @id_text_self@) }
@end@

    /// Every text of the row, for the search.
    private var texts: [String] { @texts@ }

    /// Whether the row is shown while the rows are searched.
    func matches(_ filter: TextFilter) -> Bool { texts.contains { filter.matches($0) } }
}

/// Rows of one answer.
struct @NAME@Rows: Sendable, Equatable {
    let all: [@ENTITY@]
    /// Rows that can't be read.
    let skipped: Int
}
@part_types@
