import DesignSystem
import JSON

/// Typing of the key of a screen's row: once typing pauses, the row is loaded.
struct Typing: Sendable {
    struct State: Sendable {
        var text: String
        /// Rises with each change: only what was typed last is looked for.
        var edits = 0
        /// The key that is shown, loading or failed; nil while what is typed can't be one.
        var key: String?

        /// Begins with what the route says.
        init(_ typing: Typing, _ arguments: [JSONMember]) {
            text = arguments.first { $0.key == typing.variable }?.value.string ?? ""
            key = typing.rule.taken(text)
        }
    }

    /// Name of the action.
    let name: String
    let title: String
    /// The prompt, for people: `A place`.
    let prompt: String
    let pause: Duration
    /// The route's variable that holds the key.
    let variable: String
    /// The rule of keys; any other text clears the screen.
    let rule: TextRule

    var action: ScreenAction<RowScreen> {
        ScreenAction(
            name, title: title,
            "Changes what is typed; it is looked for \(pause / .milliseconds(1)) ms after the last change.",
            ParameterShape(
                { $0 },
                Parameter.required(
                    "text", .text(0...200), "What is typed.", examples: rule.examples.prefix(1).map { .string($0) },
                    prompt: prompt))
        ) { screen, text in screen.edit(text) }
    }

    /// Field of the screen's state.
    static let field = ResultField<RowScreen.State>(optional: "text", .text, "What is typed.") { $0.typed?.text }

    func blocks(_ typed: State?) -> [Block] {
        let text = trimmed(typed?.text ?? "")
        return [.keyValues([KeyValue(prompt, text.isEmpty ? Inline("type \(rule.expected)", .muted) : Inline(text))])]
    }
}

extension RowScreen.State {
    /// Whether the typed text could not be a key.
    var waitsForKey: Bool { typed.map { $0.key == nil } ?? false }

    /// Nothing to show: nothing was asked, so nothing can fail. What is still loading comes too late.
    mutating func clear() {
        generation += 1
        (row, head) = (nil, nil)
        refresh = RefreshStatus()
        refresh.ended = .normal
    }
}

extension RowScreen {
    func edit(_ text: String) -> ActionOutcome {
        guard let typing else { return .ignored }
        let edit = state.change { state in
            state.typed?.text = text
            state.typed?.edits += 1
            return state.typed?.edits
        }
        typist.start(supersedes: true) { [weak self, clock = environment.context.clock] in
            do { try await clock.sleep(for: typing.pause) } catch { return }  // a later keystroke came
            self?.look(for: typing.rule.taken(text), after: edit)
        }
        return .accepted
    }

    /// Loads what is typed, unless a later change came.
    private func look(for key: String?, after edit: Int?) {
        guard state.current.typed?.edits == edit else { return }
        if let key {
            _ = begin(key: key)
            return
        }
        loader.cancel()
        state.change { state in
            state.typed?.key = nil
            state.clear()
        }
    }
}
