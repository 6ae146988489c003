/// Calls that wait for their turn, first come, first served. Each step takes the same time however many wait: a client that
/// cancels all of 16,384 waiting calls costs their number, not its square.
struct WaitingCalls<Call> {
    private var calls: [Int: Call] = [:]
    /// Numbers in the order of waiting; those that are not in `calls` any more were cancelled.
    private(set) var order: [Int] = []
    /// Index of the first number in `order` that was not taken.
    private var first = 0

    var count: Int { calls.count }

    /// - Parameter number: of no other call.
    mutating func append(_ call: Call, number: Int) {
        calls[number] = call
        order.append(number)
    }

    /// Takes a call out of its place; nil when it does not wait.
    mutating func remove(_ number: Int) -> Call? {
        guard let call = calls.removeValue(forKey: number) else { return nil }
        // Those that were cancelled must not pile up behind a call that never ends.
        if order.count - first > 2 * calls.count + 1_024 { compact() }
        return call
    }

    /// Takes the call that waits for longest.
    mutating func removeFirst() -> Call? {
        while first < order.count {
            first += 1
            guard let call = calls.removeValue(forKey: order[first - 1]) else { continue }
            if first > 1_024 + calls.count || calls.isEmpty { compact() }
            return call
        }
        return nil
    }

    /// Takes all, in their order.
    mutating func removeAll() -> [Call] {
        defer { (calls, order, first) = ([:], [], 0) }
        return order[first...].compactMap { calls[$0] }
    }

    private mutating func compact() {
        order = order[first...].filter { calls[$0] != nil }
        first = 0
    }
}
