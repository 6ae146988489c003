import Core
import Storage

/// Keeps the user's answers to invitations.
struct AnswerStorage: Sendable {
    let store: any StateStore

    private static let key = StateKey(namespace: Friends.id, key: "answers")

    /// The answers in force; none when there are none, or when they can't be read or understood. The upstream's rows can
    /// be shown without them, so their trouble is not the list's.
    func answers() -> InvitationAnswers {
        let bytes = try? store.value(for: Self.key)
        return bytes.flatMap { $0 }.flatMap(InvitationAnswers.init) ?? InvitationAnswers()
    }

    /// Takes an answer; durable when this returns.
    func record(_ answer: InvitationAnswer, to fid: String) async throws(Fault) {
        try await update { $0.record(answer, to: fid) }
    }

    /// Drops the answers up to this number, if there are any; durable when this returns.
    func restore(upTo number: Int) async throws(Fault) {
        guard answers().entries.contains(where: { $0.number <= number }) else { return }
        try await update { $0.restore(upTo: number) }
    }

    /// - Parameter changed: called after each commit that changed the answers.
    func observe(changed: @escaping @Sendable () -> Void) -> StateObservation {
        store.observe(Friends.id) { keys in if keys.contains(Self.key) { changed() } }
    }

    private func update(_ change: @escaping @Sendable (inout InvitationAnswers) -> Void) async throws(Fault) {
        do throws(StorageFailure) {
            _ = try await store.update(Self.key) { bytes throws(StorageFailure) in
                var answers = bytes.flatMap(InvitationAnswers.init) ?? InvitationAnswers()
                change(&answers)
                return answers.encoded()
            }
        } catch {
            throw Fault(error, module: Friends.id)
        }
    }
}
