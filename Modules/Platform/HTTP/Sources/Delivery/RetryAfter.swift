/// The `Retry-After` field (RFC 9110 section 10.2.3): seconds, or a date.
enum RetryAfter {
    /// The seconds to wait at least, or nil when the text is neither form. A date in the past is 0.
    static func seconds(from text: String, secondsSince1970 now: Int64) -> Int64? {
        let bytes = Array(text.utf8)
        if !bytes.isEmpty, bytes.allSatisfy(ASCII.isDigit) {
            // More digits than fit mean "not while anybody waits"; a year's worth says the same.
            return bytes.count > 9 ? 31_536_000 : Int64(HTTPDate.decimal(bytes[...]))
        }
        return HTTPDate.seconds(text, now: now).map { max(0, $0 - now) }
    }
}
