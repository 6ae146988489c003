import JSON

/// Makes fields of the rows' members.
struct FieldReader {
    let example: Example
    /// The currency that the whole answer names, and its place; nil without one.
    let currency: (expression: String, code: String)?
    private(set) var leftOut: [LeftOut]
    /// Prices whose currency nothing says.
    private(set) var withoutCurrency: [String] = []
    private var used: Set<String> = []

    init(_ example: Example) {
        self.example = example
        leftOut = example.leftOut
        currency = Self.currency(around: example)
    }

    mutating func fields() -> [DraftField] {
        let fields = fields(of: example.members, prefix: [], label: [])
        let proof = FieldProof(example: example)
        return withPicture(fields).filter { field in
            if isListOfAddresses(field) {
                leftOut.append(LeftOut(path: field.path, reason: "it is a list of addresses"))
                return false
            }
            if proof.gives(field) { return true }
            leftOut.append(LeftOut(path: field.path, reason: "no row has a value of it that can be shown"))
            return false
        }
    }

    private mutating func fields(of members: [Member], prefix: [String], label: [String]) -> [DraftField] {
        var fields: [DraftField] = []
        for member in members {
            let path = prefix + [member.key]
            let values = example.rows.compactMap { $0.value(at: path) }
            if let money = money(member, path, values, beside: members) {
                fields.append(named(money, label + [member.key]))
            } else if !member.part.isEmpty, !member.isList {
                let inner = DraftField.wrappers.contains(member.key) ? label : label + [member.key]
                fields += self.fields(of: member.part, prefix: path, label: inner)
            } else if !member.part.isEmpty {
                guard let inner = Self.title(of: member.part) ?? member.part.first(where: { $0.kind == .text })?.key
                else {
                    leftOut.append(LeftOut(path: path, reason: "it is a list of objects without a text"))
                    continue
                }
                fields.append(
                    named(
                        DraftField(name: "", path: path, kind: .inner(path: [inner]), values: values),
                        label + [member.key]))
            } else if let kind = ValueKinds.kind(of: member, at: path, values) {
                var field = named(DraftField(name: "", path: path, kind: kind, values: values), label + [member.key])
                if kind == .picture || kind == .link,
                    values.allSatisfy({ $0.string.map { $0.hasPrefix("//") } ?? false })
                {
                    let place = Expression.path(path)
                    field.ownExpression = "\(place) && join('', ['https:', \(place)])"
                }
                fields.append(field)
            }
        }
        return fields
    }

    private mutating func named(_ field: DraftField, _ words: [String]) -> DraftField {
        var field = field
        field.name = FieldNames.name(words, used: &used)
        return field
    }

    /// The member by which the rows within a row are known.
    private static func title(of members: [Member]) -> String? {
        let texts = members.filter { $0.kind == .text && !$0.isList }
        return
            (texts.first { TitleSearch.isTitle(MemberName($0.key)) }
            ?? texts.first { !ValueKinds.isSideName(MemberName($0.key)) })?.key
    }

    // MARK: - Money

    private mutating func money(
        _ member: Member, _ path: [String], _ values: [JSONNode], beside members: [Member]
    ) -> DraftField? {
        if member.isList || values.isEmpty { return nil }
        if !member.part.isEmpty { return amountObject(member, path) }
        guard [.text, .whole, .decimal].contains(member.kind) else { return nil }
        let name = MemberName(member.key)
        func field(_ currency: String) -> DraftField {
            DraftField(name: "", path: path, kind: .money(currency: currency), values: values)
        }
        if member.kind == .text {
            var found: Set<String> = []
            for value in values {
                guard let currency = Amounts.currency(in: value.plainText ?? "") else { return nil }
                found.insert(currency)
            }
            if found.count == 1, let code = found.first, !code.isEmpty { return field(Expression.text(code)) }
        }
        if Amounts.isNoPriceName(name) || ValueKinds.isTimeName(name) { return nil }
        let near = members.first { Amounts.isCurrencyName($0.key) }?.key
        let outer = example.members.first { Amounts.isCurrencyName($0.key) && $0.part.isEmpty }?.key
        guard Amounts.isPriceName(path) || (Amounts.isAmountName(name) && near != nil) else { return nil }
        if let near { return field(Expression.path(path.dropLast() + [near])) }
        if let outer { return field(Expression.path([outer])) }
        if let code = Amounts.code(endOf: name) { return field(Expression.text(code)) }
        if let currency { return field(currency.expression) }
        withoutCurrency.append(path.joined(separator: "."))
        return nil
    }

