import DesignSystem
import JSON
import Settings
import Values

extension RowLayout {
    /// The currency of its prices; nil for rows without any, and where each row says its own.
    fileprivate func currency(_ context: RowContext) -> Currency? {
        guard let price, case .money(let unit) = fields[price].kind else { return nil }
        return switch unit {
        case .code(let code): Currency(code, context.locale)
        case .setting(let key): Currency(context.settings[key].uppercased(), context.locale)
        case .path: nil
        }
    }

    /// The names of the fields at some places.
    fileprivate func names(
        of places: [Int], where isIt: (FieldDeclaration) -> Bool = { _ in true }
    ) -> [String] {
        // In one array: each step of a map behind a filter would make its own.
        var names: [String] = []
        names.reserveCapacity(places.count)
        for place in places where isIt(fields[place]) { names.append(fields[place].name) }
        return names
    }

    /// Explanation of an order, by the field that is most asked for: what is paid, the newest day, the title.
    fileprivate func orderDoc(_ sortable: [String]) -> String {
        if let price, sortable.contains(fields[price].name) {
            let name = fields[price].name
            guard let reduced else { return joined([name, ": least first; -", name, ": most first."]) }
            return joined([
                name, ": least paid now first; -", name, ": most; ", fields[reduced].name, ": reduced ones first.",
            ])
        }
        if let day = fields.first(where: { field in
            if case .date = field.kind { sortable.contains(field.name) } else { false }
        }) {
            return "-\(day.name): newest first."
        }
        let name = title.map { fields[$0].name }.flatMap { sortable.contains($0) ? $0 : nil } ?? sortable.first ?? ""
        return joined([name, ": A first; -", name, ": Z first."])
    }

    /// The parameter that names one row by its key.
    var keyParameter: ParameterShape<String> {
        let (field, prompt) = (fields[key], "Which \(name)?")
        if case .whole = field.kind {
            return ParameterShape(
                { String($0) },
                Parameter.required(field.name, .whole(.min ... .max), field.doc, examples: [1], prompt: prompt))
        }
        if case .date = field.kind {
            return ParameterShape(
                { $0 },
                Parameter.required(
                    field.name, .text(.date), field.doc, examples: ["2021-03-10"], prompt: prompt))
        }
        return ParameterShape(
            { $0 }, Parameter.required(field.name, .text(1...200), field.doc, examples: ["1"], prompt: prompt))
    }
}

/// The parameters of a list, which follow from the fields of its rows: what can be asked, and how it is read.
struct QuestionParameters: Sendable {
    private let layout: RowLayout
    private let method: String
    /// Parameters of the list itself, such as a scenario; read by the feature.
    private let own: [OwnParameter]

    private let query: Parameter<String?>
    /// Its bounds are left out of the schema: any other text is refused as no cursor.
    private static let cursor = Parameter<String?>.optional(
        "cursor", .text(1...ListPosition.longest).withoutBounds, "nextCursor of the answer before, alone.",
        known: ["page", "offset", "after", "next", "nextCursor", "pageToken", "skip", "start"]
    )
    .offering { $0.string.map(ListPosition.isOne) ?? false }
    private static let limit = Parameter<Int?>.optional(
        "limit", .whole(1...100), "Rows; 20 without it.",
        known: ["count", "size", "pageSize", "perPage", "max", "top", "n", "maxResults", "rows", "take", "first"])
    /// Bounds of the price; nil where rows can't be narrowed by one.
    private let prices: (least: Parameter<DecimalAmount?>, most: Parameter<DecimalAmount?>)?
    private static let discount = Parameter<Int?>.optional(
        "minDiscount", .whole(1...99), "Filter: at least this percent off.",
        known: ["discount", "minPercent", "minPercentOff", "percentOff", "off", "minReduction"]
    )
    private let sort: Parameter<String?>
    private let order: (format: ParameterFormat<String>, doc: String)
    private let fields: Parameter<[String]?>
    /// Nil where no field has few values.
    private let countBy: Parameter<String?>?
    private let flags: [FlagFilter]
    private let words: [WordFilter]
    private let keys: Parameter<[String]?>?
    /// Whether rows can be narrowed by their percent off.
    private let hasDiscount: Bool

