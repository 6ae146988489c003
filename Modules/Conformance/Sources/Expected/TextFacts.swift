import DesignSystem

/// A document, or a row of its table, as facts: texts with the label they stand under, and texts without one.
struct TextFacts {
    private var labelled: [(label: String, text: String)] = []
    private var plain: [String] = []

    /// The facts of each row of the document's last table with so many rows, behind those of what stands before a list; nil where there
    /// is no such table.
    static func rows(of document: Document, count: Int) -> [TextFacts]? {
        for case .table(let table) in document.plainBlocks.reversed() where table.rows.count == count {
            return table.rows.map { TextFacts(cells: $0, of: table) }
        }
        return nil
    }

    private init(cells: [Inline], of table: Table) {
        labelled = zip(table.columns, cells).map { ($0.title, collapsed($1.plainText)) }
        plain = labelled.map(\.text)
    }

    init(_ document: Document) {
        for block in document.plainBlocks { add(block) }
    }

    private mutating func add(_ block: Block) {
        switch block {
        case .heading(_, let text), .paragraph(let text): plain.append(collapsed(text.plainText))
        case .text(let text): plain.append(collapsed(text))
        case .list(_, let items), .badges(let items): plain += items.map { collapsed($0.plainText) }
        case .keyValues(let facts): labelled += facts.map { ($0.label, collapsed($0.value.plainText)) }
        case .table(let table): plain += table.rows.flatMap { $0 }.map { collapsed($0.plainText) }
        case .notice(_, let title, let detail):
            plain += [title, detail].compactMap { $0.map { collapsed($0.plainText) } }
        case .link(let title, let target): plain += [collapsed(title), target]
        default: break
        }
    }

    /// Whether anything stands under a label.
    func have(_ label: String) -> Bool { labelled.contains { $0.label == label } }

    /// Whether a text stands under a label or, where nothing stands under it, anywhere.
    func say(_ text: String, under label: String) -> Bool {
        let own = labelled.filter { $0.label == label }.map(\.text)
        return (own.isEmpty ? plain + labelled.map(\.text) : own).contains { holds($0, collapsed(text)) }
    }
}

/// Whether `text` holds `part`; digits at the ends of `part` are not the beginning or the end of a longer number.
private func holds(_ text: String, _ part: String) -> Bool {
    if part.isEmpty { return true }
    let (text, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
    guard text.count >= part.count, let first = part.first, let last = part.last else { return false }
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    return (0...(text.count - part.count)).contains { start in
        let end = start + part.count
        guard text[start] == first, text[start..<end].elementsEqual(part) else { return false }
        if isDigit(first), start > 0, isDigit(text[start - 1]) { return false }
        return !(isDigit(last) && end < text.count && isDigit(text[end]))
    }
}

/// Runs of white space as one space, which is all that layout may change.
private func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
