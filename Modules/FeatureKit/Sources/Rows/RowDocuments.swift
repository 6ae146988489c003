package import DesignSystem

/// How rows are laid out for people: columns and facts follow from the fields' kinds and roles.
extension RowLayout {
    /// A table of rows: a column a field, but for those that stand beside another: badges at the title, the discount at the
    /// reduced price.
    /// - Parameters:
    ///   - places: the fields that are told; the listed ones without.
    package func table(_ rows: [Row], _ places: [Int]? = nil, emptyText: String) -> Block {
        let places = places ?? listed
        let columns = places.filter { !standsBesideAnother($0, among: places) }
        return .table(
            Table(
                columns: columns.map(column), rows: rows.map { row in columns.map { row.cell($0, among: places) } },
                identities: hasKey ? rows.map(\.identity) : [], emptyText: emptyText))
    }

    private func standsBesideAnother(_ place: Int, among places: [Int]) -> Bool {
        if badges.contains(place) { return title.map(places.contains) ?? false }
        return place == discount && (reduced.map(places.contains) ?? false)
    }

    private func column(_ place: Int) -> Column {
        let field = fields[place]
        return switch field.kind {
        case .whole, .position, .number, .money:
            Column(field.label, alignment: .trailing, priority: 0, minimumWidth: place == key ? 4 : 8)
        case .date, .flag: Column(field.label, alignment: .leading, priority: 0, minimumWidth: 8)
        default:
            Column(
                field.label, alignment: .leading, priority: place == key ? 0 : place == title ? 2 : 1,
                minimumWidth: place == title ? 16 : 8)
        }
    }
}

extension Row {
    var identity: RowIdentity {
        let key = key
        guard let ends = layout.routeEnds, isPlainKey(key) else { return RowIdentity(key, route: route) }
        return RowIdentity(key, between: ends.before, and: ends.after)
    }

    /// The cell of a field, with what stands beside it.
    func cell(_ place: Int, among places: [Int]) -> Inline {
        guard let first = span(place) else {
            return place == layout.title
                ? marked(Span("no \(layout.fields[place].label)", .muted), among: places) : Inline("")
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
    private func badgeWord(_ place: Int) -> String? {
        switch layout.fields[place].role {
        case .badge(let word): slot(place).kind == .flag && slot(place).bits == 1 ? word : nil
        case .ribbon: text(place)
        default: nil
        }
    }

    /// A field's value as it is shown; nil without one.
    private func span(_ place: Int) -> Span? {
        guard let text = text(place) else { return nil }
        if place == layout.key, layout.hasKey { return Span(text, .code) }
        if place == layout.title { return Span(text, .title) }
        switch layout.fields[place].kind {
        case .money:
            let isOld = place == layout.price && (layout.reduced.map { !slot($0).isMissing } ?? false)
            return Span(text, isOld ? .oldPrice : .price)
        case .flag: return text == "true" ? Span("yes") : nil
        case .link, .picture: return Span(text, link: text)
        default: return Span(text)
        }
    }

    /// The row's facts, one a line, with its prose behind them: a detail.
    /// - Parameter places: the fields that are told; the title is the heading.
    package func detail(_ places: [Int]) -> [Block] {
        var blocks: [Block] = [.heading(level: 1, Inline(title ?? "no title", .title))]
        let words = layout.badges.compactMap { badgeWord($0).map { Inline($0, .badge) } }
        if !words.isEmpty { blocks.append(.badges(words)) }
        var facts: [KeyValue] = []
        var behind: [Block] = []
        for place in places where !slot(place).isMissing {
            let field = layout.fields[place]
            if place == layout.title || place == layout.route || layout.badges.contains(place) { continue }
            if place == layout.discount, layout.reduced.map(places.contains) ?? false { continue }
            switch field.kind {
            case .prose: behind.append(.text(text(place) ?? ""))
            case .texts:
                for text in self[list: place] { behind.append(.link(title: field.label, target: text)) }
            case .rows(let inner):
                behind.append(.heading(level: 2, Inline(field.label)))
                behind.append(inner.table(self[rows: place], inner.listed, emptyText: "No \(field.label)."))
            default: facts.append(KeyValue(field.label, cell(place, among: places)))
            }
        }
        if !facts.isEmpty { blocks.append(.keyValues(facts)) }
        return blocks + behind
    }

    private subscript(list place: Int) -> [String] {
        let slot = slot(place)
        return slot.kind == .texts ? set.texts[slot.whole] : []
    }

    private subscript(rows place: Int) -> [Row] {
        let slot = slot(place)
        return slot.kind == .rows ? set.groups[slot.whole].rows : []
    }
}
