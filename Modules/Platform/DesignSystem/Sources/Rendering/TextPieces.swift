extension TextRenderer {
    /// A line's spans as pieces: sanitised, limited, with words where a look would be lost.
    ///
    /// - Parameter namesTargets: Whether a link's target follows its text where it can't be followed otherwise.
    func pieces(of inline: Inline, namesTargets: Bool) -> [Piece] {
        inline.spans.flatMap { span -> [Piece] in
            if span.text.isEmpty || span.role == .drawing && !glyphs.drawsInLines { return [] }
            let text = boundedLine(span.text)
            let link = span.link.flatMap(safeLinkTarget)
            let piece = Piece(text: worded(text, span.role), role: span.role, link: link)
            guard namesTargets, !sheet.hyperlinks, let target = span.link, target != span.text else { return [piece] }
            let shown = link ?? boundedLine(target)
            return [piece, Piece(text: " <\(shown)>", role: .muted, link: link)]
        }
    }

    private func worded(_ text: String, _ role: TextRole) -> String {
        switch role {
        case .oldPrice where !sheet.strikesThrough: "was " + text
        case .badge: sheet.depth == .none ? "[\(text)]" : " \(text) "
        default: text
        }
    }
}

extension NoticeKind {
    var role: TextRole {
        switch self {
        case .info: .title
        case .success: .success
        case .warning: .warning
        case .failure: .failure
        }
    }

    /// The word that says the kind where no sign does.
    var word: String {
        switch self {
        case .info: "Note:"
        case .success: "Done:"
        case .warning: "Warning:"
        case .failure: "Error:"
        }
    }
}

/// The drawn characters of a style.
struct Glyphs {
    /// Whether lines and signs are drawn; plain text has words instead.
    let isDrawn: Bool
    /// Box drawing is ambiguous in width: ASCII stands in where that means two columns.
    let isASCII: Bool

    init(isDrawn: Bool, ambiguousWidth: Int) {
        self.isDrawn = isDrawn
        isASCII = ambiguousWidth == 2
    }

    /// Whether drawings in lines are shown: their blocks and stars would take two columns each, and their spaces one.
    var drawsInLines: Bool { isDrawn && !isASCII }

    /// Before each line of prose from outside.
    var quote: String { isDrawn ? (isASCII ? "| " : "│ ") : "  " }

    var bullet: String { isDrawn && !isASCII ? "•" : "-" }

    /// A rule of so many columns.
    func rule(_ columns: Int) -> String {
        isDrawn ? String(repeating: isASCII ? "-" : "─", count: columns) : "---"
    }

    func sign(_ kind: NoticeKind) -> String {
        guard isDrawn && !isASCII else { return kind.word }
        return switch kind {
        case .info: "•"
        case .success: "✓"
        case .warning: "!"
        case .failure: "✗"
        }
    }
}
