import Testing

@testable import HTTP

@Suite("Cache-Control, and HTTP's dates")
struct CacheControlTests {
    private func control(_ values: String..., age: String? = nil) -> CacheControl {
        CacheControl(
            values.map { HTTPField(receivedName: "cache-control", value: $0) }
                + (age.map { [HTTPField(receivedName: "Age", value: $0)] } ?? []))
    }

    private func freshness(_ fields: (String, String)..., arrival: Int64 = 784_111_777) -> HTTPFreshness {
        HTTPFreshness(fields.map { HTTPField(receivedName: $0.0, value: $0.1) }, arrival: arrival)
    }

    @Test("directives of several fields are one list; case and blanks between them don't count")
    func several() {
        let control = control(
            " No-Cache ,, max-age=\"60\" ", "MUST-REVALIDATE, stale-if-error=86400,stale-while-revalidate=9")
        #expect(control.noCache && control.mustRevalidate && !control.noStore)
        #expect(control.maxAge == 60 && control.staleIfError == 86_400 && control.staleWhileRevalidate == 9)
    }

    @Test(
        "17.14: a directive that is not well-formed grants nothing",
        arguments: [
            "max-age = 60", "max-age= 60", "max-age=60;x", "max-age=60 x", "max-age='60'", "max-age=\"60",
            "max-age=60.0",
            "max-age=\"6\\0\"", "max-age=60, max-age",
        ])
    func malformed(_ text: String) { #expect(control(text).maxAge == 0) }

    @Test("17.14: what stands in a quoted string is no directive, and a quoted comma ends none")
    func quoted() {
        #expect(control("community=\"x, max-age=3600\"").maxAge == nil)
        #expect(control("a=\"b\\\", max-age=3600\", max-age=7").maxAge == 7)
        #expect(!control("private=\"a, no-store\"").noStore && control("no-store;q=1").noStore)
    }

    @Test(
        "what is no number of seconds is invalid; too many are very many",
        arguments: [
            ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=١", 0),
            ("max-age=99999999999999999999", 1 << 31), ("max-age=99999999999", 1 << 31), ("max-age=0", 0),
            ("max-age=7", 7), ("max-age=007", 7),
        ] as [(String, Int64)])
    func seconds(_ text: String, _ seconds: Int64) { #expect(control(text).maxAge == seconds) }

    @Test("RFC 9111, 4.2.1: said twice, the shorter one counts")
    func twice() { #expect(control("max-age=60", "max-age=5").maxAge == 5) }

    @Test(
        "17.14: RFC 9111, 5.1: an answer that other caches held is that much older; of a list the first counts",
        arguments: [
            ("20", 40), ("2000", 0), ("old", 60), ("7200, 0", 0), ("0, 7200", 60), (" 20 ,x", 40), ("-20", 60),
            ("20.5", 60), ("", 60),
        ] as [(String, Int64)])
    func age(_ age: String, _ remaining: Int64) {
        #expect(freshness(("Cache-Control", "max-age=60"), ("Age", age)).remaining == remaining)
    }

    @Test("nothing said is nothing known")
    func nothing() { #expect(freshness().remaining == nil && control("x-max-age=5, immutable").maxAge == nil) }

    @Test(
        "RFC 9110, 5.6.7: the three forms of one moment",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun Nov 06 08:49:37 1994",
        ])
    func dates(_ text: String) { #expect(HTTPDate.seconds(text, now: 1_790_000_000) == 784_111_777) }

    @Test(
        "17.14: what is none of the three forms, to the letter, is no date",
        arguments: [
            "", "0", "-1", "now", "Sun, 06 Nov 1994", "2025-11-06T08:49:37Z", "Thu, 18 Aug 2050 02:01:18",
            "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST", "Thu, 18 Aug 2050 02:01:18 gmt",
            "Thu, 18 Aug 2050 2:01:18 GMT", "Thu, 18 Aug 50 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
            "Thu, 18  Aug  2050  02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2050 02.01.18 GMT",
            "THU, 18 Aug 2050 02:01:18 GMT", "Thu, 18 AUG 2050 02:01:18 GMT", "Thu, 18 August 2050 02:01:18 GMT",
            "Thu, 18 Aug 2050 24:00:00 GMT", "Thu, 18 Aug 2050 02:60:18 GMT", "Thu, 31 Jun 2050 02:01:18 GMT",
            "Thu, 29 Feb 2051 02:01:18 GMT", "Thu, 00 Aug 2050 02:01:18 GMT", "Thu, 1 Aug 2050 02:01:18 GMT",
            "Foo, 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2050 02:01:18 GMT ", " Thu, 18 Aug 2050 02:01:18 GMT",
            "Thu, 18-Aug-50 02:01:18 GMT", "Thursday, 18 Aug 2050 02:01:18 GMT", "Thursday, 18-Aug-2050 02:01:18 GMT",
            "Thu Aug 18 02:01:18 2050 GMT", "Thu Aug 1802:01:18 2050x", "Thu, 18 Aug 2050 02:01:18 +0000",
            "Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug ٢٠٥٠ 02:01:18 GMT",
        ])
    func noDates(_ text: String) {
        #expect(HTTPDate.seconds(text, now: 1_790_000_000) == nil)
        let said = freshness(("Expires", text), arrival: 1_790_000_000)
        #expect(said.lifetime == 0, "and as Expires a time in the past")
    }

    @Test("a leap day and a leap second are there")
    func leaps() {
        #expect(HTTPDate.seconds("Tue, 29 Feb 2000 00:00:00 GMT", now: 0) == 951_782_400)
        #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:59:60 GMT", now: 0) == 1_483_228_800)
        #expect(HTTPDate.seconds("Sun, 29 Feb 2100 00:00:00 GMT", now: 0) == nil)
    }

    /// 2026-09-21, 1999-12-31 and 2090-01-01.
    @Test(
        "17.14: of a year of two digits, more than 50 years in the future is the past",
        arguments: [
            (1_790_000_000, "50", 2_050), (1_790_000_000, "75", 2_075), (1_790_000_000, "77", 1_977),
            (1_790_000_000, "94", 1_994), (1_790_000_000, "26", 2_026), (946_598_400, "05", 2_005),
            (946_598_400, "51", 1_951), (3_786_912_000, "05", 2_105), (3_786_912_000, "89", 2_089),
            // To the day: August 2076 is within 50 years of September 2026, November 2076 is not.
            (1_790_000_000, "76", 2_076),
        ] as [(Int64, String, Int)])
    func pivot(_ now: Int64, _ digits: String, _ year: Int) {
        let short = HTTPDate.seconds("Thursday, 18-Aug-\(digits) 02:01:18 GMT", now: now)
        #expect(short == HTTPDate.seconds("Thu, 18 Aug \(year) 02:01:18 GMT", now: now))
        if digits == "76" {
            let later = HTTPDate.seconds("Thursday, 18-Nov-76 02:01:18 GMT", now: now)
            #expect(later == HTTPDate.seconds("Thu, 18 Nov 1976 02:01:18 GMT", now: now))
        }
    }

    @Test("no moment overflows, whenever an answer came")
    func extremes() {
        for arrival in [Int64.min, -1, 0, .max] {
            for date in [
                "Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT", "Friday, 31-Dec-99 23:59:60 GMT",
            ] {
                let said = freshness(("Date", date), ("Expires", date), ("Age", "9999999999"), arrival: arrival)
                #expect((said.remaining ?? 0) >= 0)
            }
        }
    }
}
