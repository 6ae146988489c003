import DesignSystem
import FeatureKit
import JSON
import Storage
import Synchronization

/// The view model of the shelf: the last search or the new books, filtered as the user types, searched on demand.
final class ShelfScreen: ScreenModel {
    let state: ScreenState<ShelfState>
    private let library: Library
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let observation = Mutex<StateObservation?>(nil)

    init(_ library: Library) {
        self.library = library
        self.state = ScreenState(ShelfState())
    }

    static var actions: [ScreenAction<ShelfScreen>] {
        let book = Parameter.required(
            "isbn13", .text(matching: "^[0-9]{13}$", expected: "an isbn13", accepts: isISBN13), "The book's number.",
            examples: ["9781617294136"])
        return [
            ScreenAction("refresh", "Loads the first page again.", effect: .keeps) { screen in
                screen.load { $0.list.beginHeader() }
            },
            ScreenAction(
                "edit", "Filters the loaded books while typing; never asks the server.",
                ParameterShape({ $0 }, Parameter.required("text", .text(0...200), "What is typed.", examples: ["web"]))
            ) { screen, text in
                screen.state.change { $0.text = text }
                return .accepted
            },
            ScreenAction(
                "search", "Searches the store; the result becomes the shelf.", effect: .keeps,
                ParameterShape(
                    { $0 }, Parameter.required("query", .text(0...200), "What to look for.", examples: ["swift"]))
            ) { screen, query in screen.search(trimmed(query)) },
            ScreenAction("loadMore", "Loads the next page.", effect: .keeps) { screen in
                screen.load { state in state.isFiltered ? nil : state.list.beginFooter() }
            },
            ScreenAction("retry", "Asks again for the page that failed.", effect: .keeps) { screen in
                screen.load { $0.list.retry() }
            },
            ScreenAction("select", "Opens a book.", ParameterShape({ $0 }, book)) { _, isbn13 in
                .navigate(route: BookShelf.bookRoute(isbn13))
            },
        ]
    }

    func present(_ state: ShelfState) -> Document { state.document }

    func pictures(of state: ShelfState) -> [String] { state.list.items.map(\.imageURL) }

    func open() {
        observation.withLock { current in
            current = library.storage.observeSavedSearch { [weak self] in self?.showSaved() }
        }
        if !showSaved() { _ = load { $0.list.beginHeader() } }
    }

    func close() {
        observation.withLock { $0 = nil }
        loading.withLock { $0 }?.cancel()
    }

    /// Shows the saved search unless it is shown already.
    /// - Returns: false when there is none, or it can't be read: the screen says so.
    @discardableResult
    private func showSaved() -> Bool {
        // Read inside the change: of two that are told at once the newer one is shown last.
        var isSaved = false
        state.changeIfAny { state -> Bool? in
            let before = state.storedNotice
            var isShown: Bool?
            state.storedNotice = library.storage.trouble?.text
            do throws(Fault) {
                if let saved = try library.storage.knownSearch() {
                    isSaved = true
                    isShown = state.show(saved)
                }
            } catch {
                state.storedNotice = error.text
            }
            return state.storedNotice == before ? isShown : true
        }
        return isSaved
    }

    private func search(_ query: String) -> ActionOutcome {
        guard !query.isEmpty else { return .ignored }
        return load { state in
            state.begin(search: query)
            return state.list.beginHeader()
        }
    }

    /// Begins a page if the list's rules allow it, and lets it run in the background.
    private func load(_ begin: @Sendable (inout ShelfState) -> ShelfList.Request?) -> ActionOutcome {
        let begun = state.changeIfAny { state in begin(&state).map { ($0, state.query) } }
        guard let (request, query) = begun else { return .ignored }
        let task = library.background.run { [weak self] in await self?.run(request, query: query) }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        if request.part == .header { superseded?.cancel() }
        return .accepted
    }

    private func run(_ request: ShelfList.Request, query: String?) async {
        do throws(Fault) {
            let page =
                if let query { try await library.api.search(query, page: request.position) } else {
                    try await library.api.newBooks()
                }
            let preceding = state.changeIfAny { $0.take(page, for: request) }
            if let query, let preceding, library.storage.takesWrites {
                await save(page, after: preceding, of: query, at: request.position)
            }
        } catch {
            state.changeIfAny { $0.list.fail(request, error) ? true : nil }
        }
    }

    /// Keeps the search with its new page; a failure of that concerns no row, and is told beside them.
    private func save(_ page: Page<Book>, after preceding: [Book], of query: String, at position: Int) async {
        do throws(Fault) {
            let next = BookAPI.searchPaging.next(after: position, received: page.received, total: page.total)
            try await library.storage.save(
                page.items, after: preceding, of: query, from: position, total: page.total, next: next)
        } catch {
            state.change { $0.savingNotice = error.text }
        }
        // `changeIfAny` with nil tells nobody: the rows are as they were.
        var isBehind = false
        state.changeIfAny { state -> Void? in
            isBehind = state.endSaving()
            return nil
        }
        if isBehind { showSaved() }
    }
}
