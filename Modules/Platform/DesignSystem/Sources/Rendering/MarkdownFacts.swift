/// Writing of facts as Markdown from where they lie, without a string for each.
///
/// A text that means nothing to Markdown is copied; any other goes the way of every text from outside.
extension MarkdownRenderer {
    /// Markup of our own.
    package mutating func mark(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// A whole number.
    package mutating func number(_ value: Int) { text(String(value), .body, .line) }

    /// A text with its role's markup.
    package mutating func text(_ text: String, _ role: TextRole, _ place: MarkdownPlace) {
        var text = text
        text.withUTF8 { self.text($0, role, place) }
    }

    /// A text of well-formed UTF-8 with its role's markup.
    package mutating func text(_ text: UnsafeBufferPointer<UInt8>, _ role: TextRole, _ place: MarkdownPlace) {
        guard isPlainMarkdown(text), bytes.last != UInt8(ascii: "]"), place != .lineStart || !startsBlock(text[0])
        else {
            return line(place) { $0.append(Span(String(decoding: text, as: UTF8.self), role)) }
        }
        let (before, after) = markup(role, place)
        mark(before)
        bytes.append(contentsOf: text)
        mark(after)
    }

    /// An address that is a link to itself.
    package mutating func link(_ address: String, _ place: MarkdownPlace) {
        line(place) { $0.append(Span(address, link: address)) }
    }

    /// Prose, whose every line begins with `>`.
    package mutating func prose(_ text: UnsafeBufferPointer<UInt8>) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isPlain =
            text.count <= TextLimits.prose
            && lines.allSatisfy { line in
                let line = UnsafeBufferPointer(rebasing: line)
                return line.isEmpty || isPlainProse(line) && !startsBlock(line[0])
            }
        guard isPlain, lines.first?.isEmpty == false, lines.last?.isEmpty == false,
            !zip(lines, lines.dropFirst()).contains(where: { $0.isEmpty && $1.isEmpty })
        else { return quote(String(decoding: text, as: UTF8.self)) }
        for (index, line) in lines.enumerated() {
            if index > 0 { mark("\n") }
            mark(line.isEmpty ? ">" : "> ")
            bytes.append(contentsOf: line)
        }
    }
}

/// The markup of a role around a text without spaces at its ends, as `MarkdownLine` writes it.
private func markup(_ role: TextRole, _ place: MarkdownPlace) -> (StaticString, StaticString) {
    switch role {
    case .oldPrice: ("~~", "~~")
    case .title where place == .lineStart || place == .line: ("**", "**")
    case .emphasis: ("*", "*")
    case .badge: ("[", "]")
    case .code: ("`", "`")
    default: ("", "")
    }
}

/// Whether a text means nothing to Markdown but at the start of a line, needs no sanitising, and is short.
package func isPlainMarkdown(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isPlainMarkdown($0) }
}

/// The same of well-formed UTF-8.
package func isPlainMarkdown(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count <= TextLimits.line && isPlainProse(text)
}

private func isPlainProse(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last, first != 0x20, last != 0x20 else { return false }
    // U+00A0 at the start would be trimmed.
    if first == 0xC2, text.count > 1, text[1] == 0xA0 { return false }
    var isASCII = true
    for byte in text {
        if byte >= 0x80 {
            isASCII = false
        } else if byte < 0x20 || byte == 0x7F || isInlineMarkup(byte) {
            return false
        }
    }
    return isASCII || areSimple(text)
}
