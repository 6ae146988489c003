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
            model = BrowserModel(screens: screens, options: options, window: size)
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
    }

    @Test("the title, the rows with the first one marked, and which of how many are shown")
    func frame() throws {
        let desk = try Desk()
        #expect(desk.status.hasPrefix(" loading …"))
        try desk.pond.arrive()
        let lines = desk.draw()
        #expect(lines.first == " 연못 " + String(repeating: " ", count: 39) + "galleria://pond")
        #expect(desk.selected == "frog0")
        #expect(desk.status.trimmingPrefix { $0 == " " } == "showing 1–6 of 10+  ? keys")
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
        #expect(desk.selected == "frog9" && desk.status.contains("of 20  "))
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
        #expect(desk.status.contains("lines 1–10 of"))
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
        desk.press(.end, .text("/"), .text("청"), .text("개"), .text("구"), .backspace)
        #expect(desk.status == "search: 청개" && desk.screen.column == 12 && desk.screen.modes.contains(25))
        desk.press(.escape)
        #expect(desk.selected == "frog9" && !desk.screen.modes.contains(25))
        desk.press(.text("/"), .text("q"), .enter)
        // The end of the list had asked for more, which comes first.
        #expect(desk.status.contains("search: not now"))
        try desk.pond.arrive(last: true)
        desk.press(.text("/"), .text("청"), .enter)
        #expect(desk.status.hasPrefix(" loading …"))
        try desk.pond.arrive(last: true)
        desk.draw()
        #expect(desk.selected == "청frog0")
        desk.press(.text("/"))
        #expect(desk.status == "search:")
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
        #expect(lines.contains { $0.hasPrefix("> refresh") } && lines.contains { $0.hasPrefix("  fail") })
        desk.press(.end, .enter)
        #expect(desk.status.contains("The frog is not kept. Try again."))
        desk.press(.text("x"), .down, .down, .down, .down, .enter)
        // The row names the frog; whether it is liked is asked.
        #expect(desk.status == "like, liked:")
        desk.press(.text("t"), .text("r"), .text("u"), .text("e"), .enter)
        #expect(desk.selected?.contains("♥") == true)
    }

    @Test("the help lists the keys that the screen has, and any key closes it")
    func help() throws {
        let desk = try Desk(rows: 30)
        let lines = desk.press(.text("?"))
        for doc in KeyBinding.bindings(with: PondScreen.actions.map { _ in "like" } + ["search"]).map(\.doc) {
            #expect(lines.contains { $0.contains(doc.prefix(30)) }, "\(doc)")
        }
        desk.press(.text("w"))
        #expect(desk.status.hasPrefix(" loading …"))
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
