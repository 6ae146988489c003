/// The only source of escape sequences: what a role looks like on a terminal (ECMA-48 SGR).
struct StyleSheet {
    let depth: ColorDepth
    let hyperlinks: Bool

    /// Whether old prices can be struck through instead of being called "was".
    var strikesThrough: Bool { depth != .none }

    /// The text of a piece, between its sequences. Every sequence is closed again before the piece ends.
    func styled(_ piece: Piece) -> String {
        var text = piece.text
        let look = Look.of(piece.role)
        let link = hyperlinks ? piece.link : nil
        if depth != .none, let parameters = look.parameters(depth, underlined: link != nil) {
            text = "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
        }
        if let link { text = "\u{1B}]8;;\(link)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" }
        return text
    }
}

/// Attributes and colours of a role. The colours of 256 and 24 bits are middle tones, legible on light and dark.
private struct Look {
    var attributes = ""
    var ansi16 = ""
    var ansi256 = ""
    var tone: RoleTone?
    /// Whether the tone lies under the text, which then is white.
    var isFilled = false

    func parameters(_ depth: ColorDepth, underlined: Bool) -> String? {
        let color =
            switch depth {
            case .none: ""
            case .ansi16: ansi16
            case .ansi256: ansi256
            case .trueColor: trueColor
            }
        let parts = [attributes, underlined ? "4" : "", color].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ";")
    }

    private var trueColor: String {
        guard let tone else { return "" }
        let channels = "2;\(tone.red);\(tone.green);\(tone.blue)"
        return isFilled ? "48;\(channels);38;2;255;255;255" : "38;\(channels)"
    }

    static func of(_ role: TextRole) -> Look {
        var look = attributes(of: role)
        look.tone = role.tone
        look.isFilled = role == .badge
        return look
    }

    private static func attributes(of role: TextRole) -> Look {
        switch role {
        case .body: Look()
        case .title: Look(attributes: "1")
        case .headline: Look(attributes: "1", ansi16: "36", ansi256: "38;5;31")
        case .caption: Look(attributes: "2")
        case .price: Look(ansi16: "32", ansi256: "38;5;35")
        case .oldPrice: Look(attributes: "2;9")
        case .discount: Look(attributes: "1", ansi16: "35", ansi256: "38;5;162")
        case .badge: Look(attributes: "1", ansi16: "7", ansi256: "48;5;31;38;5;231")
        case .success: Look(ansi16: "32", ansi256: "38;5;35")
        case .warning: Look(ansi16: "33", ansi256: "38;5;172")
        case .failure: Look(attributes: "1", ansi16: "31", ansi256: "38;5;167")
        case .muted: Look(attributes: "2")
        case .code: Look(ansi16: "36", ansi256: "38;5;37")
        case .emphasis: Look(attributes: "3")
        }
    }
}
