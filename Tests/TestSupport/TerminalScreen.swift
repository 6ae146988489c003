import Foundation

/// POSIX's, which Swift's Glibc module leaves out.
@_silgen_name("wcwidth") private func columns(of character: Int32) -> Int32

/// Screen of a terminal after the bytes it was sent: as much of xterm as the program uses. Anything else is kept in
/// `unknown`, which tests want empty. Widths come from the C library, which the program doesn't ask.
package struct TerminalScreen: Sendable {
    /// A cell, or the second half of a wide one.
    private enum Cell: Equatable {
        case text(String, width: Int, look: String)
        case rest
    }

    private static let blank = Cell.text(" ", width: 1, look: "")
    package private(set) var columns: Int
    package private(set) var rows: Int
    private var cells: [[Cell]]
    /// The main screen and its cursor, while the alternate one is shown.
    private var kept: [[Cell]]?
    private var keptCursor = (row: 0, column: 0)
    package private(set) var row = 0
    package private(set) var column = 0
    private var look = ""
    private var rest: [UInt8] = []
    /// Private modes that were set and not reset, such as 25 (the cursor is seen).
    package private(set) var modes: Set<Int> = [25]
    /// Title of the window, what was put into the clipboard as base64, and the targets of links, in the order they came.
    package private(set) var windowTitle = ""
    private var titles: [String] = []
    package private(set) var copied: [String] = []
    package private(set) var links: [String] = []
    /// Sequences that this terminal does not know, and characters cut in half.
    package private(set) var unknown: [String] = []
    /// All that was sent.
    package private(set) var bytes: [UInt8] = []

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: Self.blank, count: columns), count: rows)
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    /// The lines as they are read, without the spaces at their ends.
    package var lines: [String] {
        cells.map { line in
            var text = line.map { if case .text(let text, _, _) = $0 { text } else { "" } }.joined()
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
    }

    package var text: String { lines.joined(separator: "\n") }

    /// The SGR parameters of the cell in a place.
    package func look(row: Int, column: Int) -> String {
        if case .text(_, _, let look) = cells[row][column] { look } else { "" }
    }

    /// The window has another size: what was in it is gone, as far as this terminal keeps it.
    package mutating func resize(columns: Int, rows: Int) {
        var new = TerminalScreen(columns: columns, rows: rows)
        (new.modes, new.bytes, new.unknown) = (modes, bytes, unknown)
        (new.windowTitle, new.titles, new.copied, new.links) = (windowTitle, titles, copied, links)
        new.kept = kept.map { _ in new.cells }
        self = new
    }

    package mutating func take(_ new: some Sequence<UInt8>) {
        bytes += new
        rest += new
        var input = rest[...]
        while let first = input.first {
            if first == 0x1B {
                guard takeSequence(&input) else { break }
                continue
            }
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            // A character that was cut in two ends where the next one begins.
            let character = input.prefix(1) + input.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
            guard character.count == length || character.count < input.count else { break }
            let scalars = String(decoding: character, as: UTF8.self).unicodeScalars
            input = input.dropFirst(character.count)
            for scalar in scalars { put(scalar) }
        }
        rest = Array(input)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": column = 0
        case "\u{08}": column = max(0, column - 1)
        case "\u{07}": break
        case "\n":
            row += 1
            if row == rows {
                cells.removeFirst()
                cells.append(Array(repeating: Self.blank, count: columns))
                row = rows - 1
            }
        default:
            let width = Int(TestSupport.columns(of: Int32(bitPattern: scalar.value)))
            if width <= 0 {
                // Marks, joiners: they belong to the character before.
                guard let place = (0..<min(column, columns)).last(where: { cells[row][$0] != .rest }),
                    case .text(let text, let width, let look) = cells[row][place]
                else { return }
                cells[row][place] = .text(text + String(scalar), width: width, look: look)
                return
            }
            if column + width > columns {
                unknown.append("“\(scalar)” beyond the last column")
                return
            }
            // Half of an overwritten wide character is blank.
            if cells[row][column] == .rest { cells[row][column - 1] = Self.blank }
            cells[row][column] = .text(String(scalar), width: width, look: look)
            if width == 2 { cells[row][column + 1] = .rest }
            column += width
            if column < columns, cells[row][column] == .rest { cells[row][column] = Self.blank }
        }
    }

    private mutating func takeSequence(_ input: inout ArraySlice<UInt8>) -> Bool {
        guard let second = input.dropFirst().first else { return false }
        if second == UInt8(ascii: "]") { return takeCommand(&input) }
        // One sequence in another cancels it.
        if second == 0x1B {
            input = input.dropFirst()
            return true
        }
        guard second == UInt8(ascii: "[") else {
            // The end of a command that was none.
            if second != UInt8(ascii: "\\") { unknown.append("ESC \(Character(Unicode.Scalar(second)))") }
            input = input.dropFirst(2)
            return true
        }
        let body = input.dropFirst(2)
        guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) || $0 == 0x1B }) else { return false }
        if body[end] == 0x1B {
            input = input[end...]
            return true
        }
        let parameters = String(decoding: body[..<end], as: UTF8.self)
        let final = Character(Unicode.Scalar(body[end]))
        input = input[(end + 1)...]
        perform(parameters, final)
        return true
    }

    /// An operating system command: a number, and a text that ESC \ or BEL ends.
    private mutating func takeCommand(_ input: inout ArraySlice<UInt8>) -> Bool {
        let body = input.dropFirst(2)
        guard let end = body.firstIndex(where: { $0 == 0x1B || $0 == 0x07 }) else { return false }
        let next = body[end] == 0x07 ? end + 1 : end + 2
        guard next <= body.endIndex else { return false }
        let command = String(decoding: body[..<end], as: UTF8.self)
        input = input[next...]
        switch command.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false).map(String.init) {
        case let parts where parts.count >= 2 && parts[0] == "2":
            windowTitle = parts.dropFirst().joined(separator: ";")
        case let parts where parts.count == 3 && parts[0] == "8" && parts[1].isEmpty:
            if !parts[2].isEmpty { links.append(parts[2]) }
        case let parts where parts.count == 3 && parts[0] == "52" && parts[1] == "c": copied.append(parts[2])
        default: unknown.append("OSC \(command)")
        }
        return true
    }

    private mutating func perform(_ parameters: String, _ final: Character) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        switch final {
        case "H":
            row = min(max(0, first - 1), rows - 1)
            column = min(max(0, (numbers.dropFirst().first ?? 1) - 1), columns - 1)
        case "A": row = max(0, row - max(1, first))
        case "B": row = min(rows - 1, row + max(1, first))
        case "C": column = min(columns - 1, column + max(1, first))
        case "D": column = max(0, column - max(1, first))
        case "G": column = min(max(0, first - 1), columns)
        case "m":
            look = parameters == "0" ? "" : parameters.hasPrefix("0;") ? String(parameters.dropFirst(2)) : parameters
        case "K":
            let from = first == 2 ? 0 : column
            for place in from..<max(from, columns) { cells[row][place] = Self.blank }
        case "J":
            if first == 0 { perform("", "K") }
            for line in (first == 2 ? 0 : row + 1)..<rows { cells[line] = Array(repeating: Self.blank, count: columns) }
        case "h", "l":
            guard parameters.hasPrefix("?"), let mode = Int(parameters.dropFirst()) else { fallthrough }
            if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
            if mode == 1049 {
                if final == "h", kept == nil {
                    (kept, keptCursor) = (cells, (row, column))
                } else if final == "l", let before = kept {
                    (cells, kept) = (before, nil)
                    (row, column) = keptCursor
                }
            }
        case "t" where parameters == "22;2": titles.append(windowTitle)
        case "t" where parameters == "23;2": windowTitle = titles.popLast() ?? windowTitle
        default: unknown.append("CSI \(parameters)\(final)")
        }
    }
}
