import DesignSystem
import FeatureKit

/// Where the operation and the screens get forecasts: the cache, then the upstream.
struct ForecastSource: Sendable {
    let api: ForecastAPI
    let cache: ForecastCache
    /// What is asked when a caller does not say.
    let days: Int
    let units: TemperatureUnits
    /// For whom days are written.
    let locale: TextLocale
    let clock: any Clock<Duration>
    let background: Background

    /// - Parameters:
    ///   - days: nil for the number of the settings.
    ///   - units: nil for the units of the settings.
    ///   - refreshing: asks the upstream whatever the cache holds.
    func forecast(
        _ place: String, days: Int? = nil, units: TemperatureUnits? = nil, refreshing: Bool = false
    ) async throws(Fault) -> PlaceForecast {
        let query = ForecastQuery(place: place, days: days ?? self.days, units: units ?? self.units)
        if !refreshing, let cached = cache.forecast(for: query) { return cached }
        let forecast = try await api.daily(query)
        cache.store(forecast, for: query)
        return forecast
    }

    /// The forecast with one day of a place.
    /// - Throws: `not_found` when the upstream does not look so far.
    func day(
        _ date: CivilDate, at place: String, refreshing: Bool = false
    ) async throws(Fault) -> PlaceForecast {
        // The days of the list come first: they are in the cache when the list led here.
        for count in days < ForecastQuery.dayRange.upperBound ? [days, ForecastQuery.dayRange.upperBound] : [days] {
            let forecast = try await forecast(place, days: count, refreshing: refreshing)
            if let day = forecast.day(date) {
                return PlaceForecast(place: forecast.place, units: forecast.units, days: [day])
            }
        }
        throw .unknownDay(date)
    }
}
