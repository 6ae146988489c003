import Testing

@testable import HTTP

@Suite("Cache-Control, and HTTP's dates")
struct CacheControlTests {
    private func control(_ values: String..., age: String? = nil) -> CacheControl {
        CacheControl(
            values.map { HTTPField(receivedName: "cache-control", value: $0) }
                + (age.map { [HTTPField(receivedName: "Age", value: $0)] } ?? []))
    }

    @Test("directives of several fields are one list; case and blanks don't count")
    func several() {
        let control = control(" No-Cache ,, max-age = \"60\"", "MUST-REVALIDATE, stale-if-error=86400")
        #expect(control.noCache && control.mustRevalidate && !control.noStore)
        #expect(control.maxAge == 60 && control.staleIfError == 86_400 && control.lifetime == 60)
    }

    @Test(
        "what is no number of seconds is none; too many are very many",
        arguments: [
            ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=١", 0),
            ("max-age=99999999999999999999", 1 << 31), ("max-age=0", 0), ("max-age=7", 7),
        ] as [(String, Int64)])
    func seconds(_ text: String, _ seconds: Int64) { #expect(control(text).maxAge == seconds) }

    @Test("RFC 9111, 4.2.1: said twice, the shorter one counts")
    func twice() { #expect(control("max-age=60", "max-age=5").maxAge == 5) }

    @Test("an answer that other caches held is that much older", arguments: [("20", 40), ("2000", 0), ("old", 60)])
    func age(_ age: String, _ lifetime: Int64) { #expect(control("max-age=60", age: age).lifetime == lifetime) }

    @Test("nothing said is nothing known")
    func nothing() { #expect(control().lifetime == nil && control("x-max-age=5, immutable").maxAge == nil) }

    @Test(
        "RFC 9110, 5.6.7: the three forms of one moment",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func dates(_ text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

    @Test("what is no date is none", arguments: ["", "0", "-1", "now", "Sun, 06 Nov 1994", "2025-11-06T08:49:37Z"])
    func noDates(_ text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
