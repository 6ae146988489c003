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
    /// section 3.2). Its age counts from that confirmation, also where it has no `Date`: then from the time that it came.
    func confirmed(by response: HTTPResponse, now: Int64) -> StoredResponse {
        let newer = Self.kept(response.fields)
        let older = fields.filter { field in
            !newer.contains { $0.isNamed(field.name) } && !field.isNamed("Age") && !field.isNamed("Date")
        }
        return StoredResponse(fields: older + newer, body: body, confirmedAt: now)
    }

    /// Fields that ask whether it is still the same (RFC 9110 section 13.1); none when its server gave no validator.
    var conditions: [HTTPField] { HTTPValidators(fields).conditions }

    /// Freshness by its fields, at the time of arrival.
    private var said: HTTPFreshness { HTTPFreshness(fields, arrival: confirmedAt) }

    /// Seconds since the origin gave or confirmed it (RFC 9111 section 4.2.3).
    func age(at now: Int64) -> Int64 { age(at: now, said) }

    private func age(at now: Int64, _ said: HTTPFreshness) -> Int64 {
        let (kept, overflow) = now.subtractingReportingOverflow(confirmedAt)
        return overflow ? .max : said.age.addingReportingOverflow(max(0, kept)).partialValue
    }

    /// Seconds for which it is fresh, by its server's own word: none is guessed from `Last-Modified`, since a shop's list
    /// may change at any time.
    /// - Parameter unsaid: those of a server that says nothing.
    private func lifetime(_ said: HTTPFreshness, unsaid: Int64 = 0) -> Int64 {
        if said.control.noCache || value("Vary")?.utf8.contains(UInt8(ascii: "*")) == true { return 0 }
        // Says nothing by RFC 9111, 5.4; who sends it means something all the same.
        if value("Pragma") != nil { return said.lifetime ?? 0 }
        return said.lifetime ?? unsaid
    }

    /// True if no request is needed. A stamp from the future counts as old: the clock was set back (F15).
    /// - Parameter unsaid: seconds for which it is fresh where its server says nothing.
    func isFresh(at now: Int64, unsaid: Int64 = 0) -> Bool {
        let said = said
        return confirmedAt <= now && age(at: now, said) < lifetime(said, unsaid: unsaid)
    }

    /// True if a request needs to ask nobody: its own lifetime outweighs what the server said.
    func isFresh(for request: HTTPRequest, at now: Int64) -> Bool { reuse(for: request, at: now) != nil }

    /// Time for which it is fresh from now on; nil where its server must be asked.
    func reuse(for request: HTTPRequest, at now: Int64) -> HTTPReuse? {
        let said = said
        let age = age(at: now, said)
        let lifetime = request.lifetime ?? max(lifetime(said, unsaid: request.lifetimeUnsaid), request.leastLifetime)
        return confirmedAt <= now && age < lifetime ? HTTPReuse(age: age, lifetime: lifetime - age) : nil
    }

    /// True if it may stand in for a failing server (RFC 5861 section 4).
    /// - Parameter allowance: seconds after it became stale that the settings allow.
    func standsIn(at now: Int64, allowance: Int64) -> Bool {
        isStale(at: now, byLessThan: { max(allowance, $0.staleIfError ?? 0) })
    }

    /// True if it may be given at once during a refresh in the background (RFC 5861 section 3).
    func mayBeRefreshedBeside(at now: Int64) -> Bool {
        isStale(at: now, byLessThan: { $0.staleWhileRevalidate ?? 0 })
    }

    private func isStale(at now: Int64, byLessThan allowed: (CacheControl) -> Int64) -> Bool {
        let said = said
        guard !said.control.mustRevalidate, !said.control.noCache, confirmedAt <= now else { return false }
        let (over, overflow) = age(at: now, said).subtractingReportingOverflow(lifetime(said))
        return !overflow && over < allowed(said.control)
    }

    /// The answer as it is given.
    /// - Parameter isAllowed: whether its server lets it be given though it is no longer fresh.
    func response(at now: Int64, isAllowed: Bool = false, reuse: HTTPReuse? = nil) -> HTTPResponse {
        HTTPResponse(
            status: 200, fields: fields, body: body,
            source: .cache(age: age(at: now), isStale: !isAllowed && !isFresh(at: now)), reuse: reuse)
    }

    /// The answer as it is given right after its server confirmed it.
    func confirmedResponse(_ reuse: HTTPReuse?) -> HTTPResponse {
        HTTPResponse(status: 200, fields: fields, body: body, source: .cache(age: 0, isStale: false), reuse: reuse)
    }

    private func value(_ name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

    private static func kept(_ fields: [HTTPField]) -> [HTTPField] {
        fields.filter { !leftOut.contains($0.name.lowercased()) }
    }
}
