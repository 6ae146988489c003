import DesignSystem
import FeatureKit
import JSON

/// A client of the open screens with a stack of them, keys and a window: keys in, frames out. It knows no feature: what it
/// can do is what a screen's actions, rows and state say.
final class BrowserModel {
    /// Receiver of keys.
    enum Mode {
        case page
        case help(ListPosition)
        case actions(selected: Int)
        case prompt(Prompt)
    }

    /// Effect of a key on the terminal.
    enum Effect: Sendable {
        case none, redraw, suspend, quit
    }

    /// The most screens of the stack that stay open; those below are opened again when one comes back to them.
    static let openPages = 32

    let screens: OpenScreens
    let options: RenderOptions
    var window: TerminalSize
    private(set) var pages: [Page] = []
    private(set) var mode = Mode.page

    /// - Parameter options: how the terminal's text is rendered.
    init(screens: OpenScreens, options: RenderOptions, window: TerminalSize) {
        self.screens = screens
        self.options = options
        self.window = window
    }

    var page: Page? { pages.last }

    // MARK: The stack

    /// Opens the screen at a route on top of the others.
    /// - Throws: what opening throws; the stack is as before then.
    func open(_ route: String) throws(Fault) {
        let reading = try screens.open(
            route, style: style, width: window.textColumns, tellsRows: true, showsPictures: false)
        pages.append(Page(reading, route: route, width: window.textColumns, height: window.bodyRows))
        let deep = pages.count - 1 - Self.openPages
        if pages.indices.contains(deep) { close(deep) }
    }

    private func follow(_ route: String) {
        do throws(Fault) {
            try open(route)
        } catch {
            note(.failure(error))
        }
    }

    private func back() {
        guard pages.count > 1 else { return note(Page.Note(text: "this is the first screen; q quits")) }
        close(pages.count - 1)
        pages.removeLast()
        if page?.screen == nil { reopen() } else { fit() }
    }

    private func close(_ index: Int) {
        if let screen = pages[index].screen { _ = try? screens.close(screen) }
        pages[index].closed(nil)
    }

    /// Opens the uppermost screen again.
    private func reopen() {
        guard let page else { return }
        do throws(Fault) {
            let reading = try screens.open(page.route, style: style, width: window.textColumns, tellsRows: true)
            pages[pages.count - 1].opened(reading, width: window.textColumns, height: window.bodyRows)
        } catch {
            note(.failure(error))
        }
    }

    /// Style of the design system for terminals; other styles have no row places.
    private var style: RenderStyle? { options.style == .ansi || options.style == .plain ? nil : .plain }

    // MARK: What happens

    /// Takes what the screens tell.
    func update() {
        takeReadings()
        for closing in screens.takeClosings() {
            guard let index = pages.firstIndex(where: { $0.screen == closing.screen }) else { continue }
            pages[index].closed(Page.Note(text: "closed: \(closing.reason.sentence)", isFailure: true))
            // Its module goes on with other settings: so does the screen.
            if closing.reason == .settingsChanged, index == pages.count - 1 { reopen() }
        }
    }

    /// Shows a picture below the text of the page with this screen.
    func show(picture: String, of screen: String) {
        guard let index = pages.firstIndex(where: { $0.screen == screen }) else { return }
        pages[index].picture = picture.split(separator: "\n", omittingEmptySubsequences: true)
    }

    /// The window has another size: what is in it is laid out again.
    func resize(_ window: TerminalSize) {
        self.window = window
        fit()
    }

    private func fit() {
        guard let page, let screen = page.screen else { return }
        let last = pages.count - 1
        if page.width != window.textColumns,
            let reading = try? screens.resize(screen, style: nil, width: window.textColumns)
        {
            pages[last].width = window.textColumns
            take(reading)
        }
        pages[last].position.reveal(pages[last].extent(height: window.bodyRows))
    }

    private func takeReadings() {
        for reading in screens.takeReadings() { take(reading) }
    }

    private func take(_ reading: ScreenReading) {
        guard let index = pages.firstIndex(where: { $0.screen == reading.screen }) else { return }
        pages[index].show(reading, height: window.bodyRows)
    }

    private func note(_ note: Page.Note) {
        guard !pages.isEmpty else { return }
        pages[pages.count - 1].note = note
    }

    // MARK: Keys

    func take(_ key: Key) -> Effect {
        guard !pages.isEmpty else { return .quit }
        switch mode {
        case .page: return KeyBinding.command(of: key).map(perform) ?? .none
        case .help(var position):
            if case .move(let movement)? = KeyBinding.command(of: key) {
                position.move(movement, in: helpExtent)
                mode = .help(position)
            } else {
                mode = .page
            }
        case .actions(let selected): choose(key, selected: selected)
        case .prompt(let prompt): type(key, into: prompt)
        }
        return .none
    }

