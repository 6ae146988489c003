import DesignSystem
import FeatureKit
import HTTP
import JSON
import Settings
import Values

/// The units of an answer, by the upstream's names.
enum TemperatureUnits: String, Sendable, CaseIterable {
    case metric, imperial, standard

    /// The sign of a temperature.
    var symbol: String {
        switch self {
        case .metric: "°C"
        case .imperial: "°F"
        case .standard: "K"
        }
    }
}

/// The upstream: one request, and what its answers mean.
enum WeatherService {
    static let publicEndpoint = "https://api.openweathermap.org/data/2.5"
    private static let publicHost = "api.openweathermap.org"
    /// The days that it forecasts.
    static let dayRange = 1...16

    // MARK: - Settings and parameters

    static let apiKey = SettingKey(
        "modules.forecast.apiKey", .text(0...256), default: "", variable: "OPENWEATHER_API_KEY", secret: true,
        "The key of the weather service; sample data needs none.")
    static let days = SettingKey("modules.forecast.days", .whole(dayRange), default: 7, "How many days are shown.")
    static let units = SettingKey(
        "modules.forecast.units", .oneOf(TemperatureUnits.self), default: .metric,
        "Celsius (metric), Fahrenheit (imperial) or Kelvin (standard).")
    static let cacheLifetime = SettingKey(
        "modules.forecast.cacheLifetime", .duration(.zero...(.seconds(86_400))), default: .seconds(600),
        "How long an answer serves the same question again; 0s asks every time.")
    static let settings = [apiKey.declaration, days.declaration, units.declaration, cacheLifetime.declaration]

    static let askedDays = Parameter<Int?>.optional(
        Weather.days.name, .whole(dayRange), "How many days from today; as set, 7 by default.", examples: [7],
        known: ["count", "cnt", "n", "numDays", "limit", "length"]
    )
    static let askedUnits = Parameter<TemperatureUnits?>.optional(
        WeatherHead.units.name, .oneOf,
        "metric is Celsius, imperial Fahrenheit, standard Kelvin; as set, metric by default.",
        known: ["system", "temperature", "scale"]
    )

    /// At least three characters as people count them; at most a hundred scalars, so that a route with the name stays short enough.
    static let placeName = TextRule(
        matching: #"^\s*\S[\s\S]{1,98}\S\s*$"#, expected: "a name of at least 3 characters and at most 100",
        examples: ["Ho Chi Minh City", "London,GB", "서울특별시"], meant: SampleForecasts.fullName
    ) { $0.count >= 3 && $0.unicodeScalars.count <= 100 }

    /// The units that a call asks for; those of the settings where it does not say.
    static func units(_ call: FeatureCall) throws(Fault) -> TemperatureUnits {
        try call.value(askedUnits) ?? call.settings[units]
    }

    // MARK: - Asking

    /// The forecast for a place; for a route with a date with that day, as far as there is one.
    /// - Returns: nil for a place that the upstream doesn't know.
    static func fetch(_ place: String, _ call: FeatureCall) async throws(Fault) -> Row? {
        let (units, date) = (try units(call), call[Day.date.name])
        let count = try call.value(askedDays) ?? call.settings[days]
        let row = try await forecast(place, count, units, call)
        // The days of the list come first: they are kept when the list led here.
        if date.isEmpty || count >= dayRange.upperBound { return row }
        if let row, row[Weather.days].contains(where: { $0.key.utf8.elementsEqual(date.utf8) }) { return row }
        return row == nil ? nil : try await forecast(place, dayRange.upperBound, units, call)
    }

    /// `forecast/daily`, or the same answer from memory.
    /// - Throws: `upstream_rejected` when the key is missing or wrong. No fault holds the key, even where the upstream repeats it.
    static func forecast(
        _ place: String, _ days: Int, _ units: TemperatureUnits, _ call: FeatureCall
    ) async throws(Fault) -> Row? {
        do throws(Fault) {
            return try await call.kept(
                "\(units) \(days) \(place.lowercased())", for: call.settings[cacheLifetime]
            ) { () throws(Fault) in try await ask(place, days, units, call) }
        } catch {
            if error == .noSuchPlace { return nil }
            var fault = error
            (fault.message, fault.hint) = (call.settings.hiding(fault.message), call.settings.hiding(fault.hint))
            throw fault
        }
    }