    /// `{amount, currency}`
    private func amountObject(_ member: Member, _ path: [String]) -> DraftField? {
        guard let code = member.part.first(where: { Amounts.isCurrencyName($0.key) && !$0.isList }),
            let amount = member.part.first(where: { $0.key == "amount" || $0.key == "value" })
        else { return nil }
        let values = example.rows.compactMap { $0.value(at: path + [amount.key]) }
        guard !values.isEmpty, values.allSatisfy({ Amounts.currency(in: $0.plainText ?? "") != nil }) else {
            return nil
        }
        let currency = Expression.path(path + [code.key])
        var field = DraftField(name: "", path: path, kind: .money(currency: currency), values: values)
        let price = "money(\(Expression.path(path + [amount.key])), \(currency))"
        // A row without a price has no currency either.
        let isEverywhere = example.rows.allSatisfy { $0.value(at: path + [code.key])?.string != nil }
        field.ownExpression = isEverywhere ? price : "\(currency) && \(price)"
        return field
    }

    /// The currency that the answer names beside its rows.
    private static func currency(around example: Example) -> (expression: String, code: String)? {
        guard let path = example.path else { return nil }
        for (place, value) in Envelope(example.document.root, rows: path).scalars
        where Amounts.isCurrencyName(place.last ?? "") {
            if let code = value.string, Amounts.isCode(code) {
                return ("reply().\(Expression.path(place))", code)
            }
        }
        return nil
    }

    // MARK: - Pictures

    /// The fields with the first of several pictures, where the row has no one of its own.
    private mutating func withPicture(_ fields: [DraftField]) -> [DraftField] {
        if fields.contains(where: { $0.kind == .picture }) { return fields }
        for (place, field) in fields.enumerated() {
            let list = Expression.path(field.path)
            switch field.kind {
            case .texts(areStrings: true):
                let texts = field.values.flatMap { $0.elements.compactMap(\.string) }
                guard !texts.isEmpty, texts.allSatisfy(ValueKinds.isAddress),
                    ValueKinds.isPictureName(field.path) || texts.allSatisfy(ValueKinds.isPictureFile)
                else { continue }
                return replacing(fields, place, by: "\(list)[0]", named: field.path)
            case .inner:
                guard let (key, _) = pictureMember(of: field) else { continue }
                return replacing(fields, place, by: "\(list)[0].\(Expression.path([key]))", named: field.path)
            default: continue
            }
        }
        return fields
    }

    /// Whether a field would be nothing but addresses with commas between.
    private func isListOfAddresses(_ field: DraftField) -> Bool {
        let texts: [String]
        switch field.kind {
        case .texts: texts = field.values.flatMap { $0.elements.compactMap(\.string) }
        case .inner(let path): texts = field.values.flatMap { $0.elements.compactMap { $0.value(at: path)?.string } }
        default: return false
        }
        return !texts.isEmpty && texts.allSatisfy(ValueKinds.isAddress)
    }

    private func pictureMember(of field: DraftField) -> (String, [String])? {
        var texts: [String: [String]] = [:]
        var keys: [String] = []
        for (key, value) in field.values.flatMap({ $0.elements.flatMap { Array($0.members) } }) {
            guard let text = value.string else { continue }
            if texts[key] == nil { keys.append(key) }
            texts[key, default: []].append(text)
        }
        for key in keys {
            let values = texts[key] ?? []
            let isPicture = ValueKinds.isPictureName(field.path + [key]) || values.allSatisfy(ValueKinds.isPictureFile)
            if values.allSatisfy(ValueKinds.isAddress), isPicture { return (key, values) }
        }
        return nil
    }

    private mutating func replacing(
        _ fields: [DraftField], _ place: Int, by expression: String, named path: [String]
    ) -> [DraftField] {
        var fields = fields
        fields[place].kind = .picture
        fields[place].ownExpression = expression
        fields[place].name = FieldNames.name(path.dropLast() + [RowWords.singular(path.last ?? "")], used: &used)
        return fields
    }
}

/// The scalars around the rows of an answer.
struct Envelope {
    /// Nearest to the rows first.
    let scalars: [(path: [String], value: JSONNode)]

    init(_ root: JSONNode, rows: [String]) {
        var found: [(path: [String], value: JSONNode)] = []
        func walk(_ node: JSONNode, _ path: [String]) {
            for (key, value) in node.members where !key.isEmpty {
                let place = path + [key]
                if place == rows { continue }
                if value.kind == .object {
                    if place.count < 4 { walk(value, place) }
                } else if value.kind != .array {
                    found.append((place, value))
                }
            }
        }
        walk(root, [])
        let shared = { (path: [String]) in zip(path, rows).count { $0 == $1 } }
        scalars = found.enumerated().sorted { one, other in
            let (near, far) = (shared(one.element.path), shared(other.element.path))
            return near == far ? one.offset < other.offset : near > far
        }.map(\.element)
    }
}
