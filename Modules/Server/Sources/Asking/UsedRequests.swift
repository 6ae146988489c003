/// The states of requests that were used, until they are too old to be used anyhow.
struct UsedRequests: Sendable {
    /// Ends by nonce, in seconds since 1970.
    private var ends: [String: Int64] = [:]
    private let limit: Int
    /// Time up to which every request counts as used, after an eviction.
    private var forgotten = Int64.min

    /// - Parameter limit: how many are remembered one by one.
    init(limit: Int) {
        self.limit = limit
    }

    /// Notes a use.
    /// - Returns: false for a second one.
    mutating func insert(_ nonce: String, until end: Int64, now: Int64) -> Bool {
        guard end > forgotten, ends[nonce] == nil else { return false }
        if ends.count >= limit {
            ends = ends.filter { $0.value >= now }
            // Still full: the oldest go, and with them whatever is as old.
            if ends.count >= limit, let oldest = ends.values.min() {
                forgotten = oldest
                ends = ends.filter { $0.value > oldest }
                guard end > forgotten else { return false }
            }
        }
        ends[nonce] = end
        return true
    }
}
