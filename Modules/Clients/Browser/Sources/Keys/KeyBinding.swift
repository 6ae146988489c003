/// Command of a key.
enum Command: Sendable, Equatable {
    case move(Movement)
    /// Lines of the preview, down or up.
    case scroll(Int)
    case follow, back, takeBack, find, search, sort, filter
    /// The first of these actions that the screen has.
    case act([String])
    case undo, refresh, chooseAction, bag, copyAddress, commandLine, help, redraw, suspend, quit
}

/// A way through a text and its rows.
enum Movement: Sendable, Equatable {
    case up, down, pageUp, pageDown, home, end
}

/// One command's keys, declared once: reading, the foot and help come from the table.
struct KeyBinding: Sendable {
    let keys: [Key]
    /// The keys as people call them.
    let names: String
    let command: Command
    let doc: String
    /// The word at the foot of the screen; empty for what stands in the help alone. An action's title takes its place.
    var word = ""
    /// The actions of which a screen needs one for the key to be there; none where it always is.
    var needs: [String] = []

    /// In the order of the foot: what the screen is for comes first.
    static let all: [KeyBinding] = [
        KeyBinding(keys: [.enter, .right], names: "Enter →", command: .follow, doc: "open the row", word: "open"),
        KeyBinding(
            keys: [.escape], names: "Esc", command: .takeBack, doc: "take back what narrows the list; else go back",
            word: "back"),
        KeyBinding(
            keys: [.text("/")], names: "/", command: .find, doc: "find among what is loaded, or type the place",
            word: "find", needs: ["find", "edit", "search"]),
        KeyBinding(
            keys: [.text("S")], names: "S", command: .search, doc: "search everything", word: "search",
            needs: ["search"]),
        KeyBinding(
            keys: [.text("s")], names: "s", command: .sort, doc: "sort; the same field again turns the order round",
            word: "sort", needs: ["sort"]),
        KeyBinding(
            keys: [.text("f")], names: "f", command: .filter, doc: "filter: a field, then its value", word: "filter",
            needs: ["filter"]),
        act("l", ["like"], "like, or take the like back"),
        act("a", ["addToBag", "addToCart", "accept"], "add to the bag or the cart, or accept"),
        act("d", ["remove", "decline"], "take out, or decline"),
        act("e", ["setQuantity", "editMemo"], "change what is noted or how many there are"),
        KeyBinding(keys: [.text("u")], names: "u", command: .undo, doc: "undo what was done last", word: "undo"),
        KeyBinding(keys: [.text("b")], names: "b", command: .bag, doc: "the bag; at a shop, its cart", word: "bag"),
        KeyBinding(
            keys: [.text(":")], names: ":", command: .commandLine,
            doc: "any route, method or action; Tab completes", word: "command"),
        KeyBinding(
            keys: [.text("x")], names: "x", command: .chooseAction, doc: "all that the screen can do, to choose from",
            word: "actions"),
        KeyBinding(
            keys: [.text("r")], names: "r", command: .refresh, doc: "load again, or try again what failed",
            word: "refresh"),
        KeyBinding(
            keys: [.text("y")], names: "y", command: .copyAddress, doc: "copy the address of the row, or of the screen",
            word: "copy address"),
        KeyBinding(
            keys: [.backspace, .left], names: "Backspace ←", command: .back, doc: "back to the screen before"),
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
        KeyBinding(keys: [.text("J")], names: "J", command: .scroll(3), doc: "the preview, down"),
        KeyBinding(keys: [.text("K")], names: "K", command: .scroll(-3), doc: "the preview, up"),
        KeyBinding(keys: [.control("l")], names: "Ctrl-L", command: .redraw, doc: "draw the screen again"),
        KeyBinding(keys: [.control("z")], names: "Ctrl-Z", command: .suspend, doc: "to the shell; fg comes back"),
        KeyBinding(keys: [.text("?")], names: "?", command: .help, doc: "these keys", word: "keys"),
        KeyBinding(keys: [.text("q"), .control("c")], names: "q Ctrl-C", command: .quit, doc: "quit", word: "quit"),
    ]

    private static func act(_ key: String, _ actions: [String], _ doc: String) -> KeyBinding {
        KeyBinding(keys: [.text(key)], names: key, command: .act(actions), doc: doc, needs: actions)
    }

    /// The keys that a screen with these actions has.
    static func bindings(with actions: [String]) -> [KeyBinding] {
        all.filter { binding in binding.needs.isEmpty || binding.needs.contains { actions.contains($0) } }
    }

    private static let commands: [Key: Command] = Dictionary(
        all.flatMap { binding in binding.keys.map { ($0, binding.command) } }, uniquingKeysWith: { first, _ in first })

    /// Command of a key outside of line editing.
    static func command(of key: Key) -> Command? { commands[key] }
}
