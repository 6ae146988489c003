/// The forms that a document is rendered in.
package enum RenderStyle: String, CaseIterable, Sendable {
    /// For terminals: colours, rules and, where known to work, links.
    case ansi
    /// For files, pipes and screen readers: no colours, no drawn lines, nothing said by position alone.
    case plain
    /// For agents and chat clients: GitHub Flavored Markdown, compact.
    case markdown
    /// For pages: a fragment of semantic elements with class names, no colours, no scripts.
    case html
}

/// The colours that a terminal can show.
package enum ColorDepth: Int, CaseIterable, Sendable {
    /// No escape sequences at all.
    case none
    case ansi16, ansi256, trueColor
}

/// Options of rendering a document. Markdown looks at `style` only, HTML at `style` and `scale`.
package struct RenderOptions: Sendable, Equatable {
    package var style: RenderStyle
    /// Display columns; nil lets lines be as long as they are. Smaller than `minimumWidth` counts as `minimumWidth`.
    package var width: Int?
    /// Columns of the characters that are wide in East Asian fonts only: 1 or 2.
    package var ambiguousWidth: Int
    package var colorDepth: ColorDepth
    /// Whether links are written as OSC 8 sequences.
    package var hyperlinks: Bool
    /// Whether the cursor is set again behind characters on whose columns terminals disagree, so that what follows them
    /// stands in its column on any: for what is printed from a terminal's first column on.
    package var placesColumns: Bool
    package var theme: Theme
    package var scale: TextScale
    package var tables = TableFit.whole

    /// The narrowest layout, in display columns.
    package static let minimumWidth = 16

    package init(
        style: RenderStyle, width: Int? = nil, ambiguousWidth: Int = 1, colorDepth: ColorDepth = .none,
        hyperlinks: Bool = false, placesColumns: Bool = false, theme: Theme = .auto, scale: TextScale = .standard
    ) {
        self.style = style
        self.width = width
        self.ambiguousWidth = ambiguousWidth == 2 ? 2 : 1
        self.colorDepth = colorDepth
        self.hyperlinks = hyperlinks
        self.placesColumns = placesColumns
        self.theme = theme
        self.scale = scale
    }
}

extension Document {
    /// The document as text in one style. All text in it is sanitised and escaped here, whatever its source.
    ///
    /// - Parameter options: The style and the terminal's properties.
    /// - Returns: Text that ends with exactly one line feed.
    package func rendered(_ options: RenderOptions) -> String {
        switch options.style {
        case .ansi, .plain: laidOut(options).text
        case .markdown: MarkdownRenderer.render(self)
        case .html: HTMLRenderer(scale: options.scale).render(self)
        }
    }
}
