import DesignSystem
package import Settings
package import Storage
package import Values

/// A field whose values are of a type that code reads: `row[Good.price]`.
package struct Field<Value: Sendable>: RowField {
    package let declaration: FieldDeclaration

    /// Its name in JSON and in questions: what a parameter or a stored value with the same meaning is named by.
    package var name: String { declaration.name }
}

/// A field of any type, as a layout takes it.
package protocol RowField: Sendable {
    var declaration: FieldDeclaration { get }
}

extension Field<String> {
    /// One line of text.
    /// - Parameters:
    ///   - name: lower camel case: the member in JSON, the name in questions.
    ///   - doc: one line.
    ///   - path: of its member in the upstream's row; the name without one. `menu.coffee` is a member of an object.
    package static func text(
        _ name: String, _ doc: String, _ role: FieldRole? = nil, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil, filter: String? = nil
    ) -> Self {
        Self(name, doc, .text, role, marks, path, label, filter: filter)
    }

    /// Text of several lines.
    package static func prose(
        _ name: String, _ doc: String, _ marks: FieldMarks = [], from path: String? = nil, label: String? = nil
    ) -> Self {
        Self(name, doc, .prose, nil, marks.union(.unlisted), path, label)
    }

    /// One of few words.
    /// - Parameter offered: the words that a filter offers; all without.
    package static func word(
        _ name: String, _ doc: String, _ words: [String], _ marks: FieldMarks = [], filter offered: [String]? = nil,
        from path: String? = nil, label: String? = nil
    ) -> Self {
        Self(name, doc, .word(words), nil, marks, path, label, filterWords: offered)
    }

    /// The address of a picture.
    package static func picture(
        _ name: String, _ doc: String, _ marks: FieldMarks = [], from path: String? = nil
    ) -> Self {
        Self(name, doc, .picture, nil, marks.union(.unlisted), path, nil)
    }

    /// An address that leads out of Galleria.
    package static func link(_ name: String, _ doc: String, from path: String? = nil) -> Self {
        Self(name, doc, .link, nil, .unlisted, path, nil)
    }

    /// An address that leads out of Galleria and that the upstream gives relative to a site's.
    /// - Parameters:
    ///   - member: of the upstream's row: `linen-dress-900000.html`, with or without a slash before it, or a whole address of the
    ///     site. One that is elsewhere counts as missing.
    ///   - site: the setting of the address that it is below.
    package static func link(_ name: String, _ doc: String, from member: String, below site: SettingKey<String>) -> Self
    {
        Self(
            declaration: FieldDeclaration(
                name, doc, .link, role: nil, marks: .unlisted, label: nil, path: nil,
                below: FieldDeclaration.AddressBelow(member: member, site: site)))
    }

    /// The address of the screen that shows a row.
    /// - Parameter template: `galleria://mall/{id}`. A variable is filled with the row's text of that name, else with its key.
    package static func route(_ template: String, _ marks: FieldMarks = []) -> Self {
        Self("route", "The screen that shows it.", .route(RouteTemplate(template)), .route, marks, nil, nil)
    }
}

extension Field<Int> {
    package static func whole(
        _ name: String, _ doc: String, _ role: FieldRole? = nil, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil, filter: String? = nil
    ) -> Self {
        Self(name, doc, .whole, role, marks, path, label, filter: filter)
    }

    /// A span of time.
    package static func duration(
        _ name: String, _ doc: String, _ role: FieldRole? = nil, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil
    ) -> Self {
        Self(name, doc, .duration, role, marks, path, label).told { seconds, _ in
            seconds.map { Inline($0 < 0 ? "\($0) s" : durationText($0)) }
        }
    }

    /// The row's place in its answer, from 1: the key of rows that nothing else tells apart.
    package static func position(_ name: String, _ doc: String, filter: String? = nil) -> Self {
        Self(name, doc, .position, .key, .filter, nil, nil, filter: filter)
    }
}

extension Field<DecimalAmount> {
    /// A number, told as the upstream spelled it.
    package static func number(
        _ name: String, _ doc: String, _ role: FieldRole? = nil, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil
    ) -> Field<DecimalAmount> {
        Field<DecimalAmount>(name, doc, .number, role, marks, path, label)
    }
}

extension Field<Bool> {
    package static func flag(
        _ name: String, _ doc: String, _ role: FieldRole? = nil, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil
    ) -> Self {
        Self(name, doc, .flag, role, marks, path, label)
    }
}

extension Field<Money> {
    package static func money(
        _ name: String, _ doc: String, _ unit: MoneyUnit, _ role: FieldRole? = nil, _ marks: FieldMarks = [],
        from path: String? = nil, label: String? = nil
    ) -> Self {
        Self(name, doc, .money(unit), role, marks, path, label)
    }
}

