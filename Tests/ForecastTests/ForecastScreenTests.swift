import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forecast

/// The screen on which a place is typed.
@Suite("Forecast screen") struct ForecastScreenTests {
    private static let route = "galleria://forecast"

    // MARK: Typing

    @Test("without a place it opens empty and asks nothing")
    func opensEmpty() async throws {
        for route in [Self.route, "\(Self.route)?place=", "\(Self.route)?place=%20"] {
            let harness = try ForecastUpstream.harness([])
            let screen = try await harness.open(route)
            let state = try await screen.state
            #expect(state["days"] == nil && state["refresh"]?["running"] == "none")
            let typed = trimmed(state["text"]?.string ?? "missing")
            #expect(typed.isEmpty)
            #expect(try await screen.text.contains("type a name of at least 3 characters"))
        }
    }

    @Test("with a place it loads at once")
    func opensWithPlace() async throws {
        let harness = try ForecastUpstream.echo()
        let screen = try await harness.open("\(Self.route)?place=London%2CGB")
        #expect(screen.opened["state"]?["text"] == "London,GB" && screen.opened["state"]?["days"] == nil)
        #expect(try await screen.state["place"]?["name"] == "London,GB")
        #expect(harness.places == ["London,GB"])
    }

    @Test("a route with a place that is too short is refused", arguments: ["Ha", "%20Ha%20"])
    func shortRoute(_ place: String) async throws {
        let harness = try ForecastUpstream.harness([])
        let fault = await harness.fault("screen.open", ["route": .string("\(Self.route)?place=\(place)")])
        #expect(fault?.code == .invalidArgument && fault?.field == "route" && fault?.module == "forecast")
    }

    @Test("3c.5: half a second after the last keystroke the place is searched, and only the last one")
    func debounce() async throws {
        let harness = try ForecastUpstream.echo()
        let screen = try await harness.open(Self.route)
        for text in ["H", "Ha", "Han", "Hano", "Hanoi"] {
            try await screen.send("edit", ["text": .string(text)])
            #expect(try await screen.state["text"]?.string == text)
            harness.advance(by: .milliseconds(499))
        }
        #expect(harness.places.isEmpty)
        harness.advance(by: .milliseconds(1))
        #expect(harness.places == ["Hanoi"])
        #expect(try await screen.state["place"]?["name"] == "Hanoi")
        harness.advance(by: .seconds(60))
        #expect(harness.places == ["Hanoi"] && harness.clock.sleeperCount == 0)
    }

    @Test("3c.5: a place typed in pauses is searched each time", arguments: FeatureHarness.Start.allCases)
    func pauses(_ start: FeatureHarness.Start) async throws {
        let harness = try ForecastUpstream.harness(
            (0..<2).map { _ in .body(ForecastUpstream.golden) }, start: start)
        let screen = try await harness.open(Self.route)
        for text in ["Ha", "Han", "Hanoi"] {
            try await screen.send("edit", ["text": .string(text)])
            harness.advance(by: .milliseconds(500))
        }
        #expect(harness.places == ["Han", "Hanoi"])
    }

    @Test(
        "3c.5: three characters as people count them, blanks aside, are searched; fewer clear the list",
        arguments: [
            ("", false), ("Ha", false), ("  Ha ", false), ("Han", true), (" Han ", true), ("台北", false), ("台北市", true),
            ("e\u{301}e\u{301}", false), ("e\u{301}e\u{301}e\u{301}", true), ("👨‍👩‍👧👨‍👩‍👧", false), ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", true),
        ])
    func length(_ text: String, _ isSearched: Bool) async throws {
        let harness = try ForecastUpstream.echo()
        let screen = try await harness.open("\(Self.route)?place=Before")
        try await screen.send("edit", ["text": .string(text)])
        harness.advance(by: .milliseconds(499))
        #expect(try await screen.state.days("date").count == 1, "nothing changes before the pause is over")
        harness.advance(by: .milliseconds(1))
        #expect(harness.places.count == (isSearched ? 2 : 1))
        let state = try await screen.state
        #expect(state.days("date").count == (isSearched ? 1 : 0))
        #expect(state["place"]?["name"]?.string == (isSearched ? harness.places.last : nil))
        #expect(state["refresh"]?["running"] == "none" && state["refresh"]?["message"] == nil)
    }

