import DesignSystem
import Synchronization
import TestSupport
import Testing

@testable import Browser
@testable import FeatureKit

/// Keys in, a terminal's screen out, over screens that load when the test says so.
@Suite("The browser") struct BrowserModelTests {
    private final class Desk {
        let made = PondMade()
        let model: BrowserModel
        private(set) var screen: TerminalScreen
        private var shown: Frame?

        init(columns: Int = 60, rows: Int = 12, options: RenderOptions = RenderOptions(style: .ansi)) throws {
            var builder = RegistryBuilder()
            builder.add(PondModule(made), manifest: PondModule.manifest)
            let router = Router(try builder.build())
            let screens = OpenScreens(router: { router }, options: options, wake: {})
            let size = TerminalSize(columns: columns, rows: rows)
            model = BrowserModel(screens: screens, options: options, router: { router }, window: size)
            screen = TerminalScreen(columns: columns, rows: rows)
            try model.open("galleria://pond")
            draw()
        }

        var pond: PondScreen {
            get throws { try #require(made.pond.withLock { $0 }) }
        }

        /// Screen of the terminal after some keys.
        @discardableResult
        func press(_ keys: Key...) -> [String] {
            draw()
            for key in keys {
                _ = model.take(key)
                draw()
            }
            return screen.lines
        }

        @discardableResult
        func draw() -> [String] {
            model.update()
            if model.followSelection() { model.openPreview() }
            let frame = model.frame()
            screen.take(FrameUpdate.sequences(from: shown, to: frame).utf8)
            shown = frame
            return screen.lines
        }

        func resize(_ columns: Int, _ rows: Int) -> [String] {
            screen.resize(columns: columns, rows: rows)
            shown = nil
            model.resize(TerminalSize(columns: columns, rows: rows))
            return draw()
        }

        var selected: String? { screen.lines.first { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) } }
        var status: String { screen.lines.last ?? "" }
        var keys: String { screen.lines.dropLast().last ?? "" }

        /// Types a text, a key a character, and draws.
        @discardableResult
        func type(_ text: String) -> [String] {
            for character in text { press(.text(String(character))) }
            return screen.lines
        }

        @discardableResult
        func point(_ button: MousePress.Button, row: Int, column: Int = 4) -> [String] {
            press(.mouse(MousePress(button: button, column: column, row: row)))
        }
    }

    @Test("the title, the rows with the first one marked, and which of how many are shown")
    func frame() throws {
        let desk = try Desk()
        #expect(desk.status.hasPrefix(" loading …"))
        try desk.pond.arrive()
        let lines = desk.draw()
        #expect(lines.first == " 연못 " + String(repeating: " ", count: 38) + "galleria://pond")
        #expect(desk.selected == "frog0")
        #expect(desk.status.trimmingPrefix { $0 == " " } == "showing 1–5 of 10+")
        #expect(desk.keys == " Enter open  / find  S search  s sort  ? keys  q quit")
        #expect(desk.screen.windowTitle == "연못 - galleria")
        #expect(desk.screen.unknown.isEmpty)
    }

