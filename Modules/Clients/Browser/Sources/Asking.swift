import FeatureKit
import JSON

/// Conditions on a list and its order: asked for, and taken back.
extension BrowserModel {
    /// Begins to type words that narrow the list at once; where the screen can't, a place or a search.
    func find() {
        guard let page else { return }
        guard page.has("find") else { return prompt(for: ["edit", "search"]) }
        let before = page.state["find"]?.string ?? ""
        mode = .find(LineEditor(), before: before)
        if !before.isEmpty { sendFind("") }
    }

    func type(_ key: Key, into editor: LineEditor, before: String) {
        var editor = editor
        switch key {
        case .escape, .control("c"):
            mode = .page
            sendFind(before)
        case .enter:
            mode = .page
            if editor.text.isEmpty { sendFind("") }
        case .up: move(.up)
        case .down: move(.down)
        case .pageUp: move(.pageUp)
        case .pageDown: move(.pageDown)
        default:
            guard editor.take(key) else { return }
            mode = .find(editor, before: before)
            sendFind(editor.text)
        }
    }

    private func sendFind(_ text: String) {
        guard let action = page?.action("find"), let field = action.parameters.first else { return }
        narrow(action, [JSONMember(field.name, .string(text))])
    }

    func sort() {
        guard let page, let action = page.action("sort") else { return note(missing(["sort"])) }
        mode = .menu(Menu(sortingBy: action, on: page))
    }

    func filter() {
        guard let page, let action = page.action("filter") else { return note(missing(["filter"])) }
        mode = .menu(Menu(filteringBy: action, on: page))
    }

    /// Sends a condition, and notes it as the last one. Its rows are shown from the first one.
    func narrow(_ action: ActionDescription, _ members: [JSONMember]) {
        moveWindow(to: 0)
        if action.name == "sort" { pages[last].startOver() }
        guard send(action.name, members) != nil else { return }
        pages[last].asked = pages[last].asked.filter { $0 != action.name } + [action.name]
    }

    /// Takes the last condition back.
    func takeBack() {
        guard let page, let name = page.lastAsked, let action = page.action(name) else { return }
        pages[last].asked.removeAll { $0 == name }
        send(name, name == "find" ? [JSONMember(action.parameters.first?.name ?? "text", "")] : [])
    }
}
