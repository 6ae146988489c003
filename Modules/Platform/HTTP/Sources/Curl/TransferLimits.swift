import Glibc

/// The bounds that the transfer thread keeps.
struct TransferLimits: Sendable, Hashable {
    var bodyBytes: Int
    /// Bound of all bodies together while they arrive; never less than the bound of one.
    var bodyBytesAtOnce: Int
    var headBytes: Int
    /// At once, in all.
    var transfers: Int
    /// At once, to one origin. At most half of all, so that one silent origin cannot stop the others (H11).
    var transfersPerOrigin: Int
    /// Waiting, for one origin.
    var queuePerOrigin: Int
    /// Idle time of the thread after its last request, with connections kept for reuse, in milliseconds.
    var idleMilliseconds = 30_000
    var userAgent: String
    var certificateFile: String?

    init(_ configuration: HTTPConfiguration, openFiles: Int = Self.openFileLimit()) {
        bodyBytes = max(0, configuration.maxBytes)
        bodyBytesAtOnce = max(bodyBytes, configuration.maxBytesAtOnce)
        headBytes = max(0, configuration.maxHeaderBytes)
        transfers = max(2, min(configuration.concurrency, Self.transfers(forOpenFiles: openFiles)))
        transfersPerOrigin = max(1, min(configuration.perOriginConcurrency, transfers / 2))
        queuePerOrigin = max(0, configuration.perOriginQueue)
        // The same rule as for a field value (H7).
        userAgent = String(
            decoding: configuration.userAgent.utf8.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
        certificateFile = configuration.certificateFile
    }

    /// Transfers that fit into a process with this limit on open files (P13): a transfer takes up to three during a
    /// name look-up, and 14 are left to the rest of the process.
    static func transfers(forOpenFiles limit: Int) -> Int {
        max(2, (limit - 14) / 3)
    }

    private static func openFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        return Int(clamping: limit.rlim_cur)
    }
}
