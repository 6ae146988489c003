import Values

/// Place of a line of Markdown, which decides the escapes.
package enum MarkdownPlace: Sendable {
    /// The start of a block or of a quoted line, where marks of lists, headings and quotes count.
    case lineStart
    /// After something on the same line.
    case line
    /// After the `#` of a heading.
    case heading
    /// In a cell of a table: pipes count.
    case cell
}

/// Writes spans as one line of Markdown onto the end of a text, UTF-8 throughout: a string for each piece would take longer
/// than all the rest.
struct MarkdownLine: ~Copyable {
    private let place: MarkdownPlace
    /// The whole text; the line begins at `start`.
    private var bytes: ByteBuffer
    private let start: Int

    /// - Parameter bytes: what stands before the line; taken back by `end()`.
    init(_ place: MarkdownPlace, after bytes: consuming ByteBuffer) {
        self.place = place
        start = bytes.count
        self.bytes = bytes
    }

    /// The whole text, with this line at its end.
    consuming func end() -> ByteBuffer { bytes }

    /// True if the line is empty so far.
    var isEmpty: Bool { bytes.count == start }

    /// A span with its role's markup and its link.
    mutating func append(_ span: Span) {
        // The words beside it say the same in fewer tokens.
        if span.role == .drawing { return }
        let content = trimmedAtStart(boundedLine(span.text))
        if content.isEmpty { return }
        guard let target = span.link else { return append(content, span.role) }
        guard let safe = safeLinkTarget(target) else {
            append(content, span.role)
            if target != span.text {
                append(" (", .body)
                append(boundedLine(target), .body)
                append(")", .body)
            }
            return
        }
        if safe == target && span.text == target {
            // As an autolink: the target's characters can't end it.
            mark("<")
            bytes.append(safe)
            mark(">")
        } else {
            escape(content, isLinkText: true, opening: "[")
            mark("](")
            bytes.append(safe)
            mark(")")
        }
    }

    /// A line of prose, without markup.
    mutating func appendProse(_ line: Substring) {
        escape(trimmedAtStart(String(line)))
    }

    private mutating func append(_ content: String, _ role: TextRole) {
        let mark: StaticString
        switch role {
        case .oldPrice: mark = "~~"
        case .title where place == .lineStart || place == .line: mark = "**"
        case .emphasis: mark = "*"
        case .badge:
            escape(content, isLinkText: true, opening: "[")
            return self.mark("]")
        case .code where !content.containsByte(where: isCodeBreaker):
            self.mark("`")
            bytes.append(content)
            return self.mark("`")
        default: return escape(content)
        }
        // Marks hold only directly at visible text.
        let core = content.trimmingSpaces
        guard !core.isEmpty else { return escape(content) }
        escape(core, isMarked: true, opening: mark)
        self.mark(mark)
        if content.utf8.last == UInt8(ascii: " ") { self.mark(" ") }
    }

    private mutating func mark(_ text: StaticString) {
        bytes.append(text)
    }

    /// - Parameter opening: markup directly before the text. What must be escaped depends on what stands before both.
    private mutating func escape(
        _ content: String, isLinkText: Bool = false, isMarked: Bool = false, opening: StaticString = ""
    ) {
        let escaping = MarkdownEscaping(
            isAtLineStart: place == .lineStart && isEmpty && !isMarked, isInCell: place == .cell,
            isInHeading: place == .heading, isLinkText: isLinkText, last: last)
        mark(opening)
        escaping.append(content, to: &bytes)
    }

    /// The last scalar of this line.
    private var last: Unicode.Scalar? {
        guard !isEmpty, let byte = bytes.last else { return nil }
        if byte < 0x80 { return Unicode.Scalar(byte) }
        let tail = max(start, bytes.count - 4)
        return bytes.withBytes { String(decoding: $0[tail...], as: UTF8.self).unicodeScalars.last }
    }

    /// Four spaces at the start of a line would make it code.
    private func trimmedAtStart(_ content: String) -> String {
        guard isEmpty, let first = content.unicodeScalars.first, first == " " || first.isSpaceBeyondASCII
        else { return content }
        return String(content.drop { $0.isWhitespace })
    }
}

private func isCodeBreaker(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "`") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\\")
}

extension String {
    /// The text without spaces at either end.
    fileprivate var trimmingSpaces: String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
        if first > " ", first.isASCII, last > " ", last.isASCII { return self }
        var rest = Substring(self)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest.drop { $0.isWhitespace })
    }
}
