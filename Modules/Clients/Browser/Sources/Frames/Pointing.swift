import DesignSystem
import FeatureKit

/// The mouse: where it was pressed, and what is there.
extension BrowserModel {
    /// Lines of one step of the wheel.
    private static let wheelLines = 3

    func take(_ press: MousePress) -> Effect {
        switch mode {
        case .page, .find: return take(onPage: press)
        case .menu(var menu):
            switch press.button {
            case .main:
                let index = press.row - 1 - Self.menuHead + menu.top(height: menuHeight)
                if press.row > Self.menuHead { take(menu, index) }
            case .wheelUp, .wheelDown:
                menu.move(press.button == .wheelUp ? .up : .down, height: menuHeight)
                mode = .menu(menu)
            case .secondary, .back: mode = .page
            }
        case .help(var position):
            switch press.button {
            case .wheelUp, .wheelDown:
                _ = position.scroll(press.button == .wheelUp ? -Self.wheelLines : Self.wheelLines, in: helpExtent)
                mode = .help(position)
            default: mode = .page
            }
        case .prompt, .command, .confirm:
            if press.button == .secondary || press.button == .back { mode = .page }
        }
        return .none
    }

    private func take(onPage press: MousePress) -> Effect {
        guard let page else { return .none }
        let isOnPane = preview != nil && press.column >= window.listColumns
        let isOnBody = (1...window.bodyRows).contains(press.row)
        switch press.button {
        case .secondary, .back: return perform(.back)
        case .wheelUp, .wheelDown:
            let lines = press.button == .wheelUp ? -Self.wheelLines : Self.wheelLines
            if isOnPane { return perform(.scroll(lines)) }
            let extent = page.extent(height: window.bodyRows)
            let isAtEnd = pages[last].position.scroll(lines, in: extent) && page.showsEnd
            followWindow()
            if isAtEnd, lines > 0 { loadMore() }
        case .main where press.row == 0: return perform(.back)
        case .main where isOnBody && isOnPane: return perform(.follow)
        case .main where isOnBody:
            let line = page.position.top + press.row - 1
            guard let index = page.rows.firstIndex(where: { ($0.line..<$0.line + $0.lineCount).contains(line) }) else {
                break
            }
            if page.position.selected == index { return perform(.follow) }
            pages[last].position.select(index, in: page.extent(height: window.bodyRows))
            followWindow()
        case .main:
            guard press.row == window.rows - 2, window.hasKeyLine, case .page = mode,
                let word = footWords.first(where: { $0.columns.contains(press.column) })
            else { break }
            return perform(word.command)
        }
        return .none
    }
}
