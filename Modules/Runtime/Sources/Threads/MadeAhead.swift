import Synchronization

/// Independent values, each made once: by whoever asks for it first, or before that by a thread of its own, which begins with the
/// first question and makes them in their order.
///
/// A question waits for a value that the thread is at. Where no thread can be had each value is made when it is asked for.
package final class MadeAhead<Value: Sendable>: Sendable {
    private let values: [MadeOnce<Value>]
    private let hasBegun = Atomic(false)

    /// - Parameter makers: make the values, each called once at most; from any thread.
    package init(_ makers: [@Sendable () -> Value]) { values = makers.map { MadeOnce($0) } }

    /// The value of one of the makers.
    package subscript(index: Int) -> Value {
        if values.count > 1, !hasBegun.exchange(true, ordering: .relaxed) {
            // This thread makes the one that is asked for: the other begins elsewhere.
            _ = startThread(stackBytes: 1 << 20) { [values] in
                for (place, value) in values.enumerated() where place != index { value.makeAhead() }
            }
        }
        return values[index].value
    }
}

/// A value that is made once.
private final class MadeOnce<Value: Sendable>: Sendable {
    private enum State {
        case open(@Sendable () -> Value)
        case made(Value)
    }

    /// Held while the value is made: who asks meanwhile waits.
    private let state: Mutex<State>

    init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.open(make)) }

    var value: Value { state.withLock { Self.value(&$0) } }

    /// Makes it, unless another thread is at it.
    func makeAhead() { _ = state.withLockIfAvailable { Self.value(&$0) } }

    private static func value(_ state: inout State) -> Value {
        switch state {
        case .made(let value): return value
        case .open(let make):
            let value = make()
            state = .made(value)
            return value
        }
    }
}
