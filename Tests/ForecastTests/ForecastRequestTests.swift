import FeatureKit
import HTTP
import JSON
import Settings
import TestSupport
import Testing

@testable import Forecast

/// Requests to the upstream, and the secrets that stay out of them and of answers.
@Suite("Forecast request") struct ForecastRequestTests {
    private static let key = "CANARY+key/äöü"

    @Test("the request has the place, the days, the units and the key, in this order")
    func request() async throws {
        let harness = try ForecastUpstream.harness(
            [.body(ForecastUpstream.golden)], settings: [("modules.forecast.apiKey", Self.key)])
        try await harness.call("forecast.daily", ["places": " Ho Chi Minh City\n", "days": 5, "units": "imperial"])
        let request = try #require(harness.requests.first)
        #expect(request.path == ["forecast", "daily"])
        #expect(
            request.query == [
                HTTPQueryItem(name: "q", value: "Ho Chi Minh City"), HTTPQueryItem(name: "cnt", value: "5"),
                HTTPQueryItem(name: "units", value: "imperial"), HTTPQueryItem(name: "appid", value: Self.key),
            ])
        #expect(request.timeout == .seconds(10))
    }

    @Test("days and units come from the settings when a call does not say")
    func defaults() async throws {
        let harness = try ForecastUpstream.harness(
            [.body(ForecastUpstream.golden), .body(ForecastUpstream.golden)],
            settings: [("modules.forecast.days", "3"), ("modules.forecast.units", "standard")])
        let result = try await harness.call("forecast.daily", ["places": "Ho Chi Minh City"])
        #expect(result["units"] == "standard")
        try await harness.call("forecast.daily", ["places": "Ho Chi Minh City", "days": 1, "units": "metric"])
        #expect(harness.requests.map { $0.item("cnt") } == ["3", "1"])
        #expect(harness.requests.map { $0.item("units") } == ["standard", "metric"])
    }

    @Test(
        "3c.9, H7: a place is one value of the query, whatever it holds",
        arguments: [
            ("Ho Chi Minh City", "Ho%20Chi%20Minh%20City"), ("London,GB", "London%2CGB"),
            ("a&appid=b", "a%26appid%3Db"),
            ("a+b", "a%2Bb"), ("台北市", "%E5%8F%B0%E5%8C%97%E5%B8%82"), ("50%#?", "50%25%23%3F"),
            ("a\r\nHost: evil", "a%0D%0AHost%3A%20evil"), ("a\u{0}b", "a%00b"),
        ])
    func encoding(_ place: String, _ encoded: String) async throws {
        let harness = try ForecastUpstream.echo()
        try await harness.call("forecast.daily", ["places": .string(place)])
        let url = try #require(harness.requests.first?.url)
        #expect(url == "https://api.openweathermap.org/data/2.5/forecast/daily?q=\(encoded)&cnt=7&units=metric&appid=")
    }

    @Test(
        "3c.11: days outside 1…16 and other units are refused before anything is asked",
        arguments: [
            ("days", 0 as JSONValue), ("days", 17), ("days", -1), ("days", "x"), ("days", .number("1.5")),
            ("units", "celsius"), ("units", "METRISCH"), ("units", ""),
        ])
    func refused(_ name: String, _ value: JSONValue) async throws {
        let harness = try ForecastUpstream.harness([])
        let parameters: JSONValue = .object([JSONMember("places", "Testville"), JSONMember(name, value)])
        let fault = await harness.fault("forecast.daily", parameters)
        #expect(fault?.code == .invalidArgument && fault?.field == name)
        #expect(harness.requests.isEmpty)
    }

    @Test("3c.11: units have their signs", arguments: [("metric", "15°C"), ("imperial", "15°F"), ("standard", "15K")])
    func signs(_ units: String, _ text: String) async throws {
        let body = ForecastUpstream.body([ForecastUpstream.row()])
        let answer = try await ForecastUpstream.harness([.body(body)])
            .answer("forecast.daily", ["places": "Testville", "units": .string(units)])
        let result = answer.json
        #expect(result["units"] == .string(units) && answer.markdown.contains("|\(text)|"))
        #expect(result.days("average") == ["15"])
    }

    @Test(
        "3c.5, 3d: a place has three characters as people count them, blanks at its ends aside",
        arguments: [
            ("", false), ("Ha", false), (" Ha ", false), ("Han", true), ("  Han\t", true), ("H\u{301}a\u{301}", false),
            ("e\u{301}e\u{301}e\u{301}", true), ("台北", false), ("台北市", true), ("👨‍👩‍👧👨‍👩‍👧", false), ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", true),
            ("\u{3000}Ha\u{3000}", false), ("a b", true), (String(repeating: "a", count: 100), true),
            (String(repeating: "a", count: 101), false), (String(repeating: "a", count: 100_000), false),
        ])
    func placeLength(_ place: String, _ isTaken: Bool) async throws {
        let harness = try ForecastUpstream.echo()
        if isTaken {
            let result = try await harness.call("forecast.daily", ["places": .string(place)])
            #expect(result.one["place"]?["name"]?.string == harness.places.first)
        } else {
            let fault = await harness.fault("forecast.daily", ["places": .string(place)])
            #expect(fault?.code == .invalidArgument && fault?.field == "places")
            #expect(harness.requests.isEmpty)
        }
    }

    // MARK: The key

    @Test("3c.9, 3d, C5: the key goes to the upstream and is told to nobody, even where the upstream repeats it")
    func keyIsSecret() async throws {
        let key = Self.key
        let bodies: [ScriptedHTTPClient.Answer] = [
            ForecastUpstream.response(400, #"{"cod":"400","message":"the key \#(key) is odd"}"#),
            ForecastUpstream.response(401, #"{"cod":401,"message":"Invalid API key \#(key)."}"#),
            ForecastUpstream.response(403, "<html>\(key)</html>"),
            ForecastUpstream.response(200, #"{"\#(key)":1,"\#(key)":2}"#),
            ForecastUpstream.response(500, #"{"message":"\#(key)"}"#),
            .failure(.unreachable(host: "api.openweathermap.org", detail: "no route for \(key)")),
            .failure(.timedOut(after: .seconds(10))),
        ]
        let harness = try ForecastUpstream.harness(
            bodies, settings: [("modules.forecast.apiKey", key)], data: .live)
        for _ in bodies {
            let fault = try #require(await harness.fault("forecast.daily", ["places": "Testville"]))
            #expect(!"\(fault)".contains("CANARY"), "\(fault.text)")
        }
        for request in harness.requests {
            #expect(request.url.contains("CANARY") && !request.redactedURL.contains("CANARY"))
            #expect(request.secretQueryNames == ["appid"])
        }
    }

    @Test("C5: a key with blanks at its ends is sent without them, and hidden as the upstream repeats it")
    func keyWithBlanks() async throws {
        let harness = try ForecastUpstream.harness(
            [ForecastUpstream.response(400, #"{"cod":"400","message":"CANARY is odd"}"#)],
            settings: [("modules.forecast.apiKey", "\" CANARY  \"")])
        let fault = try #require(await harness.fault("forecast.daily", ["places": "Testville"]))
        #expect(fault.message.contains("is odd") && !"\(fault)".contains("CANARY"))
        #expect(harness.requests.first?.item("appid") == "CANARY")
    }

    @Test("C5: no screen shows the key, and the setting is a secret")
    func keyOnScreens() async throws {
        let harness = try ForecastUpstream.harness(
            [ForecastUpstream.response(400, #"{"cod":"400","message":"\#(Self.key)"}"#)],
            settings: [("modules.forecast.apiKey", Self.key)])
        let screen = try await harness.open("galleria://forecast?place=Testville")
        let whole = try await screen.whole
        #expect(!whole.pretty().contains("CANARY") && whole["state"]?["refresh"]?["failed"] == "header")
        #expect(WeatherService.apiKey.isSecret && WeatherService.apiKey.declaration.isSecret)
    }

    @Test("without a key the public service is not asked at all", arguments: ["", "  "])
    func missingKey(_ key: String) async throws {
        let harness = try ForecastUpstream.harness(
            [], settings: [("modules.forecast.apiKey", "\"\(key)\"")], data: .live)
        let fault = try #require(await harness.fault("forecast.daily", ["places": "Testville"]))
        #expect(fault.code == .upstreamRejected && !fault.retryable && fault.module == "forecast")
        #expect(fault.hint.contains("modules.forecast.apiKey") && fault.hint.contains("OPENWEATHER_API_KEY"))
        #expect(harness.requests.isEmpty)
    }

    @Test("sample data needs no key, nor does a server of one's own")
    func needlessKey() async throws {
        let sample = try ForecastUpstream.harness([.body(ForecastUpstream.golden)])
        try await sample.call("forecast.daily", ["places": "Testville"])
        let own = try ForecastUpstream.harness(
            [.body(ForecastUpstream.golden)], settings: [("modules.forecast.endpoint", "http://127.0.0.1:8080")],
            data: .live)
        try await own.call("forecast.daily", ["places": "Testville"])
        #expect(own.requests.first?.item("appid")?.isEmpty == true)
    }
}
