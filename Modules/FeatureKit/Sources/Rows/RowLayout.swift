import DesignSystem
import JSON
import Storage
import Synchronization
import Values

/// The fields of a type of row, in the order in which they are told, and what follows from them alone.
package final class RowLayout: Sendable {
    /// Name of one row, such as `product`.
    package let name: String
    /// The fields' names as JSON has them.
    let keys: FieldTexts
    /// Beginnings of the fields' lines in a list of facts; nil where the labels are in another language.
    let factMarks: FieldTexts?
    let forms: ContiguousArray<FieldForm>
    /// Whether a field is several texts.
    let hasTexts: Bool
    /// A bound of the bytes around the values of all fields that are given.
    let mostGivenNameBytes: Int
    /// Name of several rows.
    package let plural: String
    package let fields: ContiguousArray<FieldDeclaration>
    let knownColumns = Mutex<TableColumns?>(nil)
    /// Words of another language than English, by the English ones: labels, values of words, sentences.
    private let words: [String: String]
    /// The place of the key.
    let key: Int
    let title: Int?
    let price: Int?
    let reduced: Int?
    let discount: Int?
    let route: Int?
    /// The texts around the key in a row's route, where only the key varies.
    let routeEnds: RouteEnds?
    /// The first picture.
    let picture: Int?
    let badges: [Int]
    /// The fields of a chart; nil for rows without a range.
    let range: RangePlaces?
    /// The fields that lists give without being asked: what tables show, and the key.
    let listed: [Int]
    /// The fields that can be given at all.
    package let given: [Int]
    /// The same without the route.
    let told: [Int]
    /// The fields whose texts a search looks through.
    let searched: [Int]
    let overlaid: [Int]
    /// Namespaces that stored values are looked up in.
    let spaces: [StateNamespace]
    /// Slots of a row of which nothing was read. A flag that is stored here begins as false, as it is of most rows: what is stored of
    /// them changes nothing then, and they need no slots of their own.
    let blank: ContiguousArray<Slot>
    let positions: [Int]
    /// Columns of a set of one row.
    let columnsOfOneRow: ContiguousArray<SlotTable.Column>
    /// False for rows within rows that nothing tells apart.
    let hasKey: Bool
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
    let computed: [Int]
    /// The fields that are derived from an upstream's row.
    let derived: [Int]
    /// The members of an upstream's row that fields are read from.
    let members: MemberTable

    /// - Parameters:
    ///   - name: of one row.
    ///   - heading: the field that heads a detail, in place of the one whose role is the title.
    ///   - fields: one of them is the key; names differ. The registry says so where that is not kept.
    ///   - hidden: fields that are read and never given.
    ///   - words: texts for people in another language than English, by the English words; others stay English.
    package init(
        _ name: String, plural: String? = nil, heading: Field<String>? = nil, _ fields: [any RowField],
        hidden: [any RowField] = [], words: [String: String] = [:]
    ) {
        self.name = name
        self.words = words
        self.plural = plural ?? name + "s"
        let declarations = ContiguousArray((fields + hidden).map(\.declaration))
        self.fields = declarations
        keys = .keys(declarations)
        factMarks = words.isEmpty ? .factMarks(declarations) : nil
        func first(_ isIt: (FieldDeclaration) -> Bool) -> Int? { declarations.firstIndex(where: isIt) }
        key = first { $0.role == .key } ?? 0
        title = first { $0 === heading?.declaration } ?? first { $0.role == .title }
        price = first { $0.role == .price }
        reduced = first { $0.role == .reduced }
        discount = first { $0.role == .discount }
        route = first { $0.role == .route }
        routeEnds = route.flatMap { place in
            if case .route(let template) = declarations[place].kind { RouteEnds(template) } else { nil }
        }
        picture = first { if case .picture = $0.kind { true } else { false } }
        badges = Self.places(declarations[...]) { field in
            switch field.role {
            case .badge, .ribbon: true
            default: false
            }
        }
        range = RangePlaces(declarations)
        // Those that are hidden stand behind.
        listed = Self.places(declarations[..<fields.count]) { $0.isListed }
        given = Self.places(declarations[..<fields.count]) { !$0.marks.contains(.hidden) }
        mostGivenNameBytes = Self.mostNameBytes(given, keys)
        told = given.filter { $0 != first { $0.role == .route } }
        searched = Self.searched(declarations)
        overlaid = Self.places(declarations[...]) { $0.overlay != nil }
        spaces = declarations.compactMap(\.space)
        blank = ContiguousArray(
            declarations.map { field in
                if field.overlay != nil, case .flag = field.kind { .flag(false) } else { .missing }
            })
        positions = Self.places(declarations[...]) { if case .position = $0.kind { true } else { false } }
        columnsOfOneRow = SlotTable.columnsOfOneRow(declarations.count)
        hasKey = declarations.contains { $0.role == .key }
        computed = Self.places(declarations[...]) { $0.compute != nil }
        derived = Self.places(declarations[...]) { $0.derive != nil }
        (reading, members, paths) = Self.reading(declarations) { $0.below.map { [$0.member] } ?? $0.path }
        var forms: ContiguousArray<FieldForm> = []
        forms.reserveCapacity(declarations.count)
        for (place, field) in declarations.enumerated() {
            let isBadge = badges.contains(place)
            forms.append(
                FieldForm(
                    field, isElsewhere: isBadge || place == title || place == route,
                    hasFurther: place == title || place == reduced || place == discount,
                    isCode: place == key && place != title && hasKey, isBadge: isBadge))
        }
        self.forms = forms
        hasTexts = forms.contains { $0.detail == .texts }
    }

    /// Places of the fields that are so. An array of their count: one that grows is made several times, for each layout at every start.
    private static func places(
        _ fields: ArraySlice<FieldDeclaration>, _ isIt: (FieldDeclaration) -> Bool
    ) -> [Int] {
        let count = fields.count(where: isIt)
        guard count > 0 else { return [] }
        var places: [Int] = []
        places.reserveCapacity(count)
        for place in fields.indices where isIt(fields[place]) { places.append(place) }
        return places
    }

    /// The fields that are marked for it; without any, the listed texts and the key.
    private static func searched(_ fields: ContiguousArray<FieldDeclaration>) -> [Int] {
        let marked = places(fields[...]) { $0.marks.contains(.search) }
        if !marked.isEmpty { return marked }
        return places(fields[...]) { field in
            switch field.kind {
            case .text, .word: field.isListed
            default: field.isListed && field.role == .key
            }
        }
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
    var toldReading: (ContiguousArray<Reading>, MemberTable) {
        let (reading, members, _) = Self.reading(fields) { $0.path == nil ? nil : [$0.name] }
        return (reading, members)
    }

    var keyField: FieldDeclaration { fields[key] }

    /// Unicode scalars of a key: with them a route stays within its bound, whatever has to be percent-encoded.
    package static let longestKey = 100

    /// English words in the language of the layout.
    package func said(_ english: String) -> String { words.isEmpty ? english : words[english] ?? english }

    /// The label of a field.
    func label(_ place: Int) -> String { said(fields[place].label) }

    /// Whether the label of a field stands in Markdown as it is.
    func isPlainLabel(_ place: Int) -> Bool {
        if let factMarks { factMarks.count(place) > 0 } else { DesignSystem.isPlainLabel(label(place)) }
    }

    /// Whether rows can be asked for by their keys.
    var takesKeys: Bool { hasKey && fields[key].marks.contains(.filter) }

    /// The place of a field; nil for one of another layout.
    func place(of field: FieldDeclaration) -> Int? { fields.firstIndex { $0 === field } }

    /// The place of a field by its name, compared byte for byte.
    func place(named name: String) -> Int? { fields.firstIndex { $0.name.isExactly(name) } }

    /// Mistakes of the declaration, a sentence each, found when the registry is built.
    var mistakes: [String] {
        var found: [String] = []
        let names = fields.map(\.name)
        if Set(names).count != names.count { found.append("a field of \(withArticle(name)) is declared twice") }
        if fields.count(where: { $0.role == .key }) != 1 { found.append("\(withArticle(name)) has no key, or several") }
        for field in fields where field.doc.isEmpty { found.append("the field \(field.name) has no documentation") }
        if reduced != nil, price == nil { found.append("\(withArticle(name)) has a reduced price and no price") }
        return found
    }
}

/// The columns of a table of rows, and what follows from them alone. An object, since each table of the layout takes it.
final class TableColumns: Sendable {
    /// The fields that are told.
    let told: [Int]
    /// Those that have a column, in their order.
    let places: [Int]
    let columns: [Column]
    /// Lines before the rows, in Markdown.
    let head: [UInt8]
    /// Cells of the columns, in Markdown.
    let cells: RowCells

    init(_ layout: RowLayout, told: [Int], places: [Int]) {
        (self.told, self.places) = (told, places)
        columns = places.map(layout.column)
        cells = RowCells(layout, columns: places, among: told)
        var markdown = MarkdownRenderer()
        markdown.mark("|")
        for place in places { markdown.columnTitle(layout.label(place), isPlain: layout.isPlainLabel(place)) }
        markdown.mark("\n|")
        for place in places { markdown.columnAlignment(layout.alignment(place)) }
        head = markdown.withText { Array($0) }
    }
}
