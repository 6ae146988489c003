/// Whether an operation may go on as a task: its call is answered at once, and the client asks after the task for what
/// came of it. For what takes longer than a client should wait for an answer.
///
/// A task tells no progress and no log messages; what it asks waits until its client asks after it.
package enum OperationTask: Sendable, Equatable {
    /// A call waits for the end.
    case never
    /// A task for clients that follow tasks; the calls of others wait for the end.
    case supported
    /// A task always; MCP clients that can't follow one are refused.
    case required
}