    @Test("at the last row more is asked for, once; the row that is selected stays")
    func loadMore() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.end, .down, .down)
        #expect(try desk.pond.asked.withLock { $0 } == ["open", "loadMore"])
        #expect(desk.selected == "frog9" && desk.status.hasPrefix(" loading more …"))
        try desk.pond.arrive(last: true)
        desk.draw()
        #expect(desk.selected == "frog9" && desk.status.hasSuffix("of 20"))
        desk.press(.down)
        #expect(desk.selected == "frog10")
        desk.press(.end, .down)
        #expect(try desk.pond.asked.withLock { $0.count } == 2)
    }

    @Test("Enter goes to the row's screen, and back comes to the row")
    func stack() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.down, .enter)
        #expect(desk.screen.lines[0].hasPrefix(" 연못 › Frog") && desk.screen.lines[1] == "  frog1")
        #expect(desk.status.contains("lines 1–9 of"))
        desk.press(.pageDown, .escape)
        #expect(desk.selected == "frog1" && desk.model.pages.count == 1)
        desk.press(.left)
        #expect(desk.status.contains("this is the first screen; q quits"))
        desk.press(.down, .enter)
        #expect(desk.status.contains("this row leads nowhere"))
        #expect(desk.model.take(.text("q")) == .quit)
    }

    @Test("screens deep in the stack are closed, and opened again when one comes back")
    func depth() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.draw()
        for number in 0..<80 { try desk.model.open("galleria://frog/f\(number)") }
        #expect(desk.model.pages.count == 81 && desk.model.pages.count { $0.screen != nil } == 32)
        for _ in 0..<80 { desk.press(.backspace) }
        #expect(desk.model.pages.count == 1 && desk.model.page?.screen != nil)
    }

    @Test("what is searched is typed in the last line, in any script, and begins at the top")
    func search() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.end, .text("S"), .text("청"), .text("개"), .text("구"), .backspace)
        #expect(desk.status.hasSuffix(": 청개") && desk.screen.modes.contains(25))
        #expect(desk.screen.column == displayWidth(desk.status))
        desk.press(.escape)
        #expect(desk.selected == "frog9" && !desk.screen.modes.contains(25))
        desk.press(.text("S"), .text("q"), .enter)
        // The end of the list had asked for more, which comes first.
        #expect(desk.status.contains("search: not now"))
        try desk.pond.arrive(last: true)
        desk.press(.text("S"), .text("청"), .enter)
        #expect(desk.status.hasPrefix(" loading …"))
        try desk.pond.arrive(last: true)
        desk.draw()
        #expect(desk.selected == "청frog0")
    }

    @Test("words narrow the list while they are typed; Enter keeps them, Esc takes back what came last")
    func asking() throws {
        let desk = try Desk(columns: 80)
        try desk.pond.arrive()
        desk.press(.end)
        desk.type("/frog7")
        #expect(desk.status == "find: frog7" && desk.selected == "frog7" && !desk.screen.text.contains("frog8"))
        desk.press(.escape)
        #expect(desk.screen.text.contains("frog8") && desk.selected == "frog7")
        desk.type("/rog")
        desk.press(.enter, .text("s"))
        #expect(desk.screen.lines.contains("> name"))
        desk.press(.enter)
        #expect(desk.status.hasPrefix(" find “rog”, by name ↑ (Esc takes it back)"))
        desk.press(.text("s"), .enter)
        #expect(desk.status.contains("by name ↓") && desk.selected == "frog9")
        desk.press(.text("l"), .text("f"), .enter, .enter)
        #expect(desk.status.contains("find “rog”, liked true, by name ↓") && desk.selected?.contains("♥") == true)
        #expect(desk.keys.contains("Esc take back"))
        desk.press(.escape)
        #expect(desk.status.contains("find “rog”, by name ↓"))
        desk.press(.escape)
        #expect(desk.status.contains(" find “rog” (Esc takes it back)"))
        desk.press(.escape)
        #expect(!desk.status.contains("Esc") && desk.model.pages.count == 1)
    }

    @Test("a click selects, another opens, the right button goes back, the wheel scrolls, the foot's words are keys")
    func mouse() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        let lines = desk.draw()
        let row = try #require(lines.firstIndex { $0.hasPrefix("  frog1") })
        desk.point(.main, row: row)
        #expect(desk.selected == "frog1")
        desk.point(.main, row: row)
        #expect(desk.model.page?.title == "Frog")
        desk.point(.wheelDown, row: 3)
        #expect(desk.model.page?.position.top == 3)
        desk.point(.wheelUp, row: 3)
        desk.point(.secondary, row: 3)
        #expect(desk.selected == "frog1")
        desk.point(.wheelDown, row: 3)
        #expect(desk.model.page?.position.top == 3 && desk.model.page?.position.selected == 1)
        let word = try #require(desk.keys.firstRange(of: "s sort")?.lowerBound)
        desk.point(.main, row: 10, column: desk.keys.distance(from: desk.keys.startIndex, to: word))
        #expect(desk.screen.text.contains("Sort by"))
        desk.point(.main, row: 3)
        #expect(desk.status.contains("by name ↑"))
        desk.point(.back, row: 3)
        #expect(desk.status.contains("this is the first screen"))
    }

    @Test("from 120 columns the selected row's screen stands beside the list, and follows the selection")
    func preview() throws {
        let desk = try Desk(columns: 120, rows: 20)
        try desk.pond.arrive()
        desk.draw()
        #expect(desk.selected?.hasPrefix("frog0") == true && desk.screen.text.contains("│  frog0"))
        desk.press(.down)
        #expect(desk.model.preview?.route == "galleria://frog/frog1" && desk.screen.text.contains("│  frog1"))
        desk.press(.text("J"))
        #expect(desk.screen.text.contains("│  leap 2"))
        // The third frog leads nowhere.
        desk.press(.down)
        #expect(desk.model.preview == nil && !desk.screen.text.contains("│"))
        _ = desk.resize(80, 20)
        #expect(desk.screen.unknown.isEmpty)
        #expect(desk.model.preview == nil && desk.selected == "frog2")
    }

    @Test("the line behind : takes routes, actions by name, and says what it does not know; its lines come again")
    func commandLine() throws {
        let desk = try Desk(columns: 80)
        try desk.pond.arrive()
        desk.type(":frog/frog5")
        #expect(desk.status == ":frog/frog5")
        desk.press(.enter)
        #expect(desk.model.page?.route == "galleria://frog/frog5")
        desk.press(.left)
        desk.type(":sort by=-name")
        desk.press(.enter)
        #expect(desk.selected == "frog9")
        desk.type(":find frog3")
        desk.press(.enter)
        #expect(desk.selected == "frog3")
        desk.type(":nothing")
        desk.press(.enter)
        #expect(desk.status.contains("“nothing” is no route, method or action"))
        desk.type(":")
        desk.press(.up, .up)
        #expect(desk.status == ":find frog3")
        desk.press(.down, .down, .escape)
        desk.type(":so")
        desk.press(.tab)
        guard case .complete(let words)? = desk.model.takeErrands().first else {
            Issue.record("nothing was asked")
            return
        }
        desk.model.take(completions: [CompletedWord("shelf")], for: words)
        #expect(desk.draw().last == ":sort")
        desk.press(.tab)
        #expect(desk.status == ":sort by=")
        desk.press(.escape)
        desk.type(":q")
        #expect(desk.model.take(.enter) == .quit)
    }

    @Test("what is copied is the address of the row, and goes into the clipboard only")
    func copying() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.draw()
        #expect(desk.model.take(.text("y")) == .copy("galleria://frog/frog0"))
        desk.press(.down, .down)
        #expect(desk.model.take(.text("y")) == .copy("galleria://pond"))
        #expect(desk.draw().last?.contains("copied galleria://pond") == true)
    }

    @Test("l likes the row, and takes it back; a screen without the action says so")
    func like() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.down, .text("l"))
        #expect(desk.selected?.contains("♥") == true)
        desk.press(.text("l"))
        #expect(desk.selected == "frog1")
        desk.press(.enter, .text("l"))
        #expect(desk.status.contains("this screen has no like"))
        desk.press(.escape, .text("u"))
        #expect(desk.selected == "frog1" && desk.status.contains("nothing to undo"))
    }

    @Test("what can't be taken back is asked before; the work goes on with the next row where one goes elsewhere")
    func confirmation() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.down, .text("a"))
        #expect(desk.status == " Send it away? (y/n)")
        desk.press(.text("n"))
        #expect(desk.status.contains("nothing was done") && desk.selected == "frog1")
        desk.press(.text("a"), .text("y"))
        #expect(desk.selected == "frog2")
        desk.press(.end)
        #expect(desk.selected == "frog1")
    }

    @Test("the row is found again when its screen was closed meanwhile")
    func reopened() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.down, .down, .down)
        for number in 0..<40 { try desk.model.open("galleria://frog/f\(number)") }
        for _ in 0..<40 { desk.press(.backspace) }
        try desk.pond.arrive()
        desk.draw()
        #expect(desk.selected == "frog3")
    }

    @Test("what failed is told with what to do, and r tries again")
    func failure() throws {
        let desk = try Desk()
        try desk.pond.fail()
        desk.draw()
        #expect(desk.status.hasPrefix(" r tries again: the pond is frozen"))
        desk.press(.text("r"))
        #expect(try desk.pond.asked.withLock { $0 } == ["open", "retry"])
        try desk.pond.arrive()
        desk.press(.text("r"))
        #expect(try desk.pond.asked.withLock { $0 } == ["open", "retry", "refresh"])
    }

    @Test("every action is to be had by its name, and what it asks for is typed")
    func actions() throws {
        let desk = try Desk()
        try desk.pond.arrive()
        let lines = desk.press(.text("x"))
        #expect(lines.contains { $0.hasPrefix("> Refresh") })
        #expect(desk.press(.end).contains { $0.hasPrefix("> Fail") })
        desk.press(.enter)
        #expect(desk.status.contains("The frog is not kept. Try again."))
        // The row says which frog, and that it is liked or not.
        desk.press(.text("x"), .down, .down, .down, .down, .enter)
        #expect(desk.selected?.contains("♥") == true)
    }

    @Test("the help lists the keys that the screen has, and any key closes it")
    func help() throws {
        let desk = try Desk(rows: 40)
        let lines = desk.press(.text("?"))
        for doc in KeyBinding.bindings(with: ["search", "find"]).map(\.doc) {
            #expect(lines.contains { $0.contains(doc.prefix(30)) }, "\(doc)")
        }
        desk.press(.text("w"))
        #expect(desk.status.hasPrefix(" loading …"))
    }

    @Test(
        "the help is in whole sentences at every width, and moves where it is longer than the window",
        arguments: [40, 60, 80, 120])
    func wholeHelp(_ columns: Int) throws {
        let desk = try Desk(columns: columns, rows: 12)
        var seen = desk.press(.text("?")).dropFirst().dropLast(2)
        for _ in 0..<60 { seen += desk.press(.down).dropFirst().dropLast(2).suffix(1) }
        let words = Set(seen.flatMap { $0.split(separator: " ") })
        #expect(!words.contains { $0.contains("…") })
        let docs = KeyBinding.bindings(with: ["search", "find", "sort"]).filter { !$0.isAct }.map(\.doc)
        for word in (docs + ["the right button goes back."]).flatMap({ $0.split(separator: " ") }) {
            #expect(words.contains(word), "\(word)")
        }
    }

    @Test(
        "a window of any size is laid out again, and nothing is cut in half",
        arguments: [(40, 8), (17, 5), (3, 3), (1, 1), (200, 60)])
    func sizes(_ columns: Int, _ rows: Int) throws {
        let desk = try Desk()
        try desk.pond.arrive()
        desk.press(.down, .down)
        let lines = desk.resize(columns, rows)
        #expect(lines.count == rows && desk.screen.unknown.isEmpty)
        #expect(columns < 10 || rows < 5 || desk.selected == "frog2")
        desk.press(.text("/"), .text("한"), .text("국"))
        #expect(desk.screen.unknown.isEmpty)
        _ = desk.resize(60, 12)
        desk.press(.escape)
        #expect(desk.selected == "frog2")
    }

    @Test("without colours a mark alone says what is selected; with them the line is reversed")
    func looks() throws {
        let plain = try Desk()
        try plain.pond.arrive()
        plain.draw()
        #expect(!plain.screen.bytes.split(separator: 0x1B).contains { $0.last == UInt8(ascii: "m") && $0.count > 3 })
        let colored = try Desk(options: RenderOptions(style: .ansi, colorDepth: .ansi16))
        try colored.pond.arrive()
        colored.draw()
        let row = try #require(colored.screen.lines.firstIndex { $0.hasPrefix("> ") })
        #expect(colored.screen.look(row: row, column: 2) == "7" && colored.screen.look(row: row, column: 59) == "7")
        #expect(colored.screen.look(row: row + 1, column: 2) == "")
    }
}
