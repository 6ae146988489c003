import Testing

@testable import Images

@Suite("Flights: who waits, and whose turn it is")
struct FlightTableTests {
    private let addresses: [ImageAddress]

    init() throws {
        addresses = try (0..<10).map { try ImageAddress("https://h/\($0)") }
    }

    /// Joins and queues, as a flight without a disk would.
    private func begin(
        _ table: inout FlightTable, _ index: Int, _ priority: ImagePriority = .asked
    ) throws -> (seat: FlightTable.Seat, turn: Promise<Bool>) {
        let joined = table.join(addresses[index], priority)
        let seat = try #require(joined)
        let turn = table.queue(addresses[index], try #require(seat.newFlight))
        return (seat, try #require(turn))
    }

    /// The addresses whose turn comes one by one, each ending before the next.
    private func order(
        _ table: inout FlightTable, _ turns: [(index: Int, number: Int, turn: Promise<Bool>)]
    ) -> [Int] {
        var order: [Int] = []
        while let next = table.nextTurns().first, let found = turns.first(where: { $0.turn === next }) {
            order.append(found.index)
            table.endTurn(found.number)
        }
        return order
    }

    @Test("H10: the second asker joins the first one's flight")
    func joins() throws {
        var table = FlightTable(concurrency: 5, limit: 10)
        let joined = (table.join(addresses[0], .asked), table.join(addresses[0], .asked))
        let (first, second) = (try #require(joined.0), try #require(joined.1))
        let flight = try #require(first.newFlight)
        #expect(second.newFlight == nil)
        let waiting = table.land(addresses[0], flight)
        #expect(waiting.count == 2)
        #expect(table.count == 0)
    }

    @Test("what was asked last comes first; prefetches come after, in order")
    func order() throws {
        var table = FlightTable(concurrency: 1, limit: 10)
        var turns: [(Int, Int, Promise<Bool>)] = []
        for (index, priority) in [(0, .prefetch), (1, .asked), (2, .prefetch), (3, .asked)] as [(Int, ImagePriority)] {
            let begun = try begin(&table, index, priority)
            turns.append((index, try #require(begun.seat.newFlight), begun.turn))
        }
        let found = order(&table, turns)
        #expect(found == [3, 1, 0, 2])
    }

    @Test("prefetches leave two places to what is asked for, and a prefetch that is asked for leaves its own")
    func prefetchShare() throws {
        var table = FlightTable(concurrency: 5, limit: 10)
        let first = try begin(&table, 0, .prefetch)
        for index in 1..<6 { _ = try begin(&table, index, .prefetch) }
        let counts = (table.nextTurns().count, table.nextTurns().count)
        #expect(counts == (3, 0))
        let asked = try begin(&table, 6)
        let next = table.nextTurns()
        #expect(next.first === asked.turn && next.count == 1)
        // Somebody waits for the first one now, so another may be fetched ahead.
        _ = table.join(addresses[0], .asked)
        let further = table.nextTurns().count
        #expect(further == 1)
        table.endTurn(try #require(first.seat.newFlight))
        _ = table.land(addresses[0], try #require(first.seat.newFlight))
        let last = table.nextTurns().count
        #expect(last == 0, "three are fetched ahead again")
    }

    @Test("asking again moves a picture to the front; prefetching it again does not move it back")
    func again() throws {
        var table = FlightTable(concurrency: 1, limit: 10)
        var turns: [(Int, Int, Promise<Bool>)] = []
        for index in 0..<3 {
            let begun = try begin(&table, index, index == 0 ? .prefetch : .asked)
            turns.append((index, try #require(begun.seat.newFlight), begun.turn))
        }
        _ = table.join(addresses[0], .asked)
        _ = table.join(addresses[0], .prefetch)
        let found = order(&table, turns)
        #expect(found == [0, 2, 1])
    }

    @Test("no more download at once than may, and an abandoned one counts until it has ended")
    func concurrency() throws {
        var table = FlightTable(concurrency: 2, limit: 10)
        let begun = try (0..<4).map { try begin(&table, $0) }
        var turns = [table.nextTurns().count, table.nextTurns().count]
        let abandoned = table.leave(addresses[3], seat: begun[3].seat.number)
        #expect(abandoned.promise === begun[3].seat.promise)
        turns.append(table.nextTurns().count)
        table.endTurn(try #require(begun[3].seat.newFlight))
        turns.append(table.nextTurns().count)
        #expect(turns == [2, 0, 0, 1])
    }

    @Test("a flight is off when the last one leaves, and not before")
    func leaving() throws {
        var table = FlightTable(concurrency: 1, limit: 10)
        let first = try begin(&table, 0)
        let joined = table.join(addresses[0], .asked)
        let second = try #require(joined)
        let one = table.leave(addresses[0], seat: first.seat.number)
        #expect(one.promise === first.seat.promise && one.turn == nil && table.count == 1)
        let two = table.leave(addresses[0], seat: second.number)
        #expect(two.turn === first.turn && table.count == 0)
        let again = table.leave(addresses[0], seat: second.number)
        #expect(again.promise == nil)
    }

    @Test("what a flight brings that was abandoned goes to nobody, also not to its successor's askers")
    func lateLanding() throws {
        var table = FlightTable(concurrency: 1, limit: 10)
        let first = try begin(&table, 0)
        _ = table.leave(addresses[0], seat: first.seat.number)
        let second = try begin(&table, 0)
        let (old, new) = (try #require(first.seat.newFlight), try #require(second.seat.newFlight))
        let queued = table.queue(addresses[0], old)
        #expect(old != new && queued == nil)
        let (late, landed) = (table.land(addresses[0], old), table.land(addresses[0], new))
        #expect(late.isEmpty && landed.first === second.seat.promise)
    }

    @Test("there are only so many flights; joining one needs no further place")
    func limit() throws {
        var table = FlightTable(concurrency: 1, limit: 2)
        _ = try begin(&table, 0)
        _ = try begin(&table, 1)
        let (third, again) = (table.join(addresses[2], .asked), table.join(addresses[1], .asked))
        #expect(third == nil && again != nil)
    }
}