    @Test("3c.6, 3d: a late answer to an older place never replaces the newer one", arguments: [true, false])
    func lateAnswer(_ newerFails: Bool) async throws {
        let slow = HeldAnswer()
        let harness = try ForecastUpstream.harness([
            .held(slow), newerFails ? .failure(.offline) : .body(ForecastUpstream.body([], name: "Newer")),
        ])
        let screen = try await harness.open("\(Self.route)?place=Older")
        #expect(try await screen.state["refresh"]?["running"] == "header")
        try await screen.send("edit", ["text": "Newer"])
        harness.advance(by: .milliseconds(500))
        slow.release(.success(HTTPResponse(status: 200, body: Array(ForecastUpstream.golden.utf8))))
        let state = try await screen.state
        #expect(state["place"]?["name"]?.string == (newerFails ? nil : "Newer"))
        #expect(state["refresh"]?["ended"]?.string == (newerFails ? "error" : "normal"))
        #expect(harness.places == ["Older", "Newer"], "the newer place is asked while the older is under way")
    }

    @Test("3c.6: a late answer does not fill a list that was cleared")
    func lateAfterClearing() async throws {
        let slow = HeldAnswer()
        let harness = try ForecastUpstream.harness([.held(slow)])
        let screen = try await harness.open("\(Self.route)?place=Older")
        try await screen.send("edit", ["text": "O"])
        harness.advance(by: .milliseconds(500))
        let told = screen.changes.count
        slow.release(.success(HTTPResponse(status: 200, body: Array(ForecastUpstream.golden.utf8))))
        let state = try await screen.state
        #expect(state["days"] == nil && state["refresh"]?["running"] == "none" && state["refresh"]?["failed"] == "none")
        #expect(screen.changes.count == told, "a dropped answer is no change")
    }

    @Test("3d: typing the same place again asks nothing")
    func samePlace() async throws {
        let harness = try ForecastUpstream.echo()
        let screen = try await harness.open("\(Self.route)?place=London")
        for text in ["Londo", "London", " london "] { try await screen.send("edit", ["text": .string(text)]) }
        harness.advance(by: .milliseconds(500))
        #expect(harness.places == ["London"])
        #expect(try await screen.state.days("date").count == 1)
    }

    @Test("a text that is too long is refused")
    func tooLong() async throws {
        let harness = try ForecastUpstream.harness([])
        let screen = try await harness.open(Self.route)
        let text = JSONValue.string(String(repeating: "a", count: 201))
        await #expect(throws: Fault.self) { try await screen.send("edit", ["text": text]) }
    }

    @Test("a closed screen asks nothing any more")
    func closed() async throws {
        let harness = try ForecastUpstream.harness([])
        let screen = try await harness.open(Self.route)
        try await screen.send("edit", ["text": "London"])
        try await screen.close()
        harness.advance(by: .seconds(1))
        #expect(harness.requests.isEmpty && harness.clock.sleeperCount == 0)
    }

    // MARK: Refresh

