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
        case number(TextRole)
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
            let form = layout.codec.forms[place]
            let role = layout.role(of: place)
            let usual: Usual =
                switch layout.fields[place].kind {
                case _ where form.tells || form.isWord: .other
                case _ where form.isLink: place == layout.title || place == layout.reduced ? .other : .link
                case _ where place == layout.title: place == layout.reduced ? .other : .title(role)
                case .money where place == layout.reduced: place == layout.price ? .other : .reduced
                case .money: .price
                case _ where place == layout.reduced: .other
                case .whole, .duration, .position: .number(place == layout.key && layout.hasKey ? .code : .body)
                default: .text(role)
                }
            return (place, usual)
        }
    }

    /// Writes a row's line, each cell with the border behind it.
    /// - Parameter layout: that of `init`, which holds this one itself.
    func write(_ set: RowSet, _ row: Int, _ layout: RowLayout, into markdown: inout MarkdownRenderer) {
        var (index, lacking, isBegun) = (0, MarkdownCells.besideText, false)
        while index < columns.count {
            markdown.cells(atLeast: lacking) { cells in
                if !isBegun { cells.beginRow() }
                isBegun = true
                (lacking, index) = write(from: index, set, row, layout, into: &cells)
            }
            guard index < columns.count, lacking == 0 else { continue }
            let place = columns[index].place
            Row(set: set, index: row).write(place, of: layout, among: places, in: .cell, into: &markdown)
            markdown.border()
            index &+= 1
        }
    }

    /// Writes the cells from one on, up to one that has to be looked at, or that does not fit.
    /// - Returns: the bytes that the next cell needs, 0 for one that has to be looked at; and its place.
    private func write(
        from first: Int, _ set: RowSet, _ row: Int, _ layout: RowLayout, into cells: inout MarkdownCells
    ) -> (lacking: Int, index: Int) {
        var room = cells.room
        for index in first..<columns.count {
            let (place, usual) = columns[index]
            let slot = set.slots[row, place]
            var need = MarkdownCells.besideText
            if slot.kind == .missing {
                guard room >= need else { return (need, index) }
                switch usual {
                case .text where place != layout.route: cells.border()
                case .link, .number, .reduced: cells.border()
                default: return (0, index)
                }
                room &-= 1
                continue
            }
            switch usual {
            case .text(let role):
                guard slot.kind == .text, slot.isPlain else { return (0, index) }
                need &+= slot.count
                guard room >= need else { return (need, index) }
                set.withText(slot) { cells.text($0, role) }
            case .link:
                guard slot.kind == .text, slot.isLink else { return (0, index) }
                need &+= slot.count
                guard room >= need else { return (need, index) }
                set.withText(slot) { cells.link($0) }
            case .number(let role):
                guard slot.kind == .whole else { return (0, index) }
                guard room >= need else { return (need, index) }
                cells.number(slot.whole, role)
            case .title(let role):
                guard slot.kind == .text, slot.isPlain, let badges = badgeBytes(set, row) else { return (0, index) }
                need &+= slot.count &+ badges
                guard room >= need else { return (need, index) }
                set.withText(slot) { cells.text($0, role, hasBorder: badges == 0) }
                if badges > 0 { writeBadges(set, row, into: &cells) }
            case .price, .reduced:
                guard let currency = set.currency(slot) else { return (0, index) }
                need &+= currency._withUnsafeGuaranteedRef { $0.room }
                guard room >= need else { return (need, index) }
                var (isOld, percent) = (false, nil as Int?)
                if case .price = usual {
                    if place == layout.price, let reduced = layout.reduced {
                        isOld = set.slots[row, reduced].kind != .missing
                    }
                } else if let discount {
                    let told = set.slots[row, discount]
                    if told.kind == .whole { percent = told.whole }
                }
                currency._withUnsafeGuaranteedRef {
                    cells.price(slot.amount, of: $0, isOld: isOld, percentOff: percent)
                }
            case .other: return (0, index)
            }
            room &-= need
        }
        return (0, columns.count)
    }

    /// Bytes of a title's badges at most; nil where one has to be looked at.
    @inline(__always)
    private func badgeBytes(_ set: RowSet, _ row: Int) -> Int? {
        var bytes = 0
        for index in badges.indices {
            let (place, isFlag) = badges[index]
            let told = set.slots[row, place]
            if told.kind == .missing { continue }
            // A word of our own may be another in the layout's language.
            guard isFlag ? told.kind != .flag || told.bits != 1 : told.kind == .text && told.isPlain else { return nil }
            if !isFlag { bytes &+= told.count &+ 3 }
        }
        return bytes
    }

    private func writeBadges(_ set: RowSet, _ row: Int, into cells: inout MarkdownCells) {
        for index in badges.indices where !badges[index].isFlag {
            let told = set.slots[row, badges[index].place]
            if told.kind != .missing { set.withText(told) { cells.badge($0) } }
        }
        cells.border()
    }
}

extension RowLayout {
    /// The role of a field's text.
    func role(of place: Int) -> TextRole {
        if place == key, hasKey { return .code }
        return place == title ? .title : .body
    }
}
