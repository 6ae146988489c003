import DiskCache
import JSON
import Synchronization

/// Seals what comes back with a request (`requestState`), so that a stateless client's answers count for the call that they
/// were asked for, for ten minutes, once.
///
/// HMAC-SHA-256 under the user's key, so that any process of the same user and state takes it; under a key of this process
/// where there is no such key. A state that was used is refused in this process always, and in others once its marker is
/// written: a disk that fails, stalls or is read-only leaves them the ten minutes.
final class RequestProofs: Sendable {
    /// Result of opening a sealed text.
    enum Opening: Sendable, Equatable {
        case text(String)
        /// Seal of another request, changed, expired, or sealed elsewhere.
        case foreign
        case used
    }

    private struct State {
        /// The user's; nil while it is not known.
        var userKey: [UInt8]?
        /// The disk kept somebody waiting in vain: nobody waits for the key any more.
        var isStalled = false
        var used = UsedRequests(limit: 4096)
        var hasWarned = false
    }

    private let files: RequestFiles
    private let disk = DiskThread()
    private let clock: CacheClock
    private let patience: Duration
    private let warn: @Sendable (String) -> Void
    /// Random; of this process.
    private let processKey: [UInt8]
    private let state = Mutex(State())

    /// Seconds for which a state is good.
    private static let lifetime: Int64 = 600
    /// Seconds by which the machine's clock may be put back in between.
    private static let slack: Int64 = 60

    /// - Parameters:
    ///   - clock: the machine's, which all processes share.
    ///   - patience: how long a call waits for the disk.
    ///   - warn: told once when there is no key of the user's.
    init(
        _ files: RequestFiles, clock: CacheClock = .system, patience: Duration = .seconds(2),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.files = files
        self.clock = clock
        self.patience = patience
        self.warn = warn
        processKey = randomBytes(32)
    }

    /// Whether anything can be proven: not without libcrypto. Found out once, at the first call of a client that could be
    /// asked.
    static let isPossible = SHA256.digest([UInt8]()) != nil

    /// `end.nonce.text.proof`, or nil when nothing can be proven.
    /// - Parameters:
    ///   - text: what comes back; without dots.
    ///   - request: what it belongs to, and no other.
    func sealed(_ text: String, for request: [JSONValue]) async -> String? {
        let key = await userKey(makes: true) ?? processKey
        let nonce = hexadecimal(randomBytes(16))
        let subject = Subject(text: text, nonce: nonce, end: clock.seconds + Self.lifetime, request: request)
        return subject.proof(under: key).map { "\(subject.end).\(nonce).\(text).\($0)" }
    }

    /// Opens what `sealed` gave for the same request; from then on it is used.
    func opened(_ sealed: String, for request: [JSONValue]) async -> Opening {
        let parts = sealed.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let now = clock.seconds
        guard parts.count == 4, let end = Int64(String(Substring(parts[0]))), end >= now,
            end <= now + Self.lifetime + Self.slack
        else { return .foreign }
        let (nonce, text) = (String(Substring(parts[1])), String(Substring(parts[2])))
        let subject = Subject(text: text, nonce: nonce, end: end, request: request)
        func isProven(under key: [UInt8]?) -> Bool {
            key.flatMap(subject.proof).map { isEqual($0.utf8, parts[3]) } ?? false
        }
        var isOfUser = false
        if !isProven(under: processKey) {
            isOfUser = isProven(under: await userKey(makes: false))
            guard isOfUser else { return .foreign }
        }
        guard state.withLock({ $0.used.insert(nonce, until: end, now: now) }) else { return .used }
        // A state under the key of this process is of no use to another.
        guard isOfUser, let use = files.use else { return .text(text) }
        let isFirst = await disk.run(within: patience) { use(nonce, end, now) } ?? nil
        return isFirst == false ? .used : .text(text)
    }

    /// The key that lies beside the state; nil where there is none, and while a stalled disk keeps it.
    /// - Parameter makes: whether to make one.
    private func userKey(makes: Bool) async -> [UInt8]? {
        let (known, isStalled) = state.withLock { ($0.userKey, $0.isStalled) }
        if let known { return known }
        guard let read = files.key else { return nil }
        let answer = await disk.run(within: isStalled ? .zero : patience) { [self] in
            let key = state.withLock { $0.userKey } ?? read(makes)
            state.withLock { state in
                state.userKey = key
                state.isStalled = false
            }
            return key
        }
        switch answer {
        case nil: state.withLock { $0.isStalled = true }
        case .some(nil) where makes: warnOnce()
        case .some: break
        }
        return answer ?? nil
    }

    private func warnOnce() {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        if isFirst {
            warn("no key for requestState beside the state: answers of a client's user count in this process alone")
        }
    }
}

/// Subject of a proof.
private struct Subject {
    let text: String
    let nonce: String
    let end: Int64
    let request: [JSONValue]

    /// HMAC (RFC 2104) with SHA-256, 64 digits; nil when libcrypto is not there.
    /// - Parameter key: 32 bytes.
    func proof(under key: [UInt8]) -> String? {
        // As one JSON value: no part can pass for a part of another.
        let subject = JSONValue.array([.string("\(end)"), .string(nonce), .string(text)] + request).serialized()
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        return SHA256.digest(block.map { $0 ^ 0x36 } + subject).flatMap {
            SHA256.hexadecimal(block.map { $0 ^ 0x5C } + $0)
        }
    }
}

/// Compares in a time that depends on the lengths alone.
private func isEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// - Parameter count: a multiple of eight: the system is asked for so many at once.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count / 8).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
