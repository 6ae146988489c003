import DesignSystem

/// One character on the screen: what it shows, in how many columns, in which look.
struct Cell: Sendable, Equatable {
    var text: String
    /// 1 or 2.
    let width: Int
    /// The parameters of its SGR sequence; empty for the terminal's own look.
    var look: String
    /// Target of its link; nil without one.
    var link: String?

    /// Whether terminals disagree on its columns.
    var isUncertain: Bool { text.first?.isOfUncertainWidth ?? false }

    /// The cell in a line that is dark on light: bold, faint, italic, underlined and struck it stays, and a badge stays apart.
    fileprivate var reversed: Cell {
        let parts = look.split(separator: ";")
        var rest = parts[...]
        while let part = rest.popFirst() {
            if part == "48" { return self }
            // The numbers behind are a colour, not an attribute.
            if part == "38" { rest = rest.dropFirst(rest.first == "5" ? 2 : 4) }
        }
        let kept = parts.prefix { ["1", "2", "3", "4", "9"].contains($0) }
        return Cell(
            text: text, width: width, look: (kept + (parts.contains("7") ? [] : ["7"])).joined(separator: ";"),
            link: link)
    }
}

/// A line of the screen.
typealias CellLine = [Cell]

extension CellLine {
    /// A line of text as the design system makes it for terminals: SGR sequences, each of which says the whole look; links;
    /// columns, which are left out.
    init(_ text: some StringProtocol, ambiguous: Int) {
        self = []
        var look = ""
        var link: String?
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
                    // Up to its terminator, ESC \: `8;;TARGET`, without a target at the link's end.
                    var command = ""
                    while let next = rest.next(), next != "\u{1B}" { command.append(next) }
                    _ = rest.next()
                    if command.utf8.starts(with: "8;;".utf8) {
                        link = command.utf8.count > 3 ? String(command.dropFirst(3)) : nil
                    }
                default: break
                }
                continue
            }
            let width = displayWidth(of: character, ambiguous: ambiguous)
            if width > 0 {
                append(Cell(text: String(character), width: width, look: look, link: link))
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

    /// The line in several of at most so many columns, broken between words; what is more ends in `…`.
    /// - Returns: at least one.
    func broken(to columns: Int, lines most: Int) -> [CellLine] {
        var lines: [CellLine] = []
        var rest = self[...]
        while !rest.isEmpty, lines.count < most {
            if CellLine(rest).columns <= columns { return lines + [CellLine(rest)] }
            let isLast = lines.count == most - 1
            let room = columns - (isLast ? 1 : 0)
            var (end, width, space) = (rest.startIndex, 0, rest.startIndex)
            while end < rest.endIndex, width + rest[end].width <= room {
                if rest[end].text == " " { space = end }
                width += rest[end].width
                end += 1
            }
            if rest.indices.contains(end), rest[end].text == " " { space = end }
            let cut = space > rest.startIndex ? space : end
            guard cut > rest.startIndex else { return lines + [CellLine(rest).clipped(to: columns)] }
            lines.append(CellLine(rest[..<cut]))
            rest = rest[cut...].drop { $0.text == " " }
            if isLast, !rest.isEmpty, columns > 0 {
                lines[lines.count - 1].append(Cell(text: "…", width: 1, look: self[cut - 1].look))
            }
        }
        return lines.isEmpty ? [[]] : lines
    }

    /// The line in exactly so many columns.
    func filled(to columns: Int, look: String) -> CellLine {
        let line = clipped(to: columns)
        return line + .spaces(columns - line.columns, look: look)
    }

    /// The line as the selected one.
    var reversed: CellLine { map(\.reversed) }
}
