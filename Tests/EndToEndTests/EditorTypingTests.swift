import Foundation
import TestSupport
import Testing

/// Words to find among 10,000 rows, typed by a user of each client on a terminal: each letter is found before the next one, and what the
/// server wrote for it is bounded by the rows in sight.
@Suite("Finding letter by letter") struct EditorTypingTests {
    private static let rows = 10_000
    /// The bytes that a message about a letter may take.
    private static let mostBytes = 20_000
    private static let names = ["黃靖僑", "翁勳儀", "Zoë Ångström", "梁立璇", "Nguyễn Thị Hà"]

    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        let friends = (0..<Self.rows).map { number in
            let name = Self.names[number % Self.names.count]
            return #"{"name":"\#(name)","status":1,"isTop":"0","fid":"\#(1_000_000 + number)","updateDate":"20190801"}"#
        }
        server.answer("/friend3.json", .json(#"{"response":[\#(friends.joined(separator: ","))]}"#))
        server.answer("/man.json", .json(#"{"response":[{"name":"Imogen Castellan","kokoid":"imogen"}]}"#))
    }

    /// A client on a terminal of 100 columns and 50 lines, whose server's output is written to a file as well.
    /// - Parameter command: runs galleria by `sh -c "$SERVE"`.
    /// - Returns: the terminal, the file, and the folder that it lies in, which lasts as long as it is held.
    private func terminal(
        _ command: [String]
    ) throws -> (InteractiveTerminal, told: String, folder: TemporaryHome) {
        let folder = try TemporaryHome()
        let told = folder.path + "/told"
        try Self.terminfo.write(toFile: folder.path + "/screen.ti", atomically: true, encoding: .utf8)
        let tic = try ChildProcess(
            "/usr/bin/tic", ["-o", folder.path, folder.path + "/screen.ti"], environment: [:])
        #expect(try tic.waitForEnd(within: .seconds(60)) == .exited(0))
        let terminal = try InteractiveTerminal(
            command,
            environment: [
                "TERM": "terminal-screen", "TERMINFO": folder.path, "LC_ALL": "C.UTF-8",
                "SERVE": "\"$GALLERIA\" serve | tee '\(told)'",
                "GALLERIA_SET_modules__friends__endpoint": String(server.endpoint("").dropLast()),
                "GALLERIA_SET_modules__friends__data": "live",
            ], columns: 100, rows: 50)
        return (terminal, told, folder)
    }

    /// Description of what `TerminalScreen` knows, as editors ask for it.
    private static let terminfo = """
        terminal-screen|the sequences of TerminalScreen,
        \tcols#80, lines#24, colors#8, pairs#64,
        \tcr=\\r, cud1=\\n, cub1=\\b, cuf1=\\E[C, cuu1=\\E[A, bel=^G, home=\\E[H, clear=\\E[H\\E[2J, el=\\E[K, ed=\\E[J,
        \tcuu=\\E[%p1%dA, cud=\\E[%p1%dB, cuf=\\E[%p1%dC, cub=\\E[%p1%dD,
        \tcup=\\E[%i%p1%d;%p2%dH, smcup=\\E[?1049h, rmcup=\\E[?1049l, cnorm=\\E[?25h, civis=\\E[?25l,
        \tsgr0=\\E[0m, bold=\\E[1m, rev=\\E[7m, op=\\E[39;49m, setaf=\\E[3%p1%dm, setab=\\E[4%p1%dm,

        """

    /// Types letters one by one, and takes them back.
    private func type(into terminal: InteractiveTerminal, _ told: String, leaving: String) throws {
        try terminal.wait(for: "the first rows") { $0.text.contains("1000001") && $0.text.contains("10000 of 10000") }
        terminal.type("/")
        try terminal.wait(for: "the prompt") { $0.lines.last?.hasPrefix("Find") ?? false }
        for (typed, count) in [("Z", 2_000), ("Zo", 2_000), ("Zoë", 2_000), ("Zoë x", 0)] {
            terminal.type(String(typed.suffix(typed == "Zoë x" ? 2 : 1)))
            try terminal.wait(for: "what “\(typed)” leaves") { screen in
                screen.lines.last.map { $0.hasSuffix(typed) } ?? false && !screen.text.contains("1000000 ")
                    && screen.text.contains("1000002") == (count > 0)
            }
        }
        // What was told of each letter, by messages: those from the first letter on.
        let messages = try String(contentsOfFile: told, encoding: .utf8).split(whereSeparator: \.isNewline)
            .drop { !$0.contains(#""find":"Z""#) }
        #expect(messages.count > 3)
        for message in messages { #expect(message.utf8.count < Self.mostBytes) }
        terminal.type(leaving)
        try terminal.wait(for: "all rows again") { $0.text.contains("10000 of 10000") && $0.text.contains("1000000 ") }
        // Entered, the words stay.
        terminal.type("/Hà\r")
        try terminal.wait(for: "those that were entered") { screen in
            screen.text.contains("2000 of 10000") && screen.text.contains("1000004")
                && !screen.text.contains("1000000 ")
        }
    }

    @Test("Neovim, whose prompt is left by Esc or interrupted", arguments: ["\u{1B}", "\u{3}"])
    func neovim(_ leaving: String) throws {
        let (terminal, told, folder) = try terminal([
            "/usr/bin/nvim", "-u", "NONE", "-i", "NONE", "--cmd",
            "set rtp^=\(Repository.path("Tools/editors/nvim"))", "-c", "runtime plugin/galleria.lua", "-c",
            "lua require('galleria').setup({ command = { '/bin/sh', '-c', vim.env.SERVE } })", "-c", "Galleria friends",
        ])
        try withExtendedLifetime(folder) { try type(into: terminal, told, leaving: leaving) }
    }

    @Test("Emacs")
    func emacs() throws {
        let (terminal, told, folder) = try terminal([
            "/usr/bin/emacs", "-nw", "-Q", "-L", Repository.path("Tools/editors/emacs"), "--eval",
            "(setq inhibit-startup-screen t)", "-l", "galleria", "--eval",
            #"(setq galleria-command (list "/bin/sh" "-c" (getenv "SERVE")))"#, "-f", "galleria-friends",
        ])
        try withExtendedLifetime(folder) { try type(into: terminal, told, leaving: "\u{7}") }
    }

    @Test("browse, on the terminal itself")
    func browse() throws {
        let terminal = try InteractiveTerminal(
            [GalleriaProcess.executable, "browse", "galleria://friends"],
            environment: [
                "TERM": "xterm-256color",
                "GALLERIA_SET_modules__friends__endpoint": String(server.endpoint("").dropLast()),
                "GALLERIA_SET_modules__friends__data": "live",
            ], columns: 100, rows: 50)
        try terminal.wait(for: "the first rows") { $0.text.contains("1000001") }
        terminal.type("/")
        try terminal.wait(for: "the prompt") { $0.lines.last?.hasPrefix("find:") ?? false }
        for (typed, isFound) in [("Z", true), ("Zo", true), ("Zoë", true), ("Zoëx", false)] {
            let before = terminal.written.count
            terminal.type(String(typed.suffix(1)))
            try terminal.wait(for: "what “\(typed)” leaves") { screen in
                screen.lines.last == "find: \(typed)" && screen.text.contains("1000002") == isFound
                    && !screen.text.contains("1000001")
            }
            #expect(terminal.written.count - before < Self.mostBytes)
        }
    }
}
