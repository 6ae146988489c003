/// An object that only the thread of one event loop touches, inside things that any thread may hold.
///
/// This is where the module promises the compiler what it can't see itself: the object is reached through `value`,
/// which checks in debug builds that the caller is on the loop's thread (or that the loop is not running).
package struct LoopConfined<Object: AnyObject>: @unchecked Sendable {
    @usableFromInline let object: Object

    @inlinable
    package init(_ object: Object) {
        self.object = object
    }

    /// The object, for a caller on the loop's thread.
    /// - Parameter loop: asked for in debug builds alone.
    @inlinable
    package func value(on loop: @autoclosure () -> EventLoop) -> Object {
        assert(loop().mayTouchConfinedState, "touched off the loop's thread")
        return object
    }
}
