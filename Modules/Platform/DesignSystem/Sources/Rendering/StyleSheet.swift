/// The only source of escape sequences: what a role looks like on a terminal (ECMA-48 SGR).
struct StyleSheet {
    let depth: ColorDepth
    let hyperlinks: Bool
    let theme: Theme

    /// Whether old prices can be struck through instead of being called "was".
    var strikesThrough: Bool { depth != .none }

    /// The text of a piece, between its sequences. Every sequence is closed again before the piece ends.
    func styled(_ piece: Piece) -> String {
        var text = piece.text
        let link = hyperlinks ? piece.link : nil
        if depth != .none, let parameters = parameters(of: piece.role, underlined: link != nil) {
            text = "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
        }
        if let link { text = "\u{1B}]8;;\(link)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" }
        return text
    }

    /// A line's pieces, between their sequences, with the cursor set again (CHA) behind characters of uncertain width.
    func placed(_ pieces: [Piece], ambiguousWidth: Int) -> String {
        var (column, isUnsure) = (0, false)
        return pieces.reduce(into: "") { line, piece in
            if !isUnsure, piece.text.isSimple {
                column += displayWidth(piece.text, ambiguous: ambiguousWidth)
                line += styled(piece)
                return
            }
            var placed = Piece(text: "", role: piece.role, link: piece.link)
            for character in piece.text {
                // Only when something follows: at a line's end no column is to be kept.
                if isUnsure { placed.text += "\u{1B}[\(column + 1)G" }
                placed.text.append(character)
                column += displayWidth(of: character, ambiguous: ambiguousWidth)
                isUnsure = character.isOfUncertainWidth
            }
            line += styled(placed)
        }
    }

    private func parameters(of role: TextRole, underlined: Bool) -> String? {
        let parts = [attributes(of: role), underlined ? "4" : "", color(of: role)].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ";")
    }

    private func attributes(of role: TextRole) -> String {
        switch role {
        case .body, .price, .success, .warning, .code, .drawing: ""
        case .title, .headline, .discount, .badge, .failure: "1"
        case .caption, .muted: theme.dimsQuietRoles ? "2" : ""
        case .oldPrice: theme.dimsQuietRoles ? "2;9" : "9"
        case .emphasis: "3"
        }
    }

    private func color(of role: TextRole) -> String {
        guard let paint = theme.paint(of: role) else { return "" }
        let isFilled = role == .badge
        let ink = isFilled ? theme.badgeInk : paint.tone
        let ground = isFilled ? paint.tone : theme.paintsGround ? theme.background : nil
        switch depth {
        case .none: return ""
        case .ansi16: return theme.paintsGround && !isFilled ? "40;\(paint.ansi16)" : paint.ansi16
        case .ansi256:
            let color = isFilled ? (theme.badgeInk == RoleTone(0) ? 16 : 231) : paint.index256
            let behind = isFilled ? "48;5;\(paint.index256);" : theme.paintsGround ? "48;5;16;" : ""
            return "\(behind)38;5;\(color)"
        case .trueColor:
            return (ground.map { "48;2;\($0.red);\($0.green);\($0.blue);" } ?? "")
                + "38;2;\(ink.red);\(ink.green);\(ink.blue)"
        }
    }
}

extension Theme {
    /// Whether a terminal gets the theme's background behind coloured text.
    fileprivate var paintsGround: Bool { self == .highContrast }
}

/// A text between the escape sequences of a role, verbatim, for what no document lays out: its writer makes it harmless.
package func styled(_ text: String, as role: TextRole, _ options: RenderOptions) -> String {
    StyleSheet(depth: options.colorDepth, hyperlinks: false, theme: options.theme).styled(
        Piece(text: text, role: role))
}
