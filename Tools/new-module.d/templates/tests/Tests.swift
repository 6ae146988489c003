import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import @NAME@

@Suite("@NAME@ keeps what every feature keeps")
struct @NAME@ConformanceTests {
    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        let kit = FeatureConformance(@module@, screens: [@screens@], routes: ["@example_route@"])
        try await kit.check(rule)
    }
}

@Suite("Answers of @NAME@'s upstream")
struct @NAME@AnswerTests {
    private func harness(_ answer: ScriptedHTTPClient.Answer) throws -> FeatureHarness {
        try FeatureHarness([@module@], client: { _ in ScriptedHTTPClient([answer]) })
    }

    @Test("every row of the example is read")
    func example() async throws {
        let list = try await FeatureHarness.sample(@module@).call("@module@.list", ["limit": 100])
@if total@
        #expect(list["total"] == @count@ && list["items"]?.array?.count == @count@)
@else@
        #expect(list["items"]?.array?.count == @count@ && list["nextCursor"] == nil)
@end@
    }

    @Test("an answer of another shape, and a refusal, are told as such")
    func failures() async throws {
        #expect(try await harness(.body(@other_shape@)).fault("@module@.list")?.code == .upstreamMalformed)
        let refused = HTTPResponse(status: 403, body: Array("{}".utf8))
        #expect(try await harness(.response(refused)).fault("@module@.list")?.code == .upstreamRejected)
    }
}
