import DesignSystem
import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forecast

/// Text for people.
@Suite("Forecast texts") struct ForecastDocumentTests {
    @Test(
        "an offset from UTC has hours and minutes",
        arguments: [
            (0, "UTC+00:00"), (25_200, "UTC+07:00"), (20_700, "UTC+05:45"), (-12_600, "UTC-03:30"),
            (-36_000, "UTC-10:00"),
            (50_400, "UTC+14:00"), (-1, "UTC-00:00"), (86_400, "UTC+24:00"),
        ])
    func offset(_ seconds: Int, _ expected: String) {
        #expect(City.offsetText(seconds: seconds) == expected)
    }

    @Test("Markdown says a day's facts once, by both forms of its date")
    func markdown() async throws {
        let harness = try FeatureHarness.sample(forecast)
        let answer = try await harness.answer("forecast.daily", ["places": "Ho Chi Minh City", "days": 2])
        #expect(
            answer.markdown == """
                # Ho Chi Minh City, VN

                - local time: UTC+07:00

                ## days

                |day|date|min|average|max|pressure|humidity|rain|description|
                |---|---|--:|--:|--:|--:|--:|--:|---|
                |Wed, 10 Mar 2021|`2021-03-10`|25°C|31°C|37°C|1012 hPa|29%|0 mm|overcast clouds|
                |Thu, 11 Mar 2021|`2021-03-11`|25°C|32°C|38°C|1011 hPa|32%|0 mm|overcast clouds|

                Sample data.

                """)
    }

    @Test("no line passes the width, in any sample", arguments: [40, 80, 200])
    func widths(_ width: Int) async throws {
        let harness = try FeatureHarness.sample(forecast)
        for names in ForecastSampleTests.names {
            let place = JSONValue.string(try #require(names.first))
            for units in TemperatureUnits.allCases {
                let answer = try await harness.answer(
                    "forecast.daily", ["places": place, "days": 16, "units": .string(units.rawValue)])
                for style in [RenderStyle.ansi, .plain] {
                    let text = answer.document().rendered(RenderOptions(style: style, width: width))
                    for line in text.split(separator: "\n") { #expect(displayWidth(String(line)) <= width, "\(line)") }
                    #expect(!text.contains("-0°"))
                }
            }
        }
    }

    @Test("T1: a hostile city can't leave its place", arguments: [RenderStyle.ansi, .plain, .markdown, .html])
    func hostile(_ style: RenderStyle) async throws {
        let text = #"\u001b[2J\u202e<script>|\n# x"#
        let row = ForecastUpstream.row(#""weather":[{"description":"\#(text)","icon":"\#(text)"}]"#)
        let body = ForecastUpstream.body([row], name: text)
        let answer = try await ForecastUpstream.harness([.body(body)]).answer("forecast.daily", ["places": "Testville"])
        let rendered = answer.document().rendered(RenderOptions(style: style, width: 80))
        #expect(rendered.forbiddenScalars == [])
        #expect(!rendered.contains("\n# x") && (style != .html || !rendered.contains("<script")))
    }

    @Test("while it loads, a screen says so, and shows the rows it has")
    func loading() async throws {
        let slow = HeldAnswer()
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .held(slow)])
        let screen = try await harness.open("galleria://forecast?place=Testville")
        try await screen.send("refresh")
        let text = try await screen.text
        #expect(
            text.contains("Loading…") && text.contains("Wed, 10 Mar 2021") && text.contains("A place: Testville"))
        slow.release(.failure(.offline))
        harness.settle()
    }

    // MARK: Settings

    @Test(
        "a wrong setting is refused",
        arguments: [
            ("days", "0"), ("days", "17"), ("days", "seven"), ("units", "celsius"), ("cacheLifetime", "10"),
            ("cacheLifetime", "2d"), ("apiKey", "[x]"),
        ])
    func wrongSetting(_ name: String, _ value: String) {
        #expect(throws: (any Error).self) {
            try ForecastUpstream.harness([], settings: [("modules.forecast.\(name)", value)])
        }
    }
}
