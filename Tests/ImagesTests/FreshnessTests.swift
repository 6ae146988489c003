import HTTP
import Testing

@testable import Images

@Suite("How long a picture is fresh")
struct FreshnessTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fields: [(String, String)]
        /// Seconds from now; 0 for one that must be asked for every time.
        let lifetime: Int64
        var noStore = false

        var testDescription: String { fields.map { "\($0): \($1)" }.joined(separator: ", ") }
    }

    /// With an age of 1,000 s.
    static let cases: [Case] = [
        Case(fields: [], lifetime: 1_000),
        Case(fields: [("Cache-Control", "max-age=60")], lifetime: 60),
        Case(fields: [("cache-control", "Public, Max-Age=\"60\"")], lifetime: 60),
        // 17.14: not well-formed.
        Case(fields: [("Cache-Control", "max-age = 60")], lifetime: 0),
        // 5,000 s after 1970 is 01:23:20.
        Case(fields: [("Expires", "Thu, 01 Jan 1970 01:25:00 GMT")], lifetime: 100),
        Case(fields: [("Expires", "Thu, 01 Jan 1970 01:25:00 UTC")], lifetime: 0),
        Case(fields: [("Expires", "0")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60"), ("Date", "Thu, 01 Jan 1970 01:23:00 GMT")], lifetime: 40),
        Case(fields: [("Cache-Control", "public"), ("Cache-Control", "max-age=7")], lifetime: 7),
        Case(fields: [("Cache-Control", "max-age=0")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=-5")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=soon")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=31536000")], lifetime: 1_000),
        Case(fields: [("Cache-Control", "max-age=99999999999999999999999")], lifetime: 1_000),
        Case(fields: [("Cache-Control", "max-age=60"), ("Age", "20")], lifetime: 40),
        Case(fields: [("Cache-Control", "max-age=60"), ("Age", "2000")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60"), ("Age", "old")], lifetime: 60),
        Case(fields: [("Cache-Control", "max-age=60, no-cache")], lifetime: 0),
        Case(fields: [("Cache-Control", "no-cache")], lifetime: 0),
        Case(fields: [("Cache-Control", "NO-STORE")], lifetime: 1_000, noStore: true),
        Case(fields: [("Cache-Control", ",,no-store,")], lifetime: 1_000, noStore: true),
        Case(fields: [("Cache-Control", "x-max-age=5, immutable")], lifetime: 1_000),
        Case(fields: [("Cache-Control", "s-maxage=5")], lifetime: 1_000),
        Case(fields: [("Pragma", "no-cache")], lifetime: 1_000),
    ]

    @Test("Cache-Control is heeded up to the settings' age", arguments: cases)
    func lifetime(_ example: Case) {
        let freshness = Freshness(example.fields.fields, now: 5_000, age: 1_000)
        #expect(freshness.freshUntil == 5_000 + example.lifetime)
        #expect(freshness.isFresh(at: 5_000) == (example.lifetime > 0))
        #expect(freshness.isFresh(at: 5_000 + example.lifetime) == false)
        #expect(CacheControl(example.fields.fields).noStore == example.noStore)
    }

    @Test("F15: a stamp from the future is not fresh")
    func future() {
        let freshness = Freshness([], now: 5_000, age: 1_000)
        #expect(!freshness.isFresh(at: 4_999))
        #expect(freshness.isFresh(at: 5_999))
    }

    @Test("the validators of an answer are kept; an answer without any leaves the earlier ones")
    func validators() {
        let fields = [("ETag", "W/\"a,b\""), ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")].fields
        let first = Freshness(fields, now: 0, age: 1)
        #expect(first.validators.entityTag == "W/\"a,b\"")
        #expect(first.validators.lastModified == "Wed, 21 Oct 2015 07:28:00 GMT")
        let second = Freshness([("ETag", "\"c\"")].fields, now: 9, age: 1, earlier: first.validators)
        #expect(second.validators == HTTPValidators(entityTag: "\"c\"", lastModified: first.validators.lastModified))
        #expect(HTTPValidators().isEmpty && !first.validators.isEmpty)
    }
}
