import DesignSystem
import FeatureKit

/// How forecasts are described to people; the design system does the layout.
struct ForecastDocuments: Sendable {
    /// For whom days are written.
    let locale: TextLocale

    /// A place with its days: a chart of the temperatures, then the rest as a table.
    /// - Parameter query: the place as it was asked for, by which its days' routes name it; nil where nobody follows them.
    func forecast(_ forecast: PlaceForecast, query: String? = nil) -> Document {
        Document {
            Block.heading(level: 1, title(of: forecast.place))
            Block.paragraph(caption(of: forecast))
            if forecast.days.isEmpty {
                Block.paragraph(Inline("No days are forecast.", .muted))
            } else {
                chart(of: forecast, query)
                table(of: forecast.days, query)
            }
        }
    }

    private func identity(of day: ForecastDay, _ query: String?) -> RowIdentity {
        RowIdentity(day.date.text, route: query.map { Forecast.dayRoute($0, day.date) })
    }

    /// One day at a place.
    /// - Parameter forecast: with that day alone, or without days while it is not loaded.
    func day(_ forecast: PlaceForecast, _ date: CivilDate) -> Document {
        Document {
            Block.paragraph(title(of: forecast.place))
            if let day = forecast.days.first {
                chart(of: forecast, nil)
                Block.keyValues(facts(of: day))
            } else {
                Block.keyValues([KeyValue("Date", Inline(date.text, .code))])
            }
            if !forecast.days.isEmpty { Block.paragraph(caption(of: forecast)) }
        }
    }

    /// What a screen shows above its rows while something is wrong or under way.
    static func notices(_ refresh: RefreshStatus, hint: String) -> [Block] {
        if let message = refresh.message { return [.notice(.failure, title: Inline(message), detail: Inline(hint))] }
        return refresh.running == .header ? [.notice(.info, title: "Loading…", detail: nil)] : []
    }

    /// `Wed, 10 Mar 2021`, `2021년 3월 10일 (수)`
    func text(of date: CivilDate) -> String {
        dateText(
            DateParts(weekday: date.weekday, day: date.day, month: date.month, year: date.year), locale: locale)
    }

    // MARK: Parts

    private func title(of place: Place) -> Inline {
        Inline(place.country.isEmpty ? place.name : "\(place.name), \(place.country)", .title)
    }

    private func caption(of forecast: PlaceForecast) -> Inline {
        let offset = Self.offsetText(seconds: forecast.place.timezone)
        let caption = Inline("\(forecast.units.rawValue) units, local days at \(offset)", .caption)
        // One column alone would say nothing.
        return forecast.days.count > 1
            ? .sparkline(forecast.days.map(\.average.degrees), words: "") + caption : caption
    }

    /// `UTC+05:45`
    static func offsetText(seconds: Int) -> String {
        let minutes = seconds.magnitude / 60
        func padded(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "UTC\(seconds < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    private func chart(of forecast: PlaceForecast, _ query: String?) -> Block {
        func value(_ temperature: Temperature) -> RangeValue { RangeValue(temperature.degrees, temperature.text) }
        return .rangeChart(
            RangeChart(
                titles: RangeChart.Titles(label: "day", low: "min", mark: "average", high: "max"),
                unit: forecast.units.symbol,
                rows: forecast.days.map { day in
                    RangeRow(
                        label: Inline(text(of: day.date)), low: value(day.min), mark: value(day.average),
                        high: value(day.max), identity: identity(of: day, query))
                }))
    }

    private func table(of days: [ForecastDay], _ query: String?) -> Block {
        .table(
            Table(
                columns: [
                    Column("date", priority: 0), Column("pressure", alignment: .trailing, priority: 0),
                    Column("humidity", alignment: .trailing, priority: 0), Column("weather", minimumWidth: 8),
                ],
                rows: days.map { day in
                    [Inline(day.date.text, .code), pressure(of: day), humidity(of: day), description(of: day)]
                }, identities: days.map { identity(of: $0, query) }))
    }

    private func facts(of day: ForecastDay) -> [KeyValue] {
        [
            KeyValue("Date", Inline(day.date.text, .code)),
            KeyValue("Average temperature", Inline(day.average.text, .title)),
            KeyValue("Pressure", pressure(of: day)), KeyValue("Humidity", humidity(of: day)),
            KeyValue("Description", description(of: day)),
        ] + (day.iconURL.map { [KeyValue("Icon", Inline($0, link: $0))] } ?? [])
    }

    private func pressure(of day: ForecastDay) -> Inline { measure(day.pressure, unit: " hPa") }

    private func humidity(of day: ForecastDay) -> Inline {
        .bar(of: day.humidity.map { $0 / 100 }, words: "") + measure(day.humidity, unit: "%")
    }

    private func measure(_ value: Double?, unit: String) -> Inline {
        value.flatMap(wholeNumberText).map { Inline($0 + unit) } ?? Inline("—", .muted)
    }

    private func description(of day: ForecastDay) -> Inline {
        let words = day.description.isEmpty ? Inline("—", .muted) : Inline(day.description)
        return day.icon.map { words + " " + Inline($0, .code) } ?? words
    }
}
