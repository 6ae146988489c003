import DesignSystem
package import Settings

/// The values that a field has: how they are read, written, compared and laid out all comes from here.
package indirect enum FieldKind: Sendable {
    /// One line of text.
    case text
    /// Text of several lines or paragraphs.
    case prose
    /// One of few words.
    case word([String])
    case whole
    /// A span of time: whole seconds in JSON, `1 h 30 min` to people. Upstreams say seconds, ISO 8601 or `1:30:00`.
    case duration
    /// A number as the upstream spelled it.
    case number
    case flag
    /// An exact amount of a currency.
    case money(MoneyUnit)
    /// Several amounts, such as a total for each currency.
    case amounts
    /// A day of the calendar, `2019-08-02` in JSON.
    case date
    /// An address that leads out of Galleria.
    case link
    /// The address of a picture.
    case picture
    /// Several texts, such as the addresses of further pictures.
    case texts
    /// The address of the screen that shows the row, made of its key.
    case route(RouteTemplate)
    /// The row's place in its answer, from 1: the key of rows that nothing else tells apart.
    case position
    /// Rows of their own, such as the days of a forecast.
    case rows(RowLayout)
    /// One row of its own, such as the place of a forecast.
    case row(RowLayout)
}

/// Source of an amount's currency.
package enum MoneyUnit: Sendable {
    /// ISO 4217.
    case code(String)
    /// The setting that holds the code.
    case setting(SettingKey<String>)
    /// The path of the member of the row that holds the code.
    case path(String)
}

/// Role of a field among those of its row: its place in tables and details.
package enum FieldRole: Sendable, Equatable {
    /// Tells the row from all others; required to read it.
    case key
    /// The row's name.
    case title
    /// The price to pay, or the regular one where another field is `reduced`.
    case price
    /// A price below the regular one: where it is there, it is what is paid.
    case reduced
    /// Percent off, shown beside the reduced price.
    case discount
    /// A word beside the title, where the flag is set.
    case badge(String)
    /// A word of the upstream's own beside the title.
    case ribbon
    /// The address of the screen that shows the row.
    case route
    /// The ends of a range, and a value between: rows of them are shown as a chart.
    case low, middle, high
    /// The unit of the row's range.
    case unit
}

/// Questions that a list takes by a field.
package struct FieldMarks: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Marks of its own making: what every set has is generic, and took 136,000 instructions of a start (callgrind).
    package init(arrayLiteral marks: FieldMarks...) {
        var rawValue: UInt8 = 0
        for mark in marks { rawValue |= mark.rawValue }
        self.init(rawValue: rawValue)
    }

    /// Rows can be narrowed by its values.
    package static let filter = FieldMarks(rawValue: 1)
    /// Rows can be sorted by it although it is not listed; listed fields of one value always sort.
    package static let sort = FieldMarks(rawValue: 2)
    /// Its text is searched by `query`. Without any such field, titles and other listed texts are.
    package static let search = FieldMarks(rawValue: 4)
    /// Given only where it is asked for, and in details.
    package static let unlisted = FieldMarks(rawValue: 8)
    /// Never given: there to be asked for alone.
    package static let hidden = FieldMarks(rawValue: 16)
    /// The upstream's text is HTML: character references are decoded, and prose becomes plain text.
    package static let html = FieldMarks(rawValue: 32)
    /// Given in JSON alone: it tells programs how to lay the row out, and people nothing.
    package static let silent = FieldMarks(rawValue: 64)
    /// Rows can be counted by its values, as by every text that filters; of rows within a row, their heading tells how many.
    package static let count = FieldMarks(rawValue: 128)
}
