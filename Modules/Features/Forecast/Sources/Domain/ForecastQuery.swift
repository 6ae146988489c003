import FeatureKit

/// What is asked of the upstream.
struct ForecastQuery: Sendable {
    /// Without blanks at its ends.
    let place: String
    /// 1…16
    let days: Int
    let units: TemperatureUnits

    /// The days that the upstream forecasts.
    static let dayRange = 1...16

    /// Two queries that the same answer serves: the case of the place does not count.
    struct Key: Hashable {
        let place: ExactName
        let days: Int
        let units: TemperatureUnits
    }

    var key: Key { Key(place: ExactName(place.lowercased()), days: days, units: units) }
}

/// The rule for what is typed as a place.
enum PlaceName {
    static let fewestCharacters = 3
    /// In Unicode scalars, so that a route with the name stays short enough.
    static let mostScalars = 100

    /// - Returns: the name without blanks at its ends; nil with fewer characters (as people count them) than the
    ///   fewest, or more scalars than the most.
    static func valid(_ text: String) -> String? {
        let name = trimmed(text)
        return name.unicodeScalars.count <= mostScalars && name.count >= fewestCharacters ? name : nil
    }
}

/// The day in a text of the form `2021-03-10`; nil for any other.
func routeDate(_ text: String) -> CivilDate? {
    CivilDate(text).flatMap { $0.text.utf8.elementsEqual(text.utf8) ? $0 : nil }
}
