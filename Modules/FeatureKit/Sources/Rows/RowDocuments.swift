package import DesignSystem
import Synchronization

/// Layout of rows for people: columns and facts follow from the fields' kinds and roles.
extension RowLayout {
    /// A table of rows: a column a field, but for those that stand beside another: badges at the title, the discount at the
    /// reduced price.
    /// - Parameters:
    ///   - places: the fields that are told; the listed ones without.
    package func table(_ rows: [Row], _ places: [Int]? = nil, emptyText: String) -> Block {
        .facts(Facts(RowTable(layout: self, rows: rows, places: places ?? listed, emptyText: emptyText)))
    }

    /// The fields that have a column of their own.
    private func columnPlaces(_ places: [Int]) -> [Int] {
        badges.isEmpty && discount == nil ? places : places.filter { !standsBesideAnother($0, among: places) }
    }

    /// The columns of a table of the fields at some places, and the places of the fields that have one: made once for the places that
    /// were asked for last, which are nearly always those of a list.
    func columns(_ places: [Int]) -> TableColumns {
        if let known = knownColumns.withLock({ $0 }), known.told == places { return known }
        let columns = TableColumns(self, told: places, places: columnPlaces(places))
        knownColumns.withLock { $0 = columns }
        return columns
    }

    private func standsBesideAnother(_ place: Int, among places: [Int]) -> Bool {
        if badges.contains(place) { return title.map(places.contains) ?? false }
        return place == discount && (reduced.map(places.contains) ?? false)
    }

    /// - Parameter places: the fields that are told.
    func column(_ place: Int, among places: [Int]) -> Column {
        var column: Column =
            switch fields[place].kind {
            case .whole, .position, .duration, .number, .money, .date, .flag:
                Column(
                    label(place), alignment: alignment(place), priority: 0,
                    minimumWidth: place == key && isNumber(place) ? 4 : 8)
            default:
                Column(
                    label(place), alignment: alignment(place), priority: place == key ? 0 : place == title ? 2 : 1,
                    minimumWidth: place == title ? 16 : 8)
            }
        if place == title {
            column.rank = .title
            column.reservedBadges = badges.compactMap { badge in
                guard places.contains(badge), fields[badge].overlay != nil, case .badge(let word) = fields[badge].role
                else { return nil }
                return said(word)
            }
        } else if place == key {
            column.rank = .key
        } else if place == price || place == reduced {
            column.rank = .price
        }
        return column
    }

    func alignment(_ place: Int) -> Alignment { isNumber(place) ? .trailing : .leading }

    private func isNumber(_ place: Int) -> Bool {
        switch fields[place].kind {
        case .whole, .position, .duration, .number, .money: true
        default: false
        }
    }
}

extension Row {
    var identity: RowIdentity {
        let key = key
        guard let ends = set.codec.routeEnds, isPlainKey(key) else { return RowIdentity(key, route: route) }
        return RowIdentity(key, between: ends.before, and: ends.after)
    }

    /// The cell of a field, with what stands beside it.
    func cell(_ place: Int, among places: [Int]) -> Inline {
        if let tell = layout.fields[place].tell { return tell(self, place) ?? Inline("") }
        guard let first = span(place) else {
            return place == layout.title
                ? marked(Span(layout.said("no \(layout.fields[place].label)"), .muted), among: places)
                : Inline(place == layout.price ? "—" : "")
        }
        if place == layout.title { return marked(first, among: places) }
        if place == layout.reduced, let discount = layout.discount, places.contains(discount),
            slot(discount).kind == .whole
        {
            return Inline([first, Span(" "), Span("-\(slot(discount).whole)%", .discount)])
        }
        return Inline([first])
    }

    /// The title with its badges.
    private func marked(_ title: Span, among places: [Int]) -> Inline {
        var spans = [title]
        for badge in layout.badges where places.contains(badge) {
            if let word = badgeWord(badge) { spans += [Span(" "), Span(word, .badge)] }
        }
        return Inline(spans)
    }

    /// The word of a badge; nil where the row has none.
    func badgeWord(_ place: Int) -> String? {
        switch layout.fields[place].role {
        case .badge(let word): slot(place).kind == .flag && slot(place).bits == 1 ? layout.said(word) : nil
        case .ribbon: text(place)
        default: nil
        }
    }

    /// A field's value as it is shown; nil without one.
    func span(_ place: Int) -> Span? {
        guard let text = text(place) ?? gathered(place) else { return nil }
        if place == layout.key, layout.hasKey { return Span(text, .code) }
        if place == layout.title { return Span(text, .title) }
        switch layout.fields[place].kind {
        case .money:
            let isOld = place == layout.price && (layout.reduced.map { !slot($0).isMissing } ?? false)
            return Span(text, isOld ? .oldPrice : .price)
        case .flag: return text == "true" ? Span(layout.said("yes")) : nil
        case .word: return Span(layout.said(text))
        case .link, .picture: return Span(text, link: text)
        default: return Span(text)
        }
    }

    /// A route, several texts or rows within the row as text of one line; nil for a field of one value, or without any.
    func gathered(_ place: Int) -> String? {
        switch slot(place).kind {
        case .missing: place == layout.route ? route : nil
        case .texts: texts(at: place).joined(separator: ", ")
        case .rows:
            rows(at: place).map { row in
                row.layout.given.map { row.cell($0, among: [$0]).plainText }.filter { !$0.isEmpty }
                    .joined(separator: " ")
            }.joined(separator: "; ")
        default: nil
        }
    }

    /// The row's facts, one a line, with its prose behind them: a detail.
    /// - Parameters:
    ///   - places: the fields that are told; all without.
    ///   - heading: the heading; the row's title without one.
    package func detail(_ places: [Int]? = nil, heading: String? = nil) -> [Block] {
        detail(places, heading: heading, of: nil)
    }

    /// - Parameter whole: the row before words narrowed the rows within it.
    func detail(_ places: [Int]?, heading: String?, of whole: Row?) -> [Block] {
        [.facts(Facts(RowDetail(row: self, places: places ?? layout.given, heading: heading, whole: whole)))]
    }

    /// The same without a heading.
    package func facts(_ places: [Int]? = nil) -> [Block] { facts(places, of: nil) }

    /// - Parameter whole: the row before words narrowed the rows within it.
    func facts(_ places: [Int]?, of whole: Row?) -> [Block] {
        [.facts(Facts(RowDetail(row: self, places: places ?? layout.given, hasHeading: false, whole: whole)))]
    }

    func texts(at place: Int) -> [String] {
        let slot = slot(place)
        return slot.kind == .texts ? set.texts[slot.whole] : []
    }

    /// Number of the rows within the row.
    func rowCount(at place: Int) -> Int {
        let slot = slot(place)
        return slot.kind == .rows ? set.groups[slot.whole].count : 0
    }

    func rows(at place: Int) -> [Row] {
        let slot = slot(place)
        return slot.kind == .rows ? set.groups[slot.whole].rows : []
    }
}
