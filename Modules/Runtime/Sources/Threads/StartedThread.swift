import CEventDescriptors
import Glibc

/// Starts a thread of its own for work that may wait long, such as for a disk.
///
/// It is detached, and made with all signals blocked: those are for the main thread.
/// - Parameters:
///   - stackBytes: whatever `ulimit -s` says.
///   - isBatch: leaves the processor to the thread that runs when this one could go on, until that waits or its share of time ends
///     (`SCHED_BATCH`): on a busy processor it then does the work of several wake-ups at once.
/// - Returns: the system's error number; nil when the thread runs.
package func startThread(stackBytes: Int, isBatch: Bool = false, _ work: @escaping @Sendable () -> Void) -> Int32? {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackBytes)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(ThreadWork(work, isBatch: isBatch))
    let code = pthread_create(
        &thread, &attributes,
        { context in
            if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, context.toOpaque())
    if code == 0 { return nil }
    context.release()
    return code
}

/// Work of a thread that is about to start.
private final class ThreadWork: Sendable {
    private let work: @Sendable () -> Void
    private let isBatch: Bool

    init(_ work: @escaping @Sendable () -> Void, isBatch: Bool) { (self.work, self.isBatch) = (work, isBatch) }

    /// On the thread itself.
    func run() {
        if isBatch { cthread_become_batch() }
        work()
    }
}
