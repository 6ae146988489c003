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
    /// A number as the upstream spelled it.
    case number
    case flag
    /// An exact amount of a currency.
    case money(MoneyUnit)
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
}

/// Where the currency of an amount is named.
package enum MoneyUnit: Sendable {
    /// ISO 4217.
    case code(String)
    /// The setting that holds the code.
    case setting(SettingKey<String>)
    /// The path of the member of the row that holds the code.
    case path(String)
}

/// What a field is among those of its row: where it stands in tables and details.
package enum FieldRole: Sendable, Equatable {
    /// Tells the row from all others; required to read it.
    case key
    /// What the row is called.
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
}

/// What may be asked of a list by a field.
package struct FieldMarks: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Rows can be narrowed by its values.
    package static let filter = FieldMarks(rawValue: 1)
    /// Rows can be sorted by it although it is not listed; listed fields of one value always sort.
    package static let sort = FieldMarks(rawValue: 2)
    /// Its text is searched by `query`. Without any such field, titles and other listed texts are.
    package static let search = FieldMarks(rawValue: 4)
    /// Given only where it is asked for, and in details.
    package static let unlisted = FieldMarks(rawValue: 8)
    /// The upstream's text is HTML: character references are decoded, and prose becomes plain text.
    package static let html = FieldMarks(rawValue: 32)
    /// Never given: there to be asked for alone.
    package static let hidden = FieldMarks(rawValue: 16)
}
