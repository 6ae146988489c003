import JSON
import Settings

/// Writes a module's file of what was guessed.
struct DraftFile {
    let id: String
    let address: DraftAddress
    let example: Example
    let words: RowWords
    let fields: [DraftField]
    let key: String
    let paging: DraftPaging
    /// Name of the operation: `list`, or `show` for one row.
    let operation: String
    let samples: [String]

    /// A parameter of the operation that stands for one of the address.
    struct SearchParameter {
        let item: DraftAddress.Item
        let name = "query"
    }

    /// The parameter of the address that takes words to search for.
    static func search(in address: DraftAddress) -> SearchParameter? {
        address.query.first { item in
            PagingNames.searches.contains(MemberName(item.name).joined) && !item.value.isEmpty
                && item.value.utf8.count <= 100 && !item.value.has("{")
        }.map { SearchParameter(item: $0) }
    }

    func lines() -> DraftLines {
        var lines = DraftLines()
        lines.add("galleria: 1")
        lines.add("title", text: title)
        lines.add("doc", text: String("\(moduleDoc)".prefix(200)))
        lines.add("endpoint", text: address.base)
        secrets(&lines)
        rows(&lines)
        operations(&lines)
        lines.add("samples:")
        for file in samples {
            var members = [DraftLines.Member("op", text: operation)]
            let given = parameters.compactMap { parameter in
                parameter.example.map { DraftLines.Member(parameter.name, text: $0) }
            }
            if !given.isEmpty {
                members.append(DraftLines.Member("params", word: "{ \(given.map(\.flow).joined(separator: ", ")) }"))
            }
            members.append(DraftLines.Member("file", text: file))
            lines.add("- { \(members.map(\.flow).joined(separator: ", ")) }", indent: 2)
        }
        return lines
    }

    var title: String {
        let phrase = MemberName(id).phrase
        return phrase.prefix(1).uppercased() + phrase.dropFirst()
    }

    /// Names of what lists show besides the key, flags and pictures.
    private var shown: [String] {
        fields.filter { field in
            field.isListed && (field.role != .key || field.isTitle) && !field.isFlag && field.kind != .date
        }.prefix(4).map { MemberName($0.name).phrase }
    }

    private var moduleDoc: String {
        let several = words.several.prefix(1).uppercased() + words.several.dropFirst()
        return shown.isEmpty
            ? "\(several) of \(address.host)." : "\(several) of \(address.host), with \(listing(shown))."
    }

    private var operationDoc: String {
        let with = shown.isEmpty ? "" : ", with \(listing(shown))"
        if example.path == nil { return String("The \(words.one)\(with).".prefix(200)) }
        let narrowed = fields.filter(\.isFilter).prefix(3).map { MemberName($0.name).phrase }
        let end = narrowed.isEmpty ? "" : "; narrowed by \(listing(Array(narrowed), "or"))"
        return String("The \(words.several)\(with)\(end).".prefix(200))
    }

    // MARK: - Secrets

    /// Names of the settings that hold the secrets of the address.
    static func secretSettings(of address: DraftAddress) -> [(parameter: String, setting: String)] {
        if address.secrets.count == 1, let secret = address.secrets.first { return [(secret.name, "apiKey")] }
        var used: Set<String> = ["enabled", "endpoint", "data", "timeout"]
        return address.secrets.map { ($0.name, FieldNames.name([$0.name], used: &used)) }
    }

    private func secrets(_ lines: inout DraftLines) {
        let secrets = Self.secretSettings(of: address)
        guard !secrets.isEmpty else { return }
        lines.add("settings:")
        for secret in secrets {
            let doc = "Sent as the parameter \(secret.parameter)."
            lines.add(
                secret.setting,
                members: [DraftLines.Member("type", text: "secret"), DraftLines.Member("doc", text: doc)], indent: 2)
        }
        let members = secrets.map { DraftLines.Member($0.parameter, text: "settings.\($0.setting)") }
        lines.add("auth: { query: { \(members.map(\.flow).joined(separator: ", ")) } }")
    }

    // MARK: - Rows

    private func rows(_ lines: inout DraftLines) {
        lines.add("rows:")
        lines.add("\(words.type):", indent: 2)
        lines.add("key", text: key, indent: 4, mark: "key")
        if let title = fields.first(where: { $0.role == .title }) { lines.add("title", text: title.name, indent: 4) }
        lines.add("fields:", indent: 4)
        for field in fields { lines.add(field) }
    }

