/// One exchange on its way through the transfer thread, with the task that waits for it.
struct TransferJob: Sendable {
    let id: UInt64
    let exchange: Exchange
    let continuation: CheckedContinuation<ExchangeOutcome, Never>

    /// Answers the waiting task. Exactly once per job.
    func finish(_ result: Result<HTTPResponse, HTTPFailure>, tries: Int = 0) {
        continuation.resume(returning: ExchangeOutcome(tries: tries, result: result))
    }
}
