import DesignSystem
import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Forecast

/// Result of `forecast.daily` for an answer.
@Suite("Daily forecast") struct DailyForecastTests {
    @Test("3c.1: the observed answer gives its two rows, and its texts")
    func golden() async throws {
        let answer = try await ForecastUpstream.harness([.body(ForecastUpstream.golden)])
            .answer("forecast.daily", ["places": "Ho Chi Minh City"])
        let result = answer.json
        #expect(result.one["place"] == ["name": "Ho Chi Minh City", "country": "VN", "timezone": 25200])
        #expect(result["units"] == "metric")
        #expect(result.days("date") == ["\"2021-03-10\"", "\"2021-03-11\""])
        #expect(result.days("pressure") == ["1012", "1011"])
        #expect(result.days("humidity") == ["29", "32"])
        #expect(result.days("description") == ["\"overcast clouds\"", "\"overcast clouds\""])
        #expect(result.days("icon") == ["\"04d\"", "\"04d\""])
        #expect(result.days("min") == ["24.91", "24.64"] && result.days("max") == ["37.38", "38.5"])
        #expect(answer.markdown.contains("|25°C|31°C|37°C|") && answer.markdown.contains("|25°C|32°C|38°C|"))
        for text in ["Wed, 10 Mar 2021", "Thu, 11 Mar 2021", "1012", "29%", "overcast clouds", "1011", "32%"] {
            #expect(answer.markdown.contains(text), "\(text)")
        }
    }

