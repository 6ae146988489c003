/// The colour of a role, in sRGB: a middle tone, legible on light and dark. One source for terminals and pages.
package struct RoleTone: Sendable, Equatable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
}

extension TextRole {
    /// Nil for roles in the text's own colour.
    package var tone: RoleTone? {
        switch self {
        case .headline: RoleTone(red: 9, green: 132, blue: 182)
        case .price, .success: RoleTone(red: 31, green: 157, blue: 85)
        case .discount: RoleTone(red: 207, green: 34, blue: 110)
        case .badge: RoleTone(red: 9, green: 105, blue: 150)
        case .warning: RoleTone(red: 191, green: 126, blue: 0)
        case .failure: RoleTone(red: 215, green: 66, blue: 66)
        case .code: RoleTone(red: 27, green: 140, blue: 147)
        case .body, .title, .caption, .oldPrice, .muted, .emphasis: nil
        }
    }
}
