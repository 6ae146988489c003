/// Command of a key.
enum Command: Sendable, Equatable {
    case move(Movement)
    case follow, back, search, filter, like, refresh, chooseAction, help, redraw, suspend, quit
}

/// A way through a text and its rows.
enum Movement: Sendable, Equatable {
    case up, down, pageUp, pageDown, home, end
}

/// One command's keys, declared once: reading and help come from the table.
struct KeyBinding: Sendable {
    let keys: [Key]
    /// The keys as people call them.
    let names: String
    let command: Command
    let doc: String
    /// The actions of which a screen needs one for the key to be there; none where it always is.
    var needs: [String] = []

    static let all: [KeyBinding] = [
        KeyBinding(
            keys: [.down, .text("j"), .control("n")], names: "↓ j", command: .move(.down),
            doc: "the next row; after the last one, more are loaded"),
        KeyBinding(keys: [.up, .text("k"), .control("p")], names: "↑ k", command: .move(.up), doc: "the row before"),
        KeyBinding(
            keys: [.pageDown, .text(" "), .control("f"), .control("d")], names: "PgDn Space", command: .move(.pageDown),
            doc: "a page down"),
        KeyBinding(
            keys: [.pageUp, .control("b"), .control("u")], names: "PgUp Ctrl-B", command: .move(.pageUp),
            doc: "a page up"),
        KeyBinding(keys: [.home, .text("g")], names: "Home g", command: .move(.home), doc: "the first row"),
        KeyBinding(keys: [.end, .text("G")], names: "End G", command: .move(.end), doc: "the last row"),
        KeyBinding(keys: [.enter, .right], names: "Enter →", command: .follow, doc: "open the row"),
        KeyBinding(
            keys: [.backspace, .left, .escape], names: "Backspace ← Esc", command: .back,
            doc: "back to the screen before"),
        KeyBinding(
            keys: [.text("/")], names: "/", command: .search, doc: "search, or type the place",
            needs: ["search", "edit"]),
        KeyBinding(keys: [.text("f")], names: "f", command: .filter, doc: "narrow what is loaded", needs: ["edit"]),
        KeyBinding(
            keys: [.text("l")], names: "l", command: .like, doc: "like, or take the like back", needs: ["like"]),
        KeyBinding(keys: [.text("r")], names: "r", command: .refresh, doc: "load again, or try again what failed"),
        KeyBinding(
            keys: [.text("x")], names: "x", command: .chooseAction, doc: "all that the screen can do, to choose from"),
        KeyBinding(keys: [.control("l")], names: "Ctrl-L", command: .redraw, doc: "draw the screen again"),
        KeyBinding(keys: [.control("z")], names: "Ctrl-Z", command: .suspend, doc: "to the shell; fg comes back"),
        KeyBinding(keys: [.text("?")], names: "?", command: .help, doc: "these keys"),
        KeyBinding(keys: [.text("q"), .control("c")], names: "q Ctrl-C", command: .quit, doc: "quit"),
    ]

    /// The keys that a screen with these actions has.
    static func bindings(with actions: [String]) -> [KeyBinding] {
        all.filter { binding in binding.needs.isEmpty || binding.needs.contains { actions.contains($0) } }
    }

    private static let commands: [Key: Command] = Dictionary(
        all.flatMap { binding in binding.keys.map { ($0, binding.command) } }, uniquingKeysWith: { first, _ in first })

    /// Command of a key outside of line editing.
    static func command(of key: Key) -> Command? { commands[key] }
}
