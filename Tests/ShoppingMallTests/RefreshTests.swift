import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("Refreshing the mall's screen")
struct RefreshTests {
    /// A screen whose first page, rows 0–19, is in.
    private func loaded(_ client: LateHTTPClient) async throws -> (FeatureHarness, HarnessScreen) {
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        client.answer(0, 0..<20)
        harness.settle()
        return (harness, screen)
    }

    /// Number of reports in which `refresh.running` left `header`.
    private func completions(_ screen: HarnessScreen) -> Int {
        let running = screen.changes.map { $0.state["refresh"]?["running"]?.string }
        return zip(running, running.dropFirst()).filter { $0 == "header" && $1 != "header" }.count
    }

    @Test("4c.7 4d a refresh cancels the page in flight; its late answer is dropped, the offset starts again")
    func cancelsThePage() async throws {
        let client = LateHTTPClient()
        let (harness, screen) = try await loaded(client)
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.takes("refresh") == true)
        #expect(client.cancelledOffsets == [20])
        client.answer(0, 100..<120)
        #expect(try await screen.state.ids == Array(100..<120))
        let revision = try await screen.whole["revision"]
        client.answer(20, 20..<40)
        #expect(try await screen.whole["revision"] == revision)
        #expect(try await screen.state.ids == Array(100..<120))
        #expect(try await screen.takesLoadMore() == true)
        #expect(harness.offsets == [0, 20, 0, 20])
    }

    @Test(
        "4c.7 the dropped answer may also come before the refresh's own, as rows or as a failure",
        arguments: [true, false])
    func lateBeforeOwn(_ succeeds: Bool) async throws {
        let client = LateHTTPClient()
        let (_, screen) = try await loaded(client)
        #expect(try await screen.takesLoadMore() == true)
        try await screen.send("refresh")
        if succeeds { client.answer(20, 20..<40) } else { client.answer(20, .failure(.connectionLost)) }
        #expect(try await screen.state.ids == Array(0..<20))
        #expect(try await screen.refresh("running") == "header")
        #expect(try await screen.state["toast"] == nil)
        client.answer(0, 50..<60)
        #expect(try await screen.state.ids == Array(50..<60))
    }

    @Test("4c.7 4d the old rows stay until the new ones are in, and stay when these fail")
    func keepsRows() async throws {
        let client = LateHTTPClient()
        let (_, screen) = try await loaded(client)
        try await screen.send("refresh")
        #expect(try await screen.state.ids == Array(0..<20))
        #expect(try await screen.refresh("running") == "header")
        client.answer(0, .failure(.connectionLost))
        #expect(try await screen.state.ids == Array(0..<20))
        #expect(try await screen.refresh("failed") == "header")
        #expect(try await screen.state["nextCursor"] != nil)
        try await screen.send("retry")
        client.answer(0, 7..<9)
        #expect(try await screen.state.ids == [7, 8])
        #expect(screen.changes.dropFirst().allSatisfy { !$0.state.ids.isEmpty })
    }

    @Test(
        "4c.7 4d a refresh is told to have ended exactly once, for success and for failure", arguments: [true, false])
    func completion(_ succeeds: Bool) async throws {
        let client = LateHTTPClient()
        let (harness, screen) = try await loaded(client)
        let before = completions(screen)
        try await screen.send("refresh")
        #expect(completions(screen) == before)
        if succeeds { client.answer(0, 0..<20) } else { client.answer(0, .failure(.connectionLost)) }
        harness.settle()
        harness.advance(by: .seconds(60))
        #expect(completions(screen) == before + 1)
        #expect(try await screen.refresh("running") == "none")
        #expect(try await screen.refresh("ended") == (succeeds ? "normal" : "error"))
    }

    @Test("4c.7 4d a refresh during a refresh starts over, ends once, and never leaves the list empty")
    func twice() async throws {
        let client = LateHTTPClient()
        let (harness, screen) = try await loaded(client)
        let before = completions(screen)
        for _ in 0..<3 { #expect(try await screen.takes("refresh") == true) }
        #expect(client.cancelledOffsets == [0, 0])
        client.answer(0, 30..<40)
        client.answer(0, 40..<50)
        #expect(try await screen.state.ids == Array(0..<20))
        #expect(try await screen.refresh("running") == "header")
        client.answer(0, 50..<60)
        #expect(try await screen.state.ids == Array(50..<60))
        #expect(completions(screen) == before + 1)
        #expect(harness.offsets == [0, 0, 0, 0])
        #expect(screen.changes.dropFirst().allSatisfy { !$0.state.ids.isEmpty })
    }

    @Test("W16 closing the screen cancels what it is loading")
    func close() async throws {
        let client = LateHTTPClient()
        let (_, screen) = try await loaded(client)
        #expect(try await screen.takesLoadMore() == true)
        try await screen.close()
        #expect(client.cancelledOffsets == [20])
        client.answer(20, 20..<40)
        screen.harness.settle()
    }

    @Test("there is no pause before a refresh: the request is on its way when the action is answered")
    func noPause() async throws {
        let client = LateHTTPClient()
        let (harness, screen) = try await loaded(client)
        try await screen.send("refresh")
        #expect(harness.offsets == [0, 0])
        #expect(harness.clock.sleeperCount == 0)
        client.answer(0, 0..<20)
        harness.settle()
    }

    @Test(
        "4c.8 4d the footer's indicator: never with the first page, at idle, at the end or after a failure; it alternates"
    )
    func indicator() async throws {
        let client = LateHTTPClient()
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        let isLoading = { () async throws -> Bool in try await screen.state["refresh"]?["running"] == "footer" }
        #expect(try await isLoading() == false)
        client.answer(0, 0..<20)
        #expect(try await isLoading() == false)
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await isLoading() == true)
        #expect(try await screen.text.contains("Loading the next page…"))
        client.answer(20, .failure(.connectionLost))
        #expect(try await isLoading() == false)
        try await screen.send("retry")
        #expect(try await isLoading() == true)
        client.answer(20, 20..<40)
        #expect(try await isLoading() == false)
        #expect(try await screen.takesLoadMore() == true)
        try await screen.send("refresh")
        #expect(try await isLoading() == false)
        client.answer(0, 0..<5)
        #expect(try await isLoading() == false)
        #expect(try await screen.takesLoadMore() == false)
        #expect(try await isLoading() == false)
        let told = screen.changes.map { $0.state["refresh"]?["running"] == "footer" }
        let turns = told.enumerated().filter { $0 == 0 || told[$0 - 1] != $1 }.map(\.element)
        #expect(turns == [false, true, false, true, false, true, false])
        client.answer(40, 40..<60)
        harness.settle()
    }
}
