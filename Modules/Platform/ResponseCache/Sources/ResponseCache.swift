package import DiskCache
import Glibc
import HTTP
import Runtime
package import Settings
import Synchronization

/// Kept answers of upstreams, on disk, shared by any number of processes (RFC 9111: a private cache).
package final class ResponseCache: Sendable {
    /// The folder itself, to be counted, pruned and cleared.
    package let disk: DiskCache
    private let clock: CacheClock
    /// Seconds after it became stale that an answer may stand in for a server that fails.
    let staleIfError: Int64
    /// The answers that are being asked for beside, by their requests' URLs.
    private let refreshing = Mutex<Set<String>>([])
    private let path: String?
    /// The second of the clock in which there was no folder, so that there was nothing to find.
    private let missing = Mutex<Int64?>(nil)

    /// Answers that are asked for beside at once.
    private static let refreshLimit = 16

    /// Makes a cache; it opens and reads nothing before its first use.
    /// - Parameters:
    ///   - path: `network.cache.path` with its home directory filled in; nil when there is none.
    ///   - maxBytes: the largest body.
    ///   - log: takes one sentence each time that the folder stops to work.
    package init(
        _ settings: Settings, path: String?, maxBytes: Int, clock: CacheClock = .system,
        log: @escaping @Sendable (String) -> Void
    ) {
        disk = DiskCache(
            DiskCacheConfiguration(
                contents: "answers", pathKey: ResponseCacheSettings.path.path, path: path,
                maximumBytes: settings[ResponseCacheSettings.bytes],
                maximumContent: maxBytes + ResponseRecord.longestHead, age: settings[ResponseCacheSettings.age]),
            clock: clock, log: log)
        self.clock = clock
        self.path = path
        staleIfError = settings[ResponseCacheSettings.staleIfError].wholeNanoseconds / 1_000_000_000
    }

    /// Seconds since 1970.
    var now: Int64 { clock.seconds }

    // On the pool: the caller's thread must not wait for a disk.

    /// A large answer waits for its room before it is read, as one that arrives does (`LargeBodies`).
    ///
    /// Without a folder nothing is kept, and for the rest of a second nobody looks again: what another process keeps within it is
    /// asked for once more. The way to the pool and the look took a tenth of the time of an answer that no cache may keep.
    func read(_ request: HTTPRequest) async -> StoredResponse? {
        let now = now
        if missing.withLock({ $0 == now }) { return nil }
        let found = await WorkerPool.run { [disk, path] in
            path.map { access($0, F_OK) == 0 } ?? false ? Self.look(for: request, in: disk) : nil
        }
        guard let found else {
            missing.withLock { $0 = now }
            return nil
        }
        guard case .large(let key, let bytes) = found else { return found.response }
        await LargeBodies.Visit.current?.enter(bytes)
        return await WorkerPool.run { [disk] in disk.read(key).flatMap(ResponseRecord.decoded) }
    }

    private enum Found: Sendable {
        case small(StoredResponse?)
        case large(key: String, bytes: Int)

        var response: StoredResponse? {
            if case .small(let response) = self { response } else { nil }
        }
    }

    private static func look(for request: HTTPRequest, in disk: DiskCache) -> Found {
        guard let key = key(of: request) else { return .small(nil) }
        if let bytes = disk.size(of: key), bytes >= LargeBodies.least { return .large(key: key, bytes: bytes) }
        return .small(disk.read(key).flatMap(ResponseRecord.decoded))
    }

    /// Keeps an answer before it is given: the process may end with it. Secrets of the request that its server repeats
    /// stay out of the file (C5).
    func write(_ response: StoredResponse, for request: HTTPRequest) async {
        await WorkerPool.run { [disk] in
            let kept = StoredResponse(
                fields: response.fields.compactMap { field in
                    try? HTTPField(name: field.name, value: request.withoutSecrets(field.value))
                }, body: request.withoutSecrets(response.body), confirmedAt: response.confirmedAt)
            if let key = Self.key(of: request) { disk.write(ResponseRecord.encoded(kept), for: key) }
        }
        missing.withLock { $0 = nil }
    }

    func remove(_ request: HTTPRequest) async {
        await WorkerPool.run { [disk] in
            if let key = Self.key(of: request) { disk.remove(key) }
        }
    }

    /// - Returns: false when the answer is being asked for already, or too many are.
    func beginRefresh(_ request: HTTPRequest) -> Bool {
        refreshing.withLock { $0.count < Self.refreshLimit && $0.insert(request.redactedURL).inserted }
    }

    func endRefresh(_ request: HTTPRequest) { refreshing.withLock { _ = $0.remove(request.redactedURL) } }

    /// A digest of the method and the whole URL, without the values of secrets: what came from a variable stands on no disk,
    /// not even within a key. So two keys of one account share an answer.
    /// - Returns: nil when libcrypto is not there; then nothing is kept.
    private static func key(of request: HTTPRequest) -> String? {
        SHA256.hexadecimal("\(request.method.rawValue) \(request.redactedURL)".utf8)
    }
}
