/// A style as a user asks for it, in the settings or by `--style`.
package enum StyleRequest: Sendable, Equatable {
    /// ANSI on a terminal, plain elsewhere.
    case auto
    case fixed(RenderStyle)

    /// The words that `init(_:)` knows, in the order to list them.
    package static let names = ["auto"] + RenderStyle.allCases.map(\.rawValue)

    /// Reads `auto`, `ansi`, `plain`, `markdown` or `html`; anything else is nil.
    package init?(_ name: String) {
        if name == "auto" {
            self = .auto
        } else if let style = RenderStyle(rawValue: name) {
            self = .fixed(style)
        } else {
            return nil
        }
    }
}

/// Decides how to render for one output stream. A pure function of what is known about that stream.
///
/// Colour: `NO_COLOR` (non-empty) forbids, then `CLICOLOR_FORCE` (not `0`) or `FORCE_COLOR` (non-empty) demand, then
/// `TERM=dumb` and `CLICOLOR=0` forbid, then an ANSI style asked for by name or a terminal allows. Depth: `COLORTERM`
/// `truecolor` or `24bit`, then `TERM` with `256color`, else 16 colours, which follow the user's own theme.
/// Width: the request, then `COLUMNS`, then the terminal's, then 80 on a terminal; elsewhere unbounded, so that a pipe
/// gets whole lines.
///
/// - Parameters:
///   - requested: The style asked for.
///   - width: The width asked for, in display columns.
///   - isTerminal: Whether the stream is a terminal.
///   - environment: The process's environment.
///   - terminalColumns: What the terminal says its width is (`TIOCGWINSZ`).
///   - ambiguousWidth: The setting `output.ambiguousWidth`.
///   - theme: `none` forbids colours, as `NO_COLOR` does, whatever demands them.
package func renderOptions(
    requested: StyleRequest, width: Int?, isTerminal: Bool, environment: [String: String], terminalColumns: Int?,
    ambiguousWidth: Int = 1, theme: Theme = .auto, scale: TextScale = .standard
) -> RenderOptions {
    let color = colorWish(environment)
    let isDumb = environment["TERM"] == "dumb"
    let style: RenderStyle =
        switch requested {
        case .fixed(let style): style
        case .auto where color == .forced: .ansi
        case .auto: isTerminal && !isDumb ? .ansi : .plain
        }
    let isColored: Bool =
        switch color {
        case _ where theme == .none: false
        case .forbidden: false
        case .forced: true
        case .unsaid: isTerminal || requested == .fixed(.ansi)
        }
    let depth = style == .ansi && isColored ? colorDepth(environment) : .none
    return RenderOptions(
        style: style,
        width: decidedWidth(width, isTerminal: isTerminal, environment: environment, terminalColumns: terminalColumns),
        ambiguousWidth: ambiguousWidth,
        colorDepth: depth,
        hyperlinks: depth != .none && isTerminal && showsHyperlinks(environment),
        placesColumns: depth != .none && isTerminal, theme: theme, scale: scale)
}

/// Request for colours in the environment's variables.
enum ColorWish {
    case forbidden, forced, unsaid
}

/// Reads `NO_COLOR`, `CLICOLOR_FORCE`, `FORCE_COLOR`, `TERM` and `CLICOLOR`, in that order.
func colorWish(_ environment: [String: String]) -> ColorWish {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    if isSet("NO_COLOR") { return .forbidden }
    if isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0" || isSet("FORCE_COLOR") { return .forced }
    if environment["TERM"] == "dumb" || environment["CLICOLOR"] == "0" { return .forbidden }
    return .unsaid
}

private func colorDepth(_ environment: [String: String]) -> ColorDepth {
    switch environment["COLORTERM"] {
    case "truecolor", "24bit": return .trueColor
    default: return environment["TERM", default: ""].split(separator: "-").contains("256color") ? .ansi256 : .ansi16
    }
}

private func decidedWidth(
    _ requested: Int?, isTerminal: Bool, environment: [String: String], terminalColumns: Int?
) -> Int? {
    let candidates = [requested, environment["COLUMNS"].flatMap { Int($0) }, terminalColumns]
    return candidates.lazy.compactMap { $0 }.first { $0 > 0 } ?? (isTerminal ? 80 : nil)
}

/// Terminals can't be asked on a pipe, so only those known to follow OSC 8 get it; multiplexers may drop it.
private func showsHyperlinks(_ environment: [String: String]) -> Bool {
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" }
    if environment["TMUX"] != nil || environment["STY"] != nil { return false }
    if let program = environment["TERM_PROGRAM"], programsWithHyperlinks.contains(program) { return true }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 5000 { return true }
    return environment["TERM"] == "xterm-kitty" || environment["WT_SESSION"] != nil
        || environment["KONSOLE_VERSION"] != nil
}

private let programsWithHyperlinks: Set<String> = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"]
