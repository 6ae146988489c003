import FeatureKit
import Storage

/// Keeps the user's answers to invitations.
struct AnswerStorage: Sendable {
    let store: any StateStore

    private static let key = StateKey(namespace: Friends.id, key: "answers")

    /// Returns when the answers were read, or can't be read for now.
    func ready() async { await store.ready() }

    /// The answers as they are known at this moment.
    /// - Returns: none where they can't be read, and why; or why they may be others by now.
    func known() -> (answers: InvitationAnswers, failure: Fault?) {
        do throws(StorageFailure) {
            return (
                try Self.answers(store.knownValue(for: Self.key)), store.trouble.map { Fault($0, module: Friends.id) }
            )
        } catch {
            return (InvitationAnswers(), Fault(error, module: Friends.id))
        }
    }

    /// Takes an answer; durable when this returns.
    func record(_ answer: InvitationAnswer, to fid: String) async throws(Fault) {
        try await update { answers in
            answers.record(answer, to: fid)
            return answers.encoded()
        }
    }

    /// Takes back every answer; durable when this returns.
    func forgetAll() async throws(Fault) { try await update { _ in nil } }

    /// - Parameter changed: called after each change of the answers, whoever made it.
    func observe(changed: @escaping @Sendable () -> Void) -> StateObservation {
        store.observe(Self.key.namespace) { news in if news.concerns(Self.key) { changed() } }
    }

    private func update(_ change: @escaping @Sendable (inout InvitationAnswers) -> [UInt8]?) async throws(Fault) {
        do throws(StorageFailure) {
            _ = try await store.update(Self.key) { bytes throws(StorageFailure) in
                var answers = try Self.answers(bytes)
                return change(&answers)
            }
        } catch {
            throw Fault(error, module: Friends.id)
        }
    }

    /// - Throws: `.refused` for what is not answers: it never counts as none, and is not written over.
    private static func answers(_ bytes: [UInt8]?) throws(StorageFailure) -> InvitationAnswers {
        guard let bytes else { return InvitationAnswers() }
        guard let answers = InvitationAnswers(bytes) else {
            throw .refused(reason: "The saved answers to invitations can't be understood. They were left as they are.")
        }
        return answers
    }
}
