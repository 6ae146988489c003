/// Renders documents for terminals (`ansi`) and for files, pipes and screen readers (`plain`).
///
/// Prose from outside never reaches the first column: it is indented or barred, on every line. Text in a list, a notice, a
/// fact or a record is indented where it wraps; text in a table stays in its column.
struct TextRenderer {
    let glyphs: Glyphs
    let width: Int?
    let ambiguousWidth: Int
    let sheet: StyleSheet
    let scale: TextScale
    let fit: TableFit
    private let placesColumns: Bool

    init(_ options: RenderOptions) {
        let depth = options.style == .ansi ? options.colorDepth : .none
        glyphs = Glyphs(isDrawn: options.style == .ansi, ambiguousWidth: options.ambiguousWidth)
        width = options.width.map { max($0, RenderOptions.minimumWidth) }
        ambiguousWidth = options.ambiguousWidth
        sheet = StyleSheet(depth: depth, hyperlinks: options.hyperlinks && depth != .none, theme: options.theme)
        scale = options.scale
        fit = options.tables
        placesColumns = options.placesColumns && depth != .none
    }

    /// - Parameter memory: rows of the document's tables that are laid out as the last time.
    func render(_ document: Document, _ memory: inout LayoutMemory) -> LaidOutText {
        var output = LaidOutText()
        var isJoined = false
        for block in ordered(document.expandedBlocks { $0.tableRows == nil }).flatMap(parted) {
            let (lines, table) = parts(of: block, &memory)
            if table?.saysNothing ?? lines.isEmpty { continue }
            let level = if case .heading(let level, _) = block { level } else { 0 }
            if !output.lines.isEmpty && !isJoined && (scale != .small || level > 0) { output.append("") }
            if let table { append(table, to: &output, &memory) }
            for line in lines { output.append(line.text, of: line.row) }
            isJoined = level > 1 || fit == .lines && block.isLink
        }
        if output.lines.isEmpty { output.append("") }
        return output
    }

    /// The blocks in the order of this layout: where lists are moved through, links stand behind the facts.
    private func ordered(_ blocks: [Block]) -> [Block] {
        fit == .lines ? blocks.filter { !$0.isLink } + blocks.filter(\.isLink) : blocks
    }

    /// A chart and the further facts of its rows, which have no room beside a picture.
    private func parted(_ block: Block) -> [Block] {
        guard case .rangeChart(var chart) = block, let further = chart.further else { return [block] }
        chart.further = nil
        return [.rangeChart(chart), .table(further)]
    }

    /// Lines of a block, or the table that it is shown as: a chart without room for its plot is one.
    private func parts(of block: Block, _ memory: inout LayoutMemory) -> (lines: [LaidOutLine], table: (any TableRows)?)
    {
        func laidOut(_ lines: [StyledLine]) -> [LaidOutLine] { lines.map { (text(of: $0), $0.row) } }
        return switch block {
        case .table(let table): ([], table)
        case .facts(let facts): ([], facts.content.tableRows)
        case .rangeChart(let chart): rangeChart(chart).map { (laidOut($0), nil) } ?? ([], chart.table)
        case .barChart(let chart): barChart(chart).map { (laidOut($0), nil) } ?? ([], chart.table)
        default: (memory.lines(of: block) { laidOut(lines(of: block)) }, nil)
        }
    }

    private func lines(of block: Block) -> [StyledLine] {
        switch block {
        case .heading(let level, let title): heading(level, title)
        case .paragraph(let inline): inline.isEmpty ? [] : wrapped(inline)
        case .text(let text): prose(text)
        case .list(let ordered, let items): list(items, ordered: ordered)
        case .keyValues(let facts): keyValues(facts.map { ($0.label, $0.value) })
        case .badges(let badges): badges.isEmpty ? [] : wrapped(joined(badges.map(asBadge)))
        case .notice(let kind, let title, let detail): notice(kind, title, detail)
        case .link(let title, let target): link(title, target)
        case .pageSummary(let summary): pageSummary(summary)
        case .table, .facts, .rangeChart, .barChart: []  // `parts` has them; other facts are expanded
        case .divider: [StyledLine([Piece(text: glyphs.rule(width ?? 40), role: .muted)], width: 0)]
        }
    }

    // MARK: Blocks

    private func heading(_ level: Int, _ title: Inline) -> [StyledLine] {
        let role: TextRole = level <= 1 ? .title : .headline
        return wrapped(title.withBody(as: role))
    }

