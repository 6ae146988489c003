import HTTP

/// How long a kept picture may be given without asking its server, and what to ask with afterwards (RFC 9111).
struct Freshness: Sendable, Equatable {
    /// Seconds since 1970 when the server gave or confirmed the picture.
    var confirmedAt: Int64
    /// Seconds since 1970 until which it is fresh.
    var freshUntil: Int64
    var validators: ImageValidators

    /// - Parameters:
    ///   - fields: of the answer.
    ///   - now: seconds since 1970.
    ///   - age: seconds that a picture is fresh whose server does not say; the server's own word counts up to there.
    ///   - earlier: the validators in force, which an answer without any leaves as they are.
    init(_ fields: [HTTPField], now: Int64, age: Int64, earlier: ImageValidators = ImageValidators()) {
        let control = CacheControl(fields)
        let lifetime = control.noCache ? 0 : max(0, min(control.lifetime ?? age, age))
        confirmedAt = now
        freshUntil = now + lifetime
        validators = ImageValidators(
            entityTag: fields.first { $0.isNamed("ETag") }?.value ?? earlier.entityTag,
            lastModified: fields.first { $0.isNamed("Last-Modified") }?.value ?? earlier.lastModified)
    }

    init(confirmedAt: Int64, freshUntil: Int64, validators: ImageValidators) {
        self.confirmedAt = confirmedAt
        self.freshUntil = freshUntil
        self.validators = validators
    }

    /// Whether it may be given without asking. A stamp from the future counts as old: the clock was set back (F15).
    func isFresh(at now: Int64) -> Bool {
        confirmedAt <= now && now < freshUntil
    }
}

/// What a server gave to ask later whether its picture is still the same (RFC 9110 section 8.8).
package struct ImageValidators: Sendable, Hashable {
    /// `ETag`, to the byte.
    package var entityTag: String?
    /// `Last-Modified`, to the byte.
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
