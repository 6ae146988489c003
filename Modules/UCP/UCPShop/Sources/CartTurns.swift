import FeatureKit
import Storage
import Synchronization
import Values

/// Turns at one cart: one call changes it at a time, in whatever process, and none is passed over. A call that died in its turn is
/// waited for no longer than a request may take.
final class CartTurns: Sendable {
    private let key: StateKey
    private let module: String
    /// The calls of this process: one of them at a time waits for those of others.
    private let gate = CallGate()

    init(_ id: String) { (key, module) = (StoredCart.key(id), id) }

    /// Pauses before the cart is looked at again, in the first second and after it.
    private static let pauses = (short: Duration.milliseconds(5), long: Duration.milliseconds(50))
    /// Time that a request of a turn may take beyond its own.
    private static let grace = Duration.seconds(2)
    /// Requests' times that a call waits for other processes, all of them together.
    private static let patience = 6

    /// The stored cart; asks nobody.
    func stored(_ call: FeatureCall) async throws(Fault) -> StoredCart {
        let bytes: [UInt8]?
        do throws(StorageFailure) { bytes = try await call.state.value(for: key) } catch { throw call.fault(error) }
        return try cart(bytes)
    }

    private func cart(_ bytes: [UInt8]?) throws(Fault) -> StoredCart {
        guard let bytes else { return StoredCart() }
        guard let cart = StoredCart(bytes) else { throw .unreadableCart(module: module) }
        return cart
    }

    /// Changes the cart while nobody else does. What `work` leaves is durable when this returns; when it throws, what was stored
    /// stays.
    /// - Parameter work: tells the turn of each request, before it.
    func change<Value: Sendable>(
        _ call: FeatureCall, _ work: (inout StoredCart, CartTurn) async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        guard await gate.enter() else { throw cancelled }
        defer { gate.leave() }
        let token = newUUID()
        do throws(Fault) {
            var stored = try await begin(token, call)
            let value = try await work(&stored, CartTurn(key: key, token: token, call: call))
            try await end(token, with: stored, call)
            return value
        } catch {
            // The failure that is told is the one that came first.
            try? await end(token, with: nil, call)
            throw error
        }
    }

    private var cancelled: Fault {
        Fault(.cancelled, "The call was cancelled.", hint: "Nothing was changed.", module: module)
    }

    /// Waits for the turn, and takes it.
    private func begin(_ token: String, _ call: FeatureCall) async throws(Fault) -> StoredCart {
        let longest = call.upstream.timeout + Self.grace
        var (seen, waited, all): (String?, Duration, Duration) = (nil, .zero, .zero)
        try await call.readyToWrite()
        while all < longest * Self.patience {
            // Whoever has not moved for longer than a request takes has ended.
            let isOver = waited >= longest
            let known = try await stored(call)
            if seen == nil || isOver || known.isFree(for: token) || known.holders != seen {
                let (cart, holders) = try await take(token, from: isOver ? seen : nil, call)
                if let cart { return cart }
                if holders != seen { (seen, waited) = (holders, .zero) }
            }
            let pause = all < .seconds(1) ? Self.pauses.short : Self.pauses.long
            do { try await call.clock.sleep(for: pause) } catch { throw cancelled }
            waited += pause
            all += pause
        }
        throw .cartIsBusy(module: module)
    }

    /// Takes the turn, or asks for the next one.
    /// - Parameter dead: holders that may be passed over.
    /// - Returns: the cart, or who has the turn and the next one.
    private func take(
        _ token: String, from dead: String?, _ call: FeatureCall
    ) async throws(Fault) -> (StoredCart?, holders: String) {
        let refusal = Mutex<Fault?>(nil)
        let isTaken = Mutex(false)
        let bytes: [UInt8]?
        do throws(StorageFailure) {
            bytes = try await call.state.update(key) { [self] bytes throws(StorageFailure) in
                var cart: StoredCart
                do throws(Fault) { cart = try self.cart(bytes) } catch {
                    refusal.withLock { $0 = error }
                    throw .refused(reason: error.message)
                }
                if let dead, cart.holders == dead { (cart.turn, cart.next) = (nil, nil) }
                let isFree = cart.isFree(for: token)
                isTaken.withLock { $0 = isFree }
                if isFree { (cart.turn, cart.next) = (token, nil) }
                if !isFree, cart.next == nil { cart.next = token }
                return cart.encoded
            }
        } catch {
            throw refusal.withLock { $0 } ?? call.fault(error)
        }
        let cart = try cart(bytes)
        return (isTaken.withLock { $0 } ? cart : nil, cart.holders)
    }

    /// Ends the turn, or the wait for it.
    /// - Parameter cart: what is stored from now on; nil leaves it as it is.
    private func end(_ token: String, with cart: StoredCart?, _ call: FeatureCall) async throws(Fault) {
        let isOvertaken = Mutex(false)
        do throws(StorageFailure) {
            _ = try await call.state.update(key) { bytes throws(StorageFailure) in
                guard var current = bytes.flatMap({ StoredCart($0) }),
                    CartTurn.isOf(token, current.turn) || cart == nil && current.next == token
                else {
                    isOvertaken.withLock { $0 = true }
                    throw .refused(reason: "Another call went on with the cart.")
                }
                if CartTurn.isOf(token, current.turn) { current.turn = nil }
                if current.next == token { current.next = nil }
                var new = cart ?? current
                (new.turn, new.next) = (current.turn, current.next)
                return new == StoredCart() ? nil : new.encoded
            }
        } catch {
            throw isOvertaken.withLock { $0 } ? Fault.overtaken(module: module) : call.fault(error)
        }
    }
}

extension StoredCart {
    /// Whether a call may begin its turn.
    fileprivate func isFree(for token: String) -> Bool { turn == nil && (next == nil || next == token) }

    /// Names of who has the turn and the next one.
    fileprivate var holders: String { "\(turn ?? "")|\(next ?? "")" }
}

/// A call's turn at a cart: others see that it goes on by its name, which changes with each request.
final class CartTurn: Sendable {
    private let key: StateKey
    private let token: String
    private let call: FeatureCall
    private let requests = Mutex(0)

    fileprivate init(key: StateKey, token: String, call: FeatureCall) {
        (self.key, self.token, self.call) = (key, token, call)
    }

    /// Whether the name is one of a call's.
    fileprivate static func isOf(_ token: String, _ name: String?) -> Bool {
        name?.utf8.starts(with: token.utf8) ?? false
    }

    /// Says that a request comes; the first one is said by the beginning.
    /// - Throws: `busy` where another call took over.
    func goesOn() async throws(Fault) {
        let number = requests.withLock { number in
            number += 1
            return number
        }
        if number == 1 { return }
        let isOvertaken = Mutex(false)
        do throws(StorageFailure) {
            _ = try await call.state.update(key) { [token] bytes throws(StorageFailure) in
                guard var cart = bytes.flatMap({ StoredCart($0) }), Self.isOf(token, cart.turn) else {
                    isOvertaken.withLock { $0 = true }
                    throw .refused(reason: "Another call went on with the cart.")
                }
                cart.turn = "\(token) \(number)"
                return cart.encoded
            }
        } catch {
            throw isOvertaken.withLock { $0 } ? Fault.overtaken(module: call.upstream.module) : call.fault(error)
        }
    }
}
