import Core
import DesignSystem
import JSON
import Storage
import Synchronization

/// The view model of one book: its details, and a memo that is saved half a second after the last keystroke.
final class BookScreen: ScreenModel {
    let state: ScreenState<BookState>
    private let library: Library
    private let isbn13: String
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let saving = Mutex<Task<Void, Never>?>(nil)
    private let observation = Mutex<StateObservation?>(nil)
    private static let saveDelay = Duration.milliseconds(500)

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
                "editMemo", "Changes the memo; it is saved half a second after the last change, and at the end.",
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

    /// Saves at once what is still unsaved; the host waits for that.
    func close() {
        observation.withLock { $0 = nil }
        loading.withLock { $0 }?.cancel()
        saving.withLock { $0 }?.cancel()
        if state.current.isMemoUnsaved { library.background.run { [self] in await save() } }
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
        guard let memo = try? library.storage.memo(isbn13) else { return }
        state.changeIfAny { state -> Bool? in
            if state.isMemoUnsaved || state.memo.utf8.elementsEqual(memo.utf8) { return nil }
            state.memo = memo
            return true
        }
    }

    private func edit(_ text: String) -> ActionOutcome {
        state.change { state in
            state.memo = text
            state.isMemoUnsaved = true
        }
        let task = library.background.run { [weak self, clock = library.clock] in
            do { try await clock.sleep(for: Self.saveDelay) } catch { return }  // a later keystroke came
            await self?.save()
        }
        let superseded = saving.withLock { current in
            defer { current = task }
            return current
        }
        superseded?.cancel()
        return .accepted
    }

    private func save() async {
        let text = state.current.memo
        do throws(Fault) {
            try await library.storage.setMemo(text, of: isbn13)
            state.change { state in
                if state.memo.utf8.elementsEqual(text.utf8) { state.isMemoUnsaved = false }
                state.notice = nil
            }
        } catch {
            state.change { $0.notice = error.text }
        }
    }
}
