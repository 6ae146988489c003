/// A write on its way to the writer, and whom to answer.
struct StateRequest: Sendable {
    enum Work: Sendable {
        case changes([StateChange])
        case update(StateKey, StateStore.Transform)
    }

    typealias Answer = Result<[UInt8]?, StorageFailure>

    let work: Work
    /// Bytes it holds while it waits.
    let bytes: Int
    /// When it was made, by `StateWaits.uptime`.
    let submitted: Int
    let answer: @Sendable (Answer) -> Void
}
