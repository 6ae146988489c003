/// The directives of an answer's `Cache-Control` that a private cache heeds (RFC 9111 section 5.2.2), and the answer's `Age`.
package struct CacheControl: Sendable, Equatable {
    package private(set) var noStore = false
    /// `no-cache`: kept, but never given unasked.
    package private(set) var noCache = false
    /// `must-revalidate`: once stale, never given unasked, whatever happens.
    package private(set) var mustRevalidate = false
    /// `max-age`, in seconds; nil when the server does not say.
    package private(set) var maxAge: Int64?
    /// `stale-if-error` (RFC 5861 section 4), in seconds after it became stale; nil when the server does not say.
    package private(set) var staleIfError: Int64?
    /// What other caches held the answer for already, in seconds.
    package private(set) var age: Int64 = 0

    package init(_ fields: [HTTPField]) {
        for field in fields where field.isNamed("Cache-Control") {
            for directive in field.value.utf8.split(separator: UInt8(ascii: ",")) {
                let sides = directive.split(separator: UInt8(ascii: "="), maxSplits: 1)
                let seconds = sides.count == 2 ? Self.seconds(Self.word(sides[1])) : 0
                switch Self.word(sides.first ?? directive) {
                case "no-store": noStore = true
                case "no-cache": noCache = true
                case "must-revalidate": mustRevalidate = true
                // Twice with different values: the shorter one (RFC 9111 section 4.2.1).
                case "max-age": maxAge = min(maxAge ?? .max, seconds)
                case "stale-if-error": staleIfError = seconds
                default: break
                }
            }
        }
        age = fields.first { $0.isNamed("Age") }.map { Self.seconds($0.value) } ?? 0
    }

    /// `max-age` less the `Age` that the answer already has, in seconds; nil when the server does not say.
    package var lifetime: Int64? { maxAge.map { max(0, $0 - age) } }

    /// In lower case, without blanks and quotation marks at the ends.
    private static func word(_ bytes: Substring.UTF8View) -> String {
        let ends: Set<UInt8> = [0x20, 0x09, 0x22]
        let start = bytes.drop { ends.contains($0) }
        let count = start.reversed().drop { ends.contains($0) }.count
        return String(decoding: start.prefix(count), as: UTF8.self).lowercased()
    }

    /// RFC 9111, 1.2.2: too many digits mean "very long"; what is no number means "stale".
    private static func seconds(_ text: String) -> Int64 {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        return min(Int64(text) ?? .max, 1 << 31)
    }
}
