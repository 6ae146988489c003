/// Somebody who waits for memory to be brought up to date.
struct StateReader: Sendable {
    /// End of the wait where that fails and may succeed later, by `StateWaits.uptime`. Nil is for one attempt.
    var deadline: Int?
    let done: @Sendable () -> Void
}

extension [StateReader] {
    /// Lets everybody go on.
    mutating func leave() {
        for reader in self { reader.done() }
        removeAll()
    }

    /// Lets those go on who don't wait longer than `now`.
    mutating func leave(at now: Int) {
        for reader in self where reader.deadline ?? now <= now { reader.done() }
        removeAll { $0.deadline ?? now <= now }
    }
}
