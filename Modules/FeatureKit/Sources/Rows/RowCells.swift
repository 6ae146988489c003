import DesignSystem
import Values

/// The columns of a table in Markdown, looked at once for all its rows: nearly every cell is written from its slot alone.
///
/// Looked at cell by cell, 20 rows of five columns took 45,000 instructions more (callgrind).
struct RowCells: Sendable {
    /// The values that a column nearly always has; any others are written as `Row.write` does.
    private enum Usual: Sendable {
        case text(TextRole)
        case link
        /// The title with its badges.
        case title(TextRole)
        case price
        /// The reduced price with its percentage.
        case reduced
        case other
    }

    private let places: [Int]
    private let columns: [(place: Int, usual: Usual)]
    /// Badges beside the title, and whether each is a flag with a word of our own.
    private let badges: [(place: Int, isFlag: Bool)]
    /// The percent off, where they are told.
    private let discount: Int?

    /// - Parameters:
    ///   - columns: the fields that have a column.
    ///   - places: the fields that are told.
    init(_ layout: RowLayout, columns: [Int], among places: [Int]) {
        self.places = places
        badges = layout.badges.filter(places.contains).map { place in
            if case .badge = layout.fields[place].role { (place, true) } else { (place, false) }
        }
        discount = layout.discount.flatMap { places.contains($0) ? $0 : nil }
        self.columns = columns.map { place in
            let form = layout.forms[place]
            let role = layout.role(of: place)
            let usual: Usual =
                switch layout.fields[place].kind {
                case _ where form.tells || form.isWord: .other
                case _ where form.isLink: place == layout.title || place == layout.reduced ? .other : .link
                case _ where place == layout.title: place == layout.reduced ? .other : .title(role)
                case .money where place == layout.reduced: place == layout.price ? .other : .reduced
                case .money: .price
                case _ where place == layout.reduced: .other
                default: .text(role)
                }
            return (place, usual)
        }
    }

    /// Writes a row's line, each cell with the border behind it.
    /// - Parameter layout: that of `init`, which holds this one itself.
    func write(_ set: RowSet, _ row: Int, _ layout: RowLayout, into markdown: inout MarkdownRenderer) {
        markdown.mark("\n|")
        for index in columns.indices {
            let (place, usual) = columns[index]
            if !isWritten(set, row, layout, place, usual, into: &markdown) {
                Row(set: set, index: row).write(place, of: layout, among: places, in: .cell, into: &markdown)
            }
            markdown.border()
        }
    }

    /// - Returns: false for a value of another kind; nothing is written then.
    @inline(__always)
    private func isWritten(
        _ set: RowSet, _ row: Int, _ layout: RowLayout, _ place: Int, _ usual: Usual,
        into markdown: inout MarkdownRenderer
    ) -> Bool {
        let slot = set.slots[row, place]
        switch usual {
        case .text(let role):
            guard slot.kind == .text, slot.isPlain else { return false }
            set.withText(slot) { markdown.text($0, role, .cell, isPlain: true) }
        case .link:
            guard slot.kind == .text, slot.isLink else { return false }
            set.withText(slot) { markdown.link($0, .cell, isPlain: true) }
        case .title(let role):
            guard slot.kind == .text, slot.isPlain else { return false }
            for badge in badges {
                let told = set.slots[row, badge.place]
                // A word of our own may be another in the layout's language.
                let isPlain = badge.isFlag ? told.kind != .flag || told.bits != 1 : told.kind == .text && told.isPlain
                if told.kind != .missing, !isPlain { return false }
            }
            set.withText(slot) { markdown.text($0, role, .cell, isPlain: true) }
            for badge in badges where !badge.isFlag {
                let told = set.slots[row, badge.place]
                if told.kind == .missing { continue }
                markdown.mark(" ")
                set.withText(told) { markdown.text($0, .badge, .cell, isPlain: true) }
            }
        case .price:
            guard let money = Row(set: set, index: row).money(slot) else { return false }
            let isOld =
                place == layout.price && (layout.reduced.map { set.slots[row, $0].kind != .missing } ?? false)
            markdown.price(money, isOld ? .oldPrice : .price, .cell)
        case .reduced:
            if slot.kind == .missing { return true }
            guard let money = Row(set: set, index: row).money(slot) else { return false }
            markdown.price(money, .price, .cell)
            guard let discount else { return true }
            let percent = set.slots[row, discount]
            guard percent.kind == .whole else { return true }
            markdown.mark(" -")
            markdown.number(percent.whole)
            markdown.mark("%")
        case .other: return false
        }
        return true
    }
}

extension RowLayout {
    /// The role of a field's text.
    func role(of place: Int) -> TextRole {
        if place == key, hasKey { return .code }
        return place == title ? .title : .body
    }
}
