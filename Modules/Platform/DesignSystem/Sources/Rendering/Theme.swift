/// The colours of a document's roles, one table per theme: for terminals and for pages.
package enum Theme: String, Sendable, CaseIterable {
    /// Middle tones, which read well on light and on dark: what is behind the text is not known.
    case auto
    case light
    case dark
    /// Black behind bright colours; a terminal gets the black as well, whatever its own background is.
    case highContrast = "high-contrast"
    /// No colours, and on terminals no escape sequences.
    case none

    /// The words that name a theme, in the order to list them.
    package static let names = allCases.map(\.rawValue)

    /// Background, where the theme sets it.
    package var background: RoleTone? {
        switch self {
        case .auto, .none: nil
        case .light: RoleTone(0xFFFFFF)
        case .dark: RoleTone(0x16181B)
        case .highContrast: RoleTone(0x000000)
        }
    }

    /// The text's own colour, where the theme decides it.
    package var ink: RoleTone? {
        switch self {
        case .auto, .none: nil
        case .light: RoleTone(0x1B1E22)
        case .dark: RoleTone(0xECEEF0)
        case .highContrast: RoleTone(0xFFFFFF)
        }
    }

    /// The colour on a badge, which is filled with its role's.
    package var badgeInk: RoleTone { self == .highContrast ? RoleTone(0x000000) : RoleTone(0xFFFFFF) }

    /// The colour of a role in 24 bits; nil for roles in the text's own colour.
    package func tone(of role: TextRole) -> RoleTone? { paint(of: role)?.tone }

    func paint(of role: TextRole) -> RolePaint? {
        switch self {
        case .auto: Self.middle(role)
        case .light: Self.light(role)
        case .dark: Self.dark(role)
        case .highContrast: Self.highContrast(role)
        case .none: nil
        }
    }

    /// Whether the terminal's own colour, dimmed, stands in for a colour of quiet roles.
    package var dimsQuietRoles: Bool { self == .auto }

    // MARK: The tables

    // At least 4.5:1 on white and on black in 24 bits, 4.1:1 in 256 colours: there is no tone with more on both.
    private static func middle(_ role: TextRole) -> RolePaint? {
        switch role {
        case .headline: RolePaint(0x097EAD, 31, "36")
        case .price, .success: RolePaint(0x1B8749, 28, "32")
        case .discount: RolePaint(0xDD2475, 162, "35")
        case .badge: RolePaint(0x096996, 24, "7")
        case .warning: RolePaint(0xA16A00, 130, "33")
        case .failure: RolePaint(0xD24141, 131, "31")
        case .code, .drawing: RolePaint(0x198288, 30, "36")
        case .body, .title, .caption, .oldPrice, .muted, .emphasis: nil
        }
    }

    // At least 4.5:1 on white.
    private static func light(_ role: TextRole) -> RolePaint? {
        switch role {
        case .headline: RolePaint(0x005F87, 24, "34")
        case .price, .success: RolePaint(0x005F00, 22, "32")
        case .discount: RolePaint(0xAF005F, 125, "35")
        case .badge: RolePaint(0x005F87, 24, "7")
        case .warning: RolePaint(0x875F00, 94, "33")
        case .failure: RolePaint(0xAF0000, 124, "31")
        // Blue: cyan of the sixteen is too bright on white.
        case .code, .drawing: RolePaint(0x005F5F, 23, "34")
        case .caption, .oldPrice, .muted: RolePaint(0x585858, 240, "90")
        case .body, .title, .emphasis: nil
        }
    }

    // At least 4.5:1 on the dark background, and still on the dark greys of common terminals.
    private static func dark(_ role: TextRole) -> RolePaint? {
        switch role {
        case .headline: RolePaint(0x5FAFD7, 74, "94")
        case .price, .success: RolePaint(0x5FD787, 78, "92")
        case .discount: RolePaint(0xFF87AF, 211, "95")
        case .badge: RolePaint(0x005F87, 24, "7")
        case .warning: RolePaint(0xFFAF00, 214, "93")
        case .failure: RolePaint(0xFF8787, 210, "91")
        case .code, .drawing: RolePaint(0x5FD7D7, 80, "96")
        case .caption, .oldPrice, .muted: RolePaint(0xA8A8A8, 248, "37")
        case .body, .title, .emphasis: nil
        }
    }

    // At least 7:1 on black (WCAG's AAA).
    private static func highContrast(_ role: TextRole) -> RolePaint? {
        switch role {
        case .headline: RolePaint(0x87D7FF, 117, "96")
        case .price, .success: RolePaint(0x87FF87, 120, "92")
        case .discount: RolePaint(0xFFAFFF, 219, "95")
        case .badge: RolePaint(0xFFFFFF, 231, "7")
        case .warning: RolePaint(0xFFFF00, 226, "93")
        case .failure: RolePaint(0xFFAFAF, 217, "91")
        case .code, .drawing: RolePaint(0x87FFFF, 123, "96")
        case .caption, .oldPrice, .muted: RolePaint(0xD0D0D0, 252, "97")
        case .body, .title, .emphasis: nil
        }
    }
}

/// A colour in sRGB.
package struct RoleTone: Sendable, Equatable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    init(_ hexadecimal: UInt32) {
        red = UInt8(truncatingIfNeeded: hexadecimal >> 16)
        green = UInt8(truncatingIfNeeded: hexadecimal >> 8)
        blue = UInt8(truncatingIfNeeded: hexadecimal)
    }
}

/// The colour of a role at each depth.
struct RolePaint: Sendable, Equatable {
    let tone: RoleTone
    /// Index in the 256 colours: one of the cube or of the greys, which are the same everywhere.
    let index256: UInt8
    /// SGR parameters among the sixteen colours, which are the user's own.
    let ansi16: String

    init(_ hexadecimal: UInt32, _ index256: UInt8, _ ansi16: String) {
        tone = RoleTone(hexadecimal)
        self.index256 = index256
        self.ansi16 = ansi16
    }
}
