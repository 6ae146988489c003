/// One key as it was typed, whatever bytes the terminal sends for it.
enum Key: Sendable, Hashable {
    /// A printable scalar; an input method sends whole syllables, one after the other.
    case text(String)
    /// Text that came out of the clipboard at once: never keys.
    case pasted(String)
    case enter, escape, backspace, delete, tab, backTab
    case up, down, left, right, home, end, pageUp, pageDown
    /// A letter, small, typed with Ctrl.
    case control(Character)
    case mouse(MousePress)
}

/// A button of the mouse that went down, or a step of its wheel.
struct MousePress: Sendable, Hashable {
    enum Button: Sendable {
        case main, secondary, back, wheelUp, wheelDown
    }

    let button: Button
    /// Counted from 0, as is the row.
    let column: Int
    let row: Int
}
