import CEventDescriptors
import Glibc

/// The process that started this one: a descriptor that becomes readable when it ends.
final class ParentWatch {
    private let parent: pid_t
    private let source: OwnedDescriptor?
    /// The descriptor to poll; nil when the system gives none.
    let descriptor: Int32?

    /// Never fails: without a descriptor (an old kernel, a sandbox) ask `isGone`.
    /// - Parameter parent: The parent of this moment; injected by tests.
    init(parent: pid_t = getppid()) {
        self.parent = parent
        let number = pidfd_open(parent, 0)
        descriptor = number >= 0 ? number : nil
        source = OwnedDescriptor(number)
    }

    /// True when another process has become the parent.
    var isGone: Bool { getppid() != parent }
}
