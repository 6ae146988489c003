import FeatureKit
import JSON
import Storage
import Synchronization

/// A change as it was asked for.
struct FaceChange: Sendable {
    /// The key of it and its retries; nil for none.
    let key: String?
    /// Digest of the tool and its arguments, without `meta`.
    let digest: String

    /// A change of the house's own, without a key.
    static let own = FaceChange()

    private init() { (key, digest) = (nil, "") }

    init(_ tool: FaceTool, _ arguments: JSONNode) {
        key = arguments["meta"]?["idempotency-key"]?.string?.lowercased()
        let asked = (JSONValue(arguments).members ?? []).filter { $0.key != "meta" }
        digest = FaceDigest.text(of: .object([JSONMember("tool", .string(tool.rawValue))] + asked))
    }
}

/// Counts what is made, so that what is over is looked for at the first of it, and then now and then.
final class FaceTidying: Sendable {
    private let count = Atomic(0)

    /// Creations from one look to the next.
    static let pause = 64

    func isDue() -> Bool { count.wrappingAdd(1, ordering: .relaxed).oldValue % Self.pause == 0 }
}

/// Carts and checkouts in the state of the house: what is answered is durable, the same for every process.
///
/// A change with a key takes two steps. First the key is claimed for one cart or checkout: another request of the same key is refused from
/// then on. Then the cart is changed, in one step with the key and the answer. Whoever dies between the steps leaves a claim, which the
/// retry takes up.
struct FaceStore: Sendable {
    let state: any StateStore
    /// Seconds since 1970.
    let now: Int
    /// Seconds for which a cart and a checkout are kept after a change.
    let lifetime: @Sendable (FaceSession.Kind) -> Int
    let tidying: FaceTidying

    private static let keys = StateNamespace("ucp.key")
    private static func namespace(_ kind: FaceSession.Kind) -> StateNamespace { StateNamespace("ucp.\(kind.rawValue)") }
    private static func key(_ kind: FaceSession.Kind, _ id: String) -> StateKey {
        StateKey(namespace: namespace(kind), key: id)
    }

    /// Outcome of an edit.
    enum Edit: Sendable {
        /// It is to be stored, and this is the answer.
        case made(JSONValue)
        /// All stays as it is, and this is the answer.
        case kept(JSONValue)
    }

    /// Makes a cart or a checkout another one.
    typealias Editor = @Sendable (inout FaceSession) throws(FaceError) -> Edit

    /// Outcome of an update.
    private enum Outcome {
        case answer(JSONValue)
        case absent
        case refused(FaceError)
    }

    /// Reads what is stored under an id; nil for what is not there, or is over.
    ///
    /// It is read from memory, which follows other processes within some milliseconds. That something is not there is said of the state
    /// itself: an agent would begin a new one.
    /// - Parameter isNewest: whether memory does not count.
    func session(
        _ kind: FaceSession.Kind, _ id: String, isNewest: Bool = false
    ) async throws(FaceError) -> FaceSession? {
        let known: [UInt8]?
        do throws(StorageFailure) { known = try await state.value(for: Self.key(kind, id)) } catch {
            throw fault(error)
        }
        if known != nil && !isNewest || !state.takesWrites { return try alive(known) }
        return try alive(try await newest(Self.key(kind, id)))
    }

    /// The bytes under a key as they are between two writers, in whatever process. Nothing is written.
    private func newest(_ key: StateKey) async throws(FaceError) -> [UInt8]? {
        let seen = Mutex<[UInt8]?>(nil)
        do throws(StorageFailure) {
            _ = try await state.update(key) { bytes throws(StorageFailure) in
                seen.withLock { $0 = bytes }
                throw .refused(reason: "It is only read.")
            }
        } catch {
            guard case .refused = error else { throw fault(error) }
        }
        return seen.withLock { $0 }
    }

    private func alive(_ bytes: [UInt8]?) throws(FaceError) -> FaceSession? {
        guard let bytes else { return nil }
        guard let session = FaceSession(stored: bytes) else { throw .unreadable }
        return session.expires > now ? session : nil
    }

    // MARK: - Changes

