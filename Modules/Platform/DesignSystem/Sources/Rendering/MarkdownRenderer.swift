public import Values

/// Renders documents as GitHub Flavored Markdown for agents and chats: every fact, no padding.
///
/// Text from outside stays inside its region: cells and items are one line, prose is a block quote whose every line
/// starts with `>`, and characters that would begin markup are escaped (T2).
@usableFromInline
package struct MarkdownRenderer: ~Copyable {
    /// Escapes text for the inside of a string, such as one of JSON, and appends it. Of a text of printable ASCII it escapes the quote and
    /// the backslash alone, and nothing of what is simple beyond ASCII.
    package typealias Escaping = @Sendable (UnsafeBufferPointer<UInt8>, inout ByteBuffer) -> Void

    /// Output so far, UTF-8.
    @usableFromInline
    var bytes: ByteBuffer
    /// Offset at which the text begins.
    private let start: Int
    let escaping: Escaping?
    /// True if what is written is escaped where it is written: most of it has nothing to escape but the ends of lines, so a second look at
    /// all of it, and a copy, took longer than those.
    @usableFromInline
    package internal(set) var isString: Bool

    /// A renderer that has written nothing.
    package init() {
        bytes = ByteBuffer(left: 4096)
        (start, escaping, isString) = (0, nil, false)
    }

    /// A renderer of the inside of a string.
    /// - Parameter bytes: what stands before it, the quote included; with the text behind it they are taken back by ``taken()``.
    package init(after bytes: consuming ByteBuffer, escaping: @escaping Escaping) {
        start = bytes.count
        self.bytes = bytes
        (self.escaping, isString) = (escaping, true)
    }

    /// Gives back what stood before the text, with the text behind it.
    package consuming func taken() -> ByteBuffer { bytes }

    static func render(_ document: Document) -> String {
        var renderer = MarkdownRenderer()
        for block in document.blocks { renderer.part(block) }
        renderer.end()
        return renderer.bytes.text
    }

    /// Ends the text, which is at least a line.
    /// - Parameters:
    ///   - last: a last line, as it is, behind an empty one; nothing of it is escaped in a string.
    ///   - line: writer of a line before that, by `plain`; its result is false for no line.
    package mutating func end(
        _ last: String? = nil, behind line: (inout MarkdownRenderer) -> Bool = { _ in false }
    ) {
        if bytes.count == start { newLine() }
        let end = bytes.count
        newLine()
        let hasLine = line(&self)
        if !hasLine { bytes.removeLast(bytes.count - end) }
        guard let last else { return }
        newLine()
        if hasLine { newLine() }
        plain(last)
    }

    /// Gives `body` the text as UTF-8.
    @inline(__always)
    package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { bytes.withBytes(body) }

    /// Writes a block with an empty line before it.
    package mutating func part(_ block: Block) {
        if case .facts(let facts) = block { return facts.content.write(into: &self) }
        part { $0.whole { $0.block(block) } }
    }

    /// Writes one block with an empty line before it; one that says nothing leaves no trace.
    package mutating func part(_ body: (inout MarkdownRenderer) -> Void) {
        let before = bytes.count
        if before > start { newLine() }
        let begin = bytes.count
        body(&self)
        if bytes.count == begin { bytes.removeLast(begin - before) } else { newLine() }
    }

    /// Writes what is escaped as a whole, where it has to be.
    mutating func whole(_ body: (inout MarkdownRenderer) -> Void) {
        guard isString, let escaping else { return body(&self) }
        let begin = bytes.count
        isString = false
        body(&self)
        isString = true
        let count = bytes.count - begin
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { text in
            bytes.withBytes { _ = text.initialize(fromContentsOf: $0[begin...]) }
            bytes.removeLast(count)
            escaping(UnsafeBufferPointer(text), &bytes)
        }
    }

    private mutating func block(_ block: Block) {
        switch block {
        case .facts: break  // a part of its own
        case .heading(let level, let title):
            for _ in 0..<min(max(level, 1), 3) { write("#") }
            write(" ")
            inline(title, .heading)
        case .paragraph(let content): inline(content, .lineStart)
        case .text(let text): quote(text)
        case .list(let ordered, let items):
            lines(items.enumerated()) { renderer, item in
                renderer.write(ordered ? "\(item.offset + 1). " : "- ")
                renderer.inline(item.element, .lineStart)
            }
        case .keyValues(let facts):
            lines(facts) { renderer, fact in
                renderer.write("- ")
                renderer.label(fact.label)
                renderer.inline(fact.value, .line)
            }
        case .table(let table): self.table(table)
        case .rangeChart(let chart): table(chart.table)
        case .barChart(let chart): table(chart.table)
        case .badges(let badges):
            for (index, badge) in badges.enumerated() {
                if index > 0 { write(" ") }
                inline(badge.withBody(as: .badge), .line)
            }
        case .notice(let kind, let title, let detail): notice(kind, title, detail)
        case .link(let title, let target): link(title, target)
        case .pageSummary(let summary): pageSummary(summary)
        case .divider: write("---")
        }
    }

    private mutating func write(_ text: String) { bytes.append(text) }

    /// Writes elements on lines of their own.
    private mutating func lines<Elements: Sequence>(
        _ elements: Elements, _ body: (inout MarkdownRenderer, Elements.Element) -> Void
    ) {
        var isFirst = true
        for element in elements {
            if !isFirst { write("\n") }
            isFirst = false
            body(&self, element)
        }
    }

    /// A line of spans.
    package mutating func inline(_ content: Inline, _ place: MarkdownPlace) {
        // As most are: a text that means nothing to Markdown is copied.
        if content.spans.count == 1, content.spans[0].link == nil, content.spans[0].role != .drawing {
            return text(content.spans[0].text, content.spans[0].role, place)
        }
        line(place) { line in
            for span in content.spans { line.append(span) }
        }
    }

    mutating func line(_ place: MarkdownPlace, _ body: (inout MarkdownLine) -> Void) {
        whole { markdown in
            var before = ByteBuffer()
            swap(&before, &markdown.bytes)
            var line = MarkdownLine(place, after: before)
            body(&line)
            markdown.bytes = line.end()
        }
    }

    /// A text and a colon, with a space behind.
    private mutating func label(_ label: String) {
        line(.lineStart) { $0.append(Span(label)) }
        write(": ")
    }

    mutating func quote(_ text: String) { whole { $0.quoteLines(text) } }

    private mutating func quoteLines(_ text: String) {
        let start = bytes.count
        // Where the last line that has something on it ends.
        var end = start
        var isAfterEmpty = true
        // By bytes: by characters a description of 500 took 206,000 instructions of a book's 607,000.
        for slice in boundedProse(text).utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = Substring(slice)
            let begin = bytes.count
            if begin > start { write("\n") }
            write("> ")
            let first = bytes.count
            self.line(.lineStart) { $0.appendProse(line) }
            let isEmpty = bytes.count == first
            if !isEmpty {
                end = bytes.count
            } else if isAfterEmpty {
                bytes.removeLast(bytes.count - begin)
            } else {
                // A mark alone, without the space behind it.
                bytes.removeLast()
            }
            isAfterEmpty = isEmpty
        }
        bytes.removeLast(bytes.count - end)
    }

    private mutating func table(_ table: Table) {
        guard !table.columns.isEmpty else { return }
        guard !table.rows.isEmpty else {
            if let text = table.emptyText { inline(Inline(text), .lineStart) }
            return
        }
        mark("|")
        for column in table.columns { columnTitle(column.title) }
        mark("\n|")
        for column in table.columns { columnAlignment(column.alignment) }
        for row in table.rows {
            write("\n|")
            for index in table.columns.indices {
                if index < row.count { inline(row[index], .cell) }
                write("|")
            }
        }
    }

    /// A column's title, behind the border before it.
    /// - Parameter isPlain: what `isPlainLabel` says of the title; false where nobody has asked.
    package mutating func columnTitle(_ title: String, isPlain: Bool = false) {
        if isPlain { bytes.append(title) } else { text(title, .body, .cell) }
        border()
    }

    /// The alignment of a column, behind the border before it.
    package mutating func columnAlignment(_ alignment: Alignment) {
        switch alignment {
        case .leading: mark("---|")
        case .trailing: mark("--:|")
        case .center: mark(":-:|")
        }
    }

    private mutating func notice(_ kind: NoticeKind, _ title: Inline, _ detail: Inline?) {
        write("**\(kind.word)** ")
        inline(title, .line)
        guard let detail, !detail.isEmpty else { return }
        write("\n")
        inline(detail, .lineStart)
    }

    private mutating func link(_ title: String, _ target: String) {
        if safeLinkTarget(target) != nil { return inline(Inline(title, link: target), .lineStart) }
        label(title)
        inline(Inline(target), .line)
    }

    package mutating func pageSummary(_ summary: PageSummary) {
        // A cursor is copied letter by letter: it is escaped only where it could be more than a cursor.
        let isPlainCursor = !(summary.nextCursor?.containsByte(where: { !isCursorByte($0) }) ?? false)
        // As nearly all are: words of ours, numbers and letters mean nothing in a string either.
        let isPlain =
            isPlainCursor && summary.currencies.allSatisfy { !$0.containsByte(where: { !$0.isASCIILetterOrDigit }) }
        if isPlain { write(summary, isPlainCursor) } else { whole { $0.write(summary, isPlainCursor) } }
    }

    private mutating func write(_ summary: borrowing PageSummary, _ isPlainCursor: Bool) {
        summary.writeSentence(to: &bytes)
        guard let cursor = summary.nextCursor else { return }
        write(", next: cursor=")
        if isPlainCursor { write(cursor) } else { inline(Inline(cursor), .line) }
    }
}

private func isCursorByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "+"),
        UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: ","):
        true
    default: byte.isASCIILetterOrDigit
    }
}
