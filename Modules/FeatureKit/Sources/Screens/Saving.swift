package import JSON
import Synchronization

/// Something that an action saves: whoever sent the action is answered when it is durable.
package struct Saving: Sendable, Equatable {
    private let task: Task<Void, Never>
    private let result: SavingResult
    /// The action that takes it back; nil where none does.
    package let undo: UndoAction?

    fileprivate init(_ task: Task<Void, Never>, _ result: SavingResult, undo: UndoAction?) {
        (self.task, self.result, self.undo) = (task, result, undo)
    }

    package static func == (left: Saving, right: Saving) -> Bool { left.task == right.task }

    /// Returns when it is durable.
    /// - Throws: why it could not be saved.
    package func ended() async throws(Fault) {
        await task.value
        if let fault = result.fault { throw fault }
    }
}

/// An action that takes another one back, sent to the same screen.
package struct UndoAction: Sendable, Equatable {
    package let action: String
    package let parameters: [JSONMember]
}

/// Why something could not be saved.
private final class SavingResult: Sendable {
    private let state = Mutex<Fault?>(nil)

    var fault: Fault? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension Background {
    /// Saves something for an action, which is answered when it is durable.
    package func save(
        undo: UndoAction? = nil, _ work: @escaping @Sendable () async throws(Fault) -> Void
    ) -> ActionOutcome {
        let result = SavingResult()
        let task = run {
            do throws(Fault) {
                try await work()
            } catch {
                result.fault = error
            }
        }
        return .saving(Saving(task, result, undo: undo))
    }
}
