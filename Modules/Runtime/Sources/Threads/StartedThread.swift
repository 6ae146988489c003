import CEventDescriptors
import Glibc

/// Starts a thread of its own for work that may wait long, such as for a disk.
///
/// It is detached, and made with all signals blocked: those are for the main thread.
/// - Parameter stackBytes: whatever `ulimit -s` says.
/// - Returns: the system's error number; nil when the thread runs.
package func startThread(stackBytes: Int, _ work: @escaping @Sendable () -> Void) -> Int32? {
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
    let context = Unmanaged.passRetained(ThreadWork(work))
    let code = pthread_create(
        &thread, &attributes,
        { context in
            if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().work() }
            return nil
        }, context.toOpaque())
    if code == 0 { return nil }
    context.release()
    return code
}

/// Work of a thread that is about to start.
private final class ThreadWork: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}
