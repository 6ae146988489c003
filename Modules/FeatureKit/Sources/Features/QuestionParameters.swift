import DesignSystem
import JSON
import Values

extension RowLayout {
    /// The parameter that names one row by its key.
    var keyParameter: ParameterShape<String> {
        let field = fields[key]
        if case .whole = field.kind {
            return ParameterShape(
                { String($0) }, Parameter.required(field.name, .whole(.min ... .max), field.doc, examples: [1]))
        }
        if case .date = field.kind {
            return ParameterShape(
                { $0 }, Parameter.required(field.name, .text(.date), field.doc, examples: ["2021-03-10"]))
        }
        return ParameterShape({ $0 }, Parameter.required(field.name, .text(1...200), field.doc, examples: ["1"]))
    }
}

/// The parameters of a list, which follow from the fields of its rows: what can be asked, and how it is read.
struct QuestionParameters: Sendable {
    private let layout: RowLayout
    private let method: String
    /// Parameters of the list itself, such as a scenario; read by the feature.
    private let own: [OwnParameter]

    private let query = Parameter<String?>.optional(
        "query", .text(0...200), "Words that the row's texts must have, all of them.")
    private let cursor = Parameter<String?>.optional(
        "cursor", .text(1...ListPosition.longest), "nextCursor of the previous answer; goes on with the same question.")
    private let limit = Parameter<Int?>.optional("limit", .whole(1...100), "Rows of an answer; 20 without it.")
    private let least = Parameter<DecimalAmount?>.optional(
        "minPrice", .amount, "The least that is paid, in the list's currency.")
    private let most = Parameter<DecimalAmount?>.optional("maxPrice", .amount, "The most that is paid.")
    private let sort: Parameter<String?>
    /// `sort` as a screen's action names it.
    let by: Parameter<String?>
    private let fields: Parameter<[String]?>
    private let flags: [(place: Int, parameter: Parameter<Bool?>)]
    private let words: [(place: Int, parameter: Parameter<[String]?>)]
    private let keys: Parameter<[String]?>?
    private let hasPrice: Bool

    /// - Parameter asks: whether filters may ask the upstream for more of the rows.
    init(_ layout: RowLayout, method: String, own: [OwnParameter], asks: Bool = true) {
        self.layout = layout
        self.method = method
        self.own = own
        let sortable = layout.given.map { layout.fields[$0] }.filter(\.isSortable).map(\.name)
        let orders = sortable.flatMap { [$0, "-\($0)"] }
        sort = .optional("sort", .oneOf(orders), "The order; - is descending. The upstream's own without it.")
        by = .optional("by", .oneOf(orders), "The order; - is descending. The upstream's own without it.")
        fields = .optional(
            "fields", .texts(1...40, of: layout.given.map { layout.fields[$0].name } + ["all"]),
            "The fields to give; those of the table without it.")
        var flags: [(Int, Parameter<Bool?>)] = []
        var words: [(Int, Parameter<[String]?>)] = []
        var keys: Parameter<[String]?>?
        var hasPrice = false
        for (place, field) in layout.fields.enumerated()
        where field.marks.contains(.filter) && (asks || field.ask == nil) {
            switch field.kind {
            case .flag:
                flags.append((place, .optional(field.filterName, .flag, "Only rows where it is so: \(field.doc)")))
            case .money: hasPrice = true
            case .word(let known):
                words.append(
                    (place, .optional(field.filterName, .texts(1...20, of: known), "One or several: \(field.doc)")))
            default:
                if place == layout.key {
                    keys = .optional(
                        field.filterName, .texts(1...50, longest: RowLayout.longestKey), "Only these: \(field.doc)")
                } else {
                    words.append((place, .optional(field.filterName, .texts(1...20), "One or several: \(field.doc)")))
                }
            }
        }
        self.flags = flags
        self.words = words
        self.keys = keys
        self.hasPrice = hasPrice
    }

    var shape: ParameterShape<RowQuestion> {
        ParameterShape(fields: all) { reader throws(WrongParameter) in try read(reader) }
    }

