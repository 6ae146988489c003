import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Forecast

/// 3c.7: the same question is asked once within the lifetime.
@Suite("Forecast cache") struct ForecastCacheTests {
    @Test("3c.7, 3d: the same question within the lifetime asks nothing")
    func hit() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden)])
        let first = try await harness.call("forecast.daily", ["places": "Ho Chi Minh City"])
        harness.advance(by: .seconds(599))
        for place in ["Ho Chi Minh City", " ho chi minh city ", "HO CHI MINH CITY"] {
            #expect(try await harness.call("forecast.daily", ["places": .string(place)]) == first)
        }
        #expect(harness.requests.count == 1)
    }

    @Test("3c.7: after the lifetime it is asked again", arguments: [("", 600), ("1m", 60), ("1h", 3600)])
    func expiry(_ lifetime: String, _ seconds: Int) async throws {
        let harness = try ForecastUpstream.harness(
            [.body(ForecastUpstream.golden), .body(ForecastUpstream.body([]))],
            settings: lifetime.isEmpty ? [] : [("modules.forecast.cacheLifetime", lifetime)])
        try await harness.call("forecast.daily", ["places": "Testville"])
        harness.advance(by: .seconds(seconds) - .nanoseconds(1))
        #expect(try await harness.call("forecast.daily", ["places": "Testville"]).days("date").count == 2)
        harness.advance(by: .nanoseconds(1))
        #expect(try await harness.call("forecast.daily", ["places": "Testville"]).days("date").isEmpty)
        #expect(harness.requests.count == 2)
    }

    @Test("a lifetime of zero asks every time")
    func noLifetime() async throws {
        let harness = try ForecastUpstream.harness(
            [.body(ForecastUpstream.golden), .body(ForecastUpstream.golden)],
            settings: [("modules.forecast.cacheLifetime", "0s")])
        for _ in 0..<2 { try await harness.call("forecast.daily", ["places": "Testville"]) }
        #expect(harness.requests.count == 2)
    }

    @Test("F2: other places, days and units are other questions, and so are look-alikes")
    func keys() async throws {
        let harness = try ForecastUpstream.echo()
        let questions: [JSONValue] = [
            ["places": "Testville"], ["places": "Testville", "days": 8], ["places": "Testville", "units": "imperial"],
            ["places": "Testville7"], ["places": "Test ville"], ["places": "Te\u{301}stville"],
            ["places": "T\u{E9}stville"],
            ["places": "Kelvin"], ["places": "Lon,don"], ["places": "Lon,don,7"],
        ]
        for _ in 0..<2 {
            for question in questions { try await harness.call("forecast.daily", question) }
        }
        #expect(harness.requests.count == questions.count)
    }

    @Test("days and units of the settings are the same question as when they are said")
    func defaults() async throws {
        let harness = try ForecastUpstream.echo()
        try await harness.call("forecast.daily", ["places": "Testville"])
        try await harness.call("forecast.daily", ["places": "Testville", "days": 7, "units": "metric"])
        #expect(harness.requests.count == 1)
    }

    @Test("at most 64 answers are kept; the one not used for longest goes")
    func bounded() async throws {
        let harness = try ForecastUpstream.echo()
        for number in 0..<64 {
            try await harness.call("forecast.daily", ["places": .string("Place \(number)")])
        }
        try await harness.call("forecast.daily", ["places": "Place 0"])
        try await harness.call("forecast.daily", ["places": "One more"])
        #expect(harness.requests.count == 65)
        try await harness.call("forecast.daily", ["places": "Place 0"])
        #expect(harness.requests.count == 65)
        try await harness.call("forecast.daily", ["places": "Place 1"])
        #expect(harness.requests.count == 66)
    }

    @Test("an answer that refresh asked for is kept from then on")
    func keptAgain() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .body(ForecastUpstream.golden)])
        let screen = try await harness.open("galleria://forecast?place=Testville")
        harness.advance(by: .seconds(400))
        try await screen.send("refresh")
        harness.advance(by: .seconds(400))
        try await harness.call("forecast.daily", ["places": "Testville"])
        #expect(harness.requests.count == 2)
    }
}
