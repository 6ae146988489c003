import DesignSystem
import FeatureKit

/// Frame of the window.
extension BrowserModel {
    private var isColored: Bool { options.style == .ansi && options.colorDepth != .none }

    /// Dark on light where the terminal shows looks at all; a mark says the same where it does not.
    private var bar: String { isColored ? "7" : "" }

    /// The frame of this moment: title, body and status, as many lines as the window has.
    func frame() -> Frame {
        guard let page else { return Frame(columns: window.columns, lines: Array(repeating: [], count: window.rows)) }
        var lines = window.rows > 2 ? [title()] : []
        lines += body(page)
        var caret: Frame.Caret?
        if window.rows > 1 {
            let (status, column) = status(page)
            caret = column.map { Frame.Caret(line: window.rows - 1, column: min($0, window.columns - 1)) }
            lines = Array(lines.prefix(window.rows - 1))
            lines += Array(repeating: [], count: window.rows - 1 - lines.count) + [status]
        }
        return Frame(columns: window.columns, lines: Array(lines.prefix(window.rows)), caret: caret)
    }

    /// The way here, and the address.
    private func title() -> CellLine {
        let way = pages.suffix(4).map(\.title).joined(separator: " › ")
        let left = text(" " + (pages.count > 4 ? "… › " : "") + way + " ", bar)
        let right = text(page?.route ?? "", bar)
        return joined(left, right, look: bar)
    }

    private func body(_ page: Page) -> [CellLine] {
        switch mode {
        case .help(let position): return list(helpLines, from: position.top, selected: nil)
        case .actions(let selected):
            let name = page.actions.map(\.name.count).max() ?? 0
            let lines = page.actions.map { action in
                action.name + String(repeating: " ", count: name - action.name.count + 2) + action.doc
            }
            return list(lines, from: max(0, selected - window.bodyRows + 1), selected: selected)
        case .page, .prompt: break
        }
        let selection = page.position.selection(in: page.extent(height: window.bodyRows))
        let end = min(page.position.top + window.bodyRows, page.lineCount)
        guard page.position.top < end else { return [] }
        return (page.position.top..<end).map { number in
            let line = CellLine(page.line(number), ambiguous: options.ambiguousWidth)
            return marked(
                line, isSelected: selection?.contains(number) == true, isFirst: selection?.lowerBound == number)
        }
    }

    private func list(_ lines: [String], from top: Int, selected: Int?) -> [CellLine] {
        lines.indices.dropFirst(top).prefix(window.bodyRows).map { index in
            marked(text(lines[index], ""), isSelected: index == selected, isFirst: true)
        }
    }

    private func marked(_ line: CellLine, isSelected: Bool, isFirst: Bool) -> CellLine {
        guard isSelected else { return (.spaces(TerminalSize.margin) + line).clipped(to: window.columns) }
        let whole = text(isFirst ? "> " : "  ", "") + line
        return isColored ? whole.filled(to: window.columns, look: "").reversed : whole.clipped(to: window.columns)
    }

    /// - Returns: the line, and the column of the caret in it while one is typed.
    private func status(_ page: Page) -> (line: CellLine, caret: Int?) {
        switch mode {
        case .prompt(let prompt):
            let label = text(prompt.label, isColored ? "1" : "").clipped(to: max(0, window.columns - 8))
            let room = max(1, window.columns - label.columns)
            let (typed, caret) = prompt.editor.visible(columns: room, ambiguous: options.ambiguousWidth)
            return ((label + text(typed, "")).clipped(to: window.columns), label.columns + caret)
        case .help: return (joined(text(" any other key closes this", bar), [], look: bar), nil)
        case .actions: return (joined(text(" Enter chooses, any other key closes this", bar), [], look: bar), nil)
        case .page: break
        }
        let standing = page.standing
        let look = standing?.isFailure == true && isColored ? "1;31;7" : bar
        let place = page.place(height: window.bodyRows)
        let right = text(place.isEmpty ? "? keys " : "\(place)  ? keys ", bar)
        return (joined(text(standing.map { " \($0.text) " } ?? "", look), right, look: bar), nil)
    }

    /// Two texts at the two ends of a line; where they don't fit, the left one is cut if it is a title, the right one goes.
    private func joined(_ left: CellLine, _ right: CellLine, look: String) -> CellLine {
        let gap = window.columns - left.columns - right.columns
        guard gap >= 0 else { return left.filled(to: window.columns, look: look) }
        return left + .spaces(gap, look: look) + right
    }

    private func text(_ text: String, _ look: String) -> CellLine {
        .plain(text, look: look, ambiguous: options.ambiguousWidth)
    }

    // MARK: Help

    /// The keys that the uppermost screen has.
    var helpLines: [String] {
        let bindings = KeyBinding.bindings(with: page?.actions.map(\.name) ?? [])
        let names = bindings.map(\.names.count).max() ?? 0
        return ["Keys", ""]
            + bindings.map { $0.names + String(repeating: " ", count: names - $0.names.count + 2) + $0.doc }
    }

    var helpExtent: ListPosition.Extent {
        ListPosition.Extent(lineCount: helpLines.count, rows: [], height: window.bodyRows)
    }
}
