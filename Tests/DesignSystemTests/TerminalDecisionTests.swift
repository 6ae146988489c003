import Testing

@testable import DesignSystem

/// Style, colours and width, from the facts about a stream.
@Suite("Terminal decision") struct TerminalDecisionTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        var requested = StyleRequest.auto
        var isTerminal = true
        var environment: [String: String] = [:]
        let style: RenderStyle
        let depth: ColorDepth
    }

    static let cases = [
        Case(description: "a terminal", style: .ansi, depth: .ansi16),
        Case(description: "a pipe", isTerminal: false, style: .plain, depth: .none),
        Case(description: "NO_COLOR", environment: ["NO_COLOR": "1"], style: .ansi, depth: .none),
        Case(description: "NO_COLOR=0 still forbids", environment: ["NO_COLOR": "0"], style: .ansi, depth: .none),
        Case(description: "empty NO_COLOR", environment: ["NO_COLOR": ""], style: .ansi, depth: .ansi16),
        Case(
            description: "NO_COLOR beats CLICOLOR_FORCE", environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"],
            style: .ansi, depth: .none),
        Case(
            description: "NO_COLOR beats COLORTERM", environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"],
            style: .ansi, depth: .none),
        Case(
            description: "NO_COLOR on a pipe", isTerminal: false, environment: ["NO_COLOR": "1", "FORCE_COLOR": "1"],
            style: .plain, depth: .none),
        Case(
            description: "CLICOLOR_FORCE on a pipe", isTerminal: false, environment: ["CLICOLOR_FORCE": "1"],
            style: .ansi, depth: .ansi16),
        Case(
            description: "CLICOLOR_FORCE=0 on a pipe", isTerminal: false, environment: ["CLICOLOR_FORCE": "0"],
            style: .plain, depth: .none),
        Case(
            description: "empty CLICOLOR_FORCE", isTerminal: false, environment: ["CLICOLOR_FORCE": ""], style: .plain,
            depth: .none),
        Case(
            description: "FORCE_COLOR on a pipe", isTerminal: false, environment: ["FORCE_COLOR": "1"], style: .ansi,
            depth: .ansi16),
        Case(
            description: "empty FORCE_COLOR", isTerminal: false, environment: ["FORCE_COLOR": ""], style: .plain,
            depth: .none),
        Case(description: "dumb terminal", environment: ["TERM": "dumb"], style: .plain, depth: .none),
        Case(
            description: "dumb terminal, forced", environment: ["TERM": "dumb", "FORCE_COLOR": "1"], style: .ansi,
            depth: .ansi16),
        Case(description: "CLICOLOR=0", environment: ["CLICOLOR": "0"], style: .ansi, depth: .none),
        Case(description: "CLICOLOR=1", environment: ["CLICOLOR": "1"], style: .ansi, depth: .ansi16),
        Case(description: "truecolor", environment: ["COLORTERM": "truecolor"], style: .ansi, depth: .trueColor),
        Case(description: "24bit", environment: ["COLORTERM": "24bit"], style: .ansi, depth: .trueColor),
        Case(description: "other COLORTERM", environment: ["COLORTERM": "1"], style: .ansi, depth: .ansi16),
        Case(description: "256 colours", environment: ["TERM": "xterm-256color"], style: .ansi, depth: .ansi256),
        Case(
            description: "COLORTERM before TERM", environment: ["TERM": "xterm-256color", "COLORTERM": "24bit"],
            style: .ansi, depth: .trueColor),
        Case(
            description: "ANSI by name on a pipe", requested: .fixed(.ansi), isTerminal: false, style: .ansi,
            depth: .ansi16),
        Case(
            description: "ANSI by name with NO_COLOR", requested: .fixed(.ansi), environment: ["NO_COLOR": "1"],
            style: .ansi, depth: .none),
        Case(
            description: "ANSI by name on a dumb terminal", requested: .fixed(.ansi), environment: ["TERM": "dumb"],
            style: .ansi, depth: .none),
        Case(description: "plain by name", requested: .fixed(.plain), style: .plain, depth: .none),
        Case(
            description: "plain by name, colour forced", requested: .fixed(.plain), environment: ["FORCE_COLOR": "1"],
            style: .plain, depth: .none),
        Case(description: "Markdown by name", requested: .fixed(.markdown), style: .markdown, depth: .none),
        Case(description: "HTML by name", requested: .fixed(.html), style: .html, depth: .none),
    ]

    @Test("style and colours", arguments: cases)
    func styleAndColors(_ sample: Case) {
        let options = renderOptions(
            requested: sample.requested, width: nil, isTerminal: sample.isTerminal, environment: sample.environment,
            terminalColumns: nil)
        #expect(options.style == sample.style)
        #expect(options.colorDepth == sample.depth)
        #expect(!options.hyperlinks)
    }

    @Test(
        "width",
        arguments: [
            (100, "90", 120, true, 100), (100, nil, nil, false, 100), (nil, "90", 120, true, 90),
            (nil, "90", nil, false, 90), (nil, nil, 120, true, 120), (nil, nil, 120, false, 120),
            (nil, nil, nil, true, 80), (nil, nil, nil, false, nil), (nil, "", nil, true, 80),
            (nil, "wide", nil, true, 80), (nil, "0", 120, true, 120), (nil, "-5", nil, true, 80),
            (nil, "99999999999999999999", nil, true, 80), (0, nil, 0, true, 80), (-1, nil, nil, false, nil),
        ] as [(Int?, String?, Int?, Bool, Int?)])
    func width(_ requested: Int?, _ variable: String?, _ terminal: Int?, _ isTerminal: Bool, _ expected: Int?) {
        let options = renderOptions(
            requested: .auto, width: requested, isTerminal: isTerminal,
            environment: variable.map { ["COLUMNS": $0] } ?? [:], terminalColumns: terminal)
        #expect(options.width == expected)
    }

    @Test(
        "links are written for terminals known to follow them",
        arguments: [
            (["TERM_PROGRAM": "WezTerm"], true), (["TERM_PROGRAM": "vscode"], true), (["VTE_VERSION": "6800"], true),
            (["VTE_VERSION": "4205"], false), (["VTE_VERSION": "x"], false), (["TERM": "xterm-kitty"], true),
            (["WT_SESSION": "1"], true), (["KONSOLE_VERSION": "220401"], true), ([:], false),
            (["TERM_PROGRAM": "Apple_Terminal"], false), (["TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/s"], false),
            (["TERM_PROGRAM": "WezTerm", "STY": "1"], false), (["FORCE_HYPERLINK": "1"], true),
            (["FORCE_HYPERLINK": "0", "TERM_PROGRAM": "WezTerm"], false),
            (["TERM_PROGRAM": "WezTerm", "NO_COLOR": "1"], false),
        ])
    func hyperlinks(_ environment: [String: String], _ expected: Bool) {
        let options = renderOptions(
            requested: .auto, width: nil, isTerminal: true, environment: environment, terminalColumns: nil)
        #expect(options.hyperlinks == expected)
        let piped = renderOptions(
            requested: .fixed(.ansi), width: nil, isTerminal: false, environment: environment, terminalColumns: nil)
        #expect(!piped.hyperlinks)
    }

    @Test("the names of the styles are read, and no others")
    func names() {
        #expect(StyleRequest.names == ["auto", "ansi", "plain", "markdown", "html"])
        #expect(StyleRequest("auto") == .auto)
        for style in RenderStyle.allCases { #expect(StyleRequest(style.rawValue) == .fixed(style)) }
        for name in ["", "Auto", "json", "ansi "] { #expect(StyleRequest(name) == nil) }
    }

    @Test("the ambiguous width is 1 or 2", arguments: [(0, 1), (1, 1), (2, 2), (3, 1), (-1, 1)])
    func ambiguousWidth(_ asked: Int, _ expected: Int) {
        let options = renderOptions(
            requested: .auto, width: nil, isTerminal: true, environment: [:], terminalColumns: nil,
            ambiguousWidth: asked)
        #expect(options.ambiguousWidth == expected)
    }
}
