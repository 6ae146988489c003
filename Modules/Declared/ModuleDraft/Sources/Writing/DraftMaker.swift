import JSON

/// Puts together what was read: fields with their roles, the file, its samples, the report.
struct DraftMaker {
    let reading: DraftReading

    private var example: Example { reading.example }

    func draft(second: DraftAnswer?) throws(DraftRefusal) -> ModuleDraft {
        var paging = reading.paging
        let page = provedPage(second, &paging)
        let search = KeySearch(example: example)
        var reader = FieldReader(example)
        var fields = reader.fields()
        guard let key = search.key() else { throw .noText }
        let keyName = mark(key, in: &fields)
        if case .different = key, fields.first(where: { $0.role == .key })?.isTitle ?? false {
            // What names a row tells it apart as well.
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
            leftOut.append(
                LeftOut(path: fields[last].path, reason: "a file of \(FieldRanking.most) fields is long enough"))
            fields.remove(at: last)
        }
        for place in fields.indices { fields[place].doc = FieldDoc.doc(of: fields[place]) }
        let words = RowWords(id: reading.id, path: example.path ?? [], segment: reading.address.lastSegment)
        let operation = example.path == nil ? "show" : "list"
        let samples = try samples(operation, page, paging)
        let file = DraftFile(
            id: reading.id, address: reading.address, example: example, words: words, fields: fields, key: keyName,
            paging: paging, operation: operation, samples: samples.map(\.name))
        let lines = file.lines()
        let report = DraftReport(
            file: file, lines: lines, key: key, leftOut: leftOut, withoutCurrency: reader.withoutCurrency,
            samples: samples, hasSecond: page != nil)
        return ModuleDraft(text: lines.text, samples: samples, report: report)
    }

    // MARK: - The second page

    /// The second page, where it proves the guess of the paging; else the guess is taken back or told as one.
    private func provedPage(_ second: DraftAnswer?, _ paging: inout DraftPaging) -> Example? {
        guard let second, let page = try? Example(second.body), page.path == example.path else { return nil }
        let isSame = page.rows.first.map { first in
            example.rows.first.map { $0.rawText.elementsEqual(first.rawText) } ?? false
        }
        guard isSame == true else {
            paging.guessed = []
            return page
        }
        // The upstream did not know the parameter.
        paging.doubts.append(
            "how further pages are asked for: `\(paging.guessed.joined(separator: "`, `"))` gave the first again")
        paging.form = .whole
        paging.guessed = []
        paging.said = "one answer is read"
        return nil
    }

    private func samples(
        _ operation: String, _ page: Example?, _ paging: DraftPaging
    ) throws(DraftRefusal) -> [SampleFile] {
        let secrets = reading.address.secrets
        let first = try SampleCutter(example: example, secrets: secrets).sample(
            named: "\(reading.id)/\(operation).json")
        guard let page else { return [first] }
        var cutter = SampleCutter(example: page, secrets: secrets)
        // The last page that there is a sample of leads to no further one.
        switch paging.form {
        case .next(let at), .cursor(let at, _, nil): cutter.ending = at
        default: break
        }
        return [first, try cutter.sample(named: "\(reading.id)/\(operation)-2.json")]
    }

    // MARK: - The key

    /// Gives a field the key's role, or makes one of two; its name.
    private func mark(_ key: KeyGuess, in fields: inout [DraftField]) -> String {
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
