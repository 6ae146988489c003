/// The one thread of a store that touches what is stored: it brings memory up to date with that, and writes all requests that wait each
/// time it comes round. It is started by the first of them.
protocol StateThread: Sendable {
    /// The queue before the thread, with what it fills and whom it tells.
    var inbox: StateInbox { get }
    /// Bounds of the callers' waits.
    var waits: StateWaits { get }

    /// Milliseconds in which a first look is nearly always over; 0 where it takes longer.
    var firstLook: Int { get }

    /// The thread's work, until the inbox is stopped.
    func run()

    /// Answer to a write from whose turn the thread did not come back for `waited` milliseconds.
    func unanswered(waited: Int) -> StorageFailure

    /// A failure to read as it is told now.
    func told(_ trouble: StorageFailure) -> StorageFailure

    /// Waits for nobody any more: the process is ending.
    func hurry()

    /// Takes no more requests, writes those waiting, lets go of what is stored, then calls `stopped`.
    func stop(_ stopped: @escaping @Sendable () -> Void)
}

/// Bounds of the waits of a store's callers, in milliseconds.
struct StateWaits: Sendable {
    let read: Int
    let write: Int
    /// Further time of a thread that is kept up, beyond these.
    let stall: Int
    /// Milliseconds of a clock that nobody sets.
    let uptime: @Sendable () -> Int
}

extension StateThread {
    /// Queues `request`. Its answer comes on the store's thread, or here and now when it is not taken.
    func submit(_ request: StateRequest) { inbox.submit(request) { [self] in run() } }

    /// Brings memory up to date, or finds why it can't be, then calls `done`, on the store's thread or here.
    /// - Parameter deadline: until when this is tried again where it fails and waiting may help; nil is for once.
    func look(until deadline: Int? = nil, _ done: @escaping @Sendable () -> Void) {
        inbox.look(StateReader(deadline: deadline, done: done)) { [self] in run() }
    }

    func told(_ trouble: StorageFailure) -> StorageFailure { trouble }

    func hurry() { inbox.hurry() }

    func stop(_ stopped: @escaping @Sendable () -> Void) { inbox.stop(stopped) }
}
