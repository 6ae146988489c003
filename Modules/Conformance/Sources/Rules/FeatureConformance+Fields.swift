import DesignSystem
import FeatureKit
import JSON

extension FeatureConformance {
    /// Every projection of a list: what is listed, all, and each field alone.
    func projectionFindings() async throws -> [String] {
        try await layoutFindings { list in
            let layout = list.layout
            await list.judgeProjection([:], layout.listedFields)
            await list.judgeProjection(["fields": "all"], layout.givenFields)
            for field in layout.givenFields {
                let picked = layout.givenFields.filter { $0 === field || $0.role == .key || $0.isBeside(field) }
                await list.judgeProjection(["fields": [.string(field.name)]], picked)
            }
        }
    }

    /// The text of each projection, and of the operation that shows rows whole.
    func fieldTextFindings() async throws -> [String] {
        try await layoutFindings { list in
            let alone = await list.namesOfDetails(operations(of: list.harness))
            for field in list.layout.givenFields
            where list.rows.allSatisfy({ $0[field.name] == nil }) && !field.isBadge && !alone.contains(field.name) {
                list.found.append("\(list.operation.method): no sample row has \(field.name), which proves nothing")
            }
            await list.judgeTexts([:])
            await list.judgeTexts(["fields": "all"])
            for field in list.layout.givenFields { await list.judgeTexts(["fields": [.string(field.name)]]) }
            for operation in operations(of: list.harness) { try await list.judgeDetails(operation) }
        }
    }
}

extension LayoutList {
    /// The rows with these fields and no others, each with the value that it has among all of them.
    fileprivate mutating func judgeProjection(_ question: JSONValue, _ fields: [FieldDeclaration]) async {
        let name = "\(operation.method) \(question.compact)"
        let got = await ask(question)
        if let field = layout.keyField, let place = got.firstIndex(where: { $0[field.name] == nil }) {
            return found.append("\(name) gives row \(place + 1) without its key \(field.name)")
        }
        for row in got {
            for member in row.members ?? [] where [.null, "", [], [:]].contains(member.value) {
                return found.append("\(name) gives the \(described(row)) with an empty \(member.key)")
            }
        }
        compare(name, got, with: rows)
        for (row, whole) in zip(got, rows) where key(row) == key(whole) {
            let expected = layout.projected(whole, fields)
            guard Set((row.members ?? []).map(\.key)) != Set((expected.members ?? []).map(\.key)) || row != expected
            else { continue }
            for member in row.members ?? [] where expected[member.key] == nil {
                found.append("\(name) gives \(member.key) of the \(described(whole)), which was not asked for")
            }
            for member in expected.members ?? [] where row[member.key] != member.value {
                found.append(
                    "\(name) gives the \(described(whole, [member.key])) with \(row[member.key]?.compact ?? "none")")
            }
            return
        }
    }

    /// The table says every value of the same answer's JSON.
    fileprivate mutating func judgeTexts(_ question: JSONValue) async {
        let name = "\(operation.method) \(question.compact)"
        for page in await pages(question) where !page.rows.isEmpty {
            let document = page.answer.document()
            judgeMarkdown(of: document, name)
            let facts =
                TextFacts.rows(of: document, count: page.rows.count)
                ?? Array(repeating: TextFacts(document), count: page.rows.count)
            // A field that one row's text lacks, others lack as well: the first says enough.
            for field in layout.givenFields {
                for (row, facts) in zip(page.rows, facts) where judge(facts, of: row, name, [field]) { break }
            }
        }
    }

    /// Unlisted fields that the operations which show rows of this layout give in their examples.
    fileprivate func namesOfDetails(_ operations: [RegisteredOperation]) async -> Set<String> {
        var names: Set<String> = []
        for show in operations where !show.answersQuestions && harness.layout(ofRowsOf: show) === layout {
            guard let shown = try? await harness.call(show.method, show.exampleParameters) else { continue }
            for row in shown["items"]?.array ?? [] { names.formUnion((row.members ?? []).map(\.key)) }
        }
        return names.intersection(layout.fields.filter { $0.marks.contains(.unlisted) }.map(\.name))
    }

    /// An operation that shows rows of this layout whole gives each as the list does, in JSON and in text.
    fileprivate mutating func judgeDetails(_ show: RegisteredOperation) async throws {
        guard !show.answersQuestions, let field = layout.keyField, harness.layout(ofRowsOf: show) === layout,
            let parameter = show.parameter(field.filterName) ?? show.parameter(field.name)
        else { return }
        for row in spread(5) {
            guard let value = row[field.name] else { continue }
            let question = show.exampleParameters.with(
                parameter.name, parameter.schema["type"] == "array" ? .array([value]) : value)
            let name = "\(show.method) \(question.compact)"
            do throws(Fault) {
                let answer = try await harness.answer(show.method, question)
                let shown = answer.json["items"]?.array ?? []
                let row = shown.first.map { layout.completed(row, by: $0) } ?? row
                if shown != [row] { found.append("\(name) gives other values than \(operation.method): \(shown)") }
                // The route is told behind the text of a single row.
                let told = layout.givenFields.filter { $0.role != .route }
                judgeMarkdown(of: answer.document(), name)
                judge(TextFacts(answer.document()), of: row, name, told)
                if let route = layout.route(of: row), answer.route()?.text != route {
                    found.append("\(name) leads to \(answer.route()?.text ?? "no screen"), and not to \(route)")
                }
            } catch {
                found.append("\(name) fails: \(error.text)")
            }
        }
    }

    /// Markdown may be written straight from the slots: it is that of the same facts as blocks.
    private mutating func judgeMarkdown(of document: Document, _ name: String) {
        let markdown = RenderOptions(style: .markdown)
        if document.rendered(markdown) != Document(document.plainBlocks).rendered(markdown) {
            found.append("\(name): its Markdown is not that of its facts")
        }
    }

    /// Every value of a row is among the facts.
    /// - Returns: whether one is not.
    @discardableResult
    private mutating func judge(
        _ facts: TextFacts, of row: JSONValue, _ name: String, _ fields: [FieldDeclaration]
    ) -> Bool {
        let count = found.count
        for field in fields {
            guard let value = row[field.name],
                let text = layout.told(field, value).first(where: { !facts.say($0, under: layout.said(field.label)) })
            else { continue }
            // A badge without a title beside it has a column of its own.
            if field.isBadge, facts.have(field.label), facts.say("yes", under: field.label) { continue }
            found.append("\(name): the text of the \(described(row)) lacks the field \(field.name), “\(text)”")
        }
        return found.count > count
    }
}