    @Test("the days are one table, a dry day has 0 mm, and no code of a picture is told")
    func table() async throws {
        let harness = try ForecastUpstream.harness([.body(ForecastUpstream.golden), .body(ForecastUpstream.golden)])
        let text = try await harness.answer("forecast.daily", ["places": "Ho Chi Minh City"]).markdown
        let line = "|Wed, 10 Mar 2021|`2021-03-10`|25°C|31°C|37°C|1012 hPa|29%|0 mm|overcast clouds|"
        #expect(text.contains("|day|date|min|average|max|pressure|humidity|rain|description|\n"))
        #expect(text.contains(line), "\(text)")
        #expect(
            !text.contains("04d")
                && text.split(separator: "\n").count { $0.hasPrefix("|--") || $0.hasPrefix("|-") } == 1)
        let one = try await harness.answer("forecast.daily", ["places": "Ho Chi Minh City", "days": 1]).markdown
        #expect(one.contains("- rain: 0 mm") && !one.contains("icon"), "\(one)")
    }

    @Test("3c.2: the average is the middle of min and max, which is not the evening of the original")
    func average() async throws {
        let result = try await ForecastUpstream.daily(ForecastUpstream.golden)
        #expect(result.days("average") == ["31.145", "31.57"])
    }

    @Test(
        "3c.3: exact halves go to the even degree, and nothing is -0",
        arguments: [
            ("30", "31", "30°C"), ("31", "32", "32°C"), ("1", "2", "2°C"), ("-0.4", "-0.4", "0°C"), ("-1", "0", "0°C"),
            ("-2", "1", "0°C"), ("-2", "-1", "-2°C"), ("-0.0", "-0.0", "0°C"), ("0", "0", "0°C"),
        ])
    func rounding(_ min: String, _ max: String, _ expected: String) async throws {
        let body = ForecastUpstream.body([ForecastUpstream.row(min: min, max: max)])
        let harness = try ForecastUpstream.harness([.body(body)])
        let answer = try await harness.answer("forecast.daily", ["places": "Testville"])
        #expect(answer.markdown.contains("|\(expected)|") && !answer.markdown.contains("-0°"))
        #expect(answer.json.days("min") == [min] && answer.json.days("max") == [max], "as the upstream spelled them")
    }

    struct LocalDay: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let dt: Int
        let timezone: Int
        let date: String
    }

    static let localDays = [
        LocalDay(testDescription: "noon in Vietnam", dt: 1_615_352_400, timezone: 25_200, date: "2021-03-10"),
        LocalDay(testDescription: "just before midnight UTC", dt: 1_615_420_799, timezone: 0, date: "2021-03-10"),
        LocalDay(testDescription: "midnight UTC", dt: 1_615_420_800, timezone: 0, date: "2021-03-11"),
        LocalDay(
            testDescription: "midnight UTC is the day before in Chile", dt: 1_615_420_800, timezone: -14_400,
            date: "2021-03-10"),
        LocalDay(
            testDescription: "just before midnight in Honolulu", dt: 1_615_456_799, timezone: -36_000,
            date: "2021-03-10"),
        LocalDay(testDescription: "midnight in Honolulu", dt: 1_615_456_800, timezone: -36_000, date: "2021-03-11"),
        LocalDay(testDescription: "midnight in Kathmandu", dt: 1_615_400_100, timezone: 20_700, date: "2021-03-11"),
        LocalDay(testDescription: "just before", dt: 1_615_400_099, timezone: 20_700, date: "2021-03-10"),
        LocalDay(testDescription: "the line of dates", dt: 1_615_420_800, timezone: 50_400, date: "2021-03-11"),
        LocalDay(testDescription: "a leap day", dt: 1_709_164_800, timezone: 3600, date: "2024-02-29"),
        LocalDay(testDescription: "the first second", dt: 0, timezone: -3600, date: "1969-12-31"),
        LocalDay(
            testDescription: "an offset that no place has counts as none", dt: 1_615_420_800, timezone: 999_999,
            date: "2021-03-11"),
    ]

    @Test("3c.4: a date is the local day at the place", arguments: localDays)
    func localDay(_ sample: LocalDay) async throws {
        let body = ForecastUpstream.body([ForecastUpstream.row(dt: sample.dt)], timezone: sample.timezone)
        #expect(try await ForecastUpstream.daily(body).days("date") == ["\"\(sample.date)\""])
    }

    @Test(
        "3c.10: a missing list is no days, and so is one that is invalid",
        arguments: ["", #","list":[]"#, #","list":{}"#, #","list":null"#])
    func missingList(_ list: String) async throws {
        let harness = try ForecastUpstream.harness([.body(#"{"cod":"200","city":{"name":"X"}\#(list)}"#)])
        let answer = try await harness.answer("forecast.daily", ["places": "Testville"])
        #expect(answer.json.one["days"] == [])
        #expect(answer.markdown.contains("No days."))
    }

    @Test("3c.10: what is missing is left out, and a dash in the text")
    func missingParts() async throws {
        let rows = [
            ForecastUpstream.row(),
            ForecastUpstream.row(dt: 1_615_438_800, #""weather":[],"pressure":null,"humidity":"?""#),
            ForecastUpstream.row(
                dt: 1_615_525_200,
                #""weather":[{"main":"Snow"},{"description":"snow"}],"pressure":1012.6,"humidity":40.5,"rain":0.30"#),
        ]
        let answer = try await ForecastUpstream.harness([.body(ForecastUpstream.body(rows))])
            .answer("forecast.daily", ["places": "Testville"])
        #expect(answer.json.days("pressure") == ["missing", "missing", "1012.6"])
        #expect(answer.json.days("humidity") == ["missing", "missing", "40.5"])
        #expect(answer.json.days("rain") == ["missing", "missing", "0.30"])
        #expect(answer.json.days("description") == ["missing", "missing", "\"snow\""])
        #expect(answer.json.days("icon") == ["missing", "missing", "missing"])
        let lines = answer.markdown.split(separator: "\n")
        for (date, end) in [
            ("2021-03-10", "|—|—|0 mm|—|"), ("2021-03-11", "|—|—|0 mm|—|"),
            ("2021-03-12", "|1013 hPa|40%|0.3 mm|snow|"),
        ] {
            #expect(lines.contains { $0.contains("|`\(date)`|") && $0.hasSuffix(end) }, "\(answer.markdown)")
        }
    }

    @Test("3c.10: numbers may come as text")
    func numbersAsText() async throws {
        let body = #"""
            {"cod":200,"message":"0","city":{"name":"X","country":"GB","timezone":"3600"},"list":[
            {"dt":"1615352400","temp":{"min":"1.5","max":"3.5"},"pressure":"1012","humidity":"29.5"}]}
            """#
        let result = try await ForecastUpstream.daily(body)
        #expect(result.one["place"]?["timezone"] == 3600)
        #expect(result.days("min") == ["1.5"] && result.days("average") == ["2.5"])
        #expect(result.days("pressure") == ["1012"] && result.days("humidity") == ["29.5"])
    }

    @Test("of two extremes the missing one is the other; a row without either says nothing")
    func missingTemperatures() async throws {
        let rows = [
            #"{"dt":1615352400,"temp":{"min":3}}"#, #"{"dt":1615438800,"temp":{"max":9,"day":1}}"#,
            #"{"dt":1615525200,"temp":{"morn":2,"day":8}}"#, #"{"dt":1615611600,"temp":{}}"#,
            #"{"dt":1615698000}"#, #"{"temp":{"min":1,"max":2}}"#, "null", "[]", "7",
        ]
        let result = try await ForecastUpstream.daily(ForecastUpstream.body(rows), ["places": "Testville", "days": 16])
        #expect(result.days("date") == ["\"2021-03-10\"", "\"2021-03-11\""])
        #expect(result.days("min") == ["3", "9"] && result.days("max") == ["3", "9"])
    }

    @Test("a day comes once, and no more days than were asked for")
    func bounded() async throws {
        let rows = (0..<20).map { ForecastUpstream.row(dt: 1_615_352_400 + 43_200 * $0) }
        let body = ForecastUpstream.body(rows)
        let all = try await ForecastUpstream.daily(body, ["places": "Testville", "days": 16])
        #expect(Set(all.days("date")).count == 10 && all.days("date").count == 10)
        #expect(try await ForecastUpstream.daily(body, ["places": "Testville", "days": 3]).days("date").count == 3)
        #expect(try await ForecastUpstream.daily(body).days("date").count == 7)
    }

    @Test("without a name the place is called as it was asked for")
    func nameless() async throws {
        for city in ["", #","city":null"#, #","city":{"name":" "}"#, #","city":[1]"#] {
            let result = try await ForecastUpstream.daily(#"{"cod":"200","list":[]\#(city)}"#, ["places": "  Nowhere "])
            #expect(result.one["place"] == ["name": "Nowhere", "timezone": 0])
        }
    }

    @Test("3c.4: each of several places has its own days, those that are not there are missing, and none is not_found")
    func places() async throws {
        let harness = try FeatureHarness.sample(forecast)
        let answer = try await harness.call(
            "forecast.daily", ["places": ["Seoul", "Atlantis", "London,CA"], "days": 2, "units": "imperial"])
        #expect(answer["units"] == "imperial" && answer["missing"] == ["Atlantis"])
        #expect(answer["items"]?.array?.compactMap { $0["place"]?["country"]?.string } == ["KR", "CA"])
        #expect(answer["items"]?.array?.compactMap { $0["days"]?.array?.count } == [2, 2])
        let fault = await harness.fault("forecast.daily", ["places": ["Atlantis", "Lemuria"]])
        #expect(fault?.code == .notFound && fault?.message.contains("Atlantis") == true)
        #expect(fault?.hint.contains(" Seoul, ") == true && fault?.hint.contains("London,CA") == true)
        let near = await harness.fault("forecast.daily", ["places": "Londn,GB"])
        #expect(near?.suggestions.first == "London,GB" && near?.hint.contains("Did you mean London,GB?") == true)
    }

    @Test("more than five places are refused before anything is asked")
    func tooMany() async throws {
        let harness = try ForecastUpstream.harness([])
        let places = (1...6).map { JSONValue.string("Place \($0)") }
        #expect(await harness.fault("forecast.daily", ["places": .array(places)])?.field == "places")
    }

    /// Numbers that a careless reader rounds, overflows or traps on.
    static let oddNumbers = [
        "0", "-0", "-0.0", "1e0", "1E+2", "1e-400", "1e400", "-1e400", "1e308", "-1e308", "1e15", "1e16", "5e-324",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "123456789012345678901234567890", "0.1", "31.5", "1000000",
        "1000001", "-1000000", "-1000001", "253402300799", "253402300800", "-62135596801", "-62135596800", "true",
        "null",
        "[]", "{}", "\"\"", "\"nan\"", "\"inf\"", "\"0x1p3\"", "\"1e400\"", "\"１２\"", "\" 5\"", "\"5°\"",
    ]

    @Test("H9: no odd number traps, wherever it stands", arguments: oddNumbers)
    func odd(_ number: String) async throws {
        let rows = [
            #"{"dt":\#(number),"temp":{"min":1,"max":2}}"#,
            #"{"dt":1615352400,"temp":{"min":\#(number),"max":\#(number)},"pressure":\#(number),"humidity":\#(number)}"#,
            #"{"dt":1615438800,"temp":\#(number),"weather":\#(number)}"#,
            #"{"dt":1615525200,"temp":{"min":1,"max":\#(number)},"weather":[\#(number)]}"#,
            #"{"dt":1615611600,"temp":{"min":1,"max":2},"weather":[{"description":\#(number),"icon":\#(number)}]}"#,
        ]
        let harness = try ForecastUpstream.harness([
            .body(
                #"{"city":{"name":\#(number),"country":\#(number),"timezone":\#(number)},"message":\#(number),"list":[\#(rows.joined(separator: ","))]}"#
            )
        ])
        let answer = try await harness.answer("forecast.daily", ["places": "Testville"])
        let operation = try #require(harness.router.operation(method: "forecast.daily"))
        #expect(JSONSchema(operation.resultSchema()).mistakes(in: answer.json) == [])
        #expect(answer.json.days("date").contains("\"2021-03-13\""))
        for width in [20, 40, 80] {
            #expect(!answer.document().rendered(.init(style: .ansi, width: width)).isEmpty)
        }
    }
}
