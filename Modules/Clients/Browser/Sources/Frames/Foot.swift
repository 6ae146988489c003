import DesignSystem
import FeatureKit

/// The keys of the uppermost screen at its foot, and in the help.
extension BrowserModel {
    /// A key at the foot, in whole words.
    struct FootWord: Sendable, Equatable {
        let key: String
        let word: String
        let command: Command
        let columns: Range<Int>
    }

    /// The keys that do something here, as many as have room; the one for all of them always.
    var footWords: [FootWord] {
        var (left, start) = (window.columns - 1, 1)
        var words: [FootWord] = []
        let offered = KeyBinding.all.filter { !$0.word.isEmpty || $0.isAct }.compactMap { binding in
            word(of: binding).map { (binding, $0) }
        }
        let always = offered.filter { $0.0.command == .help || $0.0.command == .quit }
        let room = always.reduce(0) { $0 + Self.width($1.0, $1.1) }
        for (binding, word) in offered {
            let isAlways = binding.command == .help || binding.command == .quit
            let width = Self.width(binding, word)
            guard isAlways ? width <= left : width + room <= left else { continue }
            words.append(
                FootWord(
                    key: binding.mainKey, word: word, command: binding.command, columns: start..<start + width - 2))
            (left, start) = (left - width, start + width)
        }
        return words
    }

    private static func width(_ binding: KeyBinding, _ word: String) -> Int {
        displayWidth(binding.mainKey, ambiguous: 1) + 1 + displayWidth(word, ambiguous: 1) + 2
    }

    /// The word of a key on this screen; nil where it does nothing.
    private func word(of binding: KeyBinding) -> String? {
        guard let page else { return nil }
        if !binding.needs.isEmpty, !binding.needs.contains(where: page.has) { return nil }
        switch binding.command {
        case .follow: return page.row != nil && page.leadsOn ? binding.word : nil
        case .takeBack: return page.lastAsked != nil ? "take back" : pages.count > 1 ? binding.word : nil
        case .find: return page.has("find") ? binding.word : page.has("edit") ? "type" : nil
        case .act(let names):
            // Without rows there is nothing to take out or to answer.
            if page.rows.isEmpty, page.has("select") || page.has("find") { return nil }
            return names.lazy.compactMap(page.action).first?.title.lowercased()
        case .undo: return reversals.isEmpty ? nil : binding.word
        case .refresh: return page.has("refresh") ? binding.word : nil
        case .chooseAction: return page.actions.isEmpty ? nil : binding.word
        case .bag:
            let bag = bag
            return page.route == bag ? nil : bag.hasSuffix("/cart") ? "cart" : binding.word
        default: return binding.word
        }
    }

    /// The keys that the uppermost screen has, in whole sentences.
    var helpLines: [CellLine] {
        let bindings = KeyBinding.bindings(with: page?.actions.map(\.name) ?? [])
        let names = (bindings.map(\.names.count).max() ?? 0) + 2
        let room = max(1, window.columns - TerminalSize.margin)
        func plain(_ text: String) -> CellLine { .plain(text, ambiguous: options.ambiguousWidth) }
        let keys = bindings.flatMap { binding in
            plain(doc(of: binding)).broken(to: max(1, room - names), lines: Self.mostHelpLines).enumerated().map {
                (plain($0 == 0 ? binding.names : "") + .spaces(names)).clipped(to: names) + $1
            }
        }
        let mouse = plain("Mouse: the wheel scrolls, a click selects, another opens; the right button goes back.")
        return [plain("Keys"), []] + keys + [[]] + mouse.broken(to: room, lines: Self.mostHelpLines)
    }

    /// Lines of one sentence of the help, in a window of 20 columns.
    private static let mostHelpLines = 9

    private func doc(of binding: KeyBinding) -> String {
        guard case .act(let names) = binding.command,
            let action = names.lazy.compactMap({ self.page?.action($0) }).first
        else { return binding.doc }
        return action.doc
    }

    var helpExtent: ListPosition.Extent {
        ListPosition.Extent(lineCount: helpLines.count, rows: [], height: window.bodyRows)
    }
}

extension KeyBinding {
    var isAct: Bool { if case .act = command { true } else { false } }

    /// The first of its names.
    var mainKey: String { String(names.prefix { $0 != " " }) }
}
