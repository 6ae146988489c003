import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import ShoppingMall

@Suite("Triggers of the mall's screen")
struct TriggerTests {
    @Test("4c.1 opening loads rows 0–19, each trigger twenty more, then the end: no further request")
    func pages() async throws {
        let harness = try FeatureHarness.mall(57)
        let screen = try await harness.open("galleria://mall")
        for (count, isLast) in [(20, false), (40, false), (57, true)] {
            let state = try await screen.state
            #expect(state.ids == Array(0..<count))
            #expect((state["nextCursor"] == nil) == isLast)
            #expect(state["refresh"]?["ended"] == (isLast ? "noMoreData" : "normal"))
            #expect(try await screen.takesLoadMore() == !isLast)
        }
        #expect(harness.offsets == [0, 20, 40])
    }

    @Test("4c.3 rows that moved between the pages are shown once, at their first place")
    func overlap() async throws {
        let harness = try FeatureHarness.mall(ScriptedHTTPClient([.page(0..<20), .page(15..<35), .page([35, 0])]))
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.state.ids == Array(0..<36))
        #expect(harness.offsets == [0, 20, 40])
    }

    @Test("4c.4 4d at the end triggers are ignored and change nothing", arguments: PagingTests.ends.map(\.id))
    func end(_ id: String) async throws {
        let row = try #require(PagingTests.ends.first { $0.id == id })
        let harness = try FeatureHarness.mall(row.count, total: row.total)
        let screen = try await harness.open("galleria://mall")
        for _ in row.offsets.dropFirst() { #expect(try await screen.takesLoadMore() == true) }
        let revision = try await screen.whole["revision"]
        for _ in 0..<3 { #expect(try await screen.takesLoadMore() == false) }
        #expect(try await screen.whole["revision"] == revision)
        #expect(try await screen.refresh("ended") == "noMoreData")
        #expect(harness.offsets == row.offsets)
    }

    @Test("4c.5 a trigger before the first page is loaded, or while a page is in flight, is ignored")
    func whileLoading() async throws {
        let client = LateHTTPClient()
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.takesLoadMore() == false)
        client.answer(0, 0..<20)
        #expect(try await screen.state.ids.count == 20)
        #expect(try await screen.takesLoadMore() == true)
        for _ in 0..<5 { #expect(try await screen.takesLoadMore() == false) }
        client.answer(20, 20..<40)
        #expect(try await screen.state.ids == Array(0..<40))
        #expect(harness.offsets == [0, 20])
    }

    @Test("4c.5 many triggers within 200 ms are one; the next is taken when 200 ms are over")
    func throttle() async throws {
        let harness = try FeatureHarness.mall(100)
        let screen = try await harness.open("galleria://mall")
        var taken: [Int] = []
        for millisecond in 0...400 {
            if try await screen.takes("loadMore") == true { taken.append(millisecond) }
            harness.advance(by: .milliseconds(1))
        }
        #expect(taken == [0, 200, 400])
        #expect(harness.offsets == [0, 20, 40, 60])
    }

    @Test("4c.5 what the throttle drops is not asked for later")
    func dropped() async throws {
        let harness = try FeatureHarness.mall(100)
        let screen = try await harness.open("galleria://mall")
        for _ in 0..<10 { try await screen.send("loadMore") }
        harness.advance(by: .seconds(10))
        #expect(harness.offsets == [0, 20])
        #expect(harness.clock.sleeperCount == 0)
    }

    @Test("4c.5 a trigger that had no effect does not shut out the next one")
    func ignoredTriggers() async throws {
        let client = LateHTTPClient()
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.takes("loadMore") == false)
        client.answer(0, 0..<20)
        harness.settle()
        #expect(try await screen.takes("loadMore") == true)
    }

    @Test("4c.5 a refresh, retry or scrollToTop is not throttled")
    func others() async throws {
        let client = ScriptedHTTPClient([
            .page(0..<20), .failure(.connectionLost), .page(20..<40), .page(0..<20), .page(0..<20),
        ])
        let harness = try FeatureHarness.mall(client)
        let screen = try await harness.open("galleria://mall")
        for action in ["loadMore", "retry", "scrollToTop", "scrollToTop", "refresh", "refresh"] {
            #expect(try await screen.takes(action) == true, "\(action)")
        }
        #expect(harness.offsets == [0, 20, 20, 0, 0])
    }

    @Test("4c.9 scrollToTop resets the position and asks for nothing; the way up shows only when scrolled")
    func scrollToTop() async throws {
        let harness = try FeatureHarness.mall(100)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.state["isScrolled"] == false)
        #expect(try await screen.state["scrollToTop"] == 0)
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.state["isScrolled"] == true)
        let before = try await screen.state
        for times in 1...2 {
            #expect(try await screen.takes("scrollToTop") == true)
            let state = try await screen.state
            #expect(state["isScrolled"] == false)
            #expect(state["scrollToTop"] == .integer(times))
            for name in ["items", "nextCursor", "refresh"] { #expect(state[name] == before[name]) }
        }
        #expect(harness.offsets == [0, 20])
        #expect(try await screen.takesLoadMore() == true)
        try await screen.send("refresh")
        #expect(try await screen.state["isScrolled"] == false)
        #expect(try await screen.state["scrollToTop"] == 2)
    }

    @Test("the screen's cursor goes on in the operation where the screen stands")
    func cursor() async throws {
        let harness = try FeatureHarness.mall(57)
        let screen = try await harness.open("galleria://mall")
        #expect(try await screen.takesLoadMore() == true)
        let cursor = try #require(await screen.state["nextCursor"])
        #expect(try await harness.call("shoppingMall.list", ["cursor": cursor]).ids == Array(40..<57))
        #expect(try await screen.takesLoadMore() == true)
        #expect(try await screen.state["nextCursor"] == nil)
    }
}
