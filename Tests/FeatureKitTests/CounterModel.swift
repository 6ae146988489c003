import DesignSystem
import JSON
import Synchronization
import Testing

@testable import FeatureKit

/// A screen's model that counts: the least that has a state, actions and text.
final class CounterModel: ScreenModel {
    struct State: Sendable, Equatable {
        var count = 0
        var note = ""
    }

    static let shape = ResultShape<State>([
        ResultField("count", .whole, "The count.") { $0.count },
        ResultField("note", .text, "A note.") { $0.note },
    ])

    let state: ScreenState<State>
    private let calls = Mutex<[String]>([])
    private let presented = Mutex(0)
    private let changesAtOpening: Int

    /// - Parameter changesAtOpening: how often the state changes inside `open`.
    init(note: String = "", changesAtOpening: Int = 0) {
        state = ScreenState(State(note: note))
        self.changesAtOpening = changesAtOpening
    }

    /// Calls, in order.
    var log: [String] { calls.withLock { $0 } }

    /// Number of renderings of its state.
    var presentations: Int { presented.withLock { $0 } }

    func present(_ state: State) -> Document {
        presented.withLock { $0 += 1 }
        return Document([.heading(level: 1, Inline("Count")), .paragraph(Inline("\(state.count) \(state.note)"))])
    }

    func open() {
        calls.withLock { $0.append("open") }
        for _ in 0..<changesAtOpening { add(1) }
    }

    func close() { calls.withLock { $0.append("close") } }

    func add(_ number: Int) { state.change { $0.count += number } }

    static let actions: [ScreenAction<CounterModel>] = [
        ScreenAction(
            "add", "Adds a number.",
            ParameterShape(
                { $0 }, Parameter.defaulted("number", .whole(-100...100), "What to add.", default: 1, examples: [2]))
        ) { model, number throws(Fault) in
            model.add(number)
            return .accepted
        },
        ScreenAction("ignore", "Does nothing.") { _ throws(Fault) in .ignored },
        ScreenAction("go", "Leads to another screen.") { _ throws(Fault) in .navigate(route: "galleria://shelf") },
        ScreenAction("fail", "Fails.") { _ throws(Fault) in
            throw Fault(.storageFailed, "The memo is not saved.", hint: "Try again.")
        },
    ]
}
