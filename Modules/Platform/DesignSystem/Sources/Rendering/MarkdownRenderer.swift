/// Renders documents as GitHub Flavored Markdown for agents and chats: every fact, no padding.
///
/// Text from outside stays inside its region: cells and items are one line, prose is a block quote whose every line
/// starts with `>`, and characters that would begin markup are escaped (T2).
struct MarkdownRenderer {
    func render(_ document: Document) -> String {
        var output = ""
        for block in document.blocks {
            let text = text(of: block)
            if text.isEmpty { continue }
            if !output.isEmpty { output += "\n" }
            output += text + "\n"
        }
        return output.isEmpty ? "\n" : output
    }

    private func text(of block: Block) -> String {
        switch block {
        case .heading(let level, let title):
            String(repeating: "#", count: min(max(level, 1), 3)) + " " + inline(title, .heading)
        case .paragraph(let content): inline(content, .lineStart)
        case .text(let text): quote(text)
        case .list(let ordered, let items): list(items, ordered: ordered)
        case .keyValues(let facts):
            facts.map { "- \(label($0.label)) \(inline($0.value, .line))" }.joined(separator: "\n")
        case .table(let table): self.table(table)
        case .rangeChart(let chart): self.table(chart.table)
        case .badges(let badges):
            badges.map { inline($0.withBody(as: .badge), .line) }.joined(separator: " ")
        case .notice(let kind, let title, let detail): notice(kind, title, detail)
        case .link(let title, let target): link(title, target)
        case .pageSummary(let summary): pageSummary(summary)
        case .divider: "---"
        }
    }

    private func inline(_ content: Inline, _ place: MarkdownPlace) -> String {
        var writer = MarkdownLine(place)
        for span in content.spans { writer.append(span) }
        return writer.text
    }

    private func label(_ label: String) -> String {
        inline(Inline(label), .lineStart) + ":"
    }

    private func quote(_ text: String) -> String {
        var lines: [String] = []
        for line in boundedProse(text)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            var writer = MarkdownLine(.lineStart)
            writer.appendProse(line)
            if writer.text.isEmpty && (lines.last ?? "") == "" { continue }
            lines.append(writer.text)
        }
        if lines.last == "" { lines.removeLast() }
        return lines.map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
    }

    private func list(_ items: [Inline], ordered: Bool) -> String {
        items.enumerated().map { (ordered ? "\($0 + 1). " : "- ") + inline($1, .lineStart) }.joined(separator: "\n")
    }

    private func table(_ table: Table) -> String {
        guard !table.columns.isEmpty else { return "" }
        guard !table.rows.isEmpty else { return table.emptyText.map { inline(Inline($0), .lineStart) } ?? "" }
        var lines = ["|" + table.columns.map { inline(Inline($0.title), .cell) }.joined(separator: "|") + "|"]
        let rules = table.columns.map { column in
            switch column.alignment {
            case .leading: "---"
            case .trailing: "--:"
            case .center: ":-:"
            }
        }
        lines.append("|" + rules.joined(separator: "|") + "|")
        for row in table.rows {
            let cells = table.columns.indices.map { $0 < row.count ? inline(row[$0], .cell) : "" }
            lines.append("|" + cells.joined(separator: "|") + "|")
        }
        return lines.joined(separator: "\n")
    }

    private func notice(_ kind: NoticeKind, _ title: Inline, _ detail: Inline?) -> String {
        let first = "**\(kind.word)** \(inline(title, .line))"
        guard let detail, !detail.isEmpty else { return first }
        return first + "\n" + inline(detail, .lineStart)
    }

    private func link(_ title: String, _ target: String) -> String {
        if safeLinkTarget(target) != nil { return inline(Inline(title, link: target), .lineStart) }
        return label(title) + " " + inline(Inline(target), .line)
    }

    private func pageSummary(_ summary: PageSummary) -> String {
        guard let cursor = summary.nextCursor else { return summary.sentence }
        // A cursor is copied letter by letter: it is escaped only where it could be more than a cursor.
        let isPlain = cursor.utf8.allSatisfy { byte in
            byte.isASCIILetterOrDigit || "-_.~+/=:%,".utf8.contains(byte)
        }
        let shown = isPlain ? cursor : inline(Inline(cursor), .line)
        return "\(summary.sentence), next: cursor=\(shown)"
    }
}
