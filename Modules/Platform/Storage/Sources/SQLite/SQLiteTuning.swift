internal import Glibc

/// Values that tests set to see a failure soon, and the clocks. Times are in milliseconds.
struct SQLiteTuning: Sendable {
    /// Wait of a write for another program's lock: `state.timeout`.
    var lockPatience = 10_000
    /// Wait of the first read for a lock.
    var firstReadPatience = 250
    /// Extra wait of a caller for a disk that does not answer.
    var stallPatience = 1_000
    /// Between two tries for a lock. Short and even, so that no process starves behind busy ones: SQLite's own waiting backs
    /// off to 100 ms.
    var lockStep = 2
    /// Time of looking for a change after its last sign: a commit is seen only after its log was synced, and that gives
    /// no sign.
    var alertness = 10_000
    /// The most pages (4 KiB) the file may get; nil is without bound. A full file is a full disk to the caller.
    var maximumPages: Int?
    /// Milliseconds since 1970, for the record only: nothing is decided by it.
    var now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
    /// Milliseconds of a clock that nobody sets.
    var uptime: @Sendable () -> Int = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
