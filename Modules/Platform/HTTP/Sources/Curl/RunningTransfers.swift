import CCurl

/// The transfers that run, and the bodies that they hold together, those included that arrived and wait to be taken over: a bound for each alone would let sixty-four servers take
/// sixty-four times as much (H1). Belongs to the transfer thread alone.
final class RunningTransfers {
    private var transfers: [UInt64: Transfer] = [:]
    private let limit: Int
    private var heldBytes = 0
    /// True while some may be among them that were given up.
    private var hasGivenUp = false
    /// Handles of transfers that ended well, for the next ones: to open and close one took 18,000 instructions of a page's
    /// million. Each keeps the sessions of TLS that its transfers began; libcurl makes a buffer of 100 KB for each transfer.
    private var idleHandles: [OpaquePointer] = []
    private static let mostIdleHandles = 8

    /// - Parameter limit: bytes of all bodies together, until they are taken over.
    init(limit: Int) { self.limit = limit }

    // No transfer runs any more: each holds this unowned, and gives its handle back.
    deinit { for handle in idleHandles { ccurl_easy_close(handle) } }

    /// A handle for a transfer, which gives it back; nil without memory.
    func takeHandle() -> OpaquePointer? { idleHandles.popLast() ?? ccurl_easy_open() }

    /// - Parameter isReusable: whether its transfer ended well.
    func giveBack(_ handle: OpaquePointer, isReusable: Bool) {
        if isReusable, idleHandles.count < Self.mostIdleHandles, ccurl_easy_renew(handle) {
            idleHandles.append(handle)
        } else {
            ccurl_easy_close(handle)
        }
    }

    var isEmpty: Bool { transfers.isEmpty }
    var count: Int { transfers.count }

    func add(_ transfer: Transfer) { transfers[transfer.job.id] = transfer }

    /// - Returns: nil when it does not run.
    func remove(_ id: UInt64) -> Transfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        heldBytes -= transfer.heldBytes
        return transfer
    }

    /// Makes room for more of a body. Where there is none, the largest bodies are given up: small ones are not made to
    /// pay for large ones.
    /// - Returns: false when the transfer itself was given up.
    func makeRoom(for bytes: Int, in transfer: Transfer) -> Bool {
        while bytes > limit - heldBytes, !transfer.isGivenUp {
            let largest = transfers.values.max { $0.heldBytes < $1.heldBytes } ?? transfer
            // A transfer that holds nothing, and for which there is no room, is alone with a bound below its need.
            let victim = largest.heldBytes > 0 ? largest : transfer
            heldBytes -= victim.heldBytes
            victim.giveUp(.tooMuchAtOnce(limit: limit))
            hasGivenUp = true
        }
        return !transfer.isGivenUp
    }

    /// Counts what a body takes now beyond what it took: an array may get more room than it asked for.
    func holds(_ bytes: Int) { heldBytes += bytes }

    /// Counts a body that arrived, until `wasTaken`.
    func waits(_ bytes: Int) { heldBytes += bytes }

    func wasTaken(_ bytes: Int) { heldBytes -= bytes }

    /// Takes out those that were given up.
    func takeGivenUp() -> [Transfer] {
        if !hasGivenUp { return [] }
        hasGivenUp = false
        let givenUp = transfers.values.filter(\.isGivenUp)
        for transfer in givenUp { transfers[transfer.job.id] = nil }
        return givenUp
    }
}