    private func perform(_ command: Command) -> Effect {
        let last = pages.count - 1
        pages[last].note = nil
        switch command {
        case .move(let movement):
            let isAtEnd = pages[last].position.move(movement, in: pages[last].extent(height: window.bodyRows))
            if isAtEnd, movement != .up, movement != .pageUp, movement != .home { loadMore() }
        case .follow: followRow()
        case .back: back()
        case .search: prompt(anyOf: ["search", "edit", "find"], startsEmpty: true)
        case .filter: prompt(anyOf: ["edit"], startsEmpty: false)
        case .like: like()
        case .refresh: refresh()
        case .chooseAction:
            if pages[last].actions.isEmpty {
                note(Page.Note(text: "this screen takes no actions"))
            } else {
                mode = .actions(selected: 0)
            }
        case .help: mode = .help(ListPosition())
        case .redraw: return .redraw
        case .suspend: return .suspend
        case .quit: return .quit
        }
        return .none
    }

    private func choose(_ key: Key, selected: Int) {
        let actions = page?.actions ?? []
        switch KeyBinding.command(of: key) {
        case .move(let movement):
            let next =
                switch movement {
                case .down: selected + 1
                case .up: selected - 1
                case .home, .pageUp: 0
                case .end, .pageDown: actions.count - 1
                }
            mode = .actions(selected: min(max(0, next), max(0, actions.count - 1)))
        case .follow:
            mode = .page
            if actions.indices.contains(selected) { ask(actions[selected], given: []) }
        default: mode = .page
        }
    }

    private func type(_ key: Key, into prompt: Prompt) {
        var prompt = prompt
        switch key {
        case .escape, .control("c"): mode = .page
        case .enter:
            guard let page else { return }
            let members = prompt.submit(on: page)
            mode = members == nil ? .prompt(prompt) : .page
            if let members {
                pages[pages.count - 1].startOver()
                send(prompt.action.name, members)
            }
        default:
            if prompt.editor.take(key) { mode = .prompt(prompt) }
        }
    }

    // MARK: Actions

    private func followRow() {
        guard let page else { return }
        guard let row = page.row, page.position.selection(in: page.extent(height: window.bodyRows)) != nil else {
            pages[pages.count - 1].position.reveal(page.extent(height: window.bodyRows))
            if page.row == nil { note(Page.Note(text: "there is nothing to open here")) }
            return
        }
        if let route = row.route { return follow(route) }
        guard let select = page.action("select"), let known = known(for: select), known.count == select.parameters.count
        else { return note(Page.Note(text: "this row leads nowhere")) }
        send("select", known)
    }

    /// Turns the flag of the row, or of the screen's own product, around.
    private func like() {
        guard let page, let action = page.action("like") else { return note(missing(["like"])) }
        let known = [JSONMember("liked", .bool(!page.flag("liked", for: action)))] + (known(for: action) ?? [])
        guard Set(known.map(\.key)).isSuperset(of: action.parameters.map(\.name)) else {
            return note(Page.Note(text: "move to a row first"))
        }
        send("like", known)
    }

    private func refresh() {
        guard let page else { return }
        if page.screen == nil { return reopen() }
        let again = page.status?.ended == .error && page.has("retry") ? "retry" : "refresh"
        if page.has(again) { send(again, []) } else { note(missing([again])) }
    }

    private func loadMore() {
        let last = pages.count - 1
        guard pages[last].asksForMore(), let screen = pages[last].screen else { return }
        do throws(Fault) {
            let outcome = try screens.send(screen, action: "loadMore", parameters: nil).outcome
            if outcome == .ignored { pages[last].gotNoMore() }
            takeReadings()
        } catch {
            pages[last].gotNoMore()
            note(.failure(error))
        }
    }

    private func prompt(anyOf names: [String], startsEmpty: Bool) {
        guard let page, let action = names.lazy.compactMap(page.action).first else { return note(missing(names)) }
        guard let prompt = Prompt(action, known: [], on: page, startsEmpty: startsEmpty) else {
            return send(action.name, [])
        }
        mode = .prompt(prompt)
    }

    /// Sends an action, after the parameters that neither the row nor `given` says were typed.
    private func ask(_ action: ActionDescription, given: [JSONMember]) {
        guard let page else { return }
        let known = given + (known(for: action) ?? [])
        if let prompt = Prompt(action, known: known, on: page) {
            mode = .prompt(prompt)
        } else {
            send(action.name, known)
        }
    }

    /// The parameters that the selected row gives.
    private func known(for action: ActionDescription) -> [JSONMember]? {
        guard let page else { return nil }
        return action.parameters.compactMap { field in
            // What the row says now is not what is wanted of it: only its name is taken.
            guard field.isRequired, let value = page.value(of: field.name, for: action), value.bool == nil else {
                return nil
            }
            return JSONMember(field.name, value)
        }
    }

    private func send(_ action: String, _ members: [JSONMember]) {
        guard let screen = page?.screen else {
            return note(Page.Note(text: "closed; r opens it again", isFailure: true))
        }
        do throws(Fault) {
            let parameters =
                members.isEmpty ? nil : try? JSONDocument(parsing: JSONValue.object(members).serialized()).root
            let outcome = try screens.send(screen, action: action, parameters: parameters).outcome
            takeReadings()
            switch outcome {
            case .accepted, .saving: break
            case .ignored: note(Page.Note(text: "\(action): not now"))
            case .navigate(let route): follow(route)
            }
        } catch {
            note(.failure(error))
        }
    }

    private func missing(_ names: [String]) -> Page.Note {
        Page.Note(text: "this screen has no \(names.joined(separator: " or "))")
    }
}
