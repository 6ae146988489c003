internal import Synchronization

/// Keeps an observation of a store alive: it ends when this is cancelled or let go.
///
/// A call already under way on another thread may still finish after `cancel()` returned.
package final class StateObservation: Sendable {
    private let observers: StateObservers?
    private let number: UInt64

    init(_ observers: StateObservers?, number: UInt64) {
        self.observers = observers
        self.number = number
    }

    deinit { cancel() }

    /// Ends the observation. Harmless when it has ended.
    package func cancel() {
        observers?.remove(number)
    }
}

/// Those who want to hear of changes. Told one at a time, in the order they began to observe.
final class StateObservers: Sendable {
    private struct Observer: Sendable {
        let number: UInt64
        let namespace: StateNamespace
        let body: @Sendable (StateNews) -> Void
    }

    private struct Register: Sendable {
        var next: UInt64 = 0
        var list: [Observer] = []
    }

    private let register = Mutex(Register())

    func add(_ namespace: StateNamespace, _ body: @escaping @Sendable (StateNews) -> Void) -> StateObservation {
        let number = register.withLock { register in
            register.next += 1
            register.list.append(Observer(number: register.next, namespace: namespace, body: body))
            return register.next
        }
        return StateObservation(self, number: number)
    }

    func remove(_ number: UInt64) {
        // The observer goes outside the lock: letting go of its body may let go of another observation.
        let removed = register.withLock { register -> Observer? in
            guard let index = register.list.firstIndex(where: { $0.number == number }) else { return nil }
            return register.list.remove(at: index)
        }
        withExtendedLifetime(removed) {}
    }

    /// Tells every observer what of `news` concerns their namespace.
    func tell(_ news: StateNews?) {
        guard let news else { return }
        for observer in register.withLock({ $0.list }) {
            switch news {
            case .everything: observer.body(.everything)
            case .keys(let keys):
                let theirs = keys.filter { $0.namespace == observer.namespace }
                if !theirs.isEmpty { observer.body(.keys(theirs)) }
            }
        }
    }
}
