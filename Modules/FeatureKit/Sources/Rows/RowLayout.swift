import DesignSystem
import JSON
import Storage
import Synchronization
import Values

/// The fields of a type of row, in the order in which they are told, and what follows from them alone.
package final class RowLayout: Sendable {
    /// Name of one row, such as `product`.
    package let name: String
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
    /// False for rows within rows that nothing tells apart.
    let hasKey: Bool
    private let madeCodec = MadeOnce<RowCodec>()

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
        var declarations: ContiguousArray<FieldDeclaration> = []
        declarations.reserveCapacity(fields.count + hidden.count)
        for field in fields { declarations.append(field.declaration) }
        for field in hidden { declarations.append(field.declaration) }
        self.fields = declarations
        let roles = RolePlaces(declarations, heading: heading?.declaration)
        key = roles.key ?? 0
        hasKey = roles.key != nil
        (title, price, reduced, discount) = (roles.title, roles.price, roles.reduced, roles.discount)
        (route, picture, range) = (roles.route, roles.picture, RangePlaces(roles))
        badges = Self.places(declarations[...]) { field in
            switch field.role {
            case .badge, .ribbon: true
            default: false
            }
        }
        // Those that are hidden stand behind.
        listed = Self.places(declarations[..<fields.count]) { $0.isListed }
        given = Self.places(declarations[..<fields.count]) { !$0.marks.contains(.hidden) }
        told = if let route = roles.route { Self.others(than: route, given) } else { given }
        searched = Self.searched(declarations)
        overlaid = Self.places(declarations[...]) { $0.overlay != nil }
        spaces = declarations.compactMap(\.space)
    }

    /// Places of the fields that are so. An array of their count: one that grows is made several times, for each layout at every start.
    static func places(
        _ fields: ArraySlice<FieldDeclaration>, _ isIt: (FieldDeclaration) -> Bool
    ) -> [Int] {
        let count = fields.count(where: isIt)
        guard count > 0 else { return [] }
        var places: [Int] = []
        places.reserveCapacity(count)
        for place in fields.indices where isIt(fields[place]) { places.append(place) }
        return places
    }

    /// The places but for one.
    private static func others(than place: Int, _ places: [Int]) -> [Int] {
        var others: [Int] = []
        others.reserveCapacity(places.count)
        for other in places where other != place { others.append(other) }
        return others
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

    /// Reads and writes the rows.
    var codec: RowCodec { madeCodec.value { RowCodec(self) } }

    /// Whether labels are in another language than English.
    var isTranslated: Bool { !words.isEmpty }

    var keyField: FieldDeclaration { fields[key] }

    /// Unicode scalars of a key: with them a route stays within its bound, whatever has to be percent-encoded.
    package static let longestKey = 100

    /// English words in the language of the layout.
    package func said(_ english: String) -> String { words.isEmpty ? english : words[english] ?? english }

    /// The label of a field.
    func label(_ place: Int) -> String { said(fields[place].label) }

    /// Whether the label of a field stands in Markdown as it is.
    func isPlainLabel(_ place: Int, _ codec: RowCodec) -> Bool {
        if let marks = codec.factMarks { marks.count(place) > 0 } else { DesignSystem.isPlainLabel(label(place)) }
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

/// The first field of each role, found in one pass: every start makes thirty layouts.
struct RolePlaces {
    private(set) var key, title, price, reduced, discount, route, low, middle, high, unit: Int?
    /// The first picture.
    private(set) var picture: Int?

    /// - Parameter heading: the title, whatever its role.
    init(_ fields: ContiguousArray<FieldDeclaration>, heading: FieldDeclaration?) {
        for (place, field) in fields.enumerated() {
            switch field.role {
            case .key: key = key ?? place
            case .title: title = title ?? place
            case .price: price = price ?? place
            case .reduced: reduced = reduced ?? place
            case .discount: discount = discount ?? place
            case .route: route = route ?? place
            case .low: low = low ?? place
            case .middle: middle = middle ?? place
            case .high: high = high ?? place
            case .unit: unit = unit ?? place
            case .badge, .ribbon, nil: break
            }
            if picture == nil, case .picture = field.kind { picture = place }
        }
        if let heading, let place = fields.firstIndex(where: { $0 === heading }) { title = place }
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
    /// The same inside a string of JSON.
    let headInString: [UInt8]
    /// Cells of the columns, in Markdown.
    let cells: RowCells
    /// The sentence that there are no rows, and what `isPlainMarkdown` says of it.
    let none: (text: String, isPlain: Bool)

    init(_ layout: RowLayout, told: [Int], places: [Int]) {
        (self.told, self.places) = (told, places)
        columns = places.map { layout.column($0, among: told) }
        cells = RowCells(layout, columns: places, among: told)
        let sentence = layout.said("No " + layout.plural + ".")
        none = (sentence, isPlainMarkdown(sentence))
        head = Self.head(layout, places, in: MarkdownRenderer())
        headInString = Self.head(
            layout, places, in: MarkdownRenderer(after: ByteBuffer(), escaping: JSONWriter.escape))
    }

    private static func head(
        _ layout: RowLayout, _ places: [Int], in markdown: consuming MarkdownRenderer
    ) -> [UInt8] {
        markdown.border()
        let codec = layout.codec
        for place in places {
            markdown.columnTitle(layout.label(place), isPlain: layout.isPlainLabel(place, codec))
        }
        markdown.newLine()
        markdown.border()
        for place in places { markdown.columnAlignment(layout.alignment(place)) }
        return markdown.withText { Array($0) }
    }
}
