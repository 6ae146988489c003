import DesignSystem
import FeatureKit
import JSON
import Values

extension FeatureConformance {
    func filterFindings() async throws -> [String] {
        try await layoutFindings { list in
            let conditions = list.filterConditions + list.keyConditions
            for condition in conditions { await list.judge([condition]) }
            // Two at once, neighbours and far ones.
            for step in Set([1, max(1, conditions.count / 2)]) {
                for (one, other) in zip(conditions, conditions.dropFirst(step)) where one.isApart(from: other) {
                    await list.judge([one, other])
                }
            }
            await list.judgeHiddenFlags()
            await list.judgeUnknownKey()
        }
    }

    func sortFindings() async throws -> [String] {
        try await layoutFindings { list in
            let offered = (list.operation.parameter("sort")?.schema["enum"]?.array ?? []).compactMap(\.string)
            let expected = list.layout.orderingFields.flatMap { [$0.name, "-\($0.name)"] }
            for name in expected where !offered.contains(name) {
                list.found.append("\(list.operation.method) can't be sorted by \(name)")
            }
            for name in offered where !expected.contains(name) {
                list.found.append("\(list.operation.method) offers to sort by \(name), which does not order rows")
            }
            for field in list.layout.orderingFields {
                for isDescending in [false, true] { await list.judgeOrder(field, isDescending: isDescending) }
            }
        }
    }

    func queryFindings() async throws -> [String] {
        try await layoutFindings { list in
            guard list.answersWords else { return }
            for words in list.wordQuestions {
                let question: JSONValue = ["query": .string(words)]
                let got = await list.ask(question)
                list.compare(
                    "\(list.operation.method) \(question.compact)", got,
                    with: list.rows.filter { list.has(words, $0) }, list.layout.soughtFields.map(\.name))
            }
            for (word, likes) in list.wordsAndTheirLikes {
                let rows = await list.ask(["query": .string(word)])
                for like in likes {
                    let question: JSONValue = ["query": .string(like)]
                    list.compare(
                        "\(list.operation.method) \(question.compact), as “\(word)”,", await list.ask(question),
                        with: rows)
                }
            }
        }
    }
}

// MARK: - Filters

/// A condition that a list's parameters can set, and the rows that meet it by their own JSON.
struct RowCondition {
    let members: [JSONMember]
    /// The fields that decide.
    let fields: [String]
    let holds: (JSONValue) -> Bool

    func isApart(from other: RowCondition) -> Bool {
        !members.contains { member in other.members.contains { $0.key == member.key } }
    }
}

extension LayoutList {
    /// Conditions that follow from the fields that filter, but for keys.
    var filterConditions: [RowCondition] {
        var conditions: [RowCondition] = []
        for field in layout.fields where field.marks.contains(.filter) && field.role != .key {
            switch field.kind {
            case .money: conditions += priceConditions
            case .whole where field.role == .discount: conditions += discountConditions(field)
            case .flag where field.marks.contains(.hidden): break
            case .flag:
                conditions += [true, false].map { value in
                    RowCondition(members: [JSONMember(field.filterName, .bool(value))], fields: [field.name]) {
                        ($0[field.name] == .bool(true)) == value
                    }
                }
            case _ where field.marks.contains(.hidden): break
            default: conditions += valueConditions(field)
            }
        }
        return conditions
    }

    /// Bounds at, and one above, amounts that are paid.
    private var priceConditions: [RowCondition] {
        let fields = [layout.field(.price), layout.field(.reduced)].compactMap { $0?.name }
        let amounts = Set(rows.compactMap { layout.paid($0)?.amount }).sorted()
        func condition(_ least: DecimalAmount?, _ most: DecimalAmount?) -> RowCondition {
            let members =
                (least.map { [JSONMember("minPrice", .number($0.text))] } ?? [])
                + (most.map { [JSONMember("maxPrice", .number($0.text))] } ?? [])
            return RowCondition(members: members, fields: fields) { row in
                guard let amount = layout.paid(row)?.amount else { return false }
                return (least.map { !(amount < $0) } ?? true) && (most.map { !($0 < amount) } ?? true)
            }
        }
        guard let greatest = amounts.last, let above = greatest.plus(DecimalAmount(1)) else { return [] }
        let bounds = spreadOut(amounts, 3)
        return bounds.flatMap { [condition($0, nil), condition(nil, $0), condition($0, $0)] } + [condition(above, nil)]
    }

