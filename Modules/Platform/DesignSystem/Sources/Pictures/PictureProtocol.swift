/// The ways of showing a picture on a terminal.
package enum PictureProtocol: String, CaseIterable, Sendable {
    /// The kitty graphics protocol: PNG in APC sequences.
    case kitty
    /// iTerm2's inline images: a file in OSC 1337.
    case iterm2
    /// DEC sixels (VT340): rows of six pixels as printable characters.
    case sixel
    /// Half blocks in colours: any terminal with a font.
    case blocks
}

/// A way as a user asks for it, in the settings.
package enum PictureRequest: Sendable, Equatable {
    /// Detected protocol of the terminal.
    case auto
    case fixed(PictureProtocol)
    case none

    /// The words that `init(_:)` knows, in the order to list them.
    package static let names = ["auto"] + PictureProtocol.allCases.map(\.rawValue) + ["none"]

    /// Reads `auto`, `kitty`, `iterm2`, `sixel`, `blocks` or `none`; anything else is nil.
    package init?(_ name: String) {
        if name == "auto" {
            self = .auto
        } else if name == "none" {
            self = .none
        } else if let way = PictureProtocol(rawValue: name) {
            self = .fixed(way)
        } else {
            return nil
        }
    }
}

/// Decides how pictures are shown on one output stream. A pure function of what is known about that stream.
///
/// Only what the environment says is looked at. Asking the terminal itself (DA1, XTVERSION, a kitty query) would mean
/// to read its input: what was typed ahead would be swallowed, an answer that comes late would land in the shell, and a
/// terminal that never answers would have to be waited for.
///
/// A pipe, a style without escape sequences, `TERM=dumb` and a terminal without a name get none, whatever was asked for.
/// Multiplexers draw a screen of their own and drop or misplace foreign sequences: half blocks there, or the sixels that
/// newer ones know if those were asked for by name. Half blocks need colours, so `NO_COLOR` leaves nothing of them.
///
/// - Parameters:
///   - requested: The setting `output.pictures`.
///   - style: The style of the text, as `renderOptions` decided it.
///   - isTerminal: Whether the stream is a terminal.
///   - environment: The process's environment.
/// - Returns: nil when no pictures are shown.
package func pictureProtocol(
    requested: PictureRequest, style: RenderStyle, isTerminal: Bool, environment: [String: String]
) -> PictureProtocol? {
    let term = environment["TERM", default: ""]
    guard isTerminal, style == .ansi, !term.isEmpty, term != "dumb" else { return nil }
    let wanted: PictureProtocol
    switch requested {
    case .none: return nil
    case .fixed(let way): wanted = isMultiplexed(environment) && way != .sixel ? .blocks : way
    case .auto: wanted = isMultiplexed(environment) ? .blocks : knownProtocol(environment)
    }
    return wanted == .blocks && colorWish(environment) == .forbidden ? nil : wanted
}

private func isMultiplexed(_ environment: [String: String]) -> Bool {
    if ["TMUX", "STY", "ZELLIJ"].contains(where: { !environment[$0, default: ""].isEmpty }) { return true }
    // Over ssh the name of the terminal is all that arrives.
    let term = environment["TERM", default: ""]
    return term.hasPrefix("tmux") || term.hasPrefix("screen")
}

/// Detected protocol of the terminal.
///
/// `TERM` first: every terminal sets it for its own children, while other variables are inherited from the terminal
/// that another one was started in. VTE is not known by `VTE_VERSION`: its sixels are switched off in most builds.
private func knownProtocol(_ environment: [String: String]) -> PictureProtocol {
    func isSet(_ name: String) -> Bool { !environment[name, default: ""].isEmpty }
    let term = environment["TERM", default: ""]
    if term.hasPrefix("xterm-kitty") || term.hasPrefix("xterm-ghostty") { return .kitty }
    if term.split(separator: "-").contains("sixel") || ["foot", "mlterm", "yaft"].contains(where: term.hasPrefix) {
        return .sixel
    }
    if isSet("XTERM_VERSION") || isSet("VTE_VERSION") { return .blocks }
    switch environment["TERM_PROGRAM", default: ""] {
    case "ghostty": return .kitty
    case "iTerm.app", "WezTerm", "mintty": return .iterm2
    case "": break
    default: return .blocks
    }
    if isSet("KITTY_WINDOW_ID") { return .kitty }
    // iTerm2 sends it through ssh.
    return environment["LC_TERMINAL"] == "iTerm2" ? .iterm2 : .blocks
}
