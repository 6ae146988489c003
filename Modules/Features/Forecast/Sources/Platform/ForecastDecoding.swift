import FeatureKit
import JSON

/// Reading the upstream's forecasts. What "did not occur" is missing, and numbers may come as text.
extension PlaceForecast {
    /// - Parameters:
    ///   - root: an answer that was judged to be a forecast.
    ///   - query: whose number of days bounds the answer's, and whose place stands in for a missing name.
    init(upstream root: JSONNode, query: ForecastQuery) {
        let city = root["city"]
        let name = trimmed(city?["name"]?.boundedText ?? "")
        let timezone = city?["timezone"]?.looseInteger ?? 0
        place = Place(
            name: name.isEmpty ? query.place : name, country: city?["country"]?.boundedText ?? "",
            timezone: (-86_400...86_400).contains(timezone) ? timezone : 0)
        units = query.units
        var days: [ForecastDay] = []
        var known: Set<CivilDate> = []
        if let rows = root["list"]?.elements {
            for row in rows {
                if days.count == query.days { break }
                guard let day = ForecastDay(upstream: row, timezone: place.timezone, units: units),
                    known.insert(day.date).inserted
                else { continue }
                days.append(day)
            }
        }
        self.days = days
    }
}

extension ForecastDay {
    /// - Returns: nil for a row without a day or without any temperature, which says nothing.
    init?(upstream row: JSONNode, timezone: Int, units: TemperatureUnits) {
        guard let time = row["dt"]?.looseInteger,
            let date = CivilDate(secondsSince1970: time, offset: timezone), let temperatures = row["temp"]
        else { return nil }
        var extremes = ["min", "max"].compactMap { temperatures[$0]?.measure }
        if extremes.isEmpty { extremes = ["morn", "day", "eve", "night"].compactMap { temperatures[$0]?.measure } }
        guard let least = extremes.min(), let most = extremes.max() else { return nil }
        let weather = row["weather"]?[0]
        self.init(
            date: date, min: Temperature(degrees: least, units: units), max: Temperature(degrees: most, units: units),
            pressure: row["pressure"]?.measure, humidity: row["humidity"]?.measure,
            description: (weather?["description"] ?? weather?["main"])?.boundedText ?? "",
            icon: weather?["icon"]?.boundedText)
    }
}

extension JSONNode {
    /// A measured number, also as text; nil for what no instrument shows: not finite, or beyond a million.
    fileprivate var measure: Double? {
        guard let value = double ?? string.flatMap({ Double($0) }), value.magnitude <= 1_000_000 else { return nil }
        return value
    }
}
