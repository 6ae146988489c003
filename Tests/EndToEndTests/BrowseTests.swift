import Foundation
import TestSupport
import Testing

/// `browse` and `open --watch` on a terminal, as a user drives them.
@Suite("Browsing on a terminal") struct BrowseTests {
    private func browse(
        _ arguments: [String] = [], environment: [String: String] = ["TERM": "xterm-256color"], columns: Int = 80,
        rows: Int = 24
    ) throws -> InteractiveTerminal {
        try InteractiveTerminal(
            [GalleriaProcess.executable, "browse"] + arguments, environment: environment, columns: columns, rows: rows)
    }

    private func selected(_ screen: TerminalScreen) -> String { screen.lines.first { $0.hasPrefix("> ") } ?? "" }

    @Test("from home into the catalogue: a like, the end of the list, back, and out")
    func walk() throws {
        let terminal = try browse()
        try terminal.wait(for: "> module:     catalog")
        #expect(terminal.screen.modes.isSuperset(of: [1049, 2004]) && !terminal.screen.modes.contains(25))
        terminal.type("\r")
        try terminal.wait(for: "the catalogue") { $0.text.contains("showing 1–") && $0.text.contains("of 253") }
        terminal.type("jl")
        try terminal.wait(for: "a like") { selected($0).contains("NO390TO44MSA") && $0.text.contains("liked") }
        terminal.type("G")
        // The last row of the first page loads the second one.
        try terminal.wait(for: "the end, and rows behind it") {
            selected($0).contains("LI583KI72YBH") && $0.text.contains("VE790AC80CSY")
        }
        terminal.type("\u{1B}[D")
        try terminal.wait(for: "> module:     catalog")
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.modes == [25] && terminal.isRestored && terminal.screen.unknown.isEmpty)
        // The alternate screen took everything with it.
        #expect(terminal.screen.text.allSatisfy { $0 == "\n" })
    }

    @Test("Korean is typed into the search line and found; a row opens its book, with its picture")
    func search() throws {
        let terminal = try browse(["galleria://shelf"])
        try terminal.wait(for: "? keys")
        terminal.type("/한글")
        try terminal.wait(for: "search: 한글")
        #expect(terminal.screen.column == 12)
        terminal.type("\u{15}swift\r")
        try terminal.wait(for: "the search") {
            $0.text.contains("Books for “swift”") && selected($0).contains("1001132794264")
        }
        terminal.type("\r")
        // The text alone has 24 lines.
        try terminal.wait(for: "of 45  ? keys")
        terminal.type("G")
        try terminal.wait(for: "▀▀▀▀")
        terminal.type("\u{03}")
        #expect(try terminal.end() == 0)
        #expect(terminal.isRestored && terminal.screen.unknown.isEmpty)
    }

    @Test("the window's size is followed, down to what nobody can read")
    func resizing() throws {
        let terminal = try browse(["galleria://friends"])
        try terminal.wait(for: "黃靖僑")
        for (columns, rows) in [(40, 12), (200, 50), (9, 4), (80, 24)] {
            terminal.resize(columns: columns, rows: rows)
            // This terminal has forgotten what was in the window: all of it comes again.
            try terminal.wait(for: "\(columns) columns") { screen in
                !screen.lines[0].isEmpty && (columns < 40 || screen.lines[rows - 1].hasSuffix("? keys"))
            }
            #expect(terminal.screen.unknown.isEmpty, "\(columns)")
        }
        try terminal.wait(for: "黃靖僑")
        terminal.type("q")
        #expect(try terminal.end() == 0)
    }

    @Test("a signal ends it with the terminal restored", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(_ number: Int32) throws {
        let terminal = try browse(["galleria://catalog"])
        try terminal.wait(for: "? keys")
        terminal.send(signal: number)
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.modes == [25] && terminal.isRestored)
    }

    @Test("a terminal that goes away ends it")
    func hangUp() throws {
        let terminal = try browse(["galleria://catalog"])
        try terminal.wait(for: "? keys")
        terminal.hangUp()
        #expect(try terminal.end() == 0)
    }

    @Test("Ctrl-Z gives the terminal back to the shell, and fg brings the screen again")
    func suspension() throws {
        let terminal = try InteractiveTerminal(["/bin/bash", "--norc", "--noprofile", "-i"])
        terminal.type("PS1='$ '; \"$GALLERIA\" browse galleria://catalog\r")
        try terminal.wait(for: "the catalogue") { $0.text.contains("showing 1–") && $0.text.contains("of 253") }
        terminal.type("j\u{1A}")
        try terminal.wait(for: "Stopped")
        #expect(terminal.screen.modes.contains(25) && !terminal.screen.modes.contains(1049))
        terminal.type("fg\r")
        try terminal.wait(for: "the row") { $0.modes.contains(1049) && selected($0).contains("NO390TO44MSA") }
        terminal.type("q")
        // What is typed before the shell has the terminal again is thrown away.
        try terminal.wait(for: "the prompt") { $0.lines.last { !$0.isEmpty } == "$" }
        terminal.type("echo status $?\r")
        try terminal.wait(for: "status 0")
        terminal.type("exit\r")
        _ = try terminal.end()
    }

    @Test("NO_COLOR leaves no look at all, and the row is marked all the same")
    func noColor() throws {
        let terminal = try browse(environment: ["TERM": "xterm-256color", "NO_COLOR": "1"])
        try terminal.wait(for: "> module:     catalog")
        terminal.type("q")
        #expect(try terminal.end() == 0)
        let text = String(decoding: terminal.screen.bytes, as: UTF8.self)
        #expect(text.matches(of: /\u{1B}\[[0-9;]*m/).allSatisfy { $0.output == "\u{1B}[0m" })
    }

    @Test("where no screen can be shown it says what to do, and touches nothing")
    func impossible() throws {
        for (arguments, environment, sentence) in [
            (["galleria://shelf"], ["TERM": "dumb"], "galleria open galleria://shelf"),
            ([], [:], "TERM is dumb or not set"), (["galleria://nowhere"], ["TERM": "xterm"], "There is no screen at"),
        ] {
            let terminal = try browse(arguments, environment: environment, columns: 200)
            #expect(try terminal.end() == 2)
            #expect(terminal.screen.text.contains(sentence) && !terminal.screen.bytes.contains(0x1B))
        }
        let process = try GalleriaProcess(["browse"])
        process.closeInput()
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains("galleria open galleria://home"))
    }

    @Test("open --watch prints the screen in place, follows the window, and ends by Ctrl-C")
    func watch() throws {
        let terminal = try InteractiveTerminal(
            [GalleriaProcess.executable, "open", "galleria://forecast?place=London", "--watch", "--every", "1"])
        try terminal.wait(for: "London, GB")
        terminal.resize(columns: 60, rows: 30)
        try terminal.wait(for: "London, GB")
        #expect(terminal.screen.lines.count { $0 == "London, GB" } == 1)
        terminal.type("\u{03}")
        #expect(try terminal.end() == 0)
        #expect(terminal.isRestored && !terminal.screen.modes.contains(1049))
    }

    @Test("open --watch in a pipe prints a reading, and ends by a signal or when nobody reads")
    func watchedPipe() throws {
        let process = try GalleriaProcess(["open", "galleria://shelf", "--watch", "--json"])
        _ = try process.readLine()
        kill(process.pid, SIGINT)
        #expect(try process.waitForEnd() == .exited(0))
        let script = try GalleriaProcess(script: "\"$0\" open galleria://shelf --watch | head -n 1; echo ended")
        script.closeInput()
        #expect(try script.waitForEnd() == .exited(0))
        for arguments in [["--every", "5"], ["--watch", "--every", "0"]] {
            let wrong = try GalleriaProcess(["open", "galleria://shelf"] + arguments)
            #expect(try wrong.waitForEnd() == .exited(2))
        }
    }
}