    /// - Parameters:
    ///   - asks: whether filters may ask the upstream for more of the rows.
    ///   - context: settings that name the currency; nil where amounts in any are taken.
    init(_ layout: RowLayout, method: String, own: [OwnParameter], asks: Bool = true, _ context: RowContext? = nil) {
        self.layout = layout
        self.method = method
        self.own = own
        let searched = joined(layout.names(of: layout.searched), separator: ", ")
        query = Parameter.optional(
            "query", .text(0...200), joined(["Words or parts, each found in ", searched, ". a b|c: a and (b or c)."]),
            known: ["q", "search", "text", "keyword", "term", "find", "name", "title", "words", "category", "type"]
        )
        let sortable = layout.names(of: layout.given) { $0.isSortable }
        order = (ParameterFormat.order(of: sortable), layout.orderDoc(sortable))
        sort = Parameter.optional(
            "sort", order.format, order.doc, known: ["order", "orderBy", "sortBy", "sortOrder", "by"])
        fields = Parameter.optional(
            "fields", .texts(1...40, of: layout.names(of: layout.given) + ["all"], saysMost: false),
            "Fields to give; without it the table's.", known: ["select", "columns", "include", "attributes"]
        )
        var countable: [String] = []
        for field in layout.fields where field.isCountable { countable.append(field.name) }
        countBy =
            countable.isEmpty
            ? nil
            : Parameter.optional(
                "countBy", .oneOf(countable), "Counts rows by value instead.",
                known: ["groupBy", "group", "facet", "facets"])
        var (flags, words): ([FlagFilter], [WordFilter]) = ([], [])
        var keys: Parameter<[String]?>?
        var (hasPrice, hasDiscount) = (false, false)
        for (place, field) in layout.fields.enumerated()
        where field.marks.contains(.filter) && (asks || field.ask == nil) {
            // "Filter: whether its price is reduced."
            let doc = continued(field.doc, behind: "Filter: ")
            switch field.kind {
            case .flag: flags.append(FlagFilter(place, .optional(field.filterName, .flag, doc)))
            case .money: hasPrice = true
            case .whole where place == layout.discount: hasDiscount = true
            case .word(let known):
                let format = ParameterFormat.texts(1...20, of: known, offering: field.filterWords)
                words.append(WordFilter(place, .optional(field.filterName, format, doc)))
            default:
                if place == layout.key {
                    keys = Parameter.optional(
                        field.filterName, .keys(1...50, in: layout.keyRoutes), doc,
                        known: ["id", "ids", layout.name, layout.plural, field.name, "\(layout.name)Id"])
                } else {
                    words.append(WordFilter(place, .optional(field.filterName, .texts(1...20), doc)))
                }
            }
        }
        self.flags = flags
        self.words = words
        self.keys = keys
        self.hasDiscount = hasDiscount
        guard hasPrice else {
            prices = nil
            return
        }
        let currency = context.flatMap { layout.currency($0) }
        let what = "is paid\(layout.reduced == nil ? "" : " now")\(currency.map { ", in \($0.code)" } ?? "")."
        let format = ParameterFormat<DecimalAmount>.amount(currency)
        prices = (
            Parameter.optional(
                "minPrice", format, "Filter: at least this \(what)",
                known: ["min", "from", "priceFrom", "above", "lowestPrice"]),
            Parameter.optional(
                "maxPrice", format, "Filter: at most this \(what)",
                known: ["max", "to", "priceTo", "under", "below", "budget", "price", "highestPrice"])
        )
    }

    /// `sort` as a screen's action names it.
    var by: Parameter<String?> { .optional("by", order.format, order.doc, prompt: "Sort by") }

    var shape: ParameterShape<RowQuestion> {
        ParameterShape(fields: all) { reader throws(WrongParameter) in try read(reader) }
    }

    private var all: [ParameterField] {
        // In one array: to join arrays makes one for each joint, at every start.
        var all: [ParameterField] = []
        all.reserveCapacity(own.count + words.count + flags.count + 10)
        for parameter in own { all.append(parameter.field) }
        if !ownsQuery { all.append(query.field) }
        if let keys { all.append(keys.field) }
        addFilters(to: &all)
        all.append(sort.field)
        all.append(fields.field)
        if let countBy { all.append(countBy.field) }
        all.append(Self.limit.field)
        all.append(Self.cursor.field)
        return all
    }

    /// The parameters that narrow rows, but for words and keys.
    var filters: [ParameterField] {
        var filters: [ParameterField] = []
        addFilters(to: &filters)
        return filters
    }

    private func addFilters(to filters: inout [ParameterField]) {
        for filter in words { filters.append(filter.parameter.field) }
        if let prices {
            filters.append(prices.least.field)
            filters.append(prices.most.field)
        }
        if hasDiscount { filters.append(Self.discount.field) }
        for filter in flags { filters.append(filter.parameter.field) }
    }

    /// Whether `query` is the list's own: the upstream searches itself.
    private var ownsQuery: Bool { own.contains { $0.field.name == query.field.name } }

