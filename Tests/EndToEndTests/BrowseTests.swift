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
        try terminal.wait(for: "> Catalogue:")
        #expect(terminal.screen.modes.isSuperset(of: [1049, 2004, 1000, 1006]) && !terminal.screen.modes.contains(25))
        // A line a module, its title, sentence and route.
        #expect(
            terminal.screen.lines.count {
                $0.hasSuffix("galleria://bag") || $0.contains(": ") && $0.contains("galleria://")
            } == 6)
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
        try terminal.wait(for: "> Catalogue:")
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.modes == [25] && terminal.isRestored && terminal.screen.unknown.isEmpty)
        #expect(terminal.screen.windowTitle.isEmpty)
        // The alternate screen took everything with it.
        #expect(terminal.screen.text.allSatisfy { $0 == "\n" })
    }

    @Test("Korean is typed and found at once; a search is typed behind S; a row opens its book, with its picture")
    func search() throws {
        let terminal = try browse(["galleria://shelf"], rows: 30)
        try terminal.wait(for: "showing 1–20 of 20")
        terminal.type("/코틀린")
        try terminal.wait(for: "the row") {
            $0.lines.last == "find: 코틀린" && selected($0).contains("코틀린으로 짓는 작은 서버")
        }
        #expect(terminal.screen.column == 12)
        terminal.type("\u{1B}")
        try terminal.wait(for: "Swift Without Ceremony")
        terminal.type("Sswift\r")
        try terminal.wait(for: "the search") {
            $0.text.contains("Books for “swift”") && selected($0).contains("1001132794264")
        }
        terminal.type("\r")
        try terminal.wait(for: "lines 1–")
        terminal.type("G")
        try terminal.wait(for: "▀▀▀▀")
        #expect(terminal.screen.windowTitle == "Book - galleria")
        terminal.type("\u{03}")
        #expect(try terminal.end() == 0)
        #expect(terminal.isRestored && terminal.screen.unknown.isEmpty)
    }

    @Test("all routes by keys: what is done there is asked for, confirmed, undone, and the row stays")
    func routesByKeys() throws {
        let terminal = try browse(columns: 100, rows: 40)
        func go(_ keys: String, _ what: String, _ isShown: (TerminalScreen) -> Bool) throws {
            terminal.type(keys)
            try terminal.wait(for: what, until: isShown)
        }
        func address(_ screen: TerminalScreen) -> String { screen.lines.first ?? "" }
        try terminal.wait(for: "> Catalogue:")
        try go("\r", "the catalogue") { selected($0).contains("BL204DR17KLM") }
        try go("sj\r", "an order") { $0.lines.last?.contains(" by brand ↑ (Esc takes it back)") == true }
        try go("\u{1B}", "the upstream's order") { selected($0).contains("BL204DR17KLM") }
        try go("ja3", "how many") { $0.lines.last?.hasSuffix("13") == true }
        try go("\u{7F}\u{7F}2\r", "done") { $0.text.contains("u undoes it") && selected($0).contains("NO390TO44MSA") }
        try go("\r", "the product") {
            address($0).hasSuffix("galleria://product/NO390TO44MSA") && $0.text.contains("A$123.00")
        }
        try go("l", "liked") { $0.text.contains("liked") && $0.text.contains("u undoes it") }
        try go("b", "the bag") { address($0).hasSuffix("galleria://bag") && selected($0).contains("NO390TO44MSA") }
        try go("e", "the present value") { $0.lines.last?.hasSuffix("2") == true }
        try go("\u{7F}5\r", "five") { $0.text.contains("A$615.00") }
        try go("u", "two again") { $0.text.contains("A$246.00") && $0.text.contains("undone") }
        try go("d", "the question") { $0.lines.last?.contains("(y/n)") == true }
        try go("n", "nothing") { $0.text.contains("nothing was done") && selected($0).contains("NO390TO44MSA") }
        try go("dy", "an empty bag") { !$0.text.contains("A$246.00") && !$0.text.contains("(y/n)") }
        // Back to home, and on: friends, mall, shelf, forecast.
        try go("\u{1B}[D\u{1B}[D\u{1B}[D", "home") { selected($0).hasPrefix("> Catalogue:") }
        try go(":friends\r", "friends") { selected($0).contains("黃靖僑") }
        try go("a", "an answer") { selected($0).contains("翁勳儀") && $0.text.contains("u") }
        try go("u", "no answer") { $0.text.contains("黃靖僑") && $0.text.contains("undone") }
        try go(":mall\r", "the mall") { selected($0).contains("1493") }
        try go("\r", "one of its goods") { address($0).hasSuffix("galleria://mall/1493") && $0.text.contains("대나무") }
        try go(":book/9781617294136\r", "a book") { $0.text.contains("Swift Without Ceremony") }
        try go("e읽기\r", "a memo") { $0.text.contains("읽기") && $0.text.contains("u undoes it") }
        try go(":forecast\r", "the forecast") { address($0).hasSuffix("galleria://forecast") }
        try go("/Seoul\r", "a place") { $0.text.contains("서울특별시") && !selected($0).isEmpty }
        try go("\r", "a day") { address($0).contains("galleria://forecast/") && $0.text.contains("hPa") }
        try go(":catalog.list sort=price limit=3\r", "a result") {
            address($0).contains(":catalog.list") && !selected($0).isEmpty
        }
        try go(":bookS\t", "methods") {
            $0.lines.last?.hasPrefix(":bookShelf.") == true && $0.text.contains("bookShelf.search")
        }
        try go("\u{1B}", "no line") { $0.lines.last?.hasPrefix(":") == false }
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.isRestored && terminal.screen.unknown.isEmpty, "\(terminal.screen.unknown)")
    }

    @Test("all of it by mouse: a click selects, another opens, the right button goes back, the wheel scrolls")
    func mouse() throws {
        let terminal = try browse(columns: 140, rows: 30)
        func click(_ text: String, button: Int = 0) throws {
            let row = try #require(terminal.screen.lines.firstIndex { $0.dropFirst(2).hasPrefix(text) }, "\(text)")
            terminal.type("\u{1B}[<\(button);5;\(row + 1)M\u{1B}[<\(button);5;\(row + 1)m")
        }
        try terminal.wait(for: "> Catalogue:")
        // Home's first row has its screen beside it.
        try terminal.wait(for: "│  THE ICONIC")
        for (row, isThere) in [
            ("Catalogue", { $0.text.contains("BL204DR17KLM") }),
            ("Product and bag", { $0.lines[0].hasSuffix("galleria://bag") }),
            ("Friends", { $0.text.contains("黃靖僑") }), ("Shopping mall", { $0.text.contains("대나무 밤부") }),
            ("Book shelf", { $0.text.contains("9781617294136") }),
            ("Forecast", { $0.lines[0].hasSuffix("galleria://forecast") }),
        ] as [(String, (TerminalScreen) -> Bool)] {
            if !selected(terminal.screen).hasPrefix("> \(row)") {
                try click(row)
                try terminal.wait(for: row) { selected($0).hasPrefix("> \(row)") }
            }
            try click(row)
            try terminal.wait(for: "the screen of \(row)") { $0.lines[0].contains(" › ") && isThere($0) }
            terminal.type("\u{1B}[<2;5;9M")
            try terminal.wait(for: "home") { !$0.lines[0].contains(" › ") && selected($0).hasPrefix("> \(row)") }
        }
        try click("Catalogue")
        try terminal.wait(for: "> Catalogue:")
        try click("Catalogue")
        try terminal.wait(for: "> BL204DR17KLM")
        // The product stands beside it, with its picture.
        try terminal.wait(for: "its picture") { $0.text.contains("▀▀▀") && $0.text.contains("│  sku:") }
        terminal.type("\u{1B}[<65;5;9M")
        try terminal.wait(for: "the rows, without the heading") { $0.lines[1].hasPrefix("  ───") }
        try click("NO390TO44MSA")
        try terminal.wait(for: "the next product") {
            selected($0).contains("NO390TO44MSA") && $0.text.contains("Striped Tank")
        }
        let foot = try #require(terminal.screen.lines.dropLast().last)
        let place = try #require(foot.range(of: "l like")).lowerBound
        terminal.type("\u{1B}[<0;\(foot.distance(from: foot.startIndex, to: place) + 1);29M")
        try terminal.wait(for: "a like") { selected($0).contains("liked") }
        terminal.type("\u{1B}[<128;5;9Mq")
        #expect(try terminal.end() == 0)
        #expect(terminal.isRestored && terminal.screen.unknown.isEmpty && terminal.screen.modes == [25])
    }

    @Test("an address goes into the clipboard on a key alone; texts from outside put nothing there, nor into the title")
    func clipboard() throws {
        let terminal = try browse(["galleria://catalog"])
        try terminal.wait(for: "of 253")
        #expect(terminal.screen.copied.isEmpty && terminal.screen.windowTitle == "THE ICONIC - galleria")
        terminal.type("y")
        try terminal.wait(for: "copied galleria://product/BL204DR17KLM")
        #expect(terminal.screen.copied == [Data("galleria://product/BL204DR17KLM".utf8).base64EncodedString()])
        terminal.type("/\u{1B}[200~\u{1B}]52;c;aGk=\u{1B}\\\u{1B}]2;x\u{7}\u{1B}[201~")
        try terminal.wait(for: "find: ]52")
        #expect(terminal.screen.copied.count == 1 && terminal.screen.windowTitle == "THE ICONIC - galleria")
        terminal.type("\u{03}q")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.windowTitle.isEmpty)
    }

    @Test("a crash gives the terminal back", arguments: [SIGSEGV, SIGILL, SIGABRT])
    func crash(_ number: Int32) throws {
        let terminal = try browse(["galleria://catalog"])
        try terminal.wait(for: "? keys")
        terminal.send(signal: number)
        #expect(try terminal.end() & 0x7F == number)
        #expect(terminal.screen.modes == [25] && terminal.isRestored)
    }

    @Test("wherever a crash cuts what is being written in two, what gives the terminal back is understood")
    func cut() throws {
        let terminal = try browse(["galleria://catalog"])
        // A key that comes before the rows moves nothing.
        try terminal.wait(for: "the rows") { selected($0).contains("BL204DR17KLM") }
        terminal.type("\u{1B}[B")
        try terminal.wait(for: "the second row") { !selected($0).isEmpty && !selected($0).contains("BL204DR17KLM") }
        terminal.send(signal: SIGSEGV)
        _ = try terminal.end()
        let leave = Array("\u{1B}\\\u{1B}[?2026l".utf8)
        let last = terminal.written.indices.last { terminal.written[$0...].starts(with: leave) }
        let end = try #require(last)
        let frames = terminal.written[..<end]
        var screen = TerminalScreen(columns: 80, rows: 24)
        for place in frames.indices {
            screen.take([frames[place]])
            var crashed = screen
            crashed.take(terminal.written[end...])
            #expect(crashed.modes == [25] && !crashed.text.contains("2026"), "cut behind byte \(place)")
        }
        // Commands were among what was cut.
        #expect(screen.windowTitle == "THE ICONIC - galleria" && screen.modes.contains(1049))
    }

    @Test("the window's size is followed, down to what nobody can read")
    func resizing() throws {
        let terminal = try browse(["galleria://friends"])
        try terminal.wait(for: "黃靖僑")
        for (columns, rows) in [(40, 12), (200, 50), (9, 4), (80, 24)] {
            terminal.resize(columns: columns, rows: rows)
            // This terminal has forgotten what was in the window: all of it comes again.
            try terminal.wait(for: "\(columns) columns") { screen in
                !screen.lines[0].isEmpty && (columns < 40 || screen.lines[rows - 2].contains("? keys"))
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
        #expect(terminal.screen.modes.contains(25) && terminal.screen.modes.isDisjoint(with: [1049, 1000, 1006]))
        terminal.type("fg\r")
        try terminal.wait(for: "the row") { $0.modes.contains(1049) && selected($0).contains("NO390TO44MSA") }
        #expect(terminal.screen.modes.isSuperset(of: [1000, 1006]))
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
        try terminal.wait(for: "> Catalogue:")
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
            [GalleriaProcess.executable, "open", "galleria://forecast?place=London", "--watch", "--every", "1"],
            rows: 40)
        try terminal.wait(for: "London, GB")
        terminal.resize(columns: 60, rows: 50)
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
