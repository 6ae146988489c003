import Glibc
import JSON

/// Result of one measurement. `Tools/bench/load/measure.h` has the same for the peers written in C.
struct Report {
    /// Processor time of one call: the median of the slices.
    let nanoseconds: Double
    let calls: Int
    let slices: Int
    /// Processor time of the whole to its wall time: below 1 other work took the processor away.
    let share: Double
    /// Further counters of the task.
    var counts: [JSONMember] = []

    var json: JSONValue {
        .object(
            [
                JSONMember("nanoseconds", number(nanoseconds)), JSONMember("calls", .integer(calls)),
                JSONMember("slices", .integer(slices)), JSONMember("share", number(share)),
            ] + counts)
    }

    private func number(_ value: Double) -> JSONValue { .number(value.description) }
}

/// A slice has at least as many nanoseconds: reading the clocks is nothing beside it.
private let shortestSlice: Int64 = 2_000_000

/// Counts slices of calls. Time is that of the processor, of all threads of this process: nothing that is measured here
/// waits for anybody, and other work on the machine takes the processor but not the time.
struct Measurement {
    private var times: [Double] = []
    private var calls = 0
    private(set) var callsInSlice = 1
    private let seconds: Double
    private let begun: (wall: Int64, processor: Int64)
    private var measuredFrom: Int64

    init(seconds: Double) {
        self.seconds = seconds
        begun = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
        measuredFrom = begun.wall
    }

    /// Takes a slice of `callsInSlice` calls that began at `start` of the processor's time.
    /// - Returns: whether there is to be another.
    mutating func take(from start: Int64) -> Bool {
        let time = now(CLOCK_PROCESS_CPUTIME_ID) - start
        if time < shortestSlice, times.isEmpty {
            callsInSlice *= 2
            measuredFrom = now(CLOCK_MONOTONIC)
            return true
        }
        times.append(Double(time) / Double(callsInSlice))
        calls += callsInSlice
        return times.count < 3 || Double(now(CLOCK_MONOTONIC) - measuredFrom) < seconds * 1e9
    }

    var report: Report {
        let sorted = times.sorted()
        let wall = now(CLOCK_MONOTONIC) - begun.wall
        return Report(
            nanoseconds: sorted[sorted.count / 2], calls: calls, slices: sorted.count,
            share: Double(now(CLOCK_PROCESS_CPUTIME_ID) - begun.processor) / Double(max(1, wall)))
    }
}

/// Nanoseconds of a clock.
func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Measures calls one after the other.
@inline(__always)
func measure(for seconds: Double, _ call: () throws -> Void) rethrows -> Report {
    var measurement = Measurement(seconds: seconds)
    while true {
        let start = now(CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<measurement.callsInSlice { try call() }
        if !measurement.take(from: start) { return measurement.report }
    }
}

/// The same of calls that may suspend.
func measure(for seconds: Double, _ call: () async throws -> Void) async rethrows -> Report {
    var measurement = Measurement(seconds: seconds)
    while true {
        let start = now(CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<measurement.callsInSlice { try await call() }
        if !measurement.take(from: start) { return measurement.report }
    }
}
