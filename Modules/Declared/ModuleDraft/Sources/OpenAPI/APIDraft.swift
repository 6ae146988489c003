import JSON
import Settings

extension APIDescription {
    /// Operations of a first file.
    package static let most = 12

    /// Makes a file of some of the operations.
    /// - Parameters:
    ///   - id: of the module.
    ///   - chosen: 1 to ``most`` of the document's.
    /// - Throws: why no file can be made.
    package func draft(id: String, of chosen: [Operation]) throws(DraftRefusal) -> ModuleDraft {
        var used: Set<String> = []
        let drafts = chosen.map { APIOperationDraft($0, in: self, used: &used) }
        return try APIFile(id: id, description: self, operations: drafts, chosen: chosen).draft()
    }
}

/// Writes a module's file of operations of an OpenAPI document.
private struct APIFile {
    let id: String
    let description: APIDescription
    let operations: [APIOperationDraft]
    let chosen: [APIDescription.Operation]

    /// A type of row, and the operation whose sample it was read in.
    private struct RowType {
        let name: String
        let guess: RowGuess
    }

    func draft() throws(DraftRefusal) -> ModuleDraft {
        var rows: [RowType] = []
        var types: [String?] = []
        for operation in operations {
            types.append(try add(operation, to: &rows))
        }
        guard !rows.isEmpty else { throw .noRowsInDocument }
        var lines = DraftLines()
        lines.add("galleria: 1")
        let title = description.root["info"]?["title"]?.string ?? id
        lines.add("title", text: String(title.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(60)))
        lines.add(
            "doc",
            text: String("\(title): \(operations.count == 1 ? "an operation" : "operations") of its API.".prefix(200)))
        lines.add("endpoint", text: description.endpoint ?? "https://api.example.com", mark: "endpoint")
        let secrets = security(&lines)
        lines.add("rows:")
        for row in rows {
            lines.add("\(row.name):", indent: 2)
            lines.add("key", text: row.guess.key, indent: 4, mark: "key \(row.name)")
            if let title = row.guess.fields.first(where: { $0.role == .title }) {
                lines.add("title", text: title.name, indent: 4)
            }
            lines.add("fields:", indent: 4)
            for field in row.guess.fields { lines.add(field) }
        }
        lines.add("operations:")
        for (operation, type) in zip(operations, types) { add(operation, type, &lines) }
        lines.add("samples:")
        var samples: [SampleFile] = []
        for operation in operations {
            let name = "\(id)/\(operation.name).json"
            let text = (operation.sample ?? .object([])).pretty() + "\n"
            samples.append(SampleFile(name: name, bytes: Array(text.utf8), rows: operation.example?.rows.count ?? 0))
            lines.add("- { \(call(operation, file: name).map(\.flow).joined(separator: ", ")) }", indent: 2)
        }
        let report = report(lines, types, secrets)
        return ModuleDraft(text: lines.text, samples: samples, report: report)
    }

    /// The type of an operation's rows, added where it is not there yet; nil for an answer without rows.
    private func add(_ operation: APIOperationDraft, to rows: inout [RowType]) throws(DraftRefusal) -> String? {
        guard let example = operation.example, let guess = try? RowGuess(example) else { return nil }
        let words = RowWords(id: id, path: example.path ?? [], segment: nil)
        var used: Set<String> = []
        let own = operation.rowName.map { FieldNames.name([$0], used: &used) }
        var name = own.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? words.type
        if let known = rows.first(where: { $0.name == name }) {
            if operation.rowName != nil || known.guess.fields.map(\.name) == guess.fields.map(\.name) { return name }
            name += "\(rows.count + 1)"
        }
        rows.append(RowType(name: name, guess: guess))
        return name
    }

    // MARK: - Operations

    private func add(_ operation: APIOperationDraft, _ type: String?, _ lines: inout DraftLines) {
        lines.add("\(operation.name):", indent: 2)
        lines.add("doc", text: operation.doc, indent: 4)
        if !operation.parameters.isEmpty {
            lines.add("params:", indent: 4)
            for parameter in operation.parameters { lines.add(parameter.name, members: parameter.members, indent: 6) }
        }
        lines.add(operation.method, text: operation.path, indent: 4, mark: "address \(operation.name)")
        func members(_ place: APIOperationDraft.Parameter.Place) -> [DraftLines.Member] {
            operation.parameters.filter { $0.place == place }.map { DraftLines.Member($0.key, text: "{\($0.name)}") }
        }
        let paging = operation.paging?.parameters.map { DraftLines.Member($0.name, text: $0.variable) } ?? []
        for (key, values) in [
            ("query", members(.query) + paging), ("headers", members(.header)), ("body", members(.body)),
        ]
        where !values.isEmpty {
            lines.add(key, members: values, indent: 4)
        }
        if let type, let example = operation.example {
            lines.add(example.path == nil ? "item" : "items", text: example.itemsExpression, indent: 4)
            lines.add("row", text: type, indent: 4)
            if example.path != nil, let total = operation.total {
                lines.add("total", text: Expression.path(total), indent: 4)
            }
        }
        if let paging = operation.paging { pages(paging, ends: operation.total == nil ? "short" : "total", &lines) }
        guard operation.method != "get" else { return }
        let isIdempotent = operation.method == "put" || operation.method == "delete"
        lines.add(
            "effect: { writes: { idempotent: \(isIdempotent), destructive: \(operation.method == "delete") } }",
            indent: 4)
        let question = operation.doc.filter { $0 != "{" && $0 != "}" }
        lines.add("confirm", text: (question.last == "." ? String(question.dropLast()) : question) + "?", indent: 4)
    }

