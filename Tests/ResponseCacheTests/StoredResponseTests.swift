import HTTP
import Testing

@testable import ResponseCache

@Suite("A kept answer")
struct StoredResponseTests {
    /// 2025-11-06 08:49:37 UTC, when every answer here is received.
    private static let received: Int64 = 1_762_418_977

    struct Case: Sendable, CustomTestStringConvertible {
        let fields: [(String, String)]
        /// Seconds for which it is fresh; 0 for one that must be asked for every time.
        let lifetime: Int64
        var testDescription: String { fields.map { "\($0): \($1)" }.joined(separator: ", ") }
    }

    static let cases: [Case] = [
        Case(fields: [], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60")], lifetime: 60),
        Case(fields: [("cache-control", "private, Max-Age=\"60\"")], lifetime: 60),
        Case(fields: [("Cache-Control", "max-age=9000"), ("Age", "7200, 0")], lifetime: 1_800),
        // 17.14: dates that are invalid.
        Case(fields: [("Expires", "Thu, 06 Nov 2025 08:50:37")], lifetime: 0),
        Case(fields: [("Expires", "Thu, 06-Nov-2025 08:50:37 GMT")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=7")], lifetime: 7),
        Case(fields: [("Cache-Control", "max-age=60"), ("Age", "20")], lifetime: 40),
        Case(fields: [("Cache-Control", "max-age=60, no-cache")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60, must-revalidate")], lifetime: 60),
        Case(fields: [("Cache-Control", "s-maxage=60")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60"), ("Vary", "*")], lifetime: 0),
        Case(fields: [("Cache-Control", "max-age=60"), ("Vary", "Accept-Encoding")], lifetime: 60),
        // A shop's list may change at any time: nothing is guessed from its last change.
        Case(fields: [("Last-Modified", "Wed, 06 Nov 2024 08:49:37 GMT")], lifetime: 0),
        Case(fields: [("Expires", "Thu, 06 Nov 2025 08:50:37 GMT")], lifetime: 60),
        Case(
            fields: [("Expires", "Thu, 06 Nov 2025 08:50:37 GMT"), ("Date", "Thu, 06 Nov 2025 08:49:37 GMT")],
            lifetime: 60),
        // Received 30 s after its Date: half of its life is over.
        Case(
            fields: [("Expires", "Thu, 06 Nov 2025 08:50:07 GMT"), ("Date", "Thu, 06 Nov 2025 08:49:07 GMT")],
            lifetime: 30),
        Case(fields: [("Expires", "0")], lifetime: 0),
        Case(fields: [("Expires", "Thu, 06 Nov 2025 08:00:00 GMT")], lifetime: 0),
        Case(
            fields: [("Expires", "Thu, 06 Nov 2025 08:50:37 GMT"), ("Cache-Control", "max-age=5")], lifetime: 5),
        Case(fields: [("Pragma", "no-cache")], lifetime: 0),
    ]

    @Test(
        "an answer is fresh for as long as its server says, and for as long as the request takes at least",
        arguments: [
            ("max-age=1", 60, 59, true), ("max-age=1", 60, 60, false), ("no-cache", 60, 30, true),
            ("max-age=90", 60, 80, true),
            ("max-age=1", 0, 30, false),
        ] as [(String, Int64, Int64, Bool)])
    func leastLifetime(_ control: String, _ least: Int64, _ age: Int64, _ isFresh: Bool) throws {
        var request = HTTPRequest(get: [], at: try HTTPEndpoint(parsing: "https://shop.example"))
        request.leastLifetime = least
        let answer = try #require(kept([("Cache-Control", control)]))
        #expect(answer.isFresh(for: request, at: Self.received + age) == isFresh)
    }

    private func kept(_ fields: [(String, String)], body: String = "{}", status: Int = 200) -> StoredResponse? {
        StoredResponse(response(fields, body: body, status: status), now: Self.received)
    }

    @Test("RFC 9111, 4.2: is fresh for as long as its server said, to the second", arguments: cases)
    func lifetime(_ example: Case) throws {
        let stored = try #require(kept(example.fields))
        for second in [0, 1, example.lifetime - 1, example.lifetime, example.lifetime + 1, 1 << 40] where second >= 0 {
            #expect(stored.isFresh(at: Self.received + second) == (second < example.lifetime), "after \(second) s")
        }
    }

    @Test(
        "a page whose server says nothing is fresh for as long as its asker says; whoever says something is heard",
        arguments: [
            ([], 60), ([("Last-Modified", "Wed, 06 Nov 2024 08:49:37 GMT")], 60), ([("ETag", "\"1\"")], 60),
            ([("Age", "20")], 40), ([("Cache-Control", "max-age=5")], 5), ([("Cache-Control", "no-cache")], 0),
            ([("Expires", "0")], 0), ([("Vary", "*")], 0), ([("Pragma", "no-cache")], 0),
        ] as [([(String, String)], Int64)])
    func unsaid(_ fields: [(String, String)], _ lifetime: Int64) throws {
        let stored = try #require(kept(fields))
        for second in [0, lifetime - 1, lifetime, 61] where second >= 0 {
            #expect(stored.isFresh(at: Self.received + second, unsaid: 60) == (second < lifetime), "after \(second) s")
        }
    }

    @Test("F15: after the clock was set back it counts as old")
    func clockSetBack() throws {
        let stored = try #require(kept([("Cache-Control", "max-age=60, stale-if-error=1000")]))
        #expect(!stored.isFresh(at: Self.received - 1))
        #expect(!stored.standsIn(at: Self.received - 1, allowance: 1_000))
    }

    @Test(
        "F15: received at any time, also past 2038 and 2106, it is fresh for its lifetime, and after no jump of the clock",
        arguments: [0, (1 << 31) - 1, 1 << 31, 1 << 32, 1 << 40] as [Int64])
    func clockJumps(_ now: Int64) throws {
        let answer = response([("Cache-Control", "max-age=60, stale-if-error=1000")])
        let stored = try #require(StoredResponse(answer, now: now))
        #expect(stored.isFresh(at: now) && stored.isFresh(at: now + 59) && !stored.isFresh(at: now + 60))
        for jump: Int64 in [400 * 86_400, 1 << 31, 1 << 32, .max - now] {
            for other: Int64 in [now + jump, now - jump] {
                #expect(!stored.isFresh(at: other) && !stored.standsIn(at: other, allowance: 1_000), "\(other)")
            }
        }
    }

    @Test(
        "what must not be kept is not: another status, no-store",
        arguments: [
            ([], 404), ([], 206), ([], 304), ([], 500), ([("Cache-Control", "no-store")], 200),
            ([("Cache-Control", "max-age=60, No-Store")], 200),
        ] as [([(String, String)], Int)])
    func notKept(_ fields: [(String, String)], _ status: Int) {
        #expect(kept(fields, status: status) == nil)
    }

    @Test("cookies and what speaks of one connection are left out")
    func leftOut() throws {
        let stored = try #require(
            kept([("Set-Cookie", "a=b"), ("set-cookie", "c"), ("Content-Encoding", "gzip"), ("ETag", "\"1\"")]))
        #expect(stored.fields.map(\.name) == ["ETag"])
    }

    @Test("RFC 9110, 13.1: asks with the validators it has, to the byte")
    func conditions() throws {
        let both = try #require(kept([("ETag", "W/\"é,\""), ("Last-Modified", "yesterday")]))
        #expect(
            both.conditions.map { "\($0.name): \($0.value)" } == [
                "If-None-Match: W/\"é,\"", "If-Modified-Since: yesterday",
            ])
        #expect(try #require(kept([])).conditions.isEmpty)
    }

    @Test("RFC 9111, 3.2: a confirmation replaces the fields that it has, and begins a new life")
    func confirmed() throws {
        let old = try #require(
            kept([("ETag", "\"1\""), ("Cache-Control", "max-age=60"), ("Age", "50"), ("Content-Type", "text/plain")]))
        let new = old.confirmed(by: response([("cache-control", "max-age=90")], status: 304), now: Self.received + 500)
        #expect(new.body == old.body)
        #expect(new.conditions.map(\.value) == ["\"1\""])
        #expect(new.isFresh(at: Self.received + 589) && !new.isFresh(at: Self.received + 590))
        #expect(new.fields.map { $0.name.lowercased() }.sorted() == ["cache-control", "content-type", "etag"])
    }

    @Test("17.14: a confirmation without a Date counts from the time that it came, whatever the first Date was")
    func confirmedWithoutDate() throws {
        let fields = [("Cache-Control", "max-age=60"), ("Date", "Thu, 06 Nov 2025 08:49:37 GMT")]
        let old = try #require(kept(fields))
        let new = old.confirmed(by: response([], status: 304), now: Self.received + 500)
        #expect(new.age(at: Self.received + 500) == 0)
        #expect(new.isFresh(at: Self.received + 559) && !new.isFresh(at: Self.received + 560))
        // A Date of its own counts.
        let dated = old.confirmed(
            by: response([("Date", "Thu, 06 Nov 2025 08:57:47 GMT")], status: 304), now: Self.received + 500)
        #expect(dated.age(at: Self.received + 500) == 10)
    }

    @Test("a record that says anything of its times is no trap")
    func anyTimes() {
        for confirmedAt in [Int64.min, -1, 0, .max] {
            for date in ["Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT"] {
                let record = StoredResponse(
                    fields: response([("Date", date), ("Expires", date), ("Age", "9999999999")]).fields, body: [],
                    confirmedAt: confirmedAt)
                for now in [Int64.min, 0, Self.received, .max] {
                    _ = (record.isFresh(at: now), record.standsIn(at: now, allowance: .max))
                    _ = (record.response(at: now), record.mayBeRefreshedBeside(at: now))
                }
            }
        }
    }

    @Test(
        "RFC 5861: stands in for a failing server as long as the server or the settings allow",
        arguments: [
            ("max-age=60", 0, 0), ("max-age=60, stale-if-error=100", 0, 160), ("max-age=60", 100, 160),
            ("max-age=60, stale-if-error=10", 100, 160), ("stale-if-error=30", 0, 30),
            ("max-age=60, must-revalidate, stale-if-error=100", 100, 0), ("no-cache, stale-if-error=100", 100, 0),
        ] as [(String, Int64, Int64)])
    func standsIn(_ control: String, _ allowance: Int64, _ until: Int64) throws {
        let stored = try #require(kept([("Cache-Control", control)]))
        for second in [61, until - 1, until, until + 1] where second >= 61 {
            #expect(
                stored.standsIn(at: Self.received + second, allowance: allowance) == (second < until), "\(second) s")
        }
    }

    @Test("says how old it is, and whether that is too old")
    func source() throws {
        let stored = try #require(kept([("Cache-Control", "max-age=60"), ("Age", "10")]))
        #expect(stored.response(at: Self.received + 5).source == .cache(age: 15, isStale: false))
        #expect(stored.response(at: Self.received + 500).source == .cache(age: 510, isStale: true))
        #expect(stored.confirmedResponse(nil).source == .cache(age: 0, isStale: false))
    }
}

/// An answer with these fields.
func response(_ fields: [(String, String)], body: String = "{}", status: Int = 200) -> HTTPResponse {
    HTTPResponse(
        status: status, fields: fields.compactMap { try? HTTPField(name: $0.0, value: $0.1) }, body: Array(body.utf8))
}
