import DesignSystem

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

/// Degrees in one of the units.
struct Temperature: Sendable, Equatable {
    let degrees: Double
    let units: TemperatureUnits

    /// Rounded to whole degrees, such as `31°C`.
    var text: String { temperatureText(degrees, symbol: units.symbol) }
}
