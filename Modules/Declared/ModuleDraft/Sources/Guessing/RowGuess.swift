import JSON

/// A type of row, guessed of an answer: its fields in the order in which they are written, and its key.
struct RowGuess {
    let fields: [DraftField]
    /// Name of the field that tells rows apart.
    let key: String
    let found: KeyGuess
    let leftOut: [LeftOut]
    /// Prices whose currency nothing says.
    let withoutCurrency: [String]

    /// - Throws: that the rows have nothing to show.
    init(_ example: Example) throws(DraftRefusal) {
        var reader = FieldReader(example)
        var fields = reader.fields()
        guard let found = KeySearch(example: example).key() else { throw .noText }
        key = Self.mark(found, in: &fields, example)
        if case .different = found, fields.first(where: { $0.role == .key })?.isTitle ?? false {
            // A title tells a row apart as well.
        } else if let title = TitleSearch.title(of: fields, count: example.rows.count), fields[title].role == nil {
            fields[title].role = .title
        }
        var leftOut = reader.leftOut
        fields.removeAll { field in
            let isAside = field.role == nil && field.ownPath.dropLast().contains { ValueKinds.isAside($0) }
            if isAside { leftOut.append(LeftOut(path: field.path, reason: "it stands aside")) }
            return isAside
        }
        fields = FieldRanking(count: example.rows.count).ranked(fields)
        while fields.count > FieldRanking.most,
            let last = fields.indices.filter({ fields[$0].role == nil }).max(by: { fields[$0].rank < fields[$1].rank })
        {
            let reason = "a file of \(FieldRanking.most) fields is long enough"
            leftOut.append(LeftOut(path: fields[last].path, reason: reason))
            fields.remove(at: last)
        }
        for place in fields.indices { fields[place].doc = FieldDoc.doc(of: fields[place]) }
        (self.fields, self.found, self.leftOut, withoutCurrency) = (fields, found, leftOut, reader.withoutCurrency)
    }

    /// Gives a field the key's role, or makes one of two; its name.
    private static func mark(
        _ key: KeyGuess, in fields: inout [DraftField], _ example: Example
    ) -> String {
        switch key {
        case .member(let path), .different(let path), .nearly(let path, _):
            if let place = fields.firstIndex(where: { $0.path == path }) {
                if ![.text, .whole].contains(fields[place].kind) {
                    let isText = fields[place].values.contains { $0.kind == .string }
                    fields[place].kind = isText ? .text : .whole
                    fields[place].ownExpression = nil
                }
                fields[place].role = .key
                return fields[place].name
            }
        case .pair(let one, let other):
            var used = Set(fields.map(\.name))
            let name = FieldNames.name(["id"], used: &used)
            let values = example.rows.compactMap { $0.value(at: one) }
            var field = DraftField(name: name, path: one, kind: .text, values: values, role: .key)
            field.ownExpression = "join(' ', [\(Expression.path(one)), \(Expression.path(other))])"
            fields.insert(field, at: 0)
            return name
        }
        return fields.first?.name ?? "id"
    }
}

/// Sentences for fields whose names don't say all.
enum FieldDoc {
    static func doc(of field: DraftField) -> String? {
        let key = field.path.last ?? ""
        if !key.utf8.allSatisfy({ $0 < 0x80 }) {
            return "The \(key.filter { !$0.isNewline })."
        }
        guard field.isFilter, field.kind == .text, field.role == nil else { return nil }
        let known = Set(field.values.compactMap(\.string)).sorted()
        let isShort = known.allSatisfy { word in
            word.unicodeScalars.count <= 28 && !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_".unicodeScalars.contains($0)
                }
        }
        return known.count <= 5 && isShort ? "The \(MemberName(field.name).phrase): \(listing(known, "or"))." : nil
    }
}
