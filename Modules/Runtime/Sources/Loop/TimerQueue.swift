/// Names one scheduled timer. Never used twice by one loop.
package struct TimerID: Hashable, Sendable {
    let number: UInt64
}

/// The timers of a loop, by deadline; equal deadlines keep the order in which they were made.
///
/// A sorted array: a loop holds at most a few timers per request in flight, and that number is bounded.
struct TimerQueue {
    private struct Entry {
        let id: TimerID
        let deadline: UInt64
        let body: @Sendable () -> Void
    }

    /// Soonest last, so that taking it is cheap.
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0

    /// The soonest deadline in nanoseconds of the loop's clock; nil without timers.
    var nextDeadline: UInt64? { entries.last?.deadline }

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(deadline: UInt64, _ body: @escaping @Sendable () -> Void) -> TimerID {
        lastNumber &+= 1
        let id = TimerID(number: lastNumber)
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].deadline > deadline { low = middle + 1 } else { high = middle }
        }
        entries.insert(Entry(id: id, deadline: deadline, body: body), at: low)
        return id
    }

    /// Forgets a timer; false when it already fired, was cancelled, or is unknown.
    mutating func cancel(_ id: TimerID) -> Bool {
        guard let index = entries.lastIndex(where: { $0.id == id }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Takes every timer, due or not.
    mutating func takeAll() -> [@Sendable () -> Void] {
        defer { entries = [] }
        return entries.map(\.body)
    }

    /// Takes the next timer whose deadline is not after `now`.
    mutating func popDue(now: UInt64) -> (@Sendable () -> Void)? {
        guard let entry = entries.last, entry.deadline <= now else { return nil }
        entries.removeLast()
        return entry.body
    }
}
