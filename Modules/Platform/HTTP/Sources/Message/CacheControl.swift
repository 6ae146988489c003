/// The directives of an answer's `Cache-Control` that a private cache heeds (RFC 9111 section 5.2.2), and the answer's `Age`.
///
/// What is malformed counts against the answer: its `max-age` is 0, its `no-store` holds, and it grants nothing.
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
    /// `stale-while-revalidate` (RFC 5861 section 3), in seconds after it became stale; nil when the server does not say.
    package private(set) var staleWhileRevalidate: Int64?
    /// Seconds for which other caches held the answer already.
    package private(set) var age: Int64 = 0

    package init(_ fields: [HTTPField]) {
        for field in fields where field.isNamed("Cache-Control") {
            var rest = Array(field.value.utf8)[...]
            while let directive = Directive(takenFrom: &rest) { take(directive) }
        }
        // RFC 9111, 5.1: of a list the first member counts, and what is no number is ignored.
        let ages = fields.first { $0.isNamed("Age") }?.value.utf8.split(separator: UInt8(ascii: ","))
        age = ages?.first.flatMap { Self.seconds(Directive.trimmed(Array($0)[...])) } ?? 0
    }

    private mutating func take(_ directive: Directive) {
        // Twice with different values: the shorter one (RFC 9111 section 4.2.1).
        func shorter(_ known: Int64?) -> Int64 { min(known ?? .max, directive.argument.flatMap(Self.seconds) ?? 0) }
        switch directive.name {
        case "no-store": noStore = true
        case "no-cache": noCache = true
        case "must-revalidate": mustRevalidate = true
        case "max-age": maxAge = shorter(maxAge)
        case "stale-if-error": staleIfError = shorter(staleIfError)
        case "stale-while-revalidate": staleWhileRevalidate = shorter(staleWhileRevalidate)
        default: break
        }
    }

    /// RFC 9111, 1.2.2: too many digits mean "very long".
    /// - Returns: nil for what is no number.
    private static func seconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.count > 10 ? 1 << 31 : min(Int64(String(decoding: digits, as: UTF8.self)) ?? 0, 1 << 31)
    }
}

/// One directive of `Cache-Control` (RFC 9111 section 5.2): a token, or a token with a token or a quoted string as argument.
private struct Directive {
    /// In lower case.
    let name: String
    /// Nil when there is none, or when it is not well-formed.
    let argument: ArraySlice<UInt8>?

    /// Takes the next directive from the start of a list; nil at its end.
    init?(takenFrom rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
        guard !rest.isEmpty else { return nil }
        let word = rest.prefix(while: ASCII.isTokenByte)
        rest = rest.dropFirst(word.count)
        name = String(decoding: word.map(ASCII.lowercased), as: UTF8.self)
        var value: ArraySlice<UInt8>?
        if rest.first == UInt8(ascii: "=") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "\"") {
                value = Self.quoted(&rest)
            } else {
                value = rest.prefix(while: ASCII.isTokenByte)
                rest = rest.dropFirst(value?.count ?? 0)
            }
        }
        // Anything more before the comma is no part of a well-formed directive; a comma within quotes ends nothing.
        var isMalformed = false
        while let byte = rest.first, byte != UInt8(ascii: ",") {
            isMalformed = isMalformed || !Self.isBlank(byte)
            if byte == UInt8(ascii: "\"") { _ = Self.quoted(&rest) } else { rest = rest.dropFirst() }
        }
        argument = isMalformed ? nil : value
    }

    /// Takes a quoted string, without its quotation marks; nil when it has no end, which is then the text's.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        rest = rest.dropFirst()
        let whole = rest
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                let text = whole[..<rest.startIndex]
                rest = rest.dropFirst()
                return text
            }
            rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        return nil
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop(while: isBlank)
        return start.prefix(start.lastIndex { !isBlank($0) }.map { $0 - start.startIndex + 1 } ?? 0)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
