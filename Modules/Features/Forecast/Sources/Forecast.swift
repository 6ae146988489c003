import DesignSystem
package import FeatureKit
import JSON
import Settings
import Values

/// A place as the weather service knows it.
enum City {
    static let name = Field.text("name", "The name.").untold
    static let country = Field.text("country", "ISO 3166-1.").untold
    static let timezone = Field.whole("timezone", "Seconds from UTC.", label: "local time").told { seconds, _ in
        seconds.map { Inline(offsetText(seconds: $0)) }
    }

    static let layout = RowLayout("place", [name, country, timezone])

    /// `UTC+05:45`
    static func offsetText(seconds: Int) -> String {
        let minutes = seconds.magnitude / 60
        func padded(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "UTC\(seconds < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }
}

/// One day at a place.
enum Day {
    static let date = Field.date("date", "The local day at the place.", .key, from: "dt")
    static let average = Field.number("average", "The middle of min and max.", .middle).computed { row in
        row[min].flatMap { least in row[max].flatMap { $0.plus(least)?.times(half) } }
    }.told { rounded($0, $1[unit]) }
    static let min = Field.number("min", "The lowest temperature.", .low, from: "temp.min").told {
        rounded($0, $1[unit])
    }
    static let max = Field.number("max", "The highest temperature.", .high, from: "temp.max").told {
        rounded($0, $1[unit])
    }
    static let pressure = Field.number("pressure", "hPa.").told { value, _ in rounded(value, " hPa") }
    static let humidity = Field.number("humidity", "Percent.").told { value, _ in
        .bar(of: value.flatMap { Double($0.text) }.map { $0 / 100 }, words: "") + rounded(value, "%")
    }
    static let rain = Field.number("rain", "mm; left out where none is expected.").told { value, _ in
        Inline("\(value?.text ?? "0") mm")
    }
    static let description = Field.text("description", "The sky in words.", from: "weather.*.description").told {
        words, _ in words.map { Inline($0) } ?? unknown
    }
    static let icon = Field.text("icon", "The code of a picture.", nil, [.unlisted, .silent], from: "weather.*.icon")

    static let time = Field.whole("time", "The instant, in seconds since 1970.", nil, .hidden, from: "dt")
    static let title = Field.text("title", "The day in words.", .title, .hidden, from: "")
    static let place = Field.text("place", "The place as it was asked for.", nil, .hidden, from: "")
    static let unit = Field.text("unit", "The sign of its temperatures.", .unit, .hidden, from: "")
    /// The weather service's picture of the sky; none for a code that is not of its own kind.
    static let picture = Field.picture("picture", "The sky.", .hidden).computed { row in
        guard let code = row[icon], (1...8).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        return "https://openweathermap.org/img/w/\(code).png"
    }
    static let route = Field.route("galleria://forecast/{place}/{date}", .hidden)

    static let layout = RowLayout(
        "day",
        [
            date, average, min, max, pressure, humidity, rain, description, icon, time, title, place, unit, picture,
            route,
        ])

    private static let half = DecimalAmount(coefficient: 5, scale: 1)
    private static var unknown: Inline { Inline("—", .muted) }

    /// To the whole number, never `-0`.
    private static func rounded(_ number: DecimalAmount?, _ unit: String?) -> Inline {
        number.map { Inline($0.wholeText + (unit ?? "")) } ?? unknown
    }
}

/// The forecast for a place, day by day.
enum Weather {
    static let asked = Field.text(
        "asked", "The cities.", .key, .hidden, filter: "places")
    static let title = Field.text("title", "The place in words.", .title, .hidden).computed { row in
        row[place].map { city in
            let found = [city[City.name], city[City.country]].compactMap(\.self).joined(separator: ", ")
            return isNamed(row[asked], found) ? found : "\(found) (\(row[asked] ?? ""))"
        }
    }
    static let place = Field.row("place", "The place as the weather service knows it.", of: City.layout)
    static let days = Field.rows("days", "The days, in order.", of: Day.layout)
    static let route = Field.route("galleria://forecast{?place}", .hidden)

    static let layout = RowLayout("forecast", [asked, title, place, days, route])

    /// Whether the name that was asked for is that of the place: `seoul` is not 서울특별시, `London` is London, GB.
    private static func isNamed(_ asked: String?, _ found: String) -> Bool {
        guard let words = SearchWords(asked.map { String($0.prefix { $0 != "," }) } ?? "") else { return true }
        return words.match([found])
    }
}

/// The facts of a whole answer.
enum WeatherHead {
    static let units = Field.word("units", "The units of the temperatures.", TemperatureUnits.allCases.map(\.rawValue))
        .untold

    static let layout = RowLayout("answer", [units])
}

/// The forecast: the weather of the coming days at a place.
package let forecast = Feature(
    "forecast", title: "Forecast", doc: "The weather of the coming days at a place.",
    endpoint: WeatherService.publicEndpoint, settings: WeatherService.settings,
    sample: { SampleForecasts.answer($0, now: nil) },
    datedSample: { SampleForecasts.answer($0, now: $1) },
    parts: [
        ShowPart(
            "daily", title: "Forecast the weather", doc: "The weather from today on at up to five places.",
            guidance: "Each day has temperatures, rain in mm (no chance of rain), pressure and humidity. "
                + "The default is 7 days in Celsius. A place is a city's name, in doubt with its country: London,GB.",
            of: Weather.layout, most: 5,
            example: "Ho Chi Minh City", fetch: WeatherService.fetch
        )
        .keys(WeatherService.placeName, knownAs: "place", "city", "cities", "location", "where", "q").absent(
            Fault.unknownPlace
        )
        .parameter(WeatherService.askedDays).parameter(WeatherService.askedUnits)
        .head(WeatherHead.layout) { call throws(Fault) in
            let units = try WeatherService.units(call).rawValue
            return WeatherHead.layout.row { $0.set(WeatherHead.units, units) }
        }
        .view("forecast")
        .screen("galleria://forecast{?place}", title: "Forecast")
        .typed("edit", title: "Choose place", "A place", debounced: .milliseconds(500))
        .inner(Weather.days, "galleria://forecast/{place}/{date}", title: "Day")
        .completing { [Weather.place.name: WeatherService.places($0)] },
        PackingPrompt(),
    ])
