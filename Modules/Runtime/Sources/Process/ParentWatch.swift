import CEventDescriptors
import Glibc

/// The process that started this one: a descriptor that becomes readable when it ends.
package final class ParentWatch {
    private let parent: Int32
    private let source: OwnedDescriptor?
    /// The descriptor to poll; nil when the system gives none.
    package let descriptor: Int32?

    /// Never fails: without a descriptor (an old kernel, a sandbox) ask `isGone`.
    /// - Parameter parent: The parent of this moment; injected by tests.
    package init(parent: Int32 = getppid()) {
        self.parent = parent
        let number = pidfd_open(parent, 0)
        descriptor = number >= 0 ? number : nil
        source = OwnedDescriptor(number)
    }

    /// True when another process has become the parent.
    package var isGone: Bool { getppid() != parent }
}