    /// Makes a cart or a checkout, or gives the answer of the call that made it.
    /// - Parameters:
    ///   - id: where it is decided already; else a new one.
    ///   - editor: makes the whole of it of nothing.
    func create(
        _ kind: FaceSession.Kind, id decided: String? = nil, currency: String, _ change: FaceChange,
        _ editor: @escaping Editor
    ) async throws(FaceError) -> JSONValue {
        try await readyToWrite()
        try await makeRoom(for: kind)
        let id = try await claim(change, for: decided ?? Self.newID(kind))
        let answer = try await update(kind, id, change, orNew: FaceSession(kind, id: id, currency: currency), editor)
        guard let answer else { throw .unreadable }
        return answer
    }

    /// A name that nobody guesses.
    static func newID(_ kind: FaceSession.Kind) -> String { "\(kind.rawValue)_\(randomName())" }

    /// Changes a cart or a checkout, or gives the answer of the call that changed it.
    /// - Returns: nil for what is not there, or is over.
    func change(
        _ kind: FaceSession.Kind, _ id: String, _ change: FaceChange, _ editor: @escaping Editor
    ) async throws(FaceError) -> JSONValue? {
        try await readyToWrite()
        guard try await session(kind, id) != nil else { return nil }
        _ = try await claim(change, for: id)
        return try await update(kind, id, change, orNew: nil, editor)
    }

    private func update(
        _ kind: FaceSession.Kind, _ id: String, _ change: FaceChange, orNew new: FaceSession?,
        _ editor: @escaping Editor
    ) async throws(FaceError) -> JSONValue? {
        let outcome = Mutex(Outcome.absent)
        do throws(StorageFailure) {
            _ = try await state.update(Self.key(kind, id)) { [self] bytes throws(StorageFailure) in
                let result: (Outcome, stored: [UInt8]?)
                do throws(FaceError) { result = try edited(bytes, kind, change, new, editor) } catch {
                    result = (.refused(error), nil)
                }
                outcome.withLock { $0 = result.0 }
                // Nothing is written for nothing.
                guard let stored = result.stored else { throw .refused(reason: "Nothing is to be changed.") }
                return stored
            }
        } catch {
            if case .refused = error {} else { throw fault(error) }
        }
        switch outcome.withLock({ $0 }) {
        case .answer(let answer): return answer
        case .refused(let error): throw error
        case .absent: return nil
        }
    }

    /// The outcome of an edit, and the bytes to store; nil for none.
    private func edited(
        _ bytes: [UInt8]?, _ kind: FaceSession.Kind, _ change: FaceChange, _ new: FaceSession?, _ editor: Editor
    ) throws(FaceError) -> (Outcome, stored: [UInt8]?) {
        guard var session = try alive(bytes) ?? new else { return (.absent, nil) }
        if let key = change.key, let made = session.change(key) {
            // The claim of the key may be forgotten, and the cart is still there.
            guard made.digest == change.digest else { throw .otherRequest }
            guard let answer = made.answer else { throw .forgottenAnswer }
            return (.answer(answer), nil)
        }
        session.expires = now + lifetime(kind)
        switch try editor(&session) {
        case .kept(let answer): return (.answer(answer), nil)
        case .made(let answer):
            if let key = change.key { session.remember(key, change.digest, answer) }
            let encoded = session.encoded
            guard encoded.count <= FaceLimits.session else { throw .tooLarge }
            return (.answer(answer), encoded)
        }
    }

    // MARK: - Keys

    /// Claims a key for a cart or a checkout.
    /// - Returns: the id that the key stands for: of an earlier call where that asked the same.
    private func claim(_ change: FaceChange, for id: String) async throws(FaceError) -> String {
        guard let key = change.key else { return id }
        let place = StateKey(namespace: Self.keys, key: key)
        let claimed = Mutex<Result<String, FaceError>>(.success(id))
        let new: JSONValue = [
            "expires": .integer(now + FaceLimits.keyLifetime), "id": .string(id), "digest": .string(change.digest),
        ]
        do throws(StorageFailure) {
            _ = try await state.update(place) { [now] bytes throws(StorageFailure) in
                let root = bytes.flatMap { try? JSONDocument(parsing: $0).root }
                guard let root, root["expires"]?.integer ?? 0 > now else { return new.serialized() }
                let isSame = root["digest"]?.string == change.digest
                let known = root["id"]?.string ?? ""
                claimed.withLock { $0 = isSame ? .success(known) : .failure(.otherRequest) }
                throw .refused(reason: "The key is known.")
            }
        } catch {
            if case .refused = error {} else { throw fault(error) }
        }
        return try claimed.withLock { $0 }.get()
    }