    private static func ask(
        _ place: String, _ days: Int, _ units: TemperatureUnits, _ call: FeatureCall
    ) async throws(Fault) -> Row {
        let key = trimmed(call.settings[apiKey])
        // Only the public service is known to refuse requests without a key; a server of one's own may not need any.
        if key.isEmpty, call.upstream.data == .live, call.upstream.endpoint.host.utf8.elementsEqual(publicHost.utf8) {
            throw .missingKey
        }
        return try await call.upstream.json(
            ["forecast", "daily"],
            query: [
                HTTPQueryItem(name: "q", value: place), HTTPQueryItem(name: "cnt", value: String(days)),
                HTTPQueryItem(name: "units", value: units.rawValue), HTTPQueryItem(name: "appid", value: key),
            ], secretQueryNames: ["appid"]
        ) { reply throws(Fault) in
            read(try judged(reply), Question(place: place, days: days, units: units), call.rowContext)
        }
    }

    /// The answer's object, once the status and its member `cod` (text or a number) say that it is a forecast.
    private static func judged(_ reply: UpstreamReply) throws(Fault) -> JSONNode {
        let root = reply.document.root
        let told = root["cod"]?.looseInteger
        switch reply.isSuccess ? told ?? reply.status : reply.status {
        case 200...299: break
        case 401: throw .refusedKey
        case 404: throw .noSuchPlace
        case 429: throw .tooManyRequests
        case let status: throw .refused(root["message"]?.boundedText, status: status)
        }
        // Without a list there are no days; without anything of a forecast it is something else.
        guard root.kind == .object, told != nil || root["list"] != nil || root["city"] != nil else {
            throw .unexpectedAnswer("list", module: "forecast")
        }
        return root
    }

    // MARK: - Reading

    private struct Question {
        let place: String
        let days: Int
        let units: TemperatureUnits
    }

    private static func read(_ root: JSONNode, _ asked: Question, _ context: RowContext) -> Row {
        let told = root["city"].flatMap { City.layout.read(row: $0, context) } ?? City.layout.row { _ in }
        let offset = told[City.timezone].flatMap { (-86_400...86_400).contains($0) ? $0 : nil } ?? 0
        let city = told.changing { city in
            if told[City.name] == nil { city.set(City.name, asked.place) }
            city.set(City.timezone, offset)
        }
        var known: Set<CivilDate> = []
        let days =
            root["list"].map { Day.layout.read($0, context) } ?? Day.layout.none
        return Weather.layout.row { row in
            row.set(Weather.asked, asked.place)
            row.set(Weather.place, city)
            row.set(
                Weather.days,
                days.refined { day, values in
                    // A day comes once; a row without a day or without any temperature says nothing.
                    guard known.count < asked.days, let time = day[Day.time],
                        let date = CivilDate(secondsSince1970: time, offset: offset),
                        let least = day[Day.min] ?? day[Day.max], let most = day[Day.max] ?? day[Day.min],
                        known.insert(date).inserted
                    else { return false }
                    values.set(Day.date, date)
                    values.set(Day.title, dateText(date, locale: context.locale))
                    values.set(Day.place, asked.place)
                    values.set(Day.unit, asked.units.symbol)
                    if day[Day.min] == nil { values.set(Day.min, least) }
                    if day[Day.max] == nil { values.set(Day.max, most) }
                    return true
                })
        }
    }

    // MARK: - Completion

    /// Places that were asked for lately, then cities that every weather service knows; found in any of their names.
    static func places(_ environment: FeatureEnvironment) -> Completion {
        Completion { _ throws(Fault) in
            let latest = environment.call(Weather.layout).latestRows.compactMap { row in
                row[Weather.place].map { [$0[City.name], $0[City.country]].compactMap(\.self).joined(separator: ",") }
            }
            return Candidates(latest.map { Candidate($0) } + SampleForecasts.places)
        }
    }
}
