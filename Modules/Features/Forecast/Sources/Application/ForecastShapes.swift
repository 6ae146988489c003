import FeatureKit
import JSON

/// How forecasts are written: one declaration each for the operation and the screens.
extension PlaceForecast {
    static let shape = ResultShape<PlaceForecast>([
        ResultField("place", .object(Place.shape), "The place as the weather service knows it.") { $0.place },
        ResultField("units", .oneOf, "The units of the temperatures.") { $0.units },
        ResultField("days", .list(of: .object(ForecastDay.shape)), "The days, in order.") { $0.days },
    ])
}

extension Place {
    static let shape = ResultShape<Place>([
        ResultField("name", .text, "The name.") { $0.name },
        ResultField("country", .text, "ISO 3166-1; empty when unknown.") { $0.country },
        ResultField("timezone", .whole, "Seconds from UTC.") { $0.timezone },
    ])
}

extension ForecastDay {
    static let shape = ResultShape<ForecastDay>([
        ResultField("date", .text, "The local day.") { $0.date.text },
        ResultField("averageTemperature", .object(Temperature.shape), "The middle of min and max.") { $0.average },
        ResultField("min", .object(Temperature.shape), "The lowest temperature.") { $0.min },
        ResultField("max", .object(Temperature.shape), "The highest temperature.") { $0.max },
        ResultField("pressure", .orNull(.number), "hPa; null when unknown.") { $0.pressure },
        ResultField("humidity", .orNull(.number), "Percent; null when unknown.") { $0.humidity },
        ResultField("description", .text, "The weather in words; may be empty.") { $0.description },
        ResultField("icon", .orNull(.text), "The code of a picture; null when unknown.") { $0.icon },
    ])
}

extension Temperature {
    static let shape = ResultShape<Temperature>([
        ResultField("value", .number, "Degrees.") { $0.degrees },
        ResultField("text", .text, "As people read it.") { $0.text },
    ])
}

extension ResultFormat<Double> {
    /// A number; a whole one is written without a fraction.
    static var number: Self {
        Self(schema: ["type": "number"]) { value, writer in
            if let whole = Int(exactly: value) { writer.integer(whole) } else { writer.double(value) }
        }
    }
}
