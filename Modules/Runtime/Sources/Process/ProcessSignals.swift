import CEventDescriptors
import Glibc

/// SIGTERM, SIGINT and SIGHUP, or other signals, as a descriptor that becomes readable.
///
/// The signals are blocked in the calling thread, and in every thread it starts from then on; so this is made before
/// any other thread is.
package final class ProcessSignals {
    private let source: OwnedDescriptor

    package init(_ numbers: [Int32] = [SIGTERM, SIGINT, SIGHUP]) throws(DescriptorFault) {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        guard let source = OwnedDescriptor(signalfd(-1, &mask, flags)) else {
            throw .noDescriptor(purpose: .signals, errno: errno)
        }
        self.source = source
    }

    /// The descriptor to poll.
    package var descriptor: Int32 { source.number }

    /// The number of the next signal that arrived; nil when there is none.
    package func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(source.number, &info, size) == size else { return nil }
        return Int32(truncatingIfNeeded: info.ssi_signo)
    }

    /// From here on SIGTERM and SIGINT end the process at once with status 128 + n, even when the loop is stuck.
    /// Called by the loop's thread when the first of them arrived.
    package static func exitOnNext() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _exit(128 &+ $0) }
            sigaddset(&mask, number)
        }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Stops the program as Ctrl-Z does, and returns when the shell lets it go on. SIGTSTP is one of the blocked signals.
    package static func stopUntilContinued() {
        // The default of a stop signal is to stop; in a group without a shell that could continue it, nothing happens.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        // Here the program is stopped, and goes on.
        pthread_sigmask(SIG_BLOCK, &mask, nil)
    }
}
