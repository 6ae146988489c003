import Glibc

/// The bounds that the transfer thread keeps.
struct TransferLimits: Sendable, Hashable {
    var bodyBytes: Int
    /// Of all bodies together, while they arrive; never less than one may have.
    var bodyBytesAtOnce: Int
    var headBytes: Int
    /// At once, in all.
    var transfers: Int
    /// At once, to one origin. At most half of all, so that one silent origin cannot stop the others (H11).
    var transfersPerOrigin: Int
    /// Waiting, for one origin.
    var queuePerOrigin: Int
    /// How long the thread outlives its last request, with its connections ready for reuse, in milliseconds.
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

    /// How many transfers fit into a process that may open this many files (P13): a transfer takes up to three while
    /// it looks up a name, and 14 are left to the rest of the process.
    static func transfers(forOpenFiles limit: Int) -> Int {
        max(2, (limit - 14) / 3)
    }

    private static func openFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        return Int(clamping: limit.rlim_cur)
    }
}
