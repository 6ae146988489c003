import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forecast

@Suite("The prompt of the forecast")
struct PromptTests {
    private static let name = "forecast_pack_for_a_trip"
    private static let day = "galleria://forecast/{place}/{date}"

    @Test("it has the forecast of the place, for as many days as asked for")
    func trip() async throws {
        let harness = try FeatureHarness.sample(forecast)
        let messages = try await harness.prompt(Self.name, ["place": "Seoul", "days": "3"])
        #expect(messages.count == 2 && messages[0].contains("I travel to Seoul for 3 days."))
        let dates = try await harness.call("forecast.daily", ["places": "Seoul", "days": 3]).dates
        #expect(dates.count == 3 && dates.allSatisfy { messages[1].contains($0) })
        #expect(try await harness.prompt(Self.name, ["place": "Seoul"])[0].contains("for 7 days."))
    }

    @Test(
        "wrong arguments are refused by name",
        arguments: [("ab", "3", "place"), ("Seoul", "0", "days"), ("Seoul", "17", "days"), ("Seoul", "two", "days")])
    func wrong(_ place: String, _ days: String, _ field: String) async throws {
        let harness = try FeatureHarness.sample(forecast)
        let fault = await harness.promptFault(Self.name, ["place": .string(place), "days": .string(days)])
        #expect(fault?.code == .invalidArgument && fault?.field == field && harness.requests.isEmpty)
    }

    @Test("a place that nobody knows is a fault of the forecast")
    func unknown() async throws {
        let harness = try FeatureHarness.sample(forecast)
        #expect(await harness.promptFault(Self.name, ["place": "Atlantis"])?.module == "forecast")
    }

    @Test("every place that is offered is found by its name")
    func places() async throws {
        let harness = try FeatureHarness.sample(forecast)
        let places = await harness.completed(Self.name, "place").values
        #expect(places.count > 30 && places.count <= 100)
        #expect(places.contains("London,GB") && places.contains("London,CA") && !places.contains("London"))
        for place in places { _ = try await harness.call("forecast.daily", ["places": .string(place)]) }
        #expect(await harness.completed(Self.name, "place", "Lon").values.sorted() == ["London,CA", "London,GB"])
    }

    @Test("a place that was asked for lately comes first, and is found under another of its names")
    func lately() async throws {
        let harness = try FeatureHarness.sample(forecast)
        #expect(await harness.completed(Self.name, "place", "saigon").values.first == "Saigon")
        try await harness.call("forecast.daily", ["places": "Nairobi"])
        try await harness.call("forecast.daily", ["places": "Reykjavik"])
        let places = await harness.completed(route: "galleria://forecast{?place}", "place").values
        #expect(places.prefix(2) == ["Reykjavík,IS", "Nairobi,KE"])
    }

    @Test("a date completes once the place is known")
    func dates() async throws {
        let harness = try FeatureHarness.sample(forecast)
        #expect(await harness.completed(route: Self.day, "date").values == [])
        #expect(await harness.completed(route: Self.day, "date", context: [("place", "x")]).values == [])
        #expect(harness.requests.isEmpty)
        let dates = await harness.completed(route: Self.day, "date", "2021", context: [("place", "Seoul")])
        #expect(dates.values == (try await harness.call("forecast.daily", ["places": "Seoul"]).dates))
        #expect(harness.requests.count == 1)
    }

    @Test("an upstream that fails has no dates, places are known all the same")
    func offline() async throws {
        let harness = try FeatureHarness([forecast], client: { _ in OfflineHTTPClient() })
        let dates = await harness.completed(route: Self.day, "date", context: [("place", "Seoul")])
        #expect(dates == CompletedValues([], isWhole: false))
        #expect(await harness.completed(Self.name, "place", "seo").values == ["Seoul"])
        #expect(await harness.completed(Self.name, "place", "eou").values == ["Seoul", "서울특별시"])
    }
}

extension JSONValue {
    fileprivate var dates: [String] { one["days"]?.array?.compactMap { $0["date"]?.string } ?? [] }
}
