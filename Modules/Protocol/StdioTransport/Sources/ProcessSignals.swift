import CEventDescriptors
import Glibc

/// SIGTERM, SIGINT and SIGHUP, or other signals, as a descriptor that becomes readable.
///
/// The signals are blocked in the calling thread, and in every thread it starts from then on; so this is made before
/// any other thread is.
final class ProcessSignals {
    private let source: OwnedDescriptor

    init(_ numbers: [Int32] = [SIGTERM, SIGINT, SIGHUP]) throws(TransportFault) {
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
    var descriptor: Int32 { source.number }

    /// The number of the next signal that arrived; nil when there is none.
    func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(source.number, &info, size) == size else { return nil }
        return Int32(truncatingIfNeeded: info.ssi_signo)
    }

    /// From here on SIGTERM and SIGINT end the process at once with status 128 + n, even when the loop is stuck.
    /// Called by the loop's thread when the first of them arrived.
    static func exitOnNext() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _exit(128 &+ $0) }
            sigaddset(&mask, number)
        }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }
}
