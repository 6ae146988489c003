import HTTP

/// A kept answer of status 200: what its server said, and when.
struct StoredResponse: Sendable, Equatable {
    /// Those that matter to a cache or a reader; credentials and what speaks of one connection are left out.
    var fields: [HTTPField]
    let body: [UInt8]
    /// Seconds since 1970 when the server gave it or confirmed it.
    var confirmedAt: Int64

    private static let leftOut: Set<String> = [
        "set-cookie", "connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length", "trailer",
        "proxy-authenticate", "www-authenticate", "upgrade",
    ]

    /// - Returns: nil for an answer that may not be kept, or is none of status 200.
    init?(_ response: HTTPResponse, now: Int64) {
        guard response.status == 200, !CacheControl(response.fields).noStore else { return nil }
        fields = Self.kept(response.fields)
        body = response.body
        confirmedAt = now
    }

    init(fields: [HTTPField], body: [UInt8], confirmedAt: Int64) {
        self.fields = fields
        self.body = body
        self.confirmedAt = confirmedAt
    }

    /// The same answer after its server confirmed it with a 304, whose fields replace those of their names (RFC 9111
    /// section 3.2).
    func confirmed(by response: HTTPResponse, now: Int64) -> StoredResponse {
        let newer = Self.kept(response.fields)
        let older = fields.filter { field in !newer.contains { $0.isNamed(field.name) } && !field.isNamed("Age") }
        return StoredResponse(fields: older + newer, body: body, confirmedAt: now)
    }

    /// Fields that ask whether it is still the same (RFC 9110 section 13.1); none when its server gave no validator.
    var conditions: [HTTPField] { HTTPValidators(fields).conditions }

    /// Seconds since the origin gave or confirmed it (RFC 9111 section 4.2.3).
    func age(at now: Int64) -> Int64 {
        let apparent = value("Date").flatMap(HTTPDate.seconds).map { max(0, confirmedAt - $0) } ?? 0
        return max(apparent, CacheControl(fields).age) + max(0, now - confirmedAt)
    }

    /// Seconds for which it is fresh, by its server's own word: none is guessed from `Last-Modified`, since a shop's list
    /// may change at any time.
    private var lifetime: Int64 {
        let control = CacheControl(fields)
        if control.noCache || value("Vary")?.utf8.contains(UInt8(ascii: "*")) == true { return 0 }
        if let maxAge = control.maxAge { return maxAge }
        guard let expires = value("Expires").flatMap(HTTPDate.seconds) else { return 0 }
        return max(0, expires - (value("Date").flatMap(HTTPDate.seconds) ?? confirmedAt))
    }

    /// Whether it may be given unasked. A stamp from the future counts as old: the clock was set back (F15).
    func isFresh(at now: Int64) -> Bool {
        confirmedAt <= now && age(at: now) < lifetime
    }

    /// Whether it may stand in for a server that fails (RFC 5861 section 4).
    /// - Parameter allowance: seconds after it became stale that the settings allow.
    func standsIn(at now: Int64, allowance: Int64) -> Bool {
        let control = CacheControl(fields)
        guard !control.mustRevalidate, !control.noCache, confirmedAt <= now else { return false }
        return age(at: now) - lifetime < max(allowance, control.staleIfError ?? 0)
    }

    /// The answer as it is given.
    func response(at now: Int64) -> HTTPResponse {
        HTTPResponse(
            status: 200, fields: fields, body: body,
            source: .cache(age: age(at: now), isStale: !isFresh(at: now)))
    }

    /// The answer as it is given right after its server confirmed it.
    func confirmedResponse() -> HTTPResponse {
        HTTPResponse(status: 200, fields: fields, body: body, source: .cache(age: 0, isStale: false))
    }

    private func value(_ name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

    private static func kept(_ fields: [HTTPField]) -> [HTTPField] {
        fields.filter { !leftOut.contains($0.name.lowercased()) }
    }
}
