import Core
import HTTP
import JSON
import TestSupport
import Testing

@testable import @NAME@

@Suite("Answers of @NAME@'s upstream")
struct @NAME@AnswerTests {
    private func harness(_ answer: ScriptedHTTPClient.Answer) throws -> FeatureHarness {
        try FeatureHarness([@NAME@.self], client: { _ in ScriptedHTTPClient([answer]) })
    }

    @Test("every row of the example is read")
    func example() async throws {
        let list = try await FeatureHarness.sample(@NAME@.self).call("@module@.list", ["limit": 1000])
        #expect(list["total"] == @count@)
        #expect(list["skipped"] == nil)
    }
@if skips@

    @Test("a row that lacks what every row needs is left out and counted")
    func skipped() async throws {
        let list = try await harness(.body(Self.answer)).call("@module@.list")
        #expect(list["items"]?.array?.count == 1)
        #expect(list["skipped"] == 1)
    }

    /// A row of what every row has, and an invalid one.
    private static let answer = #"""
@body@
        """#
@end@

    @Test("an answer of another shape, and a refusal, are told as such")
    func failures() async throws {
        #expect(try await harness(.body(@other_shape@)).fault("@module@.list")?.code == .upstreamMalformed)
        let refused = HTTPResponse(status: 403, body: Array("{}".utf8))
        #expect(try await harness(.response(refused)).fault("@module@.list")?.code == .upstreamRejected)
    }
}