extension Field<[Money]> {
    /// Several amounts, made here.
    package static func amounts(_ name: String, _ doc: String, label: String? = nil) -> Self {
        Self(name, doc, .amounts, nil, .unlisted, nil, label)
    }
}

extension Field<CivilDate> {
    package static func date(
        _ name: String, _ doc: String, _ marks: FieldMarks = [], from path: String? = nil, label: String? = nil
    ) -> Self {
        Self(name, doc, .date, nil, marks, path, label)
    }

    /// A day that tells the row from all others.
    package static func date(
        _ name: String, _ doc: String, _ role: FieldRole, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil
    ) -> Self {
        Self(name, doc, .date, role, marks, path, label)
    }
}

extension Field<[String]> {
    /// Several texts, elements of an array.
    package static func texts(
        _ name: String, _ doc: String, _ marks: FieldMarks = [], from path: String? = nil, label: String? = nil
    ) -> Self {
        Self(name, doc, .texts, nil, marks.union(.unlisted), path, label)
    }
}

extension Field<Row> {
    /// One row within the row, an object.
    package static func row(
        _ name: String, _ doc: String, of layout: RowLayout, from path: String? = nil, label: String? = nil
    ) -> Self {
        Self(name, doc, .row(layout), nil, .unlisted, path, label)
    }
}

extension Field<[Row]> {
    /// Rows within the row, elements of an array.
    package static func rows(
        _ name: String, _ doc: String, of layout: RowLayout, _ marks: FieldMarks = [], from path: String? = nil,
        label: String? = nil
    ) -> Self {
        Self(name, doc, .rows(layout), nil, marks.union(.unlisted), path, label)
    }
}

extension Field<String> {
    /// The same field, where other texts count as missing.
    package func accepting(_ isIt: @escaping @Sendable (String) -> Bool) -> Self {
        Self(
            declaration: FieldDeclaration(declaration) { value in
                if case .text(let text) = value { isIt(text) } else { true }
            })
    }
}

extension Field<Int> {
    /// The same field, where other numbers count as missing.
    package func within(_ range: ClosedRange<Int>) -> Self {
        Self(
            declaration: FieldDeclaration(declaration) { value in
                if case .whole(let number) = value { range.contains(number) } else { true }
            })
    }
}

extension Field {
    /// The same field, whose value is derived from the upstream's row where a path does not say it.
    package func derived(_ derive: @escaping RowDerivation) -> Self {
        Self(declaration: FieldDeclaration(declaration, derive: derive))
    }
}

extension Field<Bool> {
    /// The same as of any other field. To look up the types took 650 instructions of each row's 850.
    package func computed(_ value: @escaping @Sendable (Row) -> Bool?) -> Self {
        Self(declaration: FieldDeclaration(declaration, compute: { value($0).map { .flag($0) } }))
    }

    /// The same as of any other field, also without looking up types.
    /// - Parameter space: the namespace that `value` looks into, by `Overlays.value`: of a page's rows all of it is read at once.
    package func stored(
        in space: StateNamespace? = nil, _ value: @escaping @Sendable (Row, Overlays) -> Bool?
    ) -> Self {
        Self(declaration: FieldDeclaration(declaration, overlay: { value($0, $1).map { .flag($0) } }, in: space))
    }
}

extension Field<String> {
    /// The same as of any other field, also without looking up types.
    package func stored(_ value: @escaping @Sendable (Row, Overlays) -> String?) -> Self {
        Self(declaration: FieldDeclaration(declaration, overlay: { value($0, $1).map { .text($0) } }))
    }
}

extension Field where Value: FieldContent {
    /// The same field, whose value is computed from the fields that were read and not read itself.
    package func computed(_ value: @escaping @Sendable (Row) -> Value?) -> Self {
        Self(declaration: FieldDeclaration(declaration, compute: { value($0).map { $0.fieldValue } }))
    }

    /// The same field, whose value is stored here and not by the upstream, such as a like.
    /// - Parameter value: must be quick: it is asked whenever a row is told. Nil where the value is not known.
    package func stored(_ value: @escaping @Sendable (Row, Overlays) -> Value?) -> Self {
        Self(declaration: FieldDeclaration(declaration, overlay: { value($0, $1).map { $0.fieldValue } }))
    }
}

extension Field {
    fileprivate init(
        _ name: String, _ doc: String, _ kind: FieldKind, _ role: FieldRole?, _ marks: FieldMarks, _ path: String?,
        _ label: String?, filter: String? = nil, filterWords: [String]? = nil
    ) {
        declaration = FieldDeclaration(
            name, doc, kind, role: role, marks: marks, label: label, filterName: filter, filterWords: filterWords,
            path: path.map { parts(of: $0, UInt8(ascii: ".")) })
    }
}