    private var all: [ParameterField] {
        own.map(\.field) + (ownsQuery ? [] : [query.field]) + (keys.map { [$0.field] } ?? []) + filters + [
            sort.field, fields.field, limit.field, cursor.field,
        ]
    }

    /// The parameters that narrow rows, but for words and keys.
    var filters: [ParameterField] {
        words.map(\.parameter.field) + (hasPrice ? [least.field, most.field] : []) + flags.map(\.parameter.field)
    }

    /// Whether `query` is the list's own: the upstream searches itself.
    private var ownsQuery: Bool { own.contains { $0.field.name == query.field.name } }

    private func read(_ reader: ParameterReader) throws(WrongParameter) -> RowQuestion {
        var asked = try question(reader)
        guard let text = try reader.value(cursor) else { return asked }
        guard let (position, document) = ListPosition.read(text, for: method) else {
            throw WrongParameter(name: "cursor", sentence: "The cursor was not given by \(method).")
        }
        var earlier: RowQuestion
        do throws(WrongParameter) {
            earlier = try question(ParameterReader(object: document.root))
        } catch {
            throw WrongParameter(name: "cursor", sentence: "The cursor holds a question that \(method) does not take.")
        }
        // How many rows, and what of them, may change from answer to answer.
        for member in asked.given where member.key != limit.field.name && member.key != fields.field.name {
            guard earlier.given.contains(where: { $0.key == member.key && $0.value == member.value }) else {
                throw WrongParameter(
                    name: member.key,
                    sentence: "The cursor goes on with its own question, where \(member.key) is not so; leave it out.")
            }
        }
        let names = Set(asked.given.map(\.key))
        if !names.contains(limit.field.name) { asked.limit = earlier.limit }
        if !names.contains(fields.field.name) { asked.fields = earlier.fields }
        earlier.limit = asked.limit
        earlier.fields = asked.fields
        earlier.given = earlier.given.filter { !names.contains($0.key) } + asked.given
        earlier.position = position
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
        let narrowed = try readFilters(reader)
        question.filters += narrowed.filters
        question.given += narrowed.given
        if let text = try reader.value(sort) {
            question.order = order(text)
            question.given.append(JSONMember("sort", .string(text)))
        }
        if let names = try reader.value(fields) {
            question.fields = places(names)
            question.given.append(JSONMember("fields", .array(names.map { .string($0) })))
        }
        if let limit = try reader.value(limit) {
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
        if hasPrice {
            let bounds = (try reader.value(least), try reader.value(most))
            if bounds.0 != nil || bounds.1 != nil {
                filters.append(.price(atLeast: bounds.0, atMost: bounds.1))
            }
            if let bound = bounds.0 { given.append(JSONMember("minPrice", .number(bound.text))) }
            if let bound = bounds.1 { given.append(JSONMember("maxPrice", .number(bound.text))) }
        }
        for (place, parameter) in flags {
            guard let value = try reader.value(parameter) else { continue }
            filters.append(layout.fields[place].ask == nil ? .flag(place, value) : .asked(place, value))
            given.append(JSONMember(parameter.field.name, .bool(value)))
        }
        for (place, parameter) in words {
            guard let values = try reader.value(parameter) else { continue }
            filters.append(.oneOf(place, values))
            given.append(JSONMember(parameter.field.name, .array(values.map { .string($0) })))
        }
        return (filters, given)
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
        return Set([layout.key] + names.compactMap { layout.place(named: $0) }).sorted()
    }
}

/// A parameter of a list or a detail itself, its type erased: checked when it is sent, read by `FeatureCall.value`.
struct OwnParameter: Sendable {
    let field: ParameterField
    let check: @Sendable (ParameterReader) throws(WrongParameter) -> Void

    init<Value>(_ parameter: Parameter<Value>) {
        field = parameter.field
        check = { reader throws(WrongParameter) in _ = try reader.value(parameter) }
    }
}
