import DesignSystem

/// One character on the screen: what it shows, in how many columns, in which look.
struct Cell: Sendable, Equatable {
    var text: String
    /// 1 or 2.
    let width: Int
    /// The parameters of its SGR sequence; empty for the terminal's own look.
    var look: String

    /// Whether terminals disagree on its columns.
    var isUncertain: Bool { text.first?.isOfUncertainWidth ?? false }

    static let space = Cell(text: " ", width: 1, look: "")
}

/// A line of the screen.
typealias CellLine = [Cell]

extension CellLine {
    /// A line of text as the design system makes it for terminals: SGR sequences, each of which says the whole look; columns
    /// and links, which are left out.
    init(_ text: some StringProtocol, ambiguous: Int) {
        self = []
        var look = ""
        var rest = text.makeIterator()
        while let character = rest.next() {
            if character == "\u{1B}" {
                switch rest.next() {
                case "[":
                    var parameters = ""
                    var final: Character?
                    while final == nil, let next = rest.next() {
                        if next.isLetter { final = next } else { parameters.append(next) }
                    }
                    // The columns are set again by whoever shows the cells.
                    if final == "m" { look = parameters == "0" ? "" : parameters }
                case "]":
                    // Up to its terminator, ESC \.
                    while let next = rest.next(), next != "\u{1B}" {}
                    _ = rest.next()
                default: break
                }
                continue
            }
            let width = displayWidth(of: character, ambiguous: ambiguous)
            if width > 0 {
                append(Cell(text: String(character), width: width, look: look))
            } else if let last = indices.last {
                self[last].text.append(character)
            }
        }
    }

    /// Text from anywhere, in one look.
    static func plain(_ text: String, look: String = "", ambiguous: Int) -> CellLine {
        var line = CellLine(sanitized(text), ambiguous: ambiguous)
        for index in line.indices { line[index].look = look }
        return line
    }

    static func spaces(_ count: Int, look: String = "") -> CellLine {
        CellLine(repeating: Cell(text: " ", width: 1, look: look), count: Swift.max(0, count))
    }

    /// Display columns.
    var columns: Int { reduce(0) { $0 + $1.width } }

    /// Cells that fit into a number of columns. A wide character at the edge becomes a space.
    func clipped(to columns: Int) -> CellLine {
        var line: CellLine = []
        var left = columns
        for cell in self {
            guard cell.width <= left else {
                return line + .spaces(left, look: cell.look)
            }
            line.append(cell)
            left -= cell.width
        }
        return line
    }

    /// The line in exactly so many columns.
    func filled(to columns: Int, look: String) -> CellLine {
        let line = clipped(to: columns)
        return line + .spaces(columns - line.columns, look: look)
    }

    /// The line as the selected one: dark on light throughout. Bold, faint, italic, underlined and struck it stays.
    var reversed: CellLine {
        map { cell in
            let kept = cell.look.split(separator: ";").prefix { ["1", "2", "3", "4", "9"].contains($0) }
            return Cell(text: cell.text, width: cell.width, look: (kept + ["7"]).joined(separator: ";"))
        }
    }
}
