import DesignSystem
import FeatureKit

extension ForecastSource {
    /// `forecast_pack_for_a_trip`
    var packingPrompt: Prompt {
        Prompt(
            "packForATrip", title: "Pack for a trip", doc: "What to pack for the coming days at a place.",
            arguments: [
                PromptArgument("place", "The city to travel to.", isRequired: true, complete: placeCompletion),
                PromptArgument(
                    "days", "How many days, from today on.", isRequired: false,
                    complete: .oneOf(ForecastQuery.dayRange.map(String.init))),
            ]
        ) { arguments throws(Fault) in
            guard let place = PlaceName.valid(arguments.required("place")) else { throw .wrongPlace }
            let days = try arguments["days"].map { text throws(Fault) in try Self.days(in: text) }
            let forecast = try await forecast(place, days: days)
            return [
                .paragraphs(
                    "I travel to \(place) for \(forecast.days.count) days. What should I pack?",
                    "The forecast follows, with local days. `forecast_daily` gives another number of days, other units, "
                        + "or another place on the way.",
                    "Answer with a list to tick off: clothes by the coldest and the warmest hour, something against "
                        + "rain, snow or sun only where a day calls for it, naming that day. Say how sure a forecast "
                        + "for the last days can be, and add nothing that every journey needs anyway."),
                .screen(route: Forecast.route(place), ForecastDocuments(locale: locale).forecast(forecast)),
            ]
        }
    }

    private static func days(in text: String) throws(Fault) -> Int {
        guard let days = ForecastQuery.dayRange.first(where: { String($0).utf8.elementsEqual(text.utf8) }) else {
            throw .wrongDays
        }
        return days
    }

    /// Places that were asked for lately, then cities that every weather service knows; found in any of their names.
    var placeCompletion: Completion {
        Completion { _ throws(Fault) in Candidates(cache.places.map { Candidate($0) } + SampleForecasts.places) }
    }

    /// The days that are forecast at the place that the route names already; none without it.
    var dateCompletion: Completion {
        Completion { request throws(Fault) in
            guard let place = request.context["place"].flatMap(PlaceName.valid) else { return [] }
            return Candidates(try await forecast(place).days.map { Candidate($0.date.text) })
        }
    }
}
