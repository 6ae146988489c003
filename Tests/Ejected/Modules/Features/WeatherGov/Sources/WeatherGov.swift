import DeclaredFeature
package import FeatureKit
import WeatherGovSamples

/// A period.
enum Period {
    static let start = Field.text("start", "Start.", .key, .filter, from: "startTime")
    static let day = Field.date("day", "Day.", from: "startTime")
    static let name = Field.text("name", "Name.", .title)
    static let place = Field.text("place", "Place.")
        .derived(by: "step('at').properties.relativeLocation.properties.join(', ', [city, state])")
    static let temperature = Field.whole("temperature", "Degrees Fahrenheit.")
    static let rain = Field.whole("rain", "Per cent.", from: "probabilityOfPrecipitation.value")
    static let wind = Field.text("wind", "Wind.").derived(by: "join(' ', [windSpeed, windDirection])")
    static let sky = Field.text("sky", "Sky.", nil, .filter, from: "shortForecast")
    static let text = Field.text("text", "Text.", nil, .unlisted, from: "detailedForecast")
    static let icon = Field.picture("icon", "Icon.")

    static let layout = RowLayout(
        "period",
        [
            start,
            day,
            name,
            place,
            temperature,
            rain,
            wind,
            sky,
            text,
            icon,
            Field.route("galleria://weatherGov/{start}"),
        ])
}

private let api = HTTPAPI("weatherGov", title: "US Weather", endpoint: "https://api.weather.gov", samples: sampleFile)

private let daily = api.list(
    "daily", "Days and nights of the coming week.", of: Period.layout,
    parameters: [.number("latitude", examples: ["40.7128"]), .number("longitude", examples: ["-74.006"])],
    request: .get(
        "/points/{latitude},{longitude}", as: "at", kept: .seconds(2_592_000),
        errors: [.status(404, .notFound, message: "detail", hint: "The service knows the United States alone.")]),
    .get(
        "/gridpoints/{steps.at.properties.gridId}/{steps.at.properties.gridX},{steps.at.properties.gridY}/forecast",
        as: "sky", kept: .seconds(600)),
    items: "steps.sky.properties.periods",
    samples: [
        .of(["latitude": "40.7128", "longitude": "-74.006"], steps: ["at": "at-1.json", "sky": "sky-1.json"]),
        .of(["latitude": "47.6062", "longitude": "-122.3321"], steps: ["at": "at-2.json", "sky": "sky-2.json"]),
    ])

/// Forecasts of the US National Weather Service, in two requests a call.
package let weatherGov = Feature(
    api, doc: "Forecasts of the US National Weather Service, in two requests a call.", sampling: [daily],
    parts: [
        ListPart(daily)
            .screen("galleria://weatherGov{?latitude,longitude}", asking: daily.examples)
            .detail("galleria://weatherGov/{start}").summary().heading("US Weather")
    ])

/// A file of Config/samples/WeatherGov, from the binary.
private let sampleFile: SampleReader = { name in
    let file = weathergov_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
