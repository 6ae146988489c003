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
        let lifetime = control.mustRevalidate ? 0 : max(0, min(control.lifetime ?? age, age))
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

/// The directives of `Cache-Control` that a private cache heeds (RFC 9111 section 5.2.2).
struct CacheControl: Sendable, Equatable {
    private(set) var noStore = false
    /// `no-cache`: kept, but never given unasked.
    private(set) var mustRevalidate = false
    /// `max-age` less the `Age` that the answer already has, in seconds; nil when the server does not say.
    private(set) var lifetime: Int64?

    init(_ fields: [HTTPField]) {
        for field in fields where field.isNamed("Cache-Control") {
            for directive in field.value.utf8.split(separator: UInt8(ascii: ",")) {
                let sides = directive.split(separator: UInt8(ascii: "="), maxSplits: 1)
                let name = Self.word(sides.first ?? directive)
                switch name {
                case "no-store": noStore = true
                case "no-cache": mustRevalidate = true
                case "max-age": lifetime = sides.count == 2 ? Self.seconds(Self.word(sides[1])) : 0
                default: break
                }
            }
        }
        if let age = fields.first(where: { $0.isNamed("Age") }).flatMap({ Self.seconds($0.value) }) {
            lifetime = lifetime.map { max(0, $0 - age) }
        }
    }

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
