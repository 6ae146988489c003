/// All that the screen shows at one moment.
struct Frame: Sendable, Equatable {
    let columns: Int
    /// One for each of the screen's rows, none wider than `columns`.
    let lines: [CellLine]
    /// Title of the window, sanitised.
    var title = ""
    /// Place of the terminal's cursor and of an input method's text; nil hides it.
    var caret: Caret?

    struct Caret: Sendable, Equatable {
        let line: Int
        let column: Int
    }
}

/// The escape sequences that turn one frame into the next: what differs and no more, as one synchronized update.
struct FrameUpdate {
    private var output = ""

    /// - Parameters:
    ///   - old: what the terminal shows; nil when nobody knows.
    /// - Returns: empty when nothing differs.
    static func sequences(from old: Frame?, to new: Frame) -> String {
        guard old != new else { return "" }
        var update = FrameUpdate()
        let known = old.flatMap { $0.columns == new.columns && $0.lines.count == new.lines.count ? $0 : nil }
        if known == nil { update.output += "\u{1B}[0m\u{1B}[2J" }
        if old?.title != new.title { update.output += "\u{1B}]2;\(new.title)\u{1B}\\" }
        for (index, line) in new.lines.enumerated() {
            update.draw(line, over: known?.lines[index] ?? [], at: index, columns: new.columns)
        }
        if let caret = new.caret {
            update.output += "\u{1B}[\(caret.line + 1);\(caret.column + 1)H"
            if known?.caret == nil { update.output += "\u{1B}[?25h" }
        } else if old?.caret != nil {
            update.output += "\u{1B}[?25l"
        }
        // The cursor is not seen while it moves about; terminals that know no synchronized updates ignore the marks.
        return "\u{1B}[?2026h" + update.output + "\u{1B}[?2026l"
    }

    private mutating func draw(_ line: CellLine, over old: CellLine, at index: Int, columns: Int) {
        guard line != old else { return }
        if line.contains(where: \.isUncertain) || old.contains(where: \.isUncertain) {
            // What the terminal shows beside such a character is not known: the line is drawn whole.
            move(to: index, 0)
            output += "\u{1B}[2K"
            write(line[...], from: 0)
            return
        }
        var first = 0
        while first < line.count, first < old.count, line[first] == old[first] { first += 1 }
        let column = CellLine(line[..<first]).columns
        var (end, oldEnd) = (line.count, old.count)
        let (width, oldWidth) = (line.columns, old.columns)
        if width == oldWidth {
            while end > first, oldEnd > first, line[end - 1] == old[oldEnd - 1] {
                (end, oldEnd) = (end - 1, oldEnd - 1)
            }
        }
        move(to: index, column)
        write(line[first..<end], from: column)
        // Not in the last column: there the cursor still stands on what was just written.
        if width < oldWidth, width < columns { output += "\u{1B}[K" }
    }

    private mutating func move(to line: Int, _ column: Int) { output += "\u{1B}[\(line + 1);\(column + 1)H" }

    private mutating func write(_ cells: ArraySlice<Cell>, from start: Int) {
        var look = ""
        var link: String?
        var column = start
        for cell in cells {
            if cell.link != link {
                link = cell.link
                output += "\u{1B}]8;;\(link ?? "")\u{1B}\\"
            }
            if cell.look != look {
                output += cell.look.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(cell.look)m"
                look = cell.look
            }
            output += cell.text
            column += cell.width
            // Wherever the terminal thinks it is now, what follows stands in its column.
            if cell.isUncertain { output += "\u{1B}[\(column + 1)G" }
        }
        if link != nil { output += "\u{1B}]8;;\u{1B}\\" }
        if !look.isEmpty { output += "\u{1B}[0m" }
    }
}
