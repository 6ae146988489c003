import HTTP

/// Time for which a kept picture is fresh, and the validators for afterwards (RFC 9111).
struct Freshness: Sendable, Equatable {
    /// Seconds since 1970 when the server gave or confirmed the picture.
    var confirmedAt: Int64
    /// Seconds since 1970 until which it is fresh.
    var freshUntil: Int64
    var validators: HTTPValidators

    /// - Parameters:
    ///   - fields: of the answer.
    ///   - now: seconds since 1970.
    ///   - age: seconds that a picture is fresh whose server does not say; the server's own word counts up to there.
    ///   - earlier: the validators in force, which an answer without any leaves as they are.
    init(_ fields: [HTTPField], now: Int64, age: Int64, earlier: HTTPValidators = HTTPValidators()) {
        let said = HTTPFreshness(fields, arrival: now)
        let lifetime = said.control.noCache ? 0 : max(0, min(said.remaining ?? age, age))
        confirmedAt = now
        freshUntil = now + lifetime
        validators = HTTPValidators(fields, earlier: earlier)
    }

    init(confirmedAt: Int64, freshUntil: Int64, validators: HTTPValidators) {
        self.confirmedAt = confirmedAt
        self.freshUntil = freshUntil
        self.validators = validators
    }

    /// True if no request is needed. A stamp from the future counts as old: the clock was set back (F15).
    func isFresh(at now: Int64) -> Bool {
        confirmedAt <= now && now < freshUntil
    }
}
