/// Size of text that the user asks for: the Dynamic Type of the original apps.
///
/// Pages change the size of their letters. A terminal's letters are its own: there a larger scale spends more lines, so that
/// titles have the whole width, and a smaller one fewer. Markdown, whose letters are its reader's, stays as it is.
package enum TextScale: String, Sendable, CaseIterable {
    /// No empty lines between blocks, but for headings.
    case small
    case standard
    /// An empty line between a table's rows; a table whose columns don't fit whole becomes records instead of narrow
    /// columns.
    case large
    /// As `large`, and every table becomes records, every chart two lines a row.
    case extraLarge = "extra-large"

    /// The size of a page's letters, in percent of the reader's own.
    package var percent: Int {
        switch self {
        case .small: 87
        case .standard: 100
        case .large: 125
        case .extraLarge: 150
        }
    }

    var isLarge: Bool { self == .large || self == .extraLarge }
}
