import DesignSystem
import FeatureKit
import JSON
import Storage
import Synchronization

/// The view model of one book: its details, and a memo that is saved as it is typed.
final class BookScreen: ScreenModel {
    let state: ScreenState<BookState>
    private let library: Library
    private let isbn13: String
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let observation = Mutex<StateObservation?>(nil)

    init(_ library: Library, isbn13: String) {
        self.library = library
        self.isbn13 = isbn13
        self.state = ScreenState(BookState(isbn13: isbn13, locale: library.api.locale))
    }

    static var shape: ResultShape<BookState> { BookState.shape }

    static var actions: [ScreenAction<BookScreen>] {
        [
            ScreenAction("refresh", "Loads the book again.") { screen in screen.load() },
            ScreenAction(
                "editMemo", "Changes the memo, and saves it.",
                effect: .writes(idempotent: true, destructive: true),
                ParameterShape(
                    { $0 },
                    Parameter.required("text", .text(0...10_000), "The whole memo.", examples: ["Read chapter 2"]))
            ) { screen, text in screen.edit(text) },
        ]
    }

    func present(_ state: BookState) -> Document { state.document }

    func open() {
        observation.withLock { current in
            current = library.storage.observeMemo(isbn13) { [weak self] in self?.readMemo() }
        }
        readMemo()
        _ = load()
    }

    /// A memo that could not be saved is tried once more.
    func saveAgain() -> Saving? {
        let state = state.current
        guard state.unsaved == 0, state.savingNotice != nil, let memo = state.memo else { return nil }
        return if case .saving(let saving) = edit(memo) { saving } else { nil }
    }

    func close() {
        observation.withLock { $0 = nil }
        loading.withLock { $0 }?.cancel()
    }

    private func load() -> ActionOutcome {
        let generation = state.change { state in
            state.generation += 1
            state.refresh.running = .header
            return state.generation
        }
        let task = library.background.run { [weak self] in await self?.run(generation) }
        let superseded = loading.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
        return .accepted
    }

    private func run(_ generation: Int) async {
        do throws(Fault) {
            let detail = try await library.api.book(isbn13)
            state.changeIfAny { $0.finish(generation, with: detail) }
        } catch {
            state.changeIfAny { $0.fail(generation, error) }
        }
    }

    private func readMemo() {
        // Read inside the change: of two that are told at once the newer one is shown last.
        state.changeIfAny { state -> Bool? in
            guard state.unsaved == 0 else { return nil }
            let before = (state.memo.map(ExactName.init), state.storedNotice)
            state.storedNotice = library.storage.trouble?.text
            do throws(Fault) {
                state.memo = try library.storage.knownMemo(isbn13)
            } catch {
                (state.memo, state.storedNotice) = (nil, error.text)
            }
            return before == (state.memo.map(ExactName.init), state.storedNotice) ? nil : true
        }
    }

    /// Shows the memo at once, and saves it: of several that wait, the store makes one write.
    private func edit(_ text: String) -> ActionOutcome {
        state.change { state in
            state.memo = text
            state.unsaved += 1
        }
        return library.background.save { [self] () throws(Fault) in
            do throws(Fault) {
                try await library.storage.setMemo(text, of: isbn13)
                state.change { state in
                    state.unsaved -= 1
                    state.savingNotice = nil
                }
                readMemo()
            } catch {
                state.change { state in
                    state.unsaved -= 1
                    state.savingNotice = error.text
                }
                throw error
            }
        }
    }
}
