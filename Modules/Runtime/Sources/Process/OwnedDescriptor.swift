import Glibc

/// A file descriptor this process opened for itself, closed when it goes out of scope.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes ownership of `number`; nil when it is negative, which is how the system's calls say that they failed.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit {
        close(number)
    }
}
