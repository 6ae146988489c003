/// Where a line of Markdown stands, which decides what must be escaped.
enum MarkdownPlace {
    /// The start of a block or of a quoted line, where marks of lists, headings and quotes count.
    case lineStart
    /// After something on the same line.
    case line
    /// After the `#` of a heading.
    case heading
    /// In a cell of a table: pipes count.
    case cell
}

/// Writes spans into one line of Markdown.
struct MarkdownLine {
    private let place: MarkdownPlace
    private(set) var text = ""

    init(_ place: MarkdownPlace) {
        self.place = place
    }

    /// A span with its role's markup and its link.
    mutating func append(_ span: Span) {
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
        if span.text == target && safe == target {
            // As an autolink: the target's characters can't end it.
            text += "<\(safe)>"
        } else {
            text += "[\(escaped(content, isLinkText: true))](\(safe))"
        }
    }

    /// A line of prose, without markup.
    mutating func appendProse(_ line: Substring) {
        text += escaped(trimmedAtStart(String(line)))
    }

    private mutating func append(_ content: String, _ role: TextRole) {
        let mark: String
        switch role {
        case .oldPrice: mark = "~~"
        case .title where place == .lineStart || place == .line: mark = "**"
        case .emphasis: mark = "*"
        case .badge:
            text += "[\(escaped(content, isLinkText: true))]"
            return
        case .code where content.utf8.allSatisfy { !codeBreakers.contains($0) }:
            text += "`\(content)`"
            return
        default: mark = ""
        }
        // Marks hold only directly at visible text.
        let core = mark.isEmpty ? "" : content.trimmingSpaces
        if core.isEmpty {
            text += escaped(content)
        } else {
            text += mark + escaped(core, isMarked: true) + mark
            if content.utf8.last == UInt8(ascii: " ") { text += " " }
        }
    }

    private func escaped(_ content: String, isLinkText: Bool = false, isMarked: Bool = false) -> String {
        let escaping = MarkdownEscaping(
            isAtLineStart: place == .lineStart && text.isEmpty && !isMarked, isInCell: place == .cell,
            isInHeading: place == .heading,
            isLinkText: isLinkText, last: text.unicodeScalars.last)
        return escaping.escaped(content)
    }

    /// Four spaces at the start of a line would make it code.
    private func trimmedAtStart(_ content: String) -> String {
        guard text.isEmpty, let first = content.unicodeScalars.first, first == " " || first.isSpaceBeyondASCII
        else { return content }
        return String(content.drop { $0.isWhitespace })
    }
}

private let codeBreakers = Set("`|\\".utf8)

extension String {
    /// The text without spaces at either end.
    fileprivate var trimmingSpaces: String {
        var rest = Substring(self)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest.drop { $0.isWhitespace })
    }
}