    /// The least of the percents off, one between, the greatest, and one that no row reaches.
    private func discountConditions(_ field: FieldDeclaration) -> [RowCondition] {
        let percents = Set(rows.compactMap { $0[field.name]?.integer }).sorted()
        let above = percents.last.map { $0 < 99 ? [$0 + 1] : [] } ?? []
        return (spreadOut(percents, 3) + above).map { least in
            RowCondition(members: [JSONMember("minDiscount", .integer(least))], fields: [field.name]) {
                ($0[field.name]?.integer ?? 0) >= least
            }
        }
    }

    /// One value, several, one in capitals, and none that is there.
    private func valueConditions(_ field: FieldDeclaration) -> [RowCondition] {
        let values = Set(rows.flatMap { field.texts(of: $0[field.name] ?? .null) }).sorted()
        let isFree: Bool = if case .word = field.kind { false } else { true }
        let picked = spreadOut(values, 3)
        var asked = picked.map { [$0] } + (picked.count > 1 ? [picked] : [])
        if isFree { asked += picked.prefix(1).map { [$0.uppercased()] } + [["no such \(field.name)"]] }
        return asked.map { asked in
            let folds = Set(asked.map(folded))
            return RowCondition(
                members: [JSONMember(field.filterName, .array(asked.map { .string($0) }))], fields: [field.name]
            ) { row in field.texts(of: row[field.name] ?? .null).contains { folds.contains(folded($0)) } }
        }
    }

    /// Rows by their keys: one, and several that are asked for in another order than the upstream's.
    var keyConditions: [RowCondition] {
        guard let field = layout.keyField, field.marks.contains(.filter) else { return [] }
        let keys = spread(5).map(key)
        return (keys.map { [$0] } + [keys.reversed()]).map { asked in
            RowCondition(
                members: [JSONMember(field.filterName, .array(asked.map { .string($0) }))], fields: [field.name]
            ) { asked.contains(self.key($0)) }
        }
    }

    fileprivate mutating func judge(_ conditions: [RowCondition]) async {
        let members = conditions.flatMap(\.members)
        for member in members where operation.parameter(member.key) == nil {
            return found.append("\(operation.method) has no parameter \(member.key), by which its rows filter")
        }
        let question = JSONValue.object(members)
        let got = await ask(question)
        compare(
            "\(operation.method) \(question.compact)", got,
            with: rows.filter { row in conditions.allSatisfy { $0.holds(row) } }, conditions.flatMap(\.fields))
    }

    /// A flag that no row tells parts the list in two.
    fileprivate mutating func judgeHiddenFlags() async {
        for field in layout.fields where field.marks.isSuperset(of: [.filter, .hidden]) {
            guard case .flag = field.kind else { continue }
            let parameter = field.filterName
            guard operation.parameter(parameter) != nil else {
                found.append("\(operation.method) has no parameter \(parameter), by which its rows filter")
                continue
            }
            let set = await ask(.object([JSONMember(parameter, true)])).map(key)
            let unset = await ask(.object([JSONMember(parameter, false)])).map(key)
            for row in rows {
                let places = (set.contains(key(row)) ? 1 : 0) + (unset.contains(key(row)) ? 1 : 0)
                if places != 1 {
                    found.append(
                        "\(operation.method) \(parameter): the \(described(row)) is in \(places) of both halves")
                }
            }
            let order = rows.map(key)
            for half in [set, unset] where half != order.filter(half.contains) {
                found.append("\(operation.method) \(parameter): a half is in another order than the whole list")
            }
        }
    }

    /// A key that is not there is named, and takes no row with it.
    fileprivate mutating func judgeUnknownKey() async {
        guard let field = layout.keyField, field.marks.contains(.filter), let row = rows.first else { return }
        let unknown = "no such \(layout.name)"
        let question = JSONValue.object([JSONMember(field.filterName, [.string(unknown), .string(key(row))])])
        let pages = await pages(question)
        compare("\(operation.method) \(question.compact)", pages.flatMap(\.rows), with: [row], [field.name])
        if pages.first?.json["missing"] != [.string(unknown)] {
            found.append("\(operation.method) \(question.compact) does not say that “\(unknown)” is not there")
        }
    }
}

