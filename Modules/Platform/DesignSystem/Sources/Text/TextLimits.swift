/// Bounds of one shown text. Beyond it stands `…`: a title of a megabyte must not become the whole screen (T3).
package enum TextLimits {
    /// Grapheme clusters of one span: a title, a cell, a label.
    package static let line = 1_000
    /// Grapheme clusters of one text block.
    package static let prose = 20_000
    /// Bytes of a link target; longer ones are shown as text.
    package static let linkTarget = 2_048
    /// Nonspacing marks kept on one base character; the languages of the world need at most five.
    package static let marksPerBase = 6
    /// Scalars of one grapheme cluster; the longest emoji of Unicode 15 has ten.
    package static let scalarsPerCluster = 32
}

/// A line from outside as it may be laid out: sanitised, at most `TextLimits.line` clusters.
func boundedLine(_ text: String) -> String {
    bounded(text, TextLimits.line, multiline: false)
}

/// Prose from outside as it may be laid out: sanitised, at most `TextLimits.prose` clusters, its lines kept.
func boundedProse(_ text: String) -> String {
    bounded(text, TextLimits.prose, multiline: true)
}

/// Looks at a bounded number of scalars, so that even a megabyte of what is dropped costs no more than a long title.
private func bounded(_ text: String, _ limit: Int, multiline: Bool) -> String {
    // Most texts are short, and as they should be.
    if text.utf8.count <= limit, text.isSimple { return text }
    let scalars = text.unicodeScalars
    guard text.utf8.count > limit * 4,
        let end = scalars.index(scalars.startIndex, offsetBy: limit * 4, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return sanitized(text, multiline: multiline).limited(to: limit) }
    return (sanitized(String(scalars[..<end]), multiline: multiline) + "…").limited(to: limit)
}

extension String {
    /// At most `limit` grapheme clusters, the last replaced by `…` when there are more. Linear in `limit`.
    func limited(to limit: Int) -> String {
        guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(self[..<index(before: end)]) + "…"
    }
}

/// Cuts a text to a number of display columns, at a grapheme boundary, with `…` at the end when something was cut.
///
/// - Parameters:
///   - text: One line, already sanitised.
///   - width: Display columns, at least 1 for anything to be shown.
///   - ambiguous: The columns of ambiguous characters, 1 or 2.
/// - Returns: A text no wider than `width`.
package func truncated(_ text: String, toWidth width: Int, ambiguous: Int = 1) -> String {
    let ellipsis = displayWidth("…", ambiguous: ambiguous)
    var used = 0
    var cut = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
        used += displayWidth(of: text[index], ambiguous: ambiguous)
        if used > width { return ellipsis > width ? "" : text[..<cut] + "…" }
        index = text.index(after: index)
        if used + ellipsis <= width { cut = index }
    }
    return text
}
