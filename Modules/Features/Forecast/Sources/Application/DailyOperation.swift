import DesignSystem
import FeatureKit
import JSON

extension ForecastSource {
    /// `forecast.daily`
    var dailyOperation: Operation<DailyParameters, PlaceForecast> {
        Operation(
            "daily", title: "Forecast the weather", doc: "The weather of the coming days at a place.",
            guidance: "The place is a city's name, in doubt with its country: London,GB.", effect: .reads,
            example: [JSONMember("place", "Ho Chi Minh City")],
            parameters: ParameterShape(
                DailyParameters.init,
                Parameter.required("place", .place, "A city.", examples: ["Ho Chi Minh City", "London,GB", "서울특별시"]),
                Parameter.optional("days", .whole(ForecastQuery.dayRange), "How many days.", examples: [7]),
                Parameter<TemperatureUnits?>.optional("units", .oneOf, "Celsius, Fahrenheit or Kelvin.")),
            result: PlaceForecast.shape, view: "forecast", route: { Forecast.route($0.place.query) },
            present: { [locale] in ForecastDocuments(locale: locale).forecast($0) }
        ) { parameters, _ throws(Fault) in
            try await forecast(trimmed(parameters.place), days: parameters.days, units: parameters.units)
        }
    }
}

struct DailyParameters: Sendable {
    let place: String
    let days: Int?
    let units: TemperatureUnits?
}

extension ParameterFormat<String> {
    /// The name of a place; blanks at its ends don't count.
    fileprivate static var place: Self {
        .text(
            matching: #"^\s*\S[\s\S]{1,98}\S\s*$"#, expected: Fault.placeExpected,
            accepts: { PlaceName.valid($0) != nil })
    }
}
