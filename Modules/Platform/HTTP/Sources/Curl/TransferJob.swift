/// One exchange on its way through the transfer thread, with the task that waits for it. An object, since it is handed from queue to queue:
/// as a value its copies counted 80 references a page.
final class TransferJob: Sendable {
    let id: UInt64
    let exchange: Exchange
    let continuation: CheckedContinuation<ExchangeOutcome, Never>

    init(id: UInt64, exchange: Exchange, continuation: CheckedContinuation<ExchangeOutcome, Never>) {
        (self.id, self.exchange, self.continuation) = (id, exchange, continuation)
    }

    /// Answers the waiting task. Exactly once per job.
    func finish(_ result: Result<HTTPResponse, HTTPFailure>, tries: Int = 0) {
        continuation.resume(returning: ExchangeOutcome(tries: tries, result: result))
    }
}
