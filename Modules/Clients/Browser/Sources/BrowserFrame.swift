import DesignSystem
import FeatureKit

/// Frame of the window.
extension BrowserModel {
    private var isColored: Bool { options.style == .ansi && options.colorDepth != .none }

    /// Dark on light where the terminal shows looks at all; a mark says the same where it does not.
    private var bar: String { isColored ? "7" : "" }
    private var bold: String { isColored ? "1" : "" }
    private var faint: String { isColored && options.theme.dimsQuietRoles ? "2" : "" }

    /// Lines of a menu before its items.
    static let menuHead = 2
    var menuHeight: Int { max(1, window.bodyRows - Self.menuHead) }

    /// The frame of this moment: title, body, keys and status, as many lines as the window has.
    func frame() -> Frame {
        guard let page else { return Frame(columns: window.columns, lines: Array(repeating: [], count: window.rows)) }
        var lines = window.rows > 2 ? [title()] : []
        let body = beside(self.body(page), page)
        lines += body + Array(repeating: [], count: max(0, window.bodyRows - body.count))
        var caret: Frame.Caret?
        if window.rows > 1 {
            let (foot, column) = foot(page)
            caret = column.map { Frame.Caret(line: window.rows - 1, column: min($0, window.columns - 1)) }
            lines = Array(lines.prefix(window.rows - foot.count))
            lines += Array(repeating: [], count: max(0, window.rows - foot.count - lines.count)) + foot
        }
        return Frame(
            columns: window.columns, lines: Array(lines.prefix(window.rows)),
            title: sanitized("\(page.title) - galleria"), caret: caret)
    }

    /// The way here, and the address.
    private func title() -> CellLine {
        let way = pages.suffix(4).map(\.title).joined(separator: " › ")
        let left = text(" " + (pages.count > 4 ? "… › " : "") + way + " ", bar)
        return joined(left, text((page?.route ?? "") + " ", bar), look: bar)
    }

    private func body(_ page: Page) -> [CellLine] {
        switch mode {
        case .help(let position):
            return helpLines.dropFirst(position.top).prefix(window.bodyRows).map {
                (.spaces(min(TerminalSize.margin, window.columns)) + $0).clipped(to: window.columns)
            }
        case .menu(let menu): return lines(of: menu)
        case .page, .prompt, .find, .command, .confirm: break
        }
        let selection = page.position.selection(in: page.extent(height: window.bodyRows))
        let end = min(page.position.top + window.bodyRows, page.lineCount)
        guard page.position.top < end else { return [] }
        return (page.position.top..<end).map { number in
            let line = CellLine(page.line(number), ambiguous: options.ambiguousWidth)
            return marked(
                line, isSelected: selection?.contains(number) == true, isFirst: selection?.lowerBound == number,
                columns: listColumns(page))
        }
    }

    /// Columns of the list: all of them where nothing stands beside it.
    private func listColumns(_ page: Page) -> Int { pane(page).isEmpty ? window.columns : window.listColumns }

    private func lines(of menu: Menu) -> [CellLine] {
        let names = menu.items.map { displayWidth(sanitized($0.label), ambiguous: options.ambiguousWidth) }
        let widest = min(names.max() ?? 0, window.columns / 2)
        let items = menu.items.indices.map { index in
            let item = menu.items[index]
            return text(item.label, bold) + .spaces(max(0, widest - names[index]) + 2) + text(item.detail, "")
        }
        let top = menu.top(height: menuHeight)
        return [text("  " + menu.title, bold), []]
            + items.indices.dropFirst(top).prefix(menuHeight).map { index in
                marked(items[index], isSelected: index == menu.selected, isFirst: true, columns: window.columns)
            }
    }

    private func marked(_ line: CellLine, isSelected: Bool, isFirst: Bool, columns: Int) -> CellLine {
        let room = max(0, columns - TerminalSize.margin)
        let line = line.broken(to: room, lines: 1)[0]
        guard isSelected else { return (.spaces(min(TerminalSize.margin, columns)) + line).clipped(to: columns) }
        let whole = text(isFirst ? "> " : "  ", "") + line
        return isColored ? whole.filled(to: columns, look: "").reversed : whole.clipped(to: columns)
    }

    // MARK: Beside the list

    /// The lines of what stands beside the list: the selected row's screen, or a screen's own picture.
    private func pane(_ page: Page) -> [Substring] {
        guard window.hasPane else { return [] }
        switch mode {
        case .help, .menu: return []
        default: return page.rows.isEmpty ? page.picture : preview?.all ?? []
        }
    }

    private func beside(_ body: [CellLine], _ page: Page) -> [CellLine] {
        let pane = pane(page)
        guard !pane.isEmpty else { return body }
        let top = page.rows.isEmpty ? 0 : min(preview?.top ?? 0, max(0, pane.count - 1))
        let rule = text(options.ambiguousWidth == 2 ? "| " : "│ ", faint)
        return (0..<window.bodyRows).map { index in
            let left = body.indices.contains(index) ? body[index] : []
            let line = pane.indices.contains(top + index) ? pane[top + index] : ""
            return left.filled(to: window.listColumns, look: "") + rule + .spaces(1)
                + CellLine(line, ambiguous: options.ambiguousWidth).clipped(to: window.paneColumns)
        }
    }

