import FeatureKit

/// The sentences of the forecast's own failures, in one place.
extension Fault {
    /// In the upstream's own words.
    static var unknownPlace: Fault {
        Fault(
            .notFound, "city not found.", hint: "Check the spelling, or add the country, for example London,GB.",
            module: Forecast.id)
    }

    static func unknownDay(_ date: CivilDate) -> Fault {
        Fault(
            .notFound, "There is no forecast for \(date.text).",
            hint: "forecast.daily with days=16 lists the days that there are.", module: Forecast.id)
    }

    static var missingKey: Fault {
        Fault(
            .upstreamRejected, "The weather service needs an API key, and none is set.", hint: keyHint,
            module: Forecast.id)
    }

    static var refusedKey: Fault {
        Fault(.upstreamRejected, "The weather service refused the API key.", hint: keyHint, module: Forecast.id)
    }

    private static var keyHint: String {
        "Set modules.forecast.apiKey, or the variable OPENWEATHER_API_KEY; "
            + "sample data needs no key: modules.forecast.data=sample."
    }

    static var tooManyRequests: Fault {
        Fault(
            .upstreamRejected, "The weather service was asked too often.",
            hint: "Wait a minute; modules.forecast.cacheLifetime says how long answers are kept.", module: Forecast.id,
            retryable: true)
    }

    /// The upstream's own message, such as `Nothing to geocode`.
    static func refused(_ message: String?, status: Int) -> Fault {
        guard let message, !trimmed(message).isEmpty else { return .rejected(status, module: Forecast.id) }
        return Fault(
            .upstreamRejected, "The weather service refused the request: \(quoted(message, limit: 200)).",
            hint: "Try another place, for example London,GB.", module: Forecast.id)
    }

    static var notAPlace: Fault {
        Fault(
            .invalidArgument, "A place is \(placeExpected).", hint: "For example galleria://forecast?place=London.",
            module: Forecast.id, field: "route")
    }

    /// The argument of a prompt.
    static var wrongPlace: Fault {
        Fault(
            .invalidArgument, "A place is \(placeExpected).", hint: "For example London,GB.", module: Forecast.id,
            field: "place")
    }

    /// The argument of a prompt.
    static var wrongDays: Fault {
        let range = ForecastQuery.dayRange
        return Fault(
            .invalidArgument, "Days are a whole number from \(range.lowerBound) to \(range.upperBound).",
            hint: "For example 7.", module: Forecast.id, field: "days")
    }

    static var notADate: Fault {
        Fault(
            .invalidArgument, "A date is \(dateExpected).", hint: "forecast.daily gives the date of each day.",
            module: Forecast.id, field: "route")
    }

    /// What a place must be, as a part of a sentence.
    static var placeExpected: String {
        "a name of at least \(PlaceName.fewestCharacters) characters, not counting blanks at its ends, and at most "
            + "\(PlaceName.mostScalars)"
    }

    static var dateExpected: String { "a day in the form 2021-03-10" }

    /// The same fault without a secret, should the upstream have repeated it.
    func without(secret: String) -> Fault {
        var fault = self
        fault.message = hiding(secret, in: message)
        fault.hint = hiding(secret, in: hint)
        return fault
    }
}

/// `text` with every occurrence of `secret`, byte by byte, as `***`.
private func hiding(_ secret: String, in text: String) -> String {
    let needle = Array(secret.utf8)
    let source = Array(text.utf8)
    guard !needle.isEmpty, source.count >= needle.count else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < source.count {
        if source[index...].starts(with: needle) {
            result += Array("***".utf8)
            index += needle.count
        } else {
            result.append(source[index])
            index += 1
        }
    }
    return String(decoding: result, as: UTF8.self)
}
