/// Priority of a picture.
package enum ImagePriority: Sendable {
    /// Somebody waits for it. What was asked last comes first: it is what is being looked at.
    case asked
    /// Nobody waits yet; comes after everything asked, in order.
    case prefetch
}

/// The pictures on their way, at most one flight for each: who waits for it, and whose turn it is to download.
///
/// A value without input or output. Promises to keep are given back, to be kept outside the lock.
struct FlightTable {
    typealias Outcome = Result<FetchedImage, ImageFailure>

    private struct Flight {
        let number: Int
        /// The larger, the sooner its turn.
        var rank: Int
        var isAsked: Bool { rank > 0 }
        var waiters: [Int: Promise<Outcome>] = [:]
        var task: Task<Void, Never>?
        /// Kept when it may download, with false when nobody waits any more.
        var turn: Promise<Bool>?
    }

    /// Somebody who waits.
    struct Seat {
        let promise: Promise<Outcome>
        let number: Int
        /// The flight that the caller must start; nil when it flies already.
        let newFlight: Int?
    }

    /// Work left to do after a caller leaves.
    struct Abandonment {
        var promise: Promise<Outcome>?
        /// Task of a flight without waiting callers.
        var task: Task<Void, Never>?
        var turn: Promise<Bool>?
    }

    let concurrency: Int
    /// Limit of flights for prefetches among these: two places stay free for pictures with waiting callers, however
    /// slow the other servers are.
    let prefetchConcurrency: Int
    let limit: Int
    private var flights: [ImageAddress: Flight] = [:]
    /// The flights that download now, also those that nobody waits for any more until they have ended.
    private var downloading: Set<Int> = []
    private var lastNumber = 0

    /// - Parameters:
    ///   - concurrency: downloads at once.
    ///   - limit: flights at once.
    init(concurrency: Int, limit: Int) {
        self.concurrency = concurrency
        prefetchConcurrency = max(1, concurrency - 2)
        self.limit = limit
    }

    var count: Int { flights.count }
    /// Flights that wait for their turn.
    var queueCount: Int { flights.count { $0.value.turn != nil } }

    /// True while a picture is on its way.
    func isFlying(_ address: ImageAddress) -> Bool { flights[address] != nil }

    /// Joins the flight of an address, or begins one.
    /// - Returns: nil when there are too many flights.
    mutating func join(_ address: ImageAddress, _ priority: ImagePriority) -> Seat? {
        guard flights[address] != nil || flights.count < limit else { return nil }
        lastNumber += 1
        let rank = priority == .asked ? lastNumber : -lastNumber
        let isNew = flights[address] == nil
        var flight = flights[address] ?? Flight(number: lastNumber, rank: rank)
        flight.rank = max(flight.rank, rank)
        let promise = Promise<Outcome>()
        flight.waiters[lastNumber] = promise
        flights[address] = flight
        return Seat(promise: promise, number: lastNumber, newFlight: isNew ? flight.number : nil)
    }

    /// Sets the task of a flight that was just begun.
    mutating func start(_ address: ImageAddress, _ number: Int, task: Task<Void, Never>) {
        if flights[address]?.number == number { flights[address]?.task = task }
    }

    /// Somebody no longer waits. With the last one the flight is off: who asks next begins another.
    mutating func leave(_ address: ImageAddress, seat: Int) -> Abandonment {
        guard let promise = flights[address]?.waiters.removeValue(forKey: seat) else { return Abandonment() }
        guard let flight = flights[address], flight.waiters.isEmpty else { return Abandonment(promise: promise) }
        flights[address] = nil
        return Abandonment(promise: promise, task: flight.task, turn: flight.turn)
    }

    /// A flight wants to download.
    /// - Returns: nil when nobody waits for it any more.
    mutating func queue(_ address: ImageAddress, _ number: Int) -> Promise<Bool>? {
        guard flights[address]?.number == number else { return nil }
        let turn = Promise<Bool>()
        flights[address]?.turn = turn
        return turn
    }

    /// The turns that come now: as many as may download beside those that do.
    mutating func nextTurns() -> [Promise<Bool>] {
        var turns: [Promise<Bool>] = []
        while downloading.count < concurrency,
            let next = flights.filter({ $0.value.turn != nil }).max(by: { $0.value.rank < $1.value.rank })
        {
            // When the first in the queue is a prefetch, so are all others.
            guard next.value.isAsked || prefetching < prefetchConcurrency else { break }
            if let turn = next.value.turn { turns.append(turn) }
            flights[next.key]?.turn = nil
            downloading.insert(next.value.number)
        }
        return turns
    }

    /// Downloads that nobody waits for yet.
    private var prefetching: Int { flights.count { !$0.value.isAsked && downloading.contains($0.value.number) } }

    /// A download has ended.
    mutating func endTurn(_ number: Int) { downloading.remove(number) }

    /// A flight has ended.
    /// - Returns: who waits for what it brought.
    mutating func land(_ address: ImageAddress, _ number: Int) -> [Promise<Outcome>] {
        guard let flight = flights[address], flight.number == number else { return [] }
        flights[address] = nil
        return Array(flight.waiters.values)
    }
}

/// A picture and where it came from.
struct FetchedImage: Sendable {
    let image: StoredImage
    let source: ImageSource
}
