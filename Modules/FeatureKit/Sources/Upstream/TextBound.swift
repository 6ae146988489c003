/// The bound of one text from outside, as it is kept and told: a title of 8 MB would be a frame of 8 MB, and a screen that
/// holds it.
package enum TextBound {
    /// Unicode scalars of one text, the `…` at the end of a cut one included. Scalars, not characters: a character may have
    /// a million marks.
    package static let scalars = 20_000

    /// The text, or its beginning and `…`. Looks at no more of it than it gives.
    static func limited(_ text: String) -> String {
        let all = text.unicodeScalars
        guard text.utf8.count > scalars,
            let end = all.index(all.startIndex, offsetBy: scalars, limitedBy: all.endIndex), end < all.endIndex
        else { return text }
        return String(all[..<all.index(before: end)]) + "…"
    }
}
