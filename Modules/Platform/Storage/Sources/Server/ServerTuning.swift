internal import PostgreSQL

/// Values that tests set to see a failure soon, and the clocks. Times are in milliseconds.
struct ServerTuning: Sendable {
    /// Wait of a write, whatever the server does: `state.timeout`.
    var patience = 10_000
    /// Wait of a read for the server: of the first, and of each look at whether it is still there.
    var readPatience = 1_000
    /// Longest wait for one connection; an address with several servers shares it.
    var connectPatience = 3_000
    /// Extra wait of a caller for the store's thread.
    var stallPatience = 1_000
    /// Between two looks without a notification: how long a server that hangs stays unnoticed.
    var lookStep = 2_000
    /// First and last wait before a connection is tried again; each is twice the one before.
    var backOff = 50...2_000
    /// A writing connection that is not used for so long is closed: the server has a place for another.
    var writerIdle = 30_000
    /// Versions after which ids of old commits are removed, and their least age in seconds.
    var sweepEach: Int64 = 1_000
    var keptCommitSeconds: Int64 = 3_600
    /// Random bits: for the ids of commits, and so that not all come back at one moment.
    var random: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// Milliseconds of a clock that nobody sets.
    var uptime: @Sendable () -> Int = { PostgresPatience.uptime() }

    /// A new id of a commit, in the form of RFC 9562.
    func newID() -> String {
        let digits = [random(), random()].flatMap { word in
            stride(from: 60, through: 0, by: -4).map { shift in
                String((word >> UInt64(shift)) & 15, radix: 16)
            }
        }
        return digits.enumerated().reduce(into: "") { text, digit in
            if [8, 12, 16, 20].contains(digit.offset) { text += "-" }
            text += digit.element
        }
    }
}
