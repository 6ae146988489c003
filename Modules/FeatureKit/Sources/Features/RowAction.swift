/// An action of a list's screen besides those that every list has, such as a like. What it saves shows on every screen.
package struct RowAction: Sendable {
    let screenAction: ScreenAction<ListScreen>

    /// An action that writes: whoever sent it is answered when it is durable; a failure is told beside the list as well.
    /// - Parameter perform: does it.
    package init<Parameters: Sendable>(
        _ name: String, _ doc: String, effect: OperationEffect = .writes(idempotent: true, destructive: false),
        _ parameters: ParameterShape<Parameters>,
        perform: @escaping @Sendable (Parameters, FeatureCall) async throws(Fault) -> Void
    ) {
        screenAction = ScreenAction(name, doc, effect: effect, parameters) { screen, parameters in
            screen.save { call throws(Fault) in try await perform(parameters, call) }
        }
    }
}

extension ListScreen {
    func save(_ work: @escaping @Sendable (FeatureCall) async throws(Fault) -> Void) -> ActionOutcome {
        background.save { [weak self, call = call] () throws(Fault) in
            do throws(Fault) {
                try await work(call)
                self?.state.changeIfAny { $0.tell(nil) }
            } catch {
                self?.state.changeIfAny { $0.tell(error.text) }
                throw error
            }
        }
    }
}
