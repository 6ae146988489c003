/// A table as it was laid out, which changes with its rows.
final class LaidOutTable {
    private(set) var pass: TablePass
    let layout: TableLayout
    /// Its lines and rows, counted from its own first line.
    private(set) var text: LaidOutText
    /// The first line of each row.
    let firstLines: [Int]
    /// Sources of the rows; empty where they are not remembered.
    private(set) var origins: [RowOrigin]

    init(
        pass: TablePass, layout: TableLayout, text: LaidOutText, firstLines: [Int], origins: [RowOrigin]
    ) {
        (self.pass, self.layout, self.text) = (pass, layout, text)
        (self.firstLines, self.origins) = (firstLines, origins)
    }

    /// Its rows in the text that it was appended to last, and its first line there.
    private var placed: (line: Int, rows: [PlacedRow])?

    /// The most rows that are exchanged one by one; where more changed the table is laid out again.
    private static let followLimit = 8

    /// Follows a table of which few rows changed in their places, as a like or an answer does: only their lines are laid out.
    /// - Parameter shared: rows that other memories measured; takes those that they did not.
    /// - Returns: false where its layout may be another one: it is to be laid out again then.
    func follow(_ table: any TableRows, _ renderer: TextRenderer, _ shared: MeasuredRows.Port?) -> Bool {
        guard !origins.isEmpty, origins.count == table.count else { return false }
        pass.take(table)
        var changed = 0
        for index in origins.indices {
            guard let origin = table.origin(index) else { return false }
            if origin == origins[index] { continue }
            changed += 1
            guard changed <= Self.followLimit else { return false }
            origins[index] = origin
            guard exchange(index, renderer, shared) else { return false }
        }
        return true
    }

    /// Takes another row in the place of one.
    /// - Returns: whether the layout holds, and the row takes as many lines.
    private func exchange(_ index: Int, _ renderer: TextRenderer, _ shared: MeasuredRows.Port?) -> Bool {
        let count = pass.rows[index].lineCount
        let (identity, source, columns) = (pass.source.identity(index), origins[index], pass.columns)
        let form = pass.source.form
        // Screens of one list show the same row: its cells need not be made to see that.
        let alike = shared?.measures(of: source, form, in: columns)
        let inlines = alike == nil ? pass.source.cells(index) : []
        let known = alike ?? shared?.measures(of: inlines, in: columns)
        let row =
            known.map { MeasuredRow(identity, $0) }
            ?? MeasuredRow(identity, inlines, columns.count, pass.reserved, renderer)
        guard pass.exchange(index, for: row) else { return false }
        let lines = renderer.lines(of: index, row, in: layout, pass)
        row.end()
        if alike == nil { shared?.take(row.measures, of: inlines, (source, form), in: columns) }
        guard lines.count == count else { return false }
        text.replace(from: firstLines[index], with: lines)
        return true
    }

    /// Appends the table to a text.
    func append(to output: inout LaidOutText) {
        let line = output.lines.count
        let rows = placed.flatMap { $0.line == line ? $0.rows : nil } ?? text.rows(from: line)
        placed = (line, rows)
        output.append(text, rows: rows)
    }

    /// The rows that are not in their places among some, by their sources.
    func rows(notAt origins: [RowOrigin]) -> [RowOrigin: MeasuredRow] {
        var moved: [RowOrigin: MeasuredRow] = [:]
        for (index, origin) in self.origins.enumerated() where index >= origins.count || origins[index] != origin {
            moved[origin] = pass.rows[index]
        }
        return moved
    }
}

/// One line of a text, and the row that it belongs to.
typealias LaidOutLine = (text: String, row: RowIdentity?)

/// A document as it was laid out the last time: of a list that changes, only what changed is laid out again.
package struct LayoutMemory {
    /// The most rows of a table that are remembered: of a longer one nobody sees a change at once.
    static let limit = 1_000

    /// Parts of a document, in its order.
    private struct Parts {
        /// Nil for those that are not remembered.
        var tables: [LaidOutTable?] = []
        /// The blocks that are neither tables nor charts.
        var blocks: [(block: Block, lines: [LaidOutLine])] = []
    }

    private let shared: MeasuredRows?
    private var options: RenderOptions?
    private var before = Parts()
    private var now = Parts()

    /// - Parameter shared: where rows are known that other memories measured.
    package init(sharing shared: MeasuredRows? = nil) { self.shared = shared }

    /// Rows that other memories measured, of the document's options.
    var port: MeasuredRows.Port? { shared.flatMap { shared in options.map { MeasuredRows.Port(shared, $0) } } }

    /// Begins a document.
    mutating func begin(_ options: RenderOptions) {
        before = options == self.options ? now : Parts()
        self.options = options
        now = Parts()
    }

    /// The document's next table as it was the last time; nil where it had other columns.
    func next(_ columns: [Column]) -> LaidOutTable? {
        guard now.tables.count < before.tables.count, let table = before.tables[now.tables.count] else { return nil }
        return table.pass.columns == columns ? table : nil
    }

    /// Remembers the document's next table.
    mutating func remember(_ table: LaidOutTable) { now.tables.append(table.origins.isEmpty ? nil : table) }

    /// Lines of the document's next block.
    /// - Parameter layOut: called for one that is not as it was the last time.
    mutating func lines(of block: Block, _ layOut: () -> [LaidOutLine]) -> [LaidOutLine] {
        let place = now.blocks.count
        // Equal texts may be of other scalars (é in one or in two): they look the same.
        let isKnown = place < before.blocks.count && before.blocks[place].block == block
        let lines = isKnown ? before.blocks[place].lines : layOut()
        now.blocks.append((block, lines))
        return lines
    }
}