    @Test("3d: refresh asks again whatever the cache holds, keeps the rows meanwhile, and feeds the cache")
    func refresh() async throws {
        let slow = HeldAnswer()
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .held(slow)])
        let screen = try await harness.open("\(Self.route)?place=Testville")
        #expect(try await screen.send("refresh")["accepted"] == true)
        let meanwhile = try await screen.state
        #expect(meanwhile.days("date").count == 2 && meanwhile["refresh"]?["running"] == "header")
        slow.release(
            .success(HTTPResponse(status: 200, body: Array(ForecastUpstream.body([ForecastUpstream.row()]).utf8))))
        let state = try await screen.state
        #expect(state.days("date").count == 1 && state["refresh"]?["running"] == "none")
        #expect(try await harness.call("forecast.daily", ["places": "testville"]).days("date").count == 1)
        #expect(harness.places == ["Testville", "Testville"])
    }

    @Test("refresh without a place is ignored")
    func refreshNothing() async throws {
        let harness = try ForecastUpstream.harness([])
        let screen = try await harness.open(Self.route)
        #expect(try await screen.send("refresh")["accepted"] == false)
    }

    @Test("of several refreshes the last one counts")
    func refreshTwice() async throws {
        let (first, second) = (HeldAnswer(), HeldAnswer())
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .held(first), .held(second)])
        let screen = try await harness.open("\(Self.route)?place=Testville")
        try await screen.send("refresh")
        try await screen.send("refresh")
        second.release(.success(HTTPResponse(status: 200, body: Array(ForecastUpstream.body([], name: "Second").utf8))))
        #expect(try await screen.state["place"]?["name"] == "Second")
        first.release(.success(HTTPResponse(status: 200, body: Array(ForecastUpstream.body([], name: "First").utf8))))
        #expect(try await screen.state["place"]?["name"] == "Second")
    }

    // MARK: Errors

    @Test("3c.8, 3d: a failure is told once, loading ends, the rows stay, and refresh tries the place that failed")
    func failure() async throws {
        let harness = try ForecastUpstream.harness([
            .body(ForecastUpstream.golden), ForecastUpstream.response(404, ForecastUpstream.notFound),
            .body(ForecastUpstream.body([], name: "Atlantis")),
        ])
        let screen = try await harness.open("\(Self.route)?place=Testville")
        try await screen.send("edit", ["text": "Atlantis"])
        harness.advance(by: .milliseconds(500))
        let state = try await screen.state
        #expect(state["place"]?["name"] == "Ho Chi Minh City" && state.days("date").count == 2)
        #expect(
            state["refresh"]
                == ["running": "none", "ended": "error", "failed": "header", "message": "city not found: “Atlantis”."])
        #expect(try await screen.text.contains("Sydney"), "the hint is shown")
        let told = screen.changes.filter { $0.state["refresh"]?["message"] != nil }
        #expect(told.count == 1)
        try await screen.send("refresh")
        let after = try await screen.state
        #expect(after["place"]?["name"] == "Atlantis" && after["refresh"]?["message"] == nil)
        #expect(harness.places == ["Testville", "Atlantis", "Atlantis"])
    }

    @Test("3c.8: loading is true, then false, and nothing else", arguments: [true, false])
    func loadingToggles(_ fails: Bool) async throws {
        let slow = HeldAnswer()
        let harness = try ForecastUpstream.harness([.held(slow)])
        let screen = try await harness.open(Self.route)
        try await screen.send("edit", ["text": "London"])
        harness.advance(by: .milliseconds(500))
        slow.release(
            fails ? .failure(.offline) : .success(HTTPResponse(status: 200, body: Array(ForecastUpstream.golden.utf8))))
        harness.settle()
        var toggles: [String] = []
        for change in screen.changes {
            let running = change.state["refresh"]?["running"]?.string ?? "missing"
            if toggles.last != running { toggles.append(running) }
        }
        #expect(toggles == ["none", "header", "none"])
    }

    // MARK: Select

    @Test("3c.12: a day leads to its own screen, by the place as it was asked for")
    func select() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden)])
        let screen = try await harness.open("\(Self.route)?place=Ho%20Chi%20Minh,VN")
        let answer = try await screen.send("select", ["date": "2021-03-11"])
        #expect(answer["accepted"] == true)
        let route = try #require(answer["route"]?.string)
        #expect(route == "galleria://forecast/Ho%20Chi%20Minh%2CVN/2021-03-11")
        let day = try await harness.open(route)
        #expect(try await day.state.days("date") == ["\"2021-03-11\""])
        #expect(harness.requests.count == 1, "the day is in the cache")
    }

    @Test("3c.12: a day that is not shown is not found, also before anything is shown")
    func selectNothing() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden)])
        let empty = try await harness.open(Self.route)
        let full = try await harness.open("\(Self.route)?place=Testville")
        for screen in [empty, full] {
            do throws(Fault) {
                try await screen.send("select", ["date": "2021-04-01"])
                Issue.record("a day that is not shown was opened")
            } catch {
                #expect(error.code == .notFound && error.field == "date")
            }
        }
    }

    @Test(
        "what is no date is refused",
        arguments: ["", "2021-3-1", "2021-02-30", "20210310", "2021/03/10", "0", "２０２１-03-10", "2021-03-10\u{301}"])
    func selectNoDate(_ date: String) async throws {
        let harness = try ForecastUpstream.harness([])
        let screen = try await harness.open(Self.route)
        await #expect(throws: Fault.self) { try await screen.send("select", ["date": .string(date)]) }
    }

    @Test("while a newer place loads, a day of the rows that are shown belongs to their place")
    func selectWhileLoading() async throws {
        let slow = HeldAnswer()
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .held(slow)])
        let screen = try await harness.open("\(Self.route)?place=Older")
        try await screen.send("edit", ["text": "Newer"])
        harness.advance(by: .milliseconds(500))
        let answer = try await screen.send("select", ["date": "2021-03-10"])
        #expect(answer["route"] == "galleria://forecast/Older/2021-03-10")
        slow.release(.failure(.offline))
        harness.settle()
    }
}