    private func read(_ reader: ParameterReader) throws(WrongParameter) -> RowQuestion {
        if own.isEmpty, reader.isEmpty { return RowQuestion(fields: layout.listed) }
        var asked = try question(reader)
        guard let text = try reader.value(Self.cursor) else { return asked }
        guard let (position, document) = ListPosition.read(text, for: method) else {
            throw WrongParameter(
                name: "cursor",
                sentence: ListPosition.isOne(text)
                    ? "The cursor is one of another list, not of \(method)." : "The cursor was not given by \(method).",
                hint: "Leave cursor out to begin, then give the nextCursor of each answer.")
        }
        var earlier: RowQuestion
        do throws(WrongParameter) {
            earlier = try question(ParameterReader(object: document.root))
        } catch {
            throw WrongParameter(name: "cursor", sentence: "The cursor holds a question that \(method) does not take.")
        }
        // How many rows, and what of them, may change from answer to answer.
        for member in asked.given where member.key != Self.limit.field.name && member.key != fields.field.name {
            guard earlier.given.contains(where: { $0.key == member.key && $0.value == member.value }) else {
                throw WrongParameter(
                    name: member.key, sentence: "The cursor belongs to a question with another \(member.key).",
                    hint: "Leave \(member.key) out to go on, or leave cursor out for a new question.")
            }
        }
        let names = Set(asked.given.map(\.key))
        if !names.contains(Self.limit.field.name) { asked.limit = earlier.limit }
        if !names.contains(fields.field.name) { asked.fields = earlier.fields }
        earlier.limit = asked.limit
        earlier.fields = asked.fields
        earlier.given = earlier.given.filter { !names.contains($0.key) } + asked.given
        earlier.position = position
        earlier.cursor = text
        return earlier
    }

    private func question(_ reader: ParameterReader) throws(WrongParameter) -> RowQuestion {
        var question = RowQuestion(fields: layout.listed)
        question.own = try readOwn(reader)
        question.given = question.own
        if !ownsQuery, let text = try reader.value(query) {
            question.words = SearchWords(text)
            question.given.append(JSONMember("query", .string(text)))
        }
        if let keys, let asked = try reader.value(keys) {
            question.filters.append(.keys(asked))
            question.given.append(JSONMember(keys.field.name, .array(asked.map { .string($0) })))
        }
        try readFilters(reader, into: &question.filters, &question.given)
        if let text = try reader.value(sort) {
            question.order = order(text)
            question.given.append(JSONMember("sort", .string(text)))
        }
        if let names = try reader.value(fields) {
            question.fields = places(names)
            question.given.append(JSONMember("fields", .array(names.map { .string($0) })))
        }
        if let countBy, let name = try reader.value(countBy) {
            question.counted = layout.place(named: name)
            question.given.append(JSONMember(countBy.field.name, .string(name)))
        }
        if let limit = try reader.value(Self.limit) {
            question.limit = limit
            question.given.append(JSONMember("limit", .integer(limit)))
        }
        return question
    }

    /// The list's own parameters as they were sent; what reads them checks them.
    private func readOwn(_ reader: ParameterReader) throws(WrongParameter) -> [JSONMember] {
        for parameter in own { try parameter.check(reader) }
        return reader.given(own.map(\.field))
    }

    /// The conditions, and how they are said.
    func readFilters(
        _ reader: ParameterReader
    ) throws(WrongParameter) -> (filters: [RowFilter], given: [JSONMember]) {
        var filters: [RowFilter] = []
        var given: [JSONMember] = []
        try readFilters(reader, into: &filters, &given)
        return (filters, given)
    }

    private func readFilters(
        _ reader: ParameterReader, into filters: inout [RowFilter], _ given: inout [JSONMember]
    ) throws(WrongParameter) {
        if let prices {
            let bounds = (try reader.value(prices.least), try reader.value(prices.most))
            if bounds.0 != nil || bounds.1 != nil {
                filters.append(.price(atLeast: bounds.0, atMost: bounds.1))
            }
            if let bound = bounds.0 { given.append(JSONMember("minPrice", .number(bound.text))) }
            if let bound = bounds.1 { given.append(JSONMember("maxPrice", .number(bound.text))) }
        }
        if hasDiscount, let percent = try reader.value(Self.discount) {
            filters.append(.discount(atLeast: percent))
            given.append(JSONMember("minDiscount", .integer(percent)))
        }
        for filter in flags {
            guard let value = try reader.value(filter.parameter) else { continue }
            let isAsked = layout.fields[filter.place].ask != nil
            filters.append(isAsked ? .asked(filter.place, value) : .flag(filter.place, value))
            given.append(JSONMember(filter.parameter.field.name, .bool(value)))
        }
        for filter in words {
            guard let values = try reader.value(filter.parameter) else { continue }
            filters.append(.oneOf(filter.place, values))
            given.append(JSONMember(filter.parameter.field.name, .array(values.map { .string($0) })))
        }
    }

    /// - Parameter text: one of those that the parameter takes.
    func order(_ text: String) -> RowOrder? {
        let isDescending = text.utf8.first == UInt8(ascii: "-")
        return layout.place(named: isDescending ? String(text.dropFirst()) : text).map {
            RowOrder(place: $0, isDescending: isDescending)
        }
    }

    /// The fields of some names, in the order of the layout, always with the key.
    private func places(_ names: [String]) -> [Int] {
        if names.contains("all") { return layout.given }
        let asked = names.compactMap { layout.place(named: $0) }
        // A price that is struck out says nothing without the one that is paid.
        let paid =
            layout.price.map(asked.contains) ?? false ? [layout.reduced, layout.discount].compactMap(\.self) : []
        return Set([layout.key] + asked + paid).sorted()
    }
}
