/// Freshness of an answer by its fields (RFC 9111 section 4.2), at the time of arrival.
package struct HTTPFreshness: Sendable, Equatable {
    package let control: CacheControl
    /// Seconds since the origin gave or confirmed it: by `Age`, or by `Date` and the time that it came.
    package let age: Int64
    /// Seconds for which it is fresh after the origin gave it; nil when the server does not say. None is guessed.
    package let lifetime: Int64?

    /// - Parameter arrival: seconds since 1970 when it came.
    package init(_ fields: [HTTPField], arrival: Int64) {
        func date(_ name: String) -> Int64?? {
            fields.first { $0.isNamed(name) }.map { HTTPDate.seconds($0.value, now: arrival) }
        }
        control = CacheControl(fields)
        let given = date("Date") ?? nil
        age = max(control.age, given.map { Self.seconds(from: $0, to: arrival) } ?? 0)
        lifetime =
            if let maxAge = control.maxAge {
                maxAge
            } else if let expires = date("Expires") {
                // What is no date is a time in the past (RFC 9111, 5.3).
                expires.map { Self.seconds(from: given ?? arrival, to: $0) } ?? 0
            } else {
                nil
            }
    }

    /// 0 for a moment before; an arrival comes from a file, which may say anything.
    private static func seconds(from start: Int64, to end: Int64) -> Int64 {
        let (seconds, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? (end > start ? .max : 0) : max(0, seconds)
    }

    /// Seconds for which it stays fresh from its arrival; nil when the server does not say.
    package var remaining: Int64? { lifetime.map { max(0, $0 - age) } }
}
