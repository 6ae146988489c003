import DesignSystem
package import FeatureKit
import Settings

/// The forecast: the weather of the coming days at a place.
package struct Forecast: FeatureModule {
    static let id = "forecast"
    private static let listTemplate = RouteTemplate("galleria://forecast{?place}")
    private static let dayTemplate = RouteTemplate("galleria://forecast/{place}/{date}")
    private static let settings = ModuleSettings(
        id: id, endpoint: ForecastAPI.publicEndpoint, timeout: .seconds(10))

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "Forecast", doc: "The weather of the coming days at a place.", settings: settings,
            ownSettings: ForecastSettings.declarations, routes: [listTemplate, dayTemplate],
            sample: SampleForecasts.answer)
    }

    static func route(_ place: String) -> String { listTemplate.filled(["place": place]) }

    static func dayRoute(_ place: String, _ date: CivilDate) -> String {
        dayTemplate.filled(["place": place, "date": date.text])
    }

    private let source: ForecastSource

    package init(_ context: FeatureContext) throws(Fault) {
        let settings = context.settings
        source = ForecastSource(
            api: ForecastAPI(upstream: context.upstream, key: settings[ForecastSettings.apiKey]),
            cache: ForecastCache(lifetime: settings[ForecastSettings.cacheLifetime], clock: context.clock),
            days: settings[ForecastSettings.days], units: settings[ForecastSettings.units], locale: context.locale,
            clock: context.clock, background: context.background)
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(source.dailyOperation)
        registry.add(source.packingPrompt)
        registry.add(
            ScreenDefinition(
                Self.listTemplate.text, title: "Forecast", doc: "The coming days at a place that is typed.",
                shape: ForecastScreen.shape, actions: ForecastScreen.actions
            ) { [source] parameters throws(Fault) in
                let place = parameters["place"] ?? ""
                if trimmed(place).isEmpty { return ForecastScreen(source, place: nil) }
                guard let name = PlaceName.valid(place) else { throw .notAPlace }
                return ForecastScreen(source, place: name)
            }.completing(["place": source.placeCompletion]).unlisted())
        registry.add(
            ScreenDefinition(
                Self.dayTemplate.text, title: "Day", doc: "One day at a place.", shape: DayScreen.shape,
                actions: DayScreen.actions
            ) { [source] parameters throws(Fault) in
                let (place, date) = try Self.day(parameters)
                return DayScreen(source, place: place, date: date)
            }.withPicture { [source] parameters throws(Fault) in
                let (place, date) = try Self.day(parameters)
                return try await source.day(date, at: place).day(date)?.iconURL
            }.completing(["place": source.placeCompletion, "date": source.dateCompletion]))
    }

    private static func day(_ parameters: RouteParameters) throws(Fault) -> (place: String, date: CivilDate) {
        guard let place = PlaceName.valid(parameters["place"] ?? "") else { throw .notAPlace }
        guard let date = routeDate(parameters["date"] ?? "") else { throw .notADate }
        return (place, date)
    }
}

/// The forecast's own settings, each declared here and nowhere else.
enum ForecastSettings {
    static let apiKey = SettingKey(
        "modules.forecast.apiKey", .text(0...256), default: "", variable: "OPENWEATHER_API_KEY", secret: true,
        "The key of the weather service; sample data needs none.")
    static let days = SettingKey(
        "modules.forecast.days", .whole(ForecastQuery.dayRange), default: 7, "How many days are shown.")
    static let units = SettingKey(
        "modules.forecast.units", .oneOf(TemperatureUnits.self), default: .metric,
        "Celsius (metric), Fahrenheit (imperial) or Kelvin (standard).")
    static let cacheLifetime = SettingKey(
        "modules.forecast.cacheLifetime", .duration(.zero...(.seconds(86_400))), default: .seconds(600),
        "How long an answer serves the same question again; 0s asks every time.")

    static var declarations: [SettingDeclaration] {
        [apiKey.declaration, days.declaration, units.declaration, cacheLifetime.declaration]
    }
}