    private func prose(_ text: String) -> [StyledLine] {
        let paragraphs = boundedProse(text)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let prefix = line(glyphs.quote, .muted)
        var lines: [StyledLine] = []
        for paragraph in paragraphs {
            let broken = wrapped([Piece(text: String(paragraph), role: .body)], indent: prefix.width)
            // One empty line parts paragraphs, however many were sent; none stands at the start.
            if broken == [.empty] && (lines.isEmpty || lines.last == .empty) { continue }
            lines += broken
        }
        if lines.last == .empty { lines.removeLast() }
        return lines.map { prefixed($0, with: prefix) }
    }

    private func list(_ items: [Inline], ordered: Bool) -> [StyledLine] {
        let markers = items.indices.map { ordered ? "\($0 + 1). " : glyphs.bullet + " " }
        let columns = markers.map { displayWidth($0, ambiguous: ambiguousWidth) }.max() ?? 0
        return zip(markers, items).flatMap { marker, item in
            hanging(
                line(marker, .body).padded(to: columns, ordered ? .trailing : .leading), wrapped(item, indent: columns))
        }
    }

    private func notice(_ kind: NoticeKind, _ title: Inline, _ detail: Inline?) -> [StyledLine] {
        let sign = line(glyphs.sign(kind) + " ", kind.role)
        var lines = hanging(sign, wrapped(title.withBody(as: kind.role), indent: sign.width))
        if let detail, !detail.isEmpty {
            lines += hanging(.spaces(2), wrapped(detail, indent: 2))
        }
        return lines
    }

    private func link(_ title: String, _ target: String) -> [StyledLine] {
        if let safe = safeLinkTarget(target) {
            if sheet.hyperlinks || title == target { return wrapped(Inline(title, link: safe)) }
            return keyValues([(title, Inline(safe, link: safe))])
        }
        return keyValues([(title, Inline(target))])
    }

    private func pageSummary(_ summary: PageSummary) -> [StyledLine] {
        guard let cursor = summary.nextCursor else { return wrapped(Inline(summary.sentence, .muted)) }
        let next = "next: cursor=\(sanitized(cursor))"
        let whole = line("\(summary.sentence), \(next)", .muted)
        // A cursor is copied: it is never broken, and passes the width if it must.
        if let width, whole.width > width {
            return wrapped(Inline(summary.sentence + ",", .muted)) + [line(next, .muted)]
        }
        return [whole]
    }

    // MARK: Lines

    /// A line as text, without spaces at its end.
    func text(of line: StyledLine) -> String {
        var pieces = line.pieces
        while let last = pieces.last, last.role != .badge, last.text.utf8.last == UInt8(ascii: " ") {
            pieces.removeLast()
            let kept = last.text.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.count
            let text = String(last.text.utf8.prefix(kept)) ?? ""
            if !text.isEmpty { pieces.append(Piece(text: text, role: last.role, link: last.link)) }
        }
        if placesColumns { return sheet.placed(pieces, ambiguousWidth: ambiguousWidth) }
        return pieces.reduce(into: "") { $0 += sheet.styled($1) }
    }

    func line(_ text: String, _ role: TextRole) -> StyledLine {
        StyledLine([Piece(text: text, role: role)], width: displayWidth(text, ambiguous: ambiguousWidth))
    }

    func wrapped(_ inline: Inline, indent: Int = 0) -> [StyledLine] {
        wrapped(pieces(of: inline, namesTargets: true), indent: indent)
    }

    func wrapped(_ pieces: [Piece], indent: Int = 0) -> [StyledLine] {
        var breaker = LineBreaker(width: width.map { max($0 - indent, 4) }, ambiguousWidth: ambiguousWidth)
        // What passes the width of a window is not seen at all.
        breaker.breaksAddresses = fit == .lines
        return breaker.lines(of: pieces)
    }

    /// The first line after `marker`, the others below it.
    func hanging(_ marker: StyledLine, _ lines: [StyledLine]) -> [StyledLine] {
        let indent = StyledLine.spaces(marker.width)
        return lines.enumerated().map { prefixed($1, with: $0 == 0 ? marker : indent) }
    }

    private func prefixed(_ line: StyledLine, with prefix: StyledLine) -> StyledLine {
        var result = prefix
        result.append(line)
        return result
    }

    private func joined(_ inlines: [Inline]) -> Inline {
        Inline(inlines.enumerated().flatMap { $0 == 0 ? $1.spans : [Span(" ")] + $1.spans })
    }

    private func asBadge(_ inline: Inline) -> Inline {
        inline.withBody(as: .badge)
    }
}

extension Block {
    fileprivate var isLink: Bool { if case .link = self { true } else { false } }
}

extension TableRows {
    fileprivate var saysNothing: Bool { columns.isEmpty || count == 0 && emptyText == nil }
}

extension Inline {
    /// The line with its body spans in another role.
    func withBody(as role: TextRole) -> Inline {
        Inline(spans.map { $0.role == .body ? Span($0.text, role, link: $0.link) : $0 })
    }
}
