import FeatureKit

/// A place as the upstream knows it.
struct Place: Sendable, Equatable {
    let name: String
    /// ISO 3166-1 alpha-2; empty when unknown.
    let country: String
    /// Of the local time from UTC, in seconds.
    let timezone: Int

    /// What asks for it again: `London,GB`.
    var query: String { country.isEmpty ? name : "\(name),\(country)" }
}

/// One day at a place.
struct ForecastDay: Sendable, Equatable {
    /// The local day at the place.
    let date: CivilDate
    /// Not above `max`.
    let min: Temperature
    let max: Temperature
    /// hPa; nil when the upstream does not tell.
    let pressure: Double?
    /// Percent; nil when the upstream does not tell.
    let humidity: Double?
    /// Empty when the upstream does not tell.
    let description: String
    /// The upstream's code of a picture, such as `04d`.
    let icon: String?

    /// The middle between the extremes. The original app took the evening's temperature for it.
    var average: Temperature {
        let middle = (min.degrees + max.degrees) / 2
        // Decimals are not exact in binary: nine digits keep 31.145 from being written as 31.145000000000003.
        return Temperature(degrees: (middle * 1e9).rounded() / 1e9, units: min.units)
    }
}

/// The forecast for a place, day by day.
struct PlaceForecast: Sendable, Equatable {
    let place: Place
    let units: TemperatureUnits
    /// In the upstream's order, each date once.
    let days: [ForecastDay]

    func day(_ date: CivilDate) -> ForecastDay? { days.first { $0.date == date } }
}
