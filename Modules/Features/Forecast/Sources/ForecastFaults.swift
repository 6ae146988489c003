import FeatureKit

/// The sentences of the forecast's own failures, in one place.
extension Fault {
    /// The upstream doesn't know the place; told as `unknownPlace`.
    static var noSuchPlace: Fault {
        Fault(.notFound, "city not found.", hint: "Check the spelling.", module: "forecast")
    }

    /// In the upstream's own words, with the places that the sample data knows.
    static func unknownPlace(_ place: String, _ call: FeatureCall) -> Fault {
        let isSample = call.upstream.data == .sample
        let hint =
            isSample
            ? "The sample data knows \(SampleForecasts.titles.joined(separator: ", "))."
            : "Check the spelling, or add the country, for example London,GB."
        return Fault(.notFound, "city not found: \(quoted(place)).", hint: hint, module: "forecast")
            .suggesting(place, among: isSample ? SampleForecasts.places.map(\.value) : [])
    }

    static var missingKey: Fault {
        Fault(
            .upstreamRejected, "The weather service needs an API key, and none is set.", hint: keyHint,
            module: "forecast")
    }

    static var refusedKey: Fault {
        Fault(.upstreamRejected, "The weather service refused the API key.", hint: keyHint, module: "forecast")
    }

    private static var keyHint: String {
        "Set modules.forecast.apiKey, or the variable OPENWEATHER_API_KEY; "
            + "sample data needs no key: modules.forecast.data=sample."
    }

    static var tooManyRequests: Fault {
        Fault(
            .upstreamRejected, "The weather service was asked too often.",
            hint: "Wait a minute; modules.forecast.cacheLifetime says how long answers are kept.", module: "forecast",
            retryable: true)
    }

    /// The upstream's own message, such as `Nothing to geocode`.
    static func refused(_ message: String?, status: Int) -> Fault {
        guard let message, !trimmed(message).isEmpty else { return .rejected(status, module: "forecast") }
        return Fault(
            .upstreamRejected, "The weather service refused the request: \(quoted(message, limit: 200)).",
            hint: "Try another place, for example London,GB.", module: "forecast")
    }

    /// An argument of a prompt.
    static func wrong(_ argument: String, expected: String) -> Fault {
        Fault(
            .invalidArgument, "The argument \(argument) is \(expected).", hint: "Correct it and ask again.",
            module: "forecast", field: argument)
    }
}
