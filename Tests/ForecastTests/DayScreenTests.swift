import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forecast

/// The screen of one day.
@Suite("Day screen") struct DayScreenTests {
    private static let route = "galleria://forecast/Ho%20Chi%20Minh%20City/2021-03-10"

    @Test("it shows the one day with all its facts")
    func day() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden)])
        let screen = try await harness.open(Self.route)
        let state = try await screen.state
        #expect(state["units"] == "metric" && state.days("date") == ["\"2021-03-10\""])
        #expect(state["place"]?["name"] == "Ho Chi Minh City" && state["refresh"]?["ended"] == "normal")
        let text = try await screen.text
        for fact in [
            "Wed, 10 Mar 2021", "Ho Chi Minh City, VN", "25°C", "37°C", "31°C", "pressure: 1012",
            "humidity: 29%", "overcast clouds", "UTC+07:00",
        ] {
            #expect(text.replacing("**", with: "").contains(fact), "\(fact)")
        }
    }

    @Test("the picture of a day's route is that of its sky, asked for as the day is")
    func picture() async throws {
        let dark = ForecastUpstream.row(dt: 1_615_525_200, #""weather":[{"description":"fine","icon":"../x"}]"#)
        let harness = try ForecastUpstream.harness([
            .body(ForecastUpstream.golden), .body(ForecastUpstream.body([dark])), .body(ForecastUpstream.golden),
            .body(ForecastUpstream.golden),
        ])
        for _ in 1...2 {
            #expect(try await harness.picture(of: Self.route) == "https://openweathermap.org/img/w/04d.png")
        }
        #expect(harness.requests.count == 1, "what the list has in its cache is not asked again")
        #expect(try await harness.picture(of: "galleria://forecast/Testville/2021-03-12") == nil)
        await #expect(throws: Fault.self) {
            try await harness.picture(of: "galleria://forecast/Elsewhere/2031-01-01")
        }
    }

    @Test("a day beyond those of the list is found among the sixteen")
    func laterDay() async throws {
        let rows = (0..<16).map { ForecastUpstream.row(dt: 1_615_352_400 + 86_400 * $0) }
        let harness = try ForecastUpstream.harness([
            .body(ForecastUpstream.body(Array(rows.prefix(7)))), .body(ForecastUpstream.body(rows)),
        ])
        let screen = try await harness.open("galleria://forecast/Testville/2021-03-25")
        #expect(try await screen.state.days("date") == ["\"2021-03-25\""])
        #expect(harness.requests.map { $0.item("cnt") } == ["7", "16"])
    }

    @Test("a day that nobody forecasts says so", arguments: ["2021-03-09", "2031-01-01", "0001-01-01", "9999-12-31"])
    func unknownDay(_ date: String) async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .body(ForecastUpstream.golden)])
        let screen = try await harness.open("galleria://forecast/Testville/\(date)")
        let state = try await screen.state
        #expect(state["days"] == nil && state["refresh"]?["failed"] == "header")
        #expect(state["refresh"]?["message"]?.string == "There is no day with the date “\(date)”.")
        #expect(try await screen.text.contains(date))
    }

    @Test("with sixteen days in the settings it is asked once")
    func askedOnce() async throws {
        let harness = try ForecastUpstream.harness(
            [.body(ForecastUpstream.golden)], settings: [("modules.forecast.days", "16")])
        let screen = try await harness.open("galleria://forecast/Testville/2031-01-01")
        #expect(try await screen.state["refresh"]?["ended"] == "error")
        #expect(harness.requests.count == 1)
    }

    @Test(
        "a route that names no place or no day is refused",
        arguments: ["Ha/2021-03-10", "London/2021-02-30", "London/today", "London/20210310", "London/2021-03-10%CC%81"])
    func wrongRoute(_ rest: String) async throws {
        let harness = try ForecastUpstream.harness([])
        let fault = await harness.fault("screen.open", ["route": .string("galleria://forecast/\(rest)")])
        #expect(fault?.code == .invalidArgument && fault?.field == "route" && fault?.module == "forecast")
    }

    @Test("refresh asks again and keeps the day when that fails")
    func refresh() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .failure(.offline)])
        let screen = try await harness.open(Self.route)
        #expect(try await screen.send("refresh")["accepted"] == true)
        let state = try await screen.state
        #expect(state.days("date").count == 1 && state["refresh"]?["ended"] == "error")
        #expect(harness.requests.count == 2)
    }

    @Test("of several refreshes the last one counts")
    func refreshTwice() async throws {
        let (first, second) = (HeldAnswer(), HeldAnswer())
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .held(first), .held(second)])
        let screen = try await harness.open(Self.route)
        try await screen.send("refresh")
        try await screen.send("refresh")
        second.release(.failure(.offline))
        first.release(.failure(.connectionLost))
        let state = try await screen.state
        #expect(state["refresh"]?["message"]?.string?.contains("switched off") == true)
        #expect(state["refresh"]?["running"] == "none")
    }

    @Test(
        "an icon that is none of the upstream's leads nowhere",
        arguments: ["", "../../x", "04D", "0４d", "a/b", "toolongcode"])
    func icon(_ code: String) async throws {
        let row = ForecastUpstream.row(#""weather":[{"description":"fine","icon":"\#(code)"}]"#)
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.body([row]))])
        let screen = try await harness.open("galleria://forecast/Testville/2021-03-10")
        #expect(try await harness.picture(of: "galleria://forecast/Testville/2021-03-10") == nil)
        #expect(try await screen.state.days("icon") == [code.isEmpty ? "missing" : "\"\(code)\""])
    }
}