    // MARK: The foot

    /// - Returns: the lines below the text, and the column of the caret in the last one while one is typed.
    private func foot(_ page: Page) -> (lines: [CellLine], caret: Int?) {
        let (status, caret) = status(page)
        guard window.hasKeyLine else { return ([status], caret) }
        if case .confirm(let action, _) = mode {
            let lines = text(question(action), look(of: nil)).broken(to: window.columns - 1, lines: 2)
            if lines.count > 1 { return (lines.map { $0.filled(to: window.columns, look: look(of: nil)) }, nil) }
        }
        if case .page = mode, let note = page.standing {
            // A longer sentence takes the keys' line as well.
            let lines = text(" \(note.text)", look(of: note)).broken(to: window.columns - 1, lines: 2)
            if lines.count > 1 { return (lines.map { $0.filled(to: window.columns, look: look(of: note)) }, nil) }
        }
        return ([keys(), status], caret)
    }

    private func keys() -> CellLine {
        switch mode {
        case .page: break
        case .help: return hint("↑ ↓ move, any other key closes this")
        case .menu: return hint("Enter chooses, Esc closes this")
        case .prompt: return hint("Enter goes on, Esc leaves it")
        case .find: return hint("↑ ↓ move, Enter keeps it, Esc takes it back")
        case .command(let line): return completions(line)
        case .confirm: return hint("y does it, any other key does not")
        }
        return footWords.reduce(text(" ", "")) { line, word in
            line + text(word.key, bold) + text(" \(word.word)  ", faint)
        }.clipped(to: window.columns)
    }

    private func hint(_ sentence: String) -> CellLine {
        text(" \(sentence)", faint).broken(to: window.columns, lines: 1)[0]
    }

    /// The words that complete a line, from the chosen one on; with the meaning of that.
    private func completions(_ line: CommandLine) -> CellLine {
        guard !line.completions.isEmpty else {
            return hint(page?.note?.text ?? "Tab completes, ↑ ↓ are the lines before, Enter does it")
        }
        var cells = text(" ", "")
        let first = max(0, (line.chosen ?? 0) - 2)
        for (index, offered) in line.completions.enumerated().dropFirst(first) {
            let isChosen = index == line.chosen
            let doc = isChosen && !offered.doc.isEmpty ? " (\(offered.doc))" : ""
            let next =
                text(isChosen && !isColored ? "> \(offered.word)" : offered.word, isChosen ? bar : "")
                + text(doc, faint)
            guard cells.columns + next.columns + 2 < window.columns else { break }
            cells += next + .spaces(2)
        }
        return cells
    }

    private func question(_ action: ActionDescription) -> String { " \(action.confirm ?? action.title) (y/n)" }

    private func look(of note: Page.Note?) -> String { note?.isFailure == true && isColored ? "1;31;7" : bar }

    private func status(_ page: Page) -> (line: CellLine, caret: Int?) {
        switch mode {
        case .prompt(let prompt): return typed(prompt.label, prompt.editor)
        case .find(let editor, _): return typed("find: ", editor)
        case .command(let line): return typed(":", line.editor)
        case .confirm(let action, _):
            return (text(question(action), look(of: nil)).broken(to: window.columns, lines: 1)[0], nil)
        case .help, .menu, .page: break
        }
        let standing = page.standing
        let place = page.place(height: window.bodyRows)
        let right = text(window.hasKeyLine ? "\(place) " : place.isEmpty ? "? keys " : "\(place)  ? keys ", bar)
        return (joined(text(standing.map { " \($0.text) " } ?? "", look(of: standing)), right, look: bar), nil)
    }

    private func typed(_ label: String, _ editor: LineEditor) -> (CellLine, Int?) {
        let label = text(label, bold).broken(to: max(0, window.columns - 8), lines: 1)[0]
        let room = max(1, window.columns - label.columns)
        let (typed, caret) = editor.visible(columns: room, ambiguous: options.ambiguousWidth)
        return ((label + text(typed, "")).clipped(to: window.columns), label.columns + caret)
    }

    /// Two texts at the two ends of a line; where they don't fit, the right one goes, and the left one is cut between words.
    private func joined(_ left: CellLine, _ right: CellLine, look: String) -> CellLine {
        let gap = window.columns - left.columns - right.columns
        guard gap >= 0 else {
            return left.broken(to: window.columns, lines: 1)[0].filled(to: window.columns, look: look)
        }
        return left + .spaces(gap, look: look) + right
    }

    private func text(_ text: String, _ look: String) -> CellLine {
        .plain(text, look: look, ambiguous: options.ambiguousWidth)
    }
}