    // MARK: - Operations

    private struct Parameter {
        let name: String
        let item: String
        let example: String?
        let members: [DraftLines.Member]
    }

    /// Parameters of the operation: words to search for, and values that a template can't hold.
    private var parameters: [Parameter] {
        var found: [Parameter] = []
        let search = Self.search(in: address)
        if let search {
            let example = YAMLWriter.prose(search.item.value, isInFlow: true)
            found.append(
                Parameter(
                    name: search.name, item: search.item.name, example: search.item.value,
                    members: [
                        DraftLines.Member("type", text: "text"), DraftLines.Member("min", word: "1"),
                        DraftLines.Member("examples", word: "[\(example)]"),
                    ]))
        }
        var used: Set<String> = ["query", "page", "offset", "cursor", "size", "params", "settings", "steps"]
        for item in kept where item.value.has("{") || item.value.has("}") {
            found.append(
                Parameter(
                    name: FieldNames.name([item.name], used: &used), item: item.name, example: nil,
                    members: [
                        DraftLines.Member("type", text: "text"), DraftLines.Member("default", text: item.value),
                    ]))
        }
        return found
    }

    /// Parameters of the address that stay as they are.
    var kept: [DraftAddress.Item] {
        let search = Self.search(in: address)?.item.name
        let taken = Set(paging.parameters.map(\.name) + [search].compactMap(\.self))
        return address.query.filter { !taken.contains($0.name) }
    }

    private func operations(_ lines: inout DraftLines) {
        lines.add("operations:")
        lines.add("\(operation):", indent: 2)
        lines.add("doc", text: operationDoc, indent: 4)
        let parameters = parameters
        if !parameters.isEmpty {
            lines.add("params:", indent: 4)
            for parameter in parameters { lines.add(parameter.name, members: parameter.members, indent: 6) }
        }
        var path = Self.literal(address.path)
        if case .numberInPath = paging.form, let slash = path.lastIndex(of: "/") {
            path = path[...slash] + "{page}"
        }
        lines.add("get", text: path, indent: 4, mark: "get")
        let query =
            kept.filter { item in !parameters.contains { $0.item == item.name } }.map {
                DraftLines.Member($0.name, text: $0.value)
            }
            + parameters.map { DraftLines.Member($0.item, text: "{\($0.name)}") }
            + paging.parameters.map { DraftLines.Member($0.name, text: $0.variable) }
        if !query.isEmpty { lines.add("query", members: query, indent: 4, mark: "query") }
        if example.path == nil {
            lines.add("item", text: "@", indent: 4)
        } else {
            lines.add("items", text: example.itemsExpression, indent: 4, mark: "items")
        }
        lines.add("row", text: words.type, indent: 4)
        if let total = paging.total, example.path != nil {
            lines.add("total", text: Expression.path(total), indent: 4, mark: "total")
        }
        pages(&lines)
    }

    /// A path whose braces are no variables.
    private static func literal(_ path: String) -> String {
        path.reduce(into: "") { $0 += $1 == "{" ? "%7B" : $1 == "}" ? "%7D" : String($1) }
    }

    private func pages(_ lines: inout DraftLines) {
        let ends = paging.total == nil ? "short" : "total"
        func number(_ name: String, _ value: Int) -> DraftLines.Member { DraftLines.Member(name, word: String(value)) }
        let members: [DraftLines.Member]
        switch paging.form {
        case .whole: return
        case .next(let at):
            members = [DraftLines.Member("by", text: "next"), DraftLines.Member("at", text: Expression.path(at))]
        case .link: members = [DraftLines.Member("by", text: "link")]
        case .cursor(let at, _, let more):
            members =
                [DraftLines.Member("by", text: "cursor"), DraftLines.Member("at", text: Expression.path(at))]
                + (more.map { [DraftLines.Member("ends", text: "\(Expression.path($0)) == `false`")] } ?? [])
        case .offset:
            members = [
                DraftLines.Member("by", text: "offset"), number("size", paging.size),
                DraftLines.Member("ends", text: ends),
            ]
        case .number(_, _, let first), .numberInPath(let first):
            members = [
                DraftLines.Member("by", text: "number"), number("from", first), number("size", paging.size),
                DraftLines.Member("ends", text: ends),
            ]
        }
        lines.add("pages", members: members, indent: 4, mark: "pages")
    }
}
