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
        case menu(Menu)
        case prompt(Prompt)
        /// Words that narrow the list while they are typed; what was looked for before comes back with Esc.
        case find(LineEditor, before: String)
        case command(CommandLine)
        /// An action that waits for a yes.
        case confirm(ActionDescription, [JSONMember])
    }

    /// Effect of a key on the terminal.
    enum Effect: Sendable, Equatable {
        case none, redraw, suspend, quit
        /// Puts a text into the clipboard.
        case copy(String)
    }

    /// Work for the program around the browser; its outcome comes back by `take`.
    enum Errand: Sendable {
        case complete(words: [String])
        case call(RegisteredOperation, [JSONMember], title: String, isUndo: Bool)
    }

    /// The most screens of the stack that stay open; those below are opened again when one comes back to them.
    static let openPages = 32
    /// The most screens whose text is kept for beside the list.
    static let mostSeen = 64
    static let mostReversals = 100

    let screens: OpenScreens
    let options: RenderOptions
    /// Finds what the command line names.
    let router: @Sendable () -> Router
    var window: TerminalSize
    var pages: [Page] = []
    var mode = Mode.page
    var preview: Preview?
    /// The row that `preview` was looked for.
    var previewedKey: String?
    /// Earlier previews, by route.
    var seen: [String: Preview] = [:]
    var reversals: [Reversal] = []
    var history: [String] = []
    var errands: [Errand] = []

    /// - Parameter options: how the terminal's text is rendered.
    init(
        screens: OpenScreens, options: RenderOptions, router: @escaping @Sendable () -> Router = { .empty },
        window: TerminalSize
    ) {
        self.screens = screens
        self.options = options
        self.router = router
        self.window = window
    }

    var page: Page? { pages.last }

    var last: Int { pages.count - 1 }

    // MARK: The stack

    /// Opens the screen at a route on top of the others.
    /// - Throws: what opening throws; the stack is as before then.
    func open(_ route: String) throws(Fault) {
        let width = window.textColumns(besidePane: true)
        let reading = try screens.open(
            route, style: style, width: width, window: RowWindow(from: 0, count: windowCount), tellsRows: true)
        push(Page(reading, route: route, width: width, height: window.bodyRows))
    }

    /// Shows a text that is no screen, such as the result of a call.
    func show(_ document: Document, title: String, route: String) {
        push(
            Page(
                document, title: title, route: route, options: options,
                width: window.textColumns(besidePane: true), height: window.bodyRows))
    }

    private func push(_ page: Page) {
        pages.append(page)
        pages[last].isPictureBeside = window.hasPane
        let deep = last - Self.openPages
        if pages.indices.contains(deep) { close(deep) }
    }

    func follow(_ route: String) {
        do throws(Fault) {
            try open(route)
        } catch {
            note(.failure(error))
        }
    }

    func back() {
        guard pages.count > 1 else { return note(Page.Note(text: "this is the first screen; q quits")) }
        close(last)
        pages.removeLast()
        if page?.screen == nil, page?.document == nil { reopen() } else { fit() }
    }

    private func close(_ index: Int) {
        if let screen = pages[index].screen { _ = try? screens.close(screen) }
        pages[index].closed(nil)
    }

    /// Opens the uppermost screen again.
    func reopen() {
        guard let page, page.document == nil else { return }
        let width = window.textColumns(besidePane: true)
        do throws(Fault) {
            let reading = try screens.open(
                page.route, style: style, width: width, window: RowWindow(from: page.rowsAbove, count: windowCount),
                tellsRows: true)
            pages[last].opened(reading, width: width, height: window.bodyRows)
        } catch {
            note(.failure(error))
        }
    }

    /// Style of the design system for terminals; other styles have no row places.
    var style: RenderStyle? { options.style == .ansi || options.style == .plain ? nil : .plain }

    func takeErrands() -> [Errand] {
        defer { errands = [] }
        return errands
    }

    // MARK: What happens

    /// Takes what the screens tell.
    func update() {
        takeReadings()
        for closing in screens.takeClosings() {
            if preview?.screen == closing.screen { preview?.screen = nil }
            guard let index = pages.firstIndex(where: { $0.screen == closing.screen }) else { continue }
            pages[index].closed(Page.Note(text: "closed: \(closing.reason.sentence)", isFailure: true))
            // Its module goes on with other settings: so does the screen.
            if closing.reason == .settingsChanged, index == last { reopen() }
        }
        if let page, page.isLoaded, page.width != width(of: page) { fit() }
    }

    /// Shows the picture of a screen: beside the list, or the page's own.
    func show(picture: String, of screen: String) {
        let lines = picture.split(separator: "\n", omittingEmptySubsequences: true)
        if preview?.screen == screen { preview?.picture = lines }
        guard let index = pages.firstIndex(where: { $0.screen == screen }) else { return }
        pages[index].picture = lines
    }

    /// The window has another size: what is in it is laid out again.
    func resize(_ window: TerminalSize) {
        self.window = window
        closePreview()
        seen = [:]
        previewedKey = nil
        for index in pages.indices { pages[index].isPictureBeside = window.hasPane }
        setWindow(from: page?.rowsAbove ?? 0)
        fit()
    }

    /// A list whose rows lead nowhere has nothing beside it, and all of the window.
    private func width(of page: Page) -> Int {
        window.textColumns(besidePane: page.rows.isEmpty || page.leadsOn)
    }

    private func fit() {
        guard let page else { return }
        let width = width(of: page)
        if page.width != width {
            pages[last].width = width
            pages[last].layOut(options, width: width, height: window.bodyRows)
            if let screen = page.screen, let reading = try? screens.resize(screen, style: nil, width: width) {
                take(reading)
            }
        }
        pages[last].position.reveal(pages[last].extent(height: window.bodyRows))
    }

    func takeReadings() {
        for reading in screens.takeReadings() { take(reading) }
    }

    private func take(_ reading: ScreenReading) {
        takePreview(reading)
        guard let index = pages.firstIndex(where: { $0.screen == reading.screen }) else { return }
        pages[index].show(reading, height: window.bodyRows)
    }

    func note(_ note: Page.Note) {
        guard !pages.isEmpty else { return }
        pages[last].note = note
    }

    func note(_ text: String) { note(Page.Note(text: text)) }

    // MARK: Keys

    func take(_ key: Key) -> Effect {
        guard !pages.isEmpty else { return .quit }
        if case .mouse(let press) = key { return take(press) }
        switch mode {
        case .page: return KeyBinding.command(of: key).map(perform) ?? .none
        case .help(var position):
            if case .move(let movement)? = KeyBinding.command(of: key) {
                position.move(movement, in: helpExtent)
                mode = .help(position)
            } else {
                mode = .page
            }
        case .menu(let menu): choose(key, in: menu)
        case .prompt(let prompt): type(key, into: prompt)
        case .find(let editor, let before): type(key, into: editor, before: before)
        case .command(let line): return type(key, into: line)
        case .confirm(let action, let members):
            mode = .page
            if key == .text("y") || key == .text("Y") {
                send(action, members)
            } else {
                note("nothing was done")
            }
        }
        return .none
    }

    func perform(_ command: Command) -> Effect {
        pages[last].note = nil
        switch command {
        case .move(let movement): move(movement)
        case .scroll(let lines): preview?.scroll(lines, height: window.bodyRows)
        case .follow: followRow()
        case .back: back()
        case .takeBack: if page?.lastAsked == nil { back() } else { takeBack() }
        case .find: find()
        case .search: prompt(for: ["search"])
        case .sort: sort()
        case .filter: filter()
        case .act(let names): act(names)
        case .undo: undo()
        case .refresh: refresh()
        case .chooseAction:
            guard let page, !page.actions.isEmpty else {
                note("this screen takes no actions")
                break
            }
            mode = .menu(Menu(actionsOf: page))
        case .bag: if page?.route != bag { follow(bag) }
        case .copyAddress: return copyAddress()
        case .commandLine: mode = .command(CommandLine(history: history))
        case .help: mode = .help(ListPosition())
        case .redraw: return .redraw
        case .suspend: return .suspend
        case .quit: return .quit
        }
        return .none
    }

    /// The route of the bag: on a screen of a shop, the shop's cart.
    var bag: String {
        let scheme = "galleria://"
        let shop = (page?.route ?? "").dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let cart = "\(scheme)\(shop)/cart"
        let hasCart = router().registry.screens.contains { $0.template.text.utf8.elementsEqual(cart.utf8) }
        return hasCart ? cart : "\(scheme)bag"
    }

    func move(_ movement: Movement) {
        switch movement {
        case .home: moveWindow(to: 0)
        case .end: moveWindow(to: max(0, (page?.window?.total ?? 0) - windowCount))
        default: break
        }
        let isAtEnd =
            pages[last].position.move(movement, in: pages[last].extent(height: window.bodyRows)) && pages[last].showsEnd
        followWindow()
        if isAtEnd, movement != .up, movement != .pageUp, movement != .home { loadMore() }
    }

    /// Rows of a list that are told at once: a few screenfuls.
    private var windowCount: Int { max(60, 4 * window.bodyRows) }

    /// Moves the window of a long list's rows where an end of it comes near.
    func followWindow() {
        if let start = page?.windowStart(count: windowCount, height: window.bodyRows) { moveWindow(to: start) }
    }

    /// - Parameter start: the place of its first row.
    func moveWindow(to start: Int) {
        if let place = page?.window, place.from != start { setWindow(from: start) }
    }

    private func setWindow(from start: Int) {
        guard let screen = page?.screen, page?.window != nil else { return }
        let rows = RowWindow(from: start, count: windowCount)
        if let reading = try? screens.resize(screen, style: nil, width: nil, window: rows) { take(reading) }
    }

    private func copyAddress() -> Effect {
        guard let page else { return .none }
        let address = page.row?.route ?? page.route
        note("copied \(address)")
        return .copy(address)
    }
}
