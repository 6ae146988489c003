import DesignSystem
import Values

/// Rows as a table. As Markdown it is written in one pass over the slots.
struct RowTable: FactBlock, TableRows {
    let layout: RowLayout
    let rows: [Row]
    let places: [Int]
    private let table: TableColumns
    private let empty: String?

    /// - Parameter emptyText: stands in place of no rows; nil for the sentence that there are none.
    init(layout: RowLayout, rows: [Row], places: [Int], emptyText: String?) {
        (self.layout, self.rows, self.places) = (layout, rows, places)
        table = layout.columns(places)
        empty = emptyText
    }

    var columns: [Column] { table.columns }

    var blocks: [Block] {
        [
            .table(
                Table(
                    columns: columns, rows: rows.indices.map(cells), identities: rows.indices.map(identity),
                    emptyText: emptyText))
        ]
    }

    var tableRows: (any TableRows)? { self }

    var emptyText: String? { rows.isEmpty ? empty ?? table.none.text : "" }
    var count: Int { rows.count }

    func cells(_ index: Int) -> [Inline] { table.places.map { rows[index].cell($0, among: places) } }

    func identity(_ index: Int) -> RowIdentity? { layout.hasKey ? rows[index].identity : nil }

    func origin(_ index: Int) -> RowOrigin? { RowOrigin(rows[index].set, rows[index].index) }

    /// The fields that are told: a badge or a percentage stands beside another one.
    var form: [Int] { places }

    func write(into markdown: inout MarkdownRenderer) {
        rows.writeTable(table, layout, emptyText: empty, into: &markdown)
    }
}

extension [Row] {
    /// Writes the rows as a table; nothing without columns.
    /// - Parameter emptyText: stands in place of no rows; nil for the sentence that there are none.
    func writeTable(
        _ table: TableColumns, _ layout: RowLayout, emptyText: String?, into markdown: inout MarkdownRenderer
    ) {
        if table.places.isEmpty { return }
        markdown.part { markdown in
            if isEmpty {
                if let emptyText { return markdown.text(emptyText, .body, .lineStart) }
                return markdown.text(table.none.text, .body, .lineStart, isPlain: table.none.isPlain)
            }
            markdown.tableHead(table)
            for index in indices {
                withSet(of: index) { table.cells.write($0, $1, layout, into: &markdown) }
            }
        }
    }
}

extension MarkdownRenderer {
    fileprivate mutating func tableHead(_ table: TableColumns) {
        (isString ? table.headInString : table.head).withUnsafeBufferPointer { plain($0) }
    }
}

extension RowSet {
    /// Writes all rows as a table; nothing without columns.
    func writeTable(of layout: RowLayout, into markdown: inout MarkdownRenderer) {
        let table = layout.columns(layout.told)
        if table.places.isEmpty { return }
        markdown.part { markdown in
            markdown.tableHead(table)
            for row in 0..<count { table.cells.write(self, row, layout, into: &markdown) }
        }
    }
}

extension Row {
    /// Writes a field's value with what stands beside it, as `cell` gives it.
    /// - Parameter layout: of the row: handed on, so that its references are counted once for many fields.
    func write(
        _ place: Int, of layout: RowLayout, among places: [Int], in line: MarkdownPlace,
        into markdown: inout MarkdownRenderer
    ) {
        let form = set.codec.forms[place]
        if form.tells, let tell = layout.fields[place].tell {
            if let told = tell(self, place) { markdown.inline(told, line) }
            return
        }
        let slot = self.set.slots[index, place]
        if place != layout.title, place != layout.reduced, slot.isOneValue {
            return write(slot, place, form, layout, in: line, into: &markdown)
        }
        var badges: [String] = []
        if place == layout.title, !layout.badges.isEmpty {
            for badge in layout.badges where places.contains(badge) {
                if let word = badgeWord(badge) { badges.append(word) }
            }
        }
        // What is to be escaped in a word depends on those before it on the line.
        guard badges.isEmpty || isPlain(slot) && badges.allSatisfy(isPlainMarkdown) else {
            return markdown.inline(cell(place, among: places), line)
        }
        if !slot.isOneValue, let text = gathered(place) {
            return markdown.text(text, .body, line)
        }
        if slot.isMissing {
            guard place == layout.title else {
                if place == layout.price { markdown.mark("—") }
                return
            }
            markdown.text(layout.said("no \(layout.fields[place].label)"), .muted, line)
        } else {
            write(slot, place, form, layout, in: line, into: &markdown)
        }
        for badge in badges {
            markdown.mark(" ")
            markdown.text(badge, .badge, line)
        }
        if place == layout.reduced, !slot.isMissing, let discount = layout.discount, places.contains(discount),
            self.slot(discount).kind == .whole
        {
            markdown.mark(" -")
            markdown.number(self.slot(discount).whole)
            markdown.mark("%")
        }
    }

    private func write(
        _ slot: Slot, _ place: Int, _ form: FieldForm, _ layout: RowLayout, in line: MarkdownPlace,
        into markdown: inout MarkdownRenderer
    ) {
        switch slot.kind {
        case .text, .number:
            if form.isLink { return set.withText(slot) { markdown.link($0, line, isPlain: slot.isLink) } }
            if form.isWord { return markdown.text(layout.said(set.string(slot)), layout.role(of: place), line) }
            set.withText(slot) { markdown.text($0, layout.role(of: place), line, isPlain: slot.isPlain) }
        case .whole:
            markdown.number(slot.whole, place == layout.key && layout.hasKey ? .code : .body)
        case .flag: if slot.bits == 1 { markdown.text(layout.said("yes"), .body, line) }
        case .money:
            guard let money = money(slot) else { return }
            let isOld = place == layout.price && (layout.reduced.map { !self.slot($0).isMissing } ?? false)
            markdown.price(money.amount, of: money.currency, isOld ? .oldPrice : .price, line)
        case .date: markdown.text(date(slot)?.text ?? "", layout.role(of: place), line)
        case .missing, .texts, .rows: break
        }
    }

    private func isPlain(_ slot: Slot) -> Bool {
        switch slot.kind {
        case .text, .number: slot.isPlain
        default: true
        }
    }
}
