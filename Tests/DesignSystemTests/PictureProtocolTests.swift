import Testing

@testable import DesignSystem

/// Protocol of pictures, from the facts about a stream.
@Suite("Picture protocol") struct PictureProtocolTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        var requested = PictureRequest.auto
        var style = RenderStyle.ansi
        var isTerminal = true
        /// `TERM` is `xterm-256color` unless the case says another.
        var environment: [String: String] = [:]
        let expected: PictureProtocol?
    }

    static let known = [
        Case(description: "any terminal", expected: .blocks),
        Case(description: "kitty", environment: ["TERM": "xterm-kitty"], expected: .kitty),
        Case(
            description: "kitty by its window", environment: ["KITTY_WINDOW_ID": "1"], expected: .kitty),
        Case(description: "ghostty", environment: ["TERM": "xterm-ghostty"], expected: .kitty),
        Case(description: "ghostty by its program", environment: ["TERM_PROGRAM": "ghostty"], expected: .kitty),
        Case(description: "iTerm2", environment: ["TERM_PROGRAM": "iTerm.app"], expected: .iterm2),
        Case(description: "iTerm2 through ssh", environment: ["LC_TERMINAL": "iTerm2"], expected: .iterm2),
        Case(description: "another LC_TERMINAL", environment: ["LC_TERMINAL": "other"], expected: .blocks),
        Case(description: "WezTerm", environment: ["TERM_PROGRAM": "WezTerm"], expected: .iterm2),
        Case(description: "mintty", environment: ["TERM_PROGRAM": "mintty", "TERM": "xterm"], expected: .iterm2),
        Case(description: "foot", environment: ["TERM": "foot-extra"], expected: .sixel),
        Case(description: "mlterm", environment: ["TERM": "mlterm-256color"], expected: .sixel),
        Case(description: "a name with sixel", environment: ["TERM": "xterm-sixel"], expected: .sixel),
        Case(description: "VTE", environment: ["VTE_VERSION": "7200"], expected: .blocks),
        Case(
            description: "Apple's terminal", environment: ["TERM_PROGRAM": "Apple_Terminal"], expected: .blocks),
        Case(
            description: "foot started in kitty", environment: ["TERM": "foot", "KITTY_WINDOW_ID": "1"],
            expected: .sixel),
        Case(
            description: "xterm started in kitty",
            environment: ["XTERM_VERSION": "XTerm(379)", "KITTY_WINDOW_ID": "1"],
            expected: .blocks),
        Case(
            description: "VTE started in WezTerm", environment: ["VTE_VERSION": "7200", "TERM_PROGRAM": "WezTerm"],
            expected: .blocks),
        Case(
            description: "vscode started in kitty", environment: ["TERM_PROGRAM": "vscode", "KITTY_WINDOW_ID": "1"],
            expected: .blocks),
        Case(
            description: "empty variables say nothing", environment: ["KITTY_WINDOW_ID": "", "TMUX": ""],
            expected: .blocks),
    ]

    static let multiplexers = [
        Case(
            description: "tmux in kitty", environment: ["TMUX": "/tmp/s", "KITTY_WINDOW_ID": "1"], expected: .blocks),
        Case(
            description: "screen in iTerm2", environment: ["STY": "1.x", "TERM_PROGRAM": "iTerm.app"], expected: .blocks
        ),
        Case(
            description: "zellij in kitty", environment: ["ZELLIJ": "0", "TERM": "xterm-kitty"], expected: .blocks),
        Case(
            description: "tmux behind ssh", environment: ["TERM": "tmux-256color", "LC_TERMINAL": "iTerm2"],
            expected: .blocks),
        Case(
            description: "screen behind ssh", environment: ["TERM": "screen.xterm-kitty"], expected: .blocks),
        Case(
            description: "kitty by name in tmux", requested: .fixed(.kitty), environment: ["TMUX": "/tmp/s"],
            expected: .blocks),
        Case(
            description: "iTerm2 by name in screen", requested: .fixed(.iterm2), environment: ["STY": "1.x"],
            expected: .blocks),
        Case(
            description: "sixel by name in tmux", requested: .fixed(.sixel), environment: ["TMUX": "/tmp/s"],
            expected: .sixel),
        Case(
            description: "tmux without colours", environment: ["TMUX": "/tmp/s", "NO_COLOR": "1"], expected: nil),
    ]

    static let none = [
        Case(description: "a pipe", isTerminal: false, environment: ["TERM": "xterm-kitty"], expected: nil),
        Case(description: "none", requested: .none, environment: ["TERM": "xterm-kitty"], expected: nil),
        Case(description: "a dumb terminal", environment: ["TERM": "dumb", "KITTY_WINDOW_ID": "1"], expected: nil),
        Case(
            description: "a dumb terminal, by name", requested: .fixed(.kitty), environment: ["TERM": "dumb"],
            expected: nil),
        Case(description: "a terminal without a name", environment: ["TERM": ""], expected: nil),
        Case(description: "half blocks without colours", environment: ["NO_COLOR": "1"], expected: nil),
        Case(description: "CLICOLOR=0", environment: ["CLICOLOR": "0"], expected: nil),
        Case(
            description: "half blocks by name without colours", requested: .fixed(.blocks),
            environment: ["NO_COLOR": "1"], expected: nil),
        Case(
            description: "a picture needs no colours of text",
            environment: ["NO_COLOR": "1", "TERM": "xterm-kitty"], expected: .kitty),
    ]

    @Test("auto, by name, and none", arguments: known + multiplexers + none)
    func decision(_ sample: Case) {
        func decided(_ style: RenderStyle, isTerminal: Bool) -> PictureProtocol? {
            pictureProtocol(
                requested: sample.requested, style: style, isTerminal: isTerminal,
                environment: ["TERM": "xterm-256color"].merging(sample.environment) { $1 })
        }
        #expect(decided(sample.style, isTerminal: sample.isTerminal) == sample.expected)
        for style in RenderStyle.allCases {
            #expect(decided(style, isTerminal: false) == nil, "a pipe, in \(style)")
            if style != .ansi { #expect(decided(style, isTerminal: true) == nil, "in \(style)") }
        }
    }

    @Test("what is asked for by name is done on any other terminal", arguments: PictureProtocol.allCases)
    func byName(_ way: PictureProtocol) {
        for term in ["xterm", "xterm-kitty", "foot", "linux"] {
            let decided = pictureProtocol(
                requested: .fixed(way), style: .ansi, isTerminal: true, environment: ["TERM": term])
            #expect(decided == way, "on \(term)")
        }
    }

    @Test("the names of the setting are read, and no others")
    func names() {
        #expect(PictureRequest.names == ["auto", "kitty", "iterm2", "sixel", "blocks", "none"])
        #expect(PictureRequest("auto") == .auto && PictureRequest("none") == PictureRequest.none)
        for way in PictureProtocol.allCases { #expect(PictureRequest(way.rawValue) == .fixed(way)) }
        for name in ["", "Auto", "iTerm2", "kitty "] { #expect(PictureRequest(name) == nil) }
    }
}
