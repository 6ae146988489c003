package import DesignSystem
package import Values

extension Field {
    /// The same field, told to people in other words than its JSON, with its place in the row.
    fileprivate func telling(_ words: @escaping @Sendable (Row, Int) -> Inline?) -> Self {
        Self(declaration: FieldDeclaration(declaration, tell: words))
    }

    /// The same field, left out of texts: another one says the same to people.
    package var untold: Self { telling { _, _ in nil } }
}

extension Field<String> {
    /// The same field, told to people in other words than its JSON.
    /// - Parameter words: also asked for rows without a value; nil leaves the field out of details.
    package func told(_ words: @escaping @Sendable (String?, Row) -> Inline?) -> Self {
        telling { row, place in words(row.text(place), row) }
    }
}

extension Field<Int> {
    /// The same field, told to people in other words than its JSON: with a unit, say.
    /// - Parameter words: also asked for rows without a value; nil leaves the field out of details.
    package func told(_ words: @escaping @Sendable (Int?, Row) -> Inline?) -> Self {
        telling { row, place in
            let slot = row.slot(place)
            return words(slot.kind == .whole ? slot.whole : nil, row)
        }
    }
}

extension Field<DecimalAmount> {
    /// The same field, told to people in other words than its JSON: rounded, with a unit that another field of the row may hold.
    /// - Parameter words: also asked for rows without a value; nil leaves the field out of details.
    package func told(_ words: @escaping @Sendable (DecimalAmount?, Row) -> Inline?) -> Self {
        telling { row, place in words(row.text(place).flatMap { DecimalAmount($0) }, row) }
    }
}

extension Field<Money> {
    /// The same field, told to people in other words than its JSON.
    /// - Parameter words: also asked for rows without a value; nil leaves the field out of details.
    package func told(_ words: @escaping @Sendable (Money?, Row) -> Inline?) -> Self {
        telling { row, place in
            let slot = row.slot(place)
            return words(slot.kind == .money ? row.money(slot) : nil, row)
        }
    }
}