// MARK: - Orders

extension LayoutList {
    /// The rows of the whole list in another order: by the values, those without one last, equal ones as they were.
    fileprivate mutating func judgeOrder(_ field: FieldDeclaration, isDescending: Bool) async {
        let question: JSONValue = ["sort": .string((isDescending ? "-" : "") + field.name)]
        let name = "\(operation.method) \(question.compact)"
        let got = await ask(question)
        let places = Dictionary(rows.enumerated().map { (key($1), $0) }) { first, _ in first }
        let sorted = got.compactMap { places[key($0)] }.map { (place: $0, row: rows[$0]) }
        compare(name, sorted.sorted { $0.place < $1.place }.map(\.row), with: rows)
        for (one, next) in zip(sorted, sorted.dropFirst()) {
            let pair = "the \(described(one.row, [field.name])) before the \(described(next.row, [field.name]))"
            switch (OrderValue(one.row, field, layout), OrderValue(next.row, field, layout)) {
            case (nil, .some): found.append("\(name) puts \(pair), a row without a value")
            case (let value?, let other?) where value.order(to: other) == (isDescending ? -1 : 1):
                found.append("\(name) puts \(pair)")
            case (let value?, let other?) where value.order(to: other) == 0 && one.place > next.place:
                found.append("\(name) puts \(pair), which are equal and stood the other way")
            case (nil, nil) where one.place > next.place:
                found.append("\(name) puts \(pair), both without a value, which stood the other way")
            default: continue
            }
            return
        }
    }
}

// MARK: - Words

extension LayoutList {
    /// Whether words are looked for in the rows, by a parameter that narrows the list: not where the upstream searches, or where
    /// a row does not tell all that is looked through.
    var answersWords: Bool {
        operation.parameter("query")?.isRequired == false && operation.exampleParameters["query"] == nil
            && !isSearchedAbove && layout.soughtFields.allSatisfy { !$0.marks.contains(.hidden) }
    }

    /// Whether a row has all words, each in any of its texts; of `one|other` one is enough.
    func has(_ words: String, _ row: JSONValue) -> Bool {
        let texts = layout.soughtFields.compactMap { row[$0.name]?.scalarText }.map { Array(folded($0).unicodeScalars) }
        return folded(words).split(whereSeparator: \.isWhitespace).allSatisfy { word in
            word.split(separator: "|").contains { word in
                let word = Array(word.unicodeScalars)
                return texts.contains { text in
                    text.indices.contains { text[$0...].starts(with: word) }
                }
            }
        }
    }

    /// Words of some rows: whole ones, their insides, two of different fields, folded ones, and one that no row has.
    var wordQuestions: [String] {
        var questions: [String] = []
        for row in spread(5) {
            let texts = layout.soughtFields.compactMap { row[$0.name]?.scalarText }
            let words = texts.compactMap { text in
                text.split(whereSeparator: \.isWhitespace).map(String.init).max { $0.count < $1.count }
            }.filter { !$0.isEmpty && $0.count < 80 }
            questions += words + words.map(folded)
            questions += words.filter { $0.count > 3 }.map { String($0.dropFirst().dropLast()) }
            if let first = words.first, let last = words.last, words.count > 1 { questions.append("\(last)  \(first)") }
        }
        let words = questions.filter { !$0.isEmpty && !$0.contains("|") && !$0.contains(" ") }
        if let first = words.first, let last = words.last { questions.append("\(first)|\(last)") }
        questions = questions.filter { $0 != "|" }
        var known: Set<String> = []
        return (questions + ["zqxjzqxj"]).filter { known.insert($0).inserted }
    }

    /// Words of ASCII letters, with spellings that are the same to a search: capitals, full-width forms, accents.
    fileprivate var wordsAndTheirLikes: [(word: String, likes: [String])] {
        let letters = wordQuestions.filter { !$0.isEmpty && $0.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) } }
        return spreadOut(letters.filter { $0 != "zqxjzqxj" }, 3).map { word in
            var (wide, accented) = ("", "")
            for scalar in word.unicodeScalars {
                wide.unicodeScalars.append(Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar)
                accented.unicodeScalars += [scalar, "\u{301}"]
            }
            return (word, [word.uppercased(), wide, accented])
        }
    }
}
