import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("Failures of the mall")
struct FailureTests {
    @Test(
        "4c.6 4d page n fails: one toast, the rows stay, flags are released, the next trigger asks for the same offset")
    func furtherPage() async throws {
        let client = ScriptedHTTPClient([
            .page(0..<20, total: 45), .failure(.connectionLost), .failure(.connectionLost), .page(20..<40, total: 45),
            .failure(.timedOut(after: .seconds(10))), .page(40..<45, total: 45),
        ])
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        for number in 1...2 {
            #expect(try await screen.takesLoadMore() == true)
            let state = try await screen.state
            #expect(state.ids == Array(0..<20))
            #expect(state["toast"]?["number"] == .integer(number))
            #expect(state["refresh"]?["running"] == "none")
            #expect(state["refresh"]?["ended"] == "error")
            #expect(state["refresh"]?["failed"] == "footer")
            #expect(state["nextCursor"] != nil)
        }
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.state.ids == Array(0..<40))
        #expect(try await screen.state["toast"] == nil)
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.takes("retry") == true)
        #expect(try await screen.state.ids == Array(0..<45))
        #expect(harness.offsets == [0, 20, 20, 20, 40, 40])
    }

    @Test("4c.6 the first page fails: an empty list, a toast, and retry works; a trigger has nothing to go on from")
    func firstPage() async throws {
        let client = ScriptedHTTPClient([.failure(.connectionLost), .failure(.connectionLost), .page(0..<3, total: 3)])
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        var state = try await screen.state
        #expect(state["items"] == [])
        #expect(state["refresh"]?["failed"] == "header")
        #expect(state["refresh"]?["message"] == state["toast"]?["message"])
        #expect(try await screen.text.contains("Send retry to try again."))
        #expect(try await screen.takesLoadMore() == false)
        #expect(try await screen.takes("retry") == true)
        #expect(try await screen.state["toast"]?["number"] == 2)
        #expect(try await screen.takes("refresh") == true)
        state = try await screen.state
        #expect(state.ids == [0, 1, 2])
        #expect(state["toast"] == nil)
        #expect(state["refresh"]?["message"] == nil)
        #expect(harness.offsets == [0, 0, 0])
    }

    @Test("4c.6 each failure is one toast; an action that is taken clears it, an ignored one does not")
    func toasts() async throws {
        let client = ScriptedHTTPClient([
            .page(0..<20), .failure(.connectionLost), .failure(.connectionLost), .failure(.connectionLost),
            .page(0..<20),
        ])
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        try await screen.send("loadMore")
        #expect(try await screen.state["toast"]?["number"] == 1)
        #expect(try await screen.takes("loadMore") == false)
        #expect(try await screen.state["toast"]?["number"] == 1)
        try await screen.send("scrollToTop")
        #expect(try await screen.state["toast"] == nil)
        #expect(try await screen.refresh("failed") == "footer")
        try await screen.send("retry")
        #expect(try await screen.state["toast"]?["number"] == 2)
        try await screen.send("refresh")
        #expect(try await screen.state["toast"]?["number"] == 3)
        try await screen.send("refresh")
        #expect(try await screen.state["toast"] == nil)
        let numbers = screen.changes.compactMap { $0.state["toast"]?["number"]?.integer }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers) == [1, 2, 3])
    }

    @Test("retry with nothing to repeat is ignored, and changes nothing")
    func retryOfNothing() async throws {
        let client = LateHTTPClient()
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.takes("retry") == false)
        client.answer(0, 0..<20)
        let revision = try await screen.whole["revision"]
        #expect(try await screen.takes("retry") == false)
        #expect(try await screen.whole["revision"] == revision)
        #expect(harness.offsets == [0])
    }

    /// Answers that are no page.
    static let malformed: [(id: String, response: HTTPResponse)] = [
        ("no body", HTTPResponse(status: 200)), ("HTML", HTTPResponse(status: 200, body: Array("<p>".utf8))),
        ("cut JSON", HTTPResponse(status: 200, body: Array("{\"products\":[".utf8))), ("an array", .json([])),
        ("null", .json(.null)), ("text", .json("products")), ("an empty object", .json([:])),
        ("products is an object", .json(["products": ["a": 1]])), ("products is null", .json(["products": .null])),
        ("not UTF-8", HTTPResponse(status: 200, body: Array("{\"products\":\"".utf8) + [0xFF] + Array("\"}".utf8))),
        ("deep", HTTPResponse(status: 200, body: Array(repeating: UInt8(ascii: "["), count: 100_000))),
    ]

    @Test("H9 what is no page is a failure, never an empty list", arguments: malformed.map(\.id))
    func malformedAnswers(_ id: String) async throws {
        let response = try #require(Self.malformed.first { $0.id == id }?.response)
        let harness = try FeatureHarness.mall(ScriptedHTTPClient(respond: { _ in .response(response) }))
        let fault = await harness.fault("shoppingMall.list")
        #expect(fault?.code == .upstreamMalformed)
        #expect(fault?.module == "shoppingMall")
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.refresh("failed") == "header")
        #expect(try await screen.refresh("running") == "none")
    }

    @Test(
        "H8 a status that is no success is a failure, whatever the body",
        arguments: [
            (301, FaultCode.upstreamRejected), (400, .upstreamRejected), (401, .upstreamRejected),
            (404, .upstreamRejected), (429, .upstreamRejected), (500, .upstreamUnavailable),
            (503, .upstreamUnavailable),
        ])
    func statuses(_ status: Int, _ code: FaultCode) async throws {
        let client = ScriptedHTTPClient(respond: { _ in .json(Market.body(Market.rows(0..<3)), status: status) })
        let fault = await (try FeatureHarness.mall(client)).fault("shoppingMall.list")
        #expect(fault?.code == code)
        #expect(fault?.retryable == (status == 429 || status >= 500))
    }

    /// Every way in which there is no answer.
    static let failures: [(failure: HTTPFailure, code: FaultCode)] = [
        (.timedOut(after: .seconds(10)), .upstreamTimeout),
        (.unreachable(host: "h", detail: "d"), .upstreamUnavailable),
        (.connectionLost, .upstreamUnavailable), (.truncatedBody, .upstreamUnavailable),
        (.tooLarge(limit: 8), .tooLarge),
        (.tooManyRedirects(limit: 3), .upstreamRejected), (.redirectRefused(to: "https://x"), .blockedAddress),
        (.blockedAddress(host: "h"), .blockedAddress), (.tlsRefused(host: "h", detail: "d"), .upstreamUnavailable),
        (.malformedResponse(detail: "d"), .upstreamMalformed), (.libraryMissing(detail: "d"), .upstreamUnavailable),
        (.busy(host: "h"), .busy), (.offline, .offline), (.cancelled, .cancelled),
    ]

    @Test("4d H8 every failure releases the screen: it can be tried again", arguments: failures.indices)
    func everyFailure(_ index: Int) async throws {
        let (failure, code) = Self.failures[index]
        let client = ScriptedHTTPClient([
            .failure(failure), .failure(failure), .page(0..<20), .failure(failure), .page(20..<21),
        ])
        let harness = try FeatureHarness.mall(client)
        #expect(await harness.fault("shoppingMall.list")?.code == code)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.state["toast"]?["message"]?.string?.isEmpty == false)
        #expect(try await screen.takes("retry") == true)
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.refresh("failed") == "footer")
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.state.ids == Array(0..<21))
    }
}
