import DesignSystem
import FeatureKit
import Settings

/// `forecast_pack_for_a_trip`: what to pack for the coming days at a place.
struct PackingPrompt: FeaturePart {
    let routes: [RouteTemplate] = []

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        let range = WeatherService.dayRange
        registration.add(
            Prompt(
                "packForATrip", title: "Pack for a trip", doc: "What to pack for the coming days at a place.",
                arguments: [
                    PromptArgument(
                        Weather.place.name, "The city to travel to.", isRequired: true,
                        complete: WeatherService.places(environment)),
                    PromptArgument(
                        Weather.days.name, "How many days, from today on.", isRequired: false,
                        complete: .oneOf(range.map(String.init))),
                ], guide: Self.guide
            ) { arguments throws(Fault) in
                let call = environment.call(Weather.layout)
                guard let place = WeatherService.placeName.taken(arguments.required(Weather.place.name)) else {
                    throw .wrong(Weather.place.name, expected: WeatherService.placeName.expected)
                }
                let asked = arguments[Weather.days.name]
                let days =
                    asked.map { text in range.first { String($0).utf8.elementsEqual(text.utf8) } }
                    ?? call.settings[WeatherService.days]
                guard let days else {
                    throw .wrong(
                        Weather.days.name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
                }
                let units = try WeatherService.units(call)
                guard let row = try await WeatherService.forecast(place, days, units, call) else {
                    throw .unknownPlace(place, call)
                }
                return [
                    .paragraphs(
                        "I travel to \(place) for \(row[Weather.days].count) days. What should I pack?",
                        "The forecast follows.", Self.guide),
                    .screen(route: row.route ?? "", Document(row.detail())),
                ]
            })
    }

    private static let guide = """
        `forecast_daily` gives the days at a place, by their local dates; also another number of days, other units, or \
        another place on the way.

        Answer with a list to tick off: clothes by the coldest and the warmest hour, something against rain, snow or sun \
        only where a day calls for it, naming that day. Say how sure a forecast for the last days can be, and add nothing \
        that every journey needs anyway.
        """
}
