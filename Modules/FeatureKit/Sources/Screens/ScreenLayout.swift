import DesignSystem

/// Form of the readings of an open screen.
struct ScreenLayout: Sendable, Equatable {
    var options: RenderOptions
    /// Whether a reading tells which of its lines are which row.
    var tellsRows = false
    /// The rows that the client shows; nil for all.
    var window: RowWindow?
    /// Whether a change tells what changed alone.
    var tellsDeltas = false
}

extension RenderOptions {
    /// These options with what a client asks for.
    ///
    /// A client that asks for `ansi` shows colours itself, whatever the streams of this process are and its variables
    /// say of them: sixteen, which its own theme colours, unless the variables demand more, or the settings forbid all.
    /// - Parameters:
    ///   - style: nil leaves it.
    ///   - width: in display columns; nil leaves it.
    func asked(style: RenderStyle?, width: Int?) -> RenderOptions {
        var options = self
        if let style {
            options.style = style
            if style == .ansi, colorDepth == .none, theme != .none { options.colorDepth = .ansi16 }
        }
        if let width { options.width = width }
        return options
    }
}