    // MARK: - Bounds

    /// Refuses more than there may be, and forgets now and then what is over.
    private func readyToWrite() async throws(FaceError) {
        do throws(StorageFailure) { try await state.readyToWrite() } catch { throw fault(error) }
    }

    private func makeRoom(for kind: FaceSession.Kind) async throws(FaceError) {
        let isDue = tidying.isDue()
        if isDue { _ = try await forget(Self.keys, most: FaceLimits.keys) }
        let isFull = try await isFull(kind)
        guard isDue || isFull else { return }
        let left = try await forget(Self.namespace(kind), most: FaceLimits.sessions)
        if isFull, try await self.isFull(kind) {
            throw .tooMany("\(kind.rawValue)s", seconds: (left.map(\.expires).min() ?? now) - now)
        }
    }

    private func isFull(_ kind: FaceSession.Kind) async throws(FaceError) -> Bool {
        do throws(StorageFailure) {
            let all = try await state.entries(in: Self.namespace(kind), limit: FaceLimits.sessions)
            return all.count >= FaceLimits.sessions || all.reduce(0) { $0 + $1.value.count } >= FaceLimits.allSessions
        } catch {
            throw fault(error)
        }
    }

    /// Removes what is over, and of keys the oldest beyond a number.
    /// - Returns: what is left.
    private func forget(
        _ namespace: StateNamespace, most: Int
    ) async throws(FaceError) -> [(key: String, expires: Int)] {
        do throws(StorageFailure) {
            let all = try await state.entries(in: namespace, limit: 4 * FaceLimits.keys).map { entry in
                (key: entry.key, expires: FaceSession.expiry(of: entry.value) ?? 0)
            }
            var (left, over) = (all.filter { $0.expires > now }, all.filter { $0.expires <= now })
            if namespace == Self.keys, left.count > most {
                left.sort { $0.expires < $1.expires }
                over += left.prefix(left.count - most)
                left.removeFirst(left.count - most)
            }
            if !over.isEmpty {
                try await state.commit(
                    over.prefix(StateLimits.changes).map { .remove(StateKey(namespace: namespace, key: $0.key)) })
            }
            return left
        } catch {
            throw fault(error)
        }
    }

    private func fault(_ failure: StorageFailure) -> FaceError {
        FaceError(Fault(failure, module: FaceParts.module))
    }
}

extension FaceError {
    fileprivate static let unreadable = FaceError(
        code: -32603,
        "Internal error: what is stored can't be read. It may have been written by a later version: use that one.")

    fileprivate static let tooLarge = FaceError.invalid(
        "It takes more than \(FaceLimits.session) bytes together.", code: "request_too_large")
}

/// 120 random bits in 24 characters: nobody guesses the id of another's cart.
private func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
    return String(
        decoding: (0..<24).map { _ in digits[Int(truncatingIfNeeded: generator.next() & 31)] }, as: UTF8.self)
}

/// Digest of a request, by which a retry is told from another request. It guards nobody against himself, and needs no cipher.
enum FaceDigest {
    /// 128 bits: FNV-1a from two starts.
    static func text(of value: JSONValue) -> String {
        let bytes = sorted(value).serialized()
        let (first, second) = bytes.reduce((0xCBF2_9CE4_8422_2325 as UInt64, 0x84222325_CBF29CE4 as UInt64)) {
            state, byte in
            let prime: UInt64 = 0x100_0000_01B3
            return ((state.0 ^ UInt64(byte)) &* prime, (state.1 &* prime) ^ UInt64(byte))
        }
        return "\(String(first, radix: 16))-\(String(second, radix: 16))-\(bytes.count)"
    }

    /// The order of members says nothing.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
                    JSONMember($0.key, sorted($0.value))
                })
        case .array(let elements): .array(elements.map(sorted))
        default: value
        }
    }
}
