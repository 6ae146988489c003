import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing
import Values

@testable import Forecast

/// The sample data, and how it stands in for the upstream.
@Suite("Forecast samples") struct ForecastSampleTests {
    static let names: [[String]] = SampleForecasts.samples.map { sample in
        sample["names"].map { $0.elements.compactMap(\.string) } ?? []
    }

    private func response(_ query: (String, String)...) throws -> HTTPResponse? {
        let endpoint = try HTTPEndpoint(parsing: WeatherService.publicEndpoint)
        return SampleForecasts.answer(
            HTTPRequest(
                get: ["forecast", "daily"], query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) }, at: endpoint),
            now: nil)
    }

    private func root(_ query: (String, String)...) throws -> JSONNode {
        let endpoint = try HTTPEndpoint(parsing: WeatherService.publicEndpoint)
        let answer = SampleForecasts.answer(
            HTTPRequest(
                get: ["forecast", "daily"], query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) }, at: endpoint),
            now: nil)
        return try JSONDocument(parsing: try #require(answer).body).root
    }

    @Test("there are more than twenty places, each with its days and at least one name")
    func places() {
        #expect(SampleForecasts.samples.count > 20)
        for sample in SampleForecasts.samples {
            let list = sample["body"]?["list"]
            #expect(list?.count == sample["body"]?["cnt"]?.integer)
            #expect((10...16).contains(list?.count ?? 0))
        }
        #expect(Self.names.allSatisfy { !$0.isEmpty && $0.allSatisfy { WeatherService.placeName.taken($0) != nil } })
    }

    @Test("every name of a place, and the name that it gives itself, shows it", arguments: names)
    func found(_ names: [String]) async throws {
        let harness = try FeatureHarness.sample(forecast)
        for name in names {
            let result = try await harness.call("forecast.daily", ["places": .string(name), "days": 16])
            #expect(result.days("date").count >= 10)
            #expect(Set(result.days("date")).count == result.days("date").count)
            let own = try #require(result.one["place"]?["name"])
            let again = try await harness.call("forecast.daily", ["places": own])
            #expect(again.one["place"] == result.one["place"])
            let country = try #require(result.one["place"]?["country"]?.string)
            let exact = try await harness.call(
                "forecast.daily", ["places": .string("\(name), \(country.lowercased())")])
            #expect(exact.one["place"]?["country"]?.string == country)
        }
    }

    @Test("places that are not there are told as one alone is: what was meant, else what there is")
    func missing() async throws {
        let harness = try FeatureHarness.sample(forecast)
        let known = "The sample data knows Ho Chi Minh City, Seoul,"
        for (places, said, unsaid) in [
            (["Seoul", "Paris"], ["Not there: Paris.", known], ["Did you mean"]),
            (["Seoul", "Tokio"], ["Not there: Tokio.", "Did you mean Tokyo?", known], []),
            (["Seoul", "Tokio", "Paris"], ["Not there: Tokio, Paris.", "“Tokio”: Did you mean Tokyo?", known], []),
        ] as [([JSONValue], [String], [String])] {
            let text = try await harness.answer("forecast.daily", ["places": .array(places), "days": 1]).markdown
            for words in said { #expect(text.contains(words), "\(text)") }
            for words in unsaid { #expect(!text.contains(words), "\(text)") }
            #expect(text.split(separator: "\n").count { $0.contains("data knows") } == 1)
        }
        let alone = await harness.fault("forecast.daily", ["places": "Paris"])
        #expect(alone?.hint.hasPrefix(known) == true)
        #expect(
            await harness.fault("forecast.daily", ["places": "Tokio"])?.hint.hasPrefix("Did you mean Tokyo?") == true)
    }

    @Test("a place is headed by the name that it has, with the asked one beside it where that is another")
    func heading() async throws {
        let harness = try FeatureHarness.sample(forecast)
        for (asked, heading) in [
            ("Seoul", "# 서울특별시, KR (Seoul)\n"), ("서울특별시", "# 서울특별시, KR\n"), ("london,gb", "# London, GB\n"),
        ] {
            let text = try await harness.answer("forecast.daily", ["places": .string(asked), "days": 2]).markdown
            #expect(text.hasPrefix(heading), "\(text)")
        }
    }

    @Test("the case of a name does not count, a country tells two cities apart")
    func countries() async throws {
        let harness = try FeatureHarness.sample(forecast)
        for (place, country) in [
            ("LONDON", "GB"), ("london,gb", "GB"), ("London , CA", "CA"), ("reykjavík", "IS"), ("hcmc", "VN"),
            ("부산, kr", "KR"), ("東京都", "JP"), ("台北市", "TW"), ("nyc", "US"),
        ] {
            let result = try await harness.call("forecast.daily", ["places": .string(place)])
            #expect(result.one["place"]?["country"]?.string == country, "\(place)")
        }
    }

    @Test(
        "rain falls within a week at the places that people ask for",
        arguments: ["Seoul", "Tokyo", "Taipei", "HCMC"])
    func rain(_ place: String) async throws {
        let result = try await (try FeatureHarness.sample(forecast)).call(
            "forecast.daily", ["places": .string(place), "days": 7])
        #expect(result.days("rain").contains { $0 != "missing" })
    }

    @Test("the words of a day say what falls, and how much of it")
    func words() {
        let days = SampleForecasts.samples.flatMap { Array($0["body"]?["list"]?.elements ?? $0.elements) }
        for day in days {
            let (rain, snow) = (day["rain"]?.double ?? 0, day["snow"]?.double ?? 0)
            let words = day["weather"]?.elements.compactMap { $0["description"]?.string } ?? []
            if words.isEmpty { continue }
            func says(_ word: String) -> Bool { words.contains { $0.contains(word) } }
            #expect((rain > 0) == (says("rain") || says("thunderstorm")), "\(rain) mm, \(words)")
            #expect((snow > 0) == says("snow"), "\(snow) mm, \(words)")
            if says("light") { #expect(max(rain, snow) < 2.5, "\(words)") }
            if says("moderate") || words == ["snow"] { #expect(max(rain, snow) >= 2.5, "\(words)") }
            #expect(says("heavy") == (rain >= 10 && !says("thunderstorm")), "\(rain) mm, \(words)")
        }
        #expect(days.contains { ($0["rain"]?.double ?? 0) > 0 } && days.contains { ($0["snow"]?.double ?? 0) > 0 })
    }

    @Test(
        "an unknown place is the upstream's 404, an empty one its 400",
        arguments: ["Atlantis", "London,FR", "London,", ",GB", "Lon don"])
    func unknown(_ place: String) async throws {
        let answer = try #require(try response(("q", place)))
        #expect(answer.status == 404 && String(decoding: answer.body, as: UTF8.self) == ForecastUpstream.notFound)
        let fault = await (try FeatureHarness.sample(forecast)).fault(
            "forecast.daily", ["places": .string(place)])
        #expect(fault?.code == .notFound)
        #expect(try response(("q", " "))?.status == 400 && response()?.status == 400)
    }

    @Test("the first two days of Ho Chi Minh City are the observed ones")
    func golden() async throws {
        let sample = try await FeatureHarness.sample(forecast)
            .call("forecast.daily", ["places": "Ho Chi Minh City", "days": 2])
        #expect(sample == (try await ForecastUpstream.daily(ForecastUpstream.golden)))
    }

    @Test(
        "the body has the upstream's shape: code as text, counted rows, only the days asked for",
        arguments: [0, 1, 7, 16, 99])
    func shape(_ count: Int) throws {
        let root = try root(("q", "Ho Chi Minh City"), ("cnt", String(count)), ("units", "metric"), ("appid", ""))
        #expect(root["cod"]?.string == "200" && root["message"]?.double != nil)
        #expect(root["list"]?.count == min(count, 16) && root["cnt"]?.integer == min(count, 16))
        #expect(root["city"]?["coord"]?["lon"]?.double == 106.6667)
    }

    @Test("other units are converted as the upstream does, with two decimals")
    func units() throws {
        func first(_ units: String) throws -> JSONNode {
            try #require(try root(("q", "Ho Chi Minh City"), ("units", units))["list"]?[0])
        }
        #expect(try first("metric")["temp"]?["min"]?.double == 24.91)
        #expect(try first("imperial")["temp"]?["min"]?.double == 76.84)
        #expect(try first("standard")["temp"]?["min"]?.double == 298.06)
        #expect(try first("standard")["feels_like"]?["day"]?.double == 309.95)
        #expect(try first("imperial")["speed"]?.double == 4 && first("standard")["speed"]?.double == 1.79)
        #expect(try first("imperial")["pressure"]?.integer == 1012)
        #expect(try root(("q", "Ho Chi Minh City"))["list"]?[0]?["temp"]?["min"]?.double == 298.06, "Kelvin by default")
    }

    @Test("the awkward sides are there: missing parts, the code as a number, halves, near midnight, below zero")
    func awkward() {
        let bodies = SampleForecasts.samples.compactMap { $0["body"] }
        let rows = bodies.flatMap { Array($0["list"]?.elements ?? $0.elements) }
        for name in ["pressure", "humidity", "weather", "rain", "snow", "pop", "gust"] {
            #expect(rows.contains { $0[name] == nil } && rows.contains { $0[name] != nil }, "\(name)")
        }
        #expect(rows.contains { $0["weather"]?.count == 0 } && rows.contains { $0["weather"]?.count == 2 })
        #expect(rows.contains { $0["pressure"]?.string != nil } && rows.contains { $0["pressure"]?.integer == nil })
        #expect(bodies.contains { $0["cod"]?.integer == 200 } && bodies.contains { $0["cod"]?.string == "200" })
        #expect(bodies.contains { ($0["list"]?.count ?? 0) < 16 })
        #expect(bodies.contains { ($0["city"]?["timezone"]?.integer ?? 0) % 3600 != 0 })
        #expect(
            rows.contains { ($0["temp"]?["max"]?.double ?? 0) < -40 }
                && rows.contains { ($0["temp"]?["max"]?.double ?? 0) > 45 })
        #expect(rows.contains { $0["temp"]?["min"]?.double == $0["temp"]?["max"]?.double })
    }

    @Test(
        "the days begin today, each at its own time of day", arguments: [1_800_000_000, 1_614_556_800, 1_615_420_799])
    func today(_ now: Int) throws {
        let endpoint = try HTTPEndpoint(parsing: WeatherService.publicEndpoint)
        for sample in SampleForecasts.samples {
            let city = try #require(sample["body"]?["city"])
            let offset = city["timezone"]?.looseInteger ?? 0
            let place = "\(city["name"]?.string ?? ""),\(city["country"]?.string ?? "")"
            let request = HTTPRequest(
                get: ["forecast", "daily"], query: [HTTPQueryItem(name: "q", value: place)], at: endpoint)
            let answer = try #require(forecast.manifest.sample { now }(request))
            let rows = try #require(JSONDocument(parsing: answer.body).root["list"])
            let first = try #require(rows[0]?["dt"]?.integer)
            #expect(
                CivilDate(secondsSince1970: first, offset: offset) == CivilDate(secondsSince1970: now, offset: offset),
                "\(place)")
            let stored = try #require(sample["body"]?["list"])
            for (row, old) in zip(rows.elements, stored.elements) {
                let moved = try #require(row["dt"]?.integer) - (try #require(old["dt"]?.integer))
                #expect(moved % 86_400 == 0 && moved == first - (stored[0]?["dt"]?.integer ?? 0))
                #expect(row["sunset"]?.integer == old["sunset"]?.integer.map { $0 + moved })
            }
        }
    }

    @Test("other requests have no sample")
    func others() throws {
        let endpoint = try HTTPEndpoint(parsing: WeatherService.publicEndpoint)
        for path in [[], ["forecast"], ["forecast", "hourly"], ["forecast", "daily", "x"]] {
            #expect(SampleForecasts.answer(HTTPRequest(get: path, at: endpoint), now: nil) == nil)
        }
    }
}
