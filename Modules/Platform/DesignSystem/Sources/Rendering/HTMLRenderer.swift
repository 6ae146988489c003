/// Renders documents as an HTML fragment: semantic elements with class names, every text escaped, nothing that runs.
struct HTMLRenderer {
    let scale: TextScale

    func render(_ document: Document) -> String {
        let content = document.plainBlocks.map(html).filter { !$0.isEmpty }.joined(separator: "\n")
        if scale == .standard { return content + "\n" }
        return "<div style=\"font-size: \(scale.percent)%\">\n\(content)\n</div>\n"
    }

    private func html(_ block: Block) -> String {
        switch block {
        case .heading(let level, let title): element("h\(min(max(level, 1), 3))", inline(title))
        case .paragraph(let content): content.isEmpty ? "" : element("p", inline(content))
        case .text(let text): prose(text)
        case .list(let ordered, let items): list(ordered ? "ol" : "ul", nil, items)
        case .keyValues(let facts): keyValues(facts)
        case .table(let table): self.table(table)
        case .rangeChart(let chart): rangeChart(chart) + (chart.further.map { "\n" + table($0) } ?? "")
        case .barChart(let chart): barChart(chart)
        case .badges(let badges): list("ul", "badges", badges.map { $0.withBody(as: .badge) })
        case .notice(let kind, let title, let detail): notice(kind, title, detail)
        case .link(let title, let target): link(title, target)
        case .pageSummary(let summary): pageSummary(summary)
        case .facts: ""  // plain blocks take their place
        case .divider: "<hr>"
        }
    }

    func element(_ name: String, class classes: String? = nil, _ content: String) -> String {
        "<\(name)\(classes.map { " class=\"\($0)\"" } ?? "")>\(content)</\(name)>"
    }

    func inline(_ content: Inline) -> String {
        content.spans.reduce(into: "") { $0 += html($1) }
    }

    private func html(_ span: Span) -> String {
        if span.text.isEmpty { return "" }
        let text = htmlEscaped(boundedLine(span.text))
        let marked =
            switch span.role {
            case .body: text
            case .title, .headline: element("strong", class: span.role.rawValue, text)
            case .oldPrice: element("s", class: "old-price", text)
            case .emphasis: element("em", text)
            case .code: element("code", text)
            case .caption, .muted: element("small", class: span.role.rawValue, text)
            case .drawing: "<span class=\"drawing\" aria-hidden=\"true\">\(text)</span>"
            case .price, .discount, .badge, .success, .warning, .failure:
                element("span", class: span.role.rawValue, text)
            }
        guard let target = span.link else { return marked }
        if let safe = safeLinkTarget(target) { return anchor(safe, marked) }
        return target == span.text
            ? marked : "\(marked) (\(htmlEscaped(boundedLine(target))))"
    }

    private func anchor(_ safeTarget: String, _ content: String) -> String {
        "<a href=\"\(htmlEscaped(safeTarget))\" rel=\"noopener noreferrer\">\(content)</a>"
    }

    private func prose(_ text: String) -> String {
        let paragraphs = boundedProse(text).split(separator: "\n")
            .filter { !$0.allSatisfy(\.isWhitespace) }
        if paragraphs.isEmpty { return "" }
        return element("blockquote", class: "text", paragraphs.map { element("p", htmlEscaped($0)) }.joined())
    }

    private func list(_ name: String, _ classes: String?, _ items: [Inline]) -> String {
        if items.isEmpty { return "" }
        return element(name, class: classes, items.map { element("li", inline($0)) }.joined())
    }

    private func keyValues(_ facts: [KeyValue]) -> String {
        if facts.isEmpty { return "" }
        return element("dl", facts.map { element("dt", plain($0.label)) + element("dd", inline($0.value)) }.joined())
    }

    private func table(_ table: Table) -> String {
        guard !table.columns.isEmpty else { return "" }
        guard !table.rows.isEmpty else {
            return table.emptyText.map { element("p", class: "empty", plain($0)) } ?? ""
        }
        let head = table.columns.map { column in
            "<th scope=\"col\"\(attribute(column.alignment))>\(plain(column.title))</th>"
        }
        let rows = table.rows.map { row in
            let cells = zip(table.columns.indices, table.columns).map { index, column in
                "<td\(attribute(column.alignment))>\(index < row.count ? inline(row[index]) : "")</td>"
            }
            return element("tr", cells.joined())
        }
        return element(
            "table",
            element("thead", element("tr", head.joined())) + "\n" + element("tbody", rows.joined(separator: "\n")))
    }

    private func attribute(_ alignment: Alignment) -> String {
        switch alignment {
        case .leading: ""
        case .trailing: " class=\"trailing\""
        case .center: " class=\"center\""
        }
    }

    private func notice(_ kind: NoticeKind, _ title: Inline, _ detail: Inline?) -> String {
        let role = kind == .failure || kind == .warning ? "alert" : "status"
        let head = "<strong>\(kind.word)</strong> \(inline(title))"
        let body = detail.map { $0.isEmpty ? "" : element("p", inline($0)) } ?? ""
        return "<div class=\"notice \(kind.rawValue)\" role=\"\(role)\">\(element("p", head))\(body)</div>"
    }

    private func link(_ title: String, _ target: String) -> String {
        if let safe = safeLinkTarget(target) { return element("p", anchor(safe, plain(title))) }
        return element("p", "\(plain(title)): \(plain(target))")
    }

    private func pageSummary(_ summary: PageSummary) -> String {
        var content = summary.sentence
        if let cursor = summary.nextCursor { content += ", next: cursor=" + plain(cursor) }
        return element("p", class: "page-summary", content)
    }

    func plain(_ text: String) -> String {
        htmlEscaped(boundedLine(text))
    }
}

/// Escapes the characters that mean something in HTML's text and in double-quoted attributes.
///
/// - Parameter text: Sanitised text.
func htmlEscaped(_ text: some StringProtocol) -> String {
    if !text.containsByte(where: { $0 < 0x40 && markup.contains($0) }) { return String(text) }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

private let markup = Set("&<>\"'".utf8)
