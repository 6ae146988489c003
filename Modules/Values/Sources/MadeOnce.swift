public import Synchronization

/// An object that is made when somebody asks first, then kept. Any thread. `AtomicLazyReference` asks the runtime for its type each time,
/// 300 instructions (callgrind).
@frozen
@usableFromInline
package struct MadeOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// A reference that is counted here, as its address; 0 before there is one.
    @usableFromInline let made = Atomic<UInt>(0)

    @inlinable
    package init() {}

    /// The object.
    /// - Parameter make: makes it; of several threads that ask first at once each may, and one of theirs is kept.
    @inlinable
    @inline(__always)
    package func value(_ make: () -> Object) -> Object {
        if let made = UnsafeRawPointer(bitPattern: made.load(ordering: .acquiring)) {
            return Unmanaged<Object>.fromOpaque(made).takeUnretainedValue()
        }
        let object = Unmanaged.passRetained(make())
        let (isFirst, first) = made.compareExchange(
            expected: 0, desired: UInt(bitPattern: object.toOpaque()), ordering: .acquiringAndReleasing)
        if isFirst { return object.takeUnretainedValue() }
        object.release()
        guard let first = UnsafeRawPointer(bitPattern: first) else { preconditionFailure("no object was made") }
        return Unmanaged<Object>.fromOpaque(first).takeUnretainedValue()
    }

    @inlinable
    deinit {
        if let made = UnsafeRawPointer(bitPattern: made.load(ordering: .acquiring)) {
            Unmanaged<Object>.fromOpaque(made).release()
        }
    }
}
