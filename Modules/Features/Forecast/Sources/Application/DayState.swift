import DesignSystem
import FeatureKit

/// The state of a day's screen.
struct DayState: LoadingState {
    let place: String
    let date: CivilDate
    private(set) var refresh = RefreshStatus()
    /// The forecast with this day alone; nil until it is loaded. It stays until another is in.
    private var forecast: PlaceForecast?
    private var hint = ""
    /// Rises with every load; a late answer of an older one is dropped.
    private var generation = 0
    private let units: TemperatureUnits
    private let documents: ForecastDocuments

    init(place: String, date: CivilDate, units: TemperatureUnits, locale: TextLocale) {
        self.place = place
        self.date = date
        self.units = units
        documents = ForecastDocuments(locale: locale)
    }

    /// - Returns: the number of this load.
    mutating func begin() -> Int {
        generation += 1
        refresh = RefreshStatus()
        refresh.running = .header
        return generation
    }

    /// - Returns: nil for a late answer, which changes nothing.
    mutating func succeed(_ generation: Int, with forecast: PlaceForecast) -> Void? {
        guard generation == self.generation else { return nil }
        self.forecast = forecast
        refresh = RefreshStatus()
        refresh.ended = .normal
        return ()
    }

    /// - Returns: nil for a late failure, which changes nothing.
    mutating func fail(_ generation: Int, _ fault: Fault) -> Void? {
        guard generation == self.generation else { return nil }
        refresh.fail(.header, fault)
        hint = fault.hint
        return ()
    }

    /// Before it is loaded the day is its place's name alone.
    private var told: PlaceForecast {
        forecast ?? PlaceForecast(place: Place(name: place, country: "", timezone: 0), units: units, days: [])
    }

    static let shape: ResultShape<DayState> =
        PlaceForecast.shape.flattened { $0.told } + [
            ResultField("date", .text, "The local day.") { $0.date.text },
            .refresh,
        ]

    var document: Document {
        Document {
            Block.heading(level: 1, Inline(documents.text(of: date), .title))
            ForecastDocuments.notices(refresh, hint: hint)
            documents.day(told, date)
        }
    }
}
