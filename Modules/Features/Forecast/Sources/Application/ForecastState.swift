import DesignSystem
import FeatureKit

/// The state of the forecast's screen.
struct ForecastState: LoadingState {
    /// What is typed.
    private(set) var text: String
    /// The place that is shown, loading or failed; nil while nothing long enough was typed.
    private(set) var query: String?
    /// The rows, and the place that they were asked for. They stay until others are in.
    private(set) var shown: (query: String, forecast: PlaceForecast)?
    private(set) var refresh = RefreshStatus()
    /// What to do about the failure that `refresh` tells of.
    private var hint = ""
    /// Rises with every load and clearing: a late answer of an older one is dropped.
    private var generation = 0
    /// Rises with every change of the text: only the last one is searched.
    private var edits = 0
    private let units: TemperatureUnits
    private let documents: ForecastDocuments

    /// - Parameters:
    ///   - place: where the screen begins; nil with nothing typed.
    ///   - units: said while there is no forecast.
    ///   - locale: for whom days are written.
    init(place: String?, units: TemperatureUnits, locale: TextLocale) {
        text = place ?? ""
        query = place
        self.units = units
        documents = ForecastDocuments(locale: locale)
    }

    // MARK: Typing

    /// - Returns: the number of this change.
    mutating func edit(_ text: String) -> Int {
        self.text = text
        edits += 1
        return edits
    }

    /// Whether no later change came.
    func isLast(_ edit: Int) -> Bool { edit == edits }

    // MARK: Loading

    /// - Returns: the number of this load.
    mutating func begin(_ place: String) -> Int {
        query = place
        generation += 1
        refresh = RefreshStatus()
        refresh.running = .header
        return generation
    }

    /// - Returns: nil for a late answer, which changes nothing.
    mutating func succeed(_ generation: Int, with forecast: PlaceForecast) -> Void? {
        guard generation == self.generation, let query else { return nil }
        shown = (query, forecast)
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

    /// Nothing to show: what is typed is too short. Nothing was asked, so nothing can fail.
    mutating func clear() {
        generation += 1
        query = nil
        shown = nil
        refresh = RefreshStatus()
        refresh.ended = .normal
    }

    // MARK: Telling

    /// Without a forecast there are no days, and the place has no name.
    private var forecast: PlaceForecast {
        shown?.forecast
            ?? PlaceForecast(place: Place(name: "", country: "", timezone: 0), units: units, days: [])
    }

    static let shape: ResultShape<ForecastState> =
        PlaceForecast.shape.flattened { $0.forecast } + [
            ResultField("text", .text, "What is typed.") { $0.text },
            .refresh,
        ]

    var document: Document {
        let typed =
            text.isEmpty ? Inline("type at least \(PlaceName.fewestCharacters) characters", .muted) : Inline(text)
        return Document {
            Block.keyValues([KeyValue("Your place", typed)])
            ForecastDocuments.notices(refresh, hint: hint)
            if let shown { documents.forecast(shown.forecast, query: shown.query) }
        }
    }
}