    private func pages(_ paging: DraftPaging, ends: String, _ lines: inout DraftLines) {
        switch paging.form {
        case .number(_, _, let first):
            lines.add("pages: { by: number, from: \(first), size: \(paging.size), ends: \(ends) }", indent: 4)
        case .offset: lines.add("pages: { by: offset, size: \(paging.size), ends: \(ends) }", indent: 4)
        default: break
        }
    }

    private func call(_ operation: APIOperationDraft, file: String) -> [DraftLines.Member] {
        let given = operation.parameters.filter(\.isRequired).map(\.sample)
        let params =
            given.isEmpty
            ? [] : [DraftLines.Member("params", word: "{ \(given.map(\.flow).joined(separator: ", ")) }")]
        return [DraftLines.Member("op", text: operation.name)] + params + [DraftLines.Member("file", text: file)]
    }

    // MARK: - Auth

    /// The first way in which the operations, or all of them, want to know who asks.
    private func security(_ lines: inout DraftLines) -> [(parameter: String, setting: String)] {
        let wanted =
            (chosen.compactMap { $0.value["security"]?.array?.first }
            + [description.root["security"]?[0]].compactMap(\.self))
            .compactMap { $0.members?.first?.key }.first
        let schemes = description.root["components"]?["securitySchemes"]
        guard let wanted, let scheme = description.resolved(schemes?[wanted]) else { return [] }
        let doc = scheme["description"]?.string?.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) }
        func secret(_ name: String, _ type: String = "secret") {
            lines.add(
                name,
                members: [
                    DraftLines.Member("type", text: type),
                    DraftLines.Member("doc", text: doc ?? "From the API's owner."),
                ],
                indent: 2)
        }
        let name = scheme["name"]?.string ?? "X-API-Key"
        lines.add("settings:")
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
        case ("apiKey", _) where scheme["in"] == "query":
            secret("apiKey")
            lines.add("auth: { query: { \(DraftLines.Member(name, text: "settings.apiKey").flow) } }")
            return [(name, "apiKey")]
        case ("apiKey", _):
            secret("apiKey")
            let header = scheme["in"] == "cookie" ? "Cookie" : name
            lines.add("auth: { header: { \(DraftLines.Member(header, text: "settings.apiKey").flow) } }")
            return [(header, "apiKey")]
        case ("http", "basic"):
            secret("user", "text")
            secret("password")
            lines.add("auth: { basic: { user: settings.user, password: settings.password } }")
            return [("the password", "password")]
        default:
            secret("token")
            lines.add("auth: { bearer: settings.token }")
            return [("the token", "token")]
        }
    }

    // MARK: - Report

    private func report(
        _ lines: DraftLines, _ types: [String?], _ secrets: [(parameter: String, setting: String)]
    ) -> DraftReport {
        var findings: [DraftReport.Finding] = []
        var questions: [DraftReport.Question] = []
        for (operation, type) in zip(operations, types) {
            let place = operation.example?.path.map { $0.isEmpty ? "the answer itself" : $0.joined(separator: ".") }
            let rows = type.map { type in place.map { "\(type) in \($0)" } ?? "one \(type)" } ?? "no rows"
            let sample =
                operation.sample == nil
                ? "an empty sample" : operation.isOwnSample ? "the document's example" : "a sample made from the schema"
            let pages = operation.paging.map { _ in ", paged" } ?? ""
            findings.append(DraftReport.Finding(label: operation.name, value: "\(rows)\(pages); \(sample)"))
            if !operation.leftOut.isEmpty {
                findings.append(
                    DraftReport.Finding(
                        label: "left out", value: "\(operation.leftOut.joined(separator: ", ")) of \(operation.name)"))
            }
        }
        if description.endpoint == nil {
            questions.append(
                DraftReport.Question(
                    text: "the endpoint: the document names no absolute server", line: lines.line(of: "endpoint")))
        }
        let made = operations.count { !$0.isOwnSample && $0.sample != nil }
        if made > 0 {
            questions.append(
                DraftReport.Question(
                    text:
                        "how \(made == 1 ? "a real answer looks" : "real answers look"): galleria module record \(id) keeps them",
                    line: nil))
        }
        let first = operations.first { $0.method == "get" } ?? operations[0]
        let given = first.parameters.filter(\.isRequired).map { "\($0.name)=\($0.example)" }
        let count = operations.count == 1 ? "1 operation" : "\(operations.count) operations"
        return DraftReport(
            summary: "\(count) of \(description.operations.count) in the document.", findings: findings,
            questions: questions, call: ["\(id).\(first.name)"] + given, secrets: secrets)
    }
}
