import JSON

/// Facts by which the rows of a layout are read and written. Made with the first of its rows: of the layouts that a start declares, few have
/// rows at once, and theirs are a tenth of what a first list of tools takes.
final class RowCodec: Sendable {
    /// The fields' names as JSON has them.
    let keys: FieldTexts
    /// Beginnings of the fields' lines in a list of facts; nil where the labels are in another language.
    let factMarks: FieldTexts?
    let forms: ContiguousArray<FieldForm>
    /// The words that fields may be, those of one side by side.
    let words: FieldTexts
    /// Whether a field is several texts.
    let hasTexts: Bool
    /// A bound of the bytes around the values of all fields that are given.
    let mostGivenNameBytes: Int
    /// The texts around the key in a row's route, where only the key varies.
    let routeEnds: RouteEnds?
    /// Slots of a row of which nothing was read. A flag that is stored here begins as false, as it is of most rows: what is stored of
    /// them changes nothing then, and they need no slots of their own.
    let blank: ContiguousArray<Slot>
    let positions: [Int]
    /// Columns of a set of one row.
    let columnsOfOneRow: ContiguousArray<SlotTable.Column>
    /// A field that is read. Plain numbers, of which rows take copies.
    struct Reading: Sendable {
        /// Its place.
        let field: Int
        /// The place of its member among the members.
        let member: Int
        /// The steps of the path below that.
        let rest: Range<Int>
        /// True where that leads through the elements of an array.
        let isOfMany: Bool
    }

    let reading: ContiguousArray<Reading>
    /// Paths below the members.
    let paths: MemberPaths
    /// Whether the currency of an amount stands elsewhere in its row.
    let hasUnitPaths: Bool
    let computed: [Int]
    /// The fields that are derived from an upstream's row.
    let derived: [Int]
    /// The members of an upstream's row that fields are read from.
    let members: MemberTable

    init(_ layout: RowLayout) {
        let fields = layout.fields
        keys = .keys(fields)
        factMarks = layout.isTranslated ? nil : .factMarks(fields)
        mostGivenNameBytes = keys.mostBytes(layout.given)
        routeEnds = layout.route.flatMap { place in
            if case .route(let template) = fields[place].kind { RouteEnds(template) } else { nil }
        }
        blank = ContiguousArray(
            fields.map { field in
                if field.overlay != nil, case .flag = field.kind { .flag(false) } else { .missing }
            })
        positions = RowLayout.places(fields[...]) { if case .position = $0.kind { true } else { false } }
        columnsOfOneRow = SlotTable.columnsOfOneRow(fields.count)
        hasUnitPaths = fields.contains { field in
            if case .money(.path) = field.kind { true } else { false }
        }
        computed = RowLayout.places(fields[...]) { $0.compute != nil }
        derived = RowLayout.places(fields[...]) { $0.derive != nil }
        (reading, members, paths) = Self.reading(fields) { $0.below.map { [$0.member] } ?? $0.path }
        let (title, route, key) = (layout.title, layout.route, layout.key)
        var words: [String] = []
        forms = ContiguousArray(
            fields.enumerated().map { place, field in
                let first = words.count
                if case .word(let known) = field.kind { words += known }
                let isBadge = layout.badges.contains(place)
                return FieldForm(
                    field, isElsewhere: isBadge || place == title || place == route,
                    hasFurther: place == title || place == layout.reduced || place == layout.discount,
                    isCode: place == key && place != title && layout.hasKey, isBadge: isBadge,
                    words: first..<words.count)
            })
        self.words = .words(words)
        hasTexts = forms.contains { $0.detail == .texts }
    }

    /// Places of the fields in an upstream's row.
    private static func reading(
        _ fields: ContiguousArray<FieldDeclaration>, _ path: (FieldDeclaration) -> [String]?
    ) -> (ContiguousArray<Reading>, MemberTable, MemberPaths) {
        var names: [String] = []
        names.reserveCapacity(fields.count)
        var reading: ContiguousArray<Reading> = []
        reading.reserveCapacity(fields.count)
        var paths = MemberPaths()
        for (index, field) in fields.enumerated() {
            guard let path = path(field), let head = path.first else { continue }
            let member = names.firstIndex(of: head) ?? names.count
            if member == names.count { names.append(head) }
            let rest: [String?] = path.count > 1 ? path.dropFirst().map { $0 == "*" ? nil : $0 } : []
            reading.append(
                Reading(field: index, member: member, rest: paths.add(rest), isOfMany: rest.contains(nil)))
        }
        return (reading, MemberTable(names), paths)
    }

    /// Places of the fields in rows that we wrote.
    static func toldReading(_ fields: ContiguousArray<FieldDeclaration>) -> (ContiguousArray<Reading>, MemberTable) {
        let (reading, members, _) = reading(fields) { $0.path == nil ? nil : [$0.name] }
        return (reading, members)
    }
}
