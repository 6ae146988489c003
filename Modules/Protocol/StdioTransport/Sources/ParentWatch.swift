import CEventDescriptors
import Glibc

/// The process that started this one: a descriptor that becomes readable when it ends.
final class ParentWatch {
    private let parent: pid_t
    private let source: OwnedDescriptor?
    /// The descriptor to poll; nil when the system gives none.
    let descriptor: Int32?

    /// Watches the parent of this moment. Never fails: without a descriptor (an old kernel, a sandbox) ask `isGone`.
    init() {
        parent = getppid()
        let number = pidfd_open(parent, 0)
        descriptor = number >= 0 ? number : nil
        source = OwnedDescriptor(number)
    }


    /// True when another process has become the parent.
    var isGone: Bool { getppid() != parent }
}
