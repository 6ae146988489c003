import JSON
import Settings

/// One operation of an OpenAPI document, as the file will have it.
struct APIOperationDraft {
    struct Parameter {
        enum Place: String {
            case path, query, header, body
        }

        /// In the file: lower camel case.
        let name: String
        /// In the document.
        let key: String
        let place: Place
        let isRequired: Bool
        let members: [DraftLines.Member]
        /// Value of the sample's call.
        let example: String

        /// The value as the file's samples have it.
        var sample: DraftLines.Member {
            let isWord = Int(example) != nil || example == "true"
            return isWord ? DraftLines.Member(name, word: example) : DraftLines.Member(name, text: example)
        }
    }

    let name: String
    let doc: String
    let method: String
    /// With variables in braces.
    let path: String
    var parameters: [Parameter] = []
    var paging: DraftPaging?
    /// Path of the number of all rows.
    let total: [String]?
    /// The answer that is its sample, and whether the document has it.
    let sample: JSONValue?
    let isOwnSample: Bool
    /// The sample, in which rows were found; nil for an answer without.
    let example: Example?
    /// Name of the schema of its rows; nil where it has none.
    let rowName: String?
    var leftOut: [String] = []

    private static let mostParameters = 13

    /// - Parameter used: names of operations that are taken; the new one is added.
    init(_ operation: APIDescription.Operation, in description: APIDescription, used: inout Set<String>) {
        name = FieldNames.name([operation.name], used: &used)
        method = operation.method
        let summary =
            operation.summary.isEmpty ? "\(operation.method.uppercased()) \(operation.path)." : operation.summary
        doc = String(summary.prefix(200))
        let answer = APIAnswer(operation, in: description)
        (isOwnSample, rowName) = (answer.isOwn, answer.rowName)
        var names: Set<String> = ["page", "offset", "cursor", "size", "params", "settings", "steps"]
        var found: [Parameter] = []
        let listed = (operation.value["parameters"]?.array ?? []).compactMap { description.resolved($0) }
        let shared = operation.shared.compactMap { description.resolved($0) }.filter { shared in
            !listed.contains { $0["name"] == shared["name"] && $0["in"] == shared["in"] }
        }
        let all = shared + listed
        example = answer.value.flatMap { try? Example($0.serialized()) }
        total = example.flatMap { example in
            let scalars = Envelope(example.document.root, rows: example.path ?? []).scalars.map(\.path)
            return PagingNames.totals.lazy.compactMap { name in
                scalars.first { MemberName($0.last ?? "").joined == name }
            }.first
        }
        // A made answer has all the rows that it speaks of.
        let rows = example.map { JSONValue.integer($0.rows.count) }
        if !answer.isOwn, example?.path != nil, let total, let rows {
            sample = answer.value?.replacing(total[...], by: rows)
        } else {
            sample = answer.value
        }
        paging = example?.path != nil && method == "get" ? Self.paging(all) : nil
        let paged = Set((paging?.parameters ?? []).map(\.name))
        for parameter in all {
            guard let key = parameter["name"]?.string,
                let place = Parameter.Place(rawValue: parameter["in"]?.string ?? ""),
                !(place == .query && paged.contains(key))
            else { continue }
            found.append(
                Self.parameter(
                    key, place, parameter, schema: description.resolved(parameter["schema"]),
                    isRequired: place == .path || parameter["required"] == true, &names))
        }
        found += Self.body(operation, description, &names, &leftOut)
        let kept = found.filter(\.isRequired) + found.filter { !$0.isRequired }
        leftOut += kept.dropFirst(Self.mostParameters).map(\.key)
        parameters = Array(kept.prefix(Self.mostParameters))
        var bytes = Array(operation.path.utf8)
        for parameter in parameters where parameter.place == .path {
            bytes = bytes.replacing("{\(parameter.key)}".utf8, by: "{\(parameter.name)}".utf8)
        }
        path = String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Parameters

    private static func parameter(
        _ key: String, _ place: Parameter.Place, _ parameter: JSONValue, schema: JSONValue?, isRequired: Bool,
        _ names: inout Set<String>
    ) -> Parameter {
        let schema = schema ?? ["type": "string"]
        var members: [DraftLines.Member] = []
        var example = "a"
        let words = (schema["enum"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty && $0.utf8.count <= 100 }
        let range = schema["minimum"]?.integer.flatMap { low in schema["maximum"]?.integer.map { (low, $0) } }
        let given = parameter["example"] ?? schema["example"]
        var fallback = schema["default"]
        switch SchemaSample.type(schema) {
        case "integer":
            members.append(DraftLines.Member("type", text: "int"))
            if let range, range.0 <= range.1 {
                members.append(DraftLines.Member("range", text: "\(range.0)..\(range.1)"))
            }
            let fits = { (number: Int) in range.map { $0.0 <= number && number <= $0.1 } ?? true }
            fallback = fallback?.integer.flatMap { fits($0) ? .integer($0) : nil }
            example = String(given?.integer ?? fallback?.integer ?? range?.0 ?? 1)
        case "number":
            members.append(DraftLines.Member("type", text: "number"))
            fallback = fallback?.double == nil ? nil : fallback
            example = given?.double.map { _ in Self.word(given) } ?? "1"
        case "boolean":
            members.append(DraftLines.Member("type", text: "bool"))
            fallback = fallback?.bool.map { .bool($0) }
            example = "true"
        default:
            let isDay = schema["format"]?.string == "date"
            members.append(DraftLines.Member("type", text: isDay ? "date" : "text"))
            if !words.isEmpty, !isDay {
                let list = words.prefix(50).map { YAMLWriter.prose($0, isInFlow: true) }
                members.append(DraftLines.Member("values", word: "[\(list.joined(separator: ", "))]"))
            }
            fallback = fallback?.string.flatMap { text in
                !isDay && (words.isEmpty || words.contains(text)) ? .string(text) : nil
            }
            example = isDay ? "2026-01-01" : given?.string ?? words.first ?? "a"
        }
        if let fallback { members.append(DraftLines.Member("default", fallback)) }
        if !isRequired, fallback == nil { members.append(DraftLines.Member("required", word: "false")) }
        let text = parameter["description"]?.string ?? schema["description"]?.string ?? ""
        let doc = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) } ?? ""
        if !doc.isEmpty { members.append(DraftLines.Member("doc", text: doc)) }
        let isSearch = place == .query && PagingNames.searches.contains(MemberName(key).joined)
        let name = isSearch && names.insert("query").inserted ? "query" : FieldNames.name([key], used: &names)
        return Parameter(
            name: name, key: key, place: place, isRequired: isRequired, members: members, example: example)
    }

    private static func word(_ value: JSONValue?) -> String {
        value.map { $0.string ?? String(decoding: $0.serialized(), as: UTF8.self) } ?? ""
    }

    /// Scalars of the JSON that is sent; what is nested is left out.
    private static func body(
        _ operation: APIDescription.Operation, _ description: APIDescription, _ names: inout Set<String>,
        _ leftOut: inout [String]
    ) -> [Parameter] {
        guard ["post", "put", "patch"].contains(operation.method),
            let body = description.resolved(operation.value["requestBody"]),
            let schema = description.resolved(APIAnswer.json(body["content"])?["schema"])
        else { return [] }
        let parts = [schema] + (schema["allOf"]?.array ?? []).compactMap { description.resolved($0) }
        let required = parts.flatMap { $0["required"]?.array ?? [] }.compactMap(\.string)
        var parameters: [Parameter] = []
        for property in parts.flatMap({ $0["properties"]?.members ?? [] }) {
            guard let schema = description.resolved(property.value), schema["readOnly"] != true else { continue }
            let isRequired = required.contains(property.key)
            guard ["string", "integer", "number", "boolean"].contains(SchemaSample.type(schema)) else {
                leftOut.append("\(property.key) of the body")
                continue
            }
            parameters.append(parameter(property.key, .body, [:], schema: schema, isRequired: isRequired, &names))
        }
        return parameters
    }

    private static func paging(_ parameters: [JSONValue]) -> DraftPaging? {
        func parameter(_ names: some Sequence<String>) -> (name: String, schema: JSONValue?)? {
            for name in names {
                let found = parameters.first { parameter in
                    parameter["in"] == "query" && MemberName(parameter["name"]?.string ?? "").joined == name
                }
                if let found, let name = found["name"]?.string { return (name, found["schema"]) }
            }
            return nil
        }
        let size = parameter(PagingNames.sizes)
        var paging = DraftPaging(size: min(DraftPaging.mostSize, max(1, size?.schema?["default"]?.integer ?? 20)))
        if let page = parameter(PagingNames.pages.sorted()) {
            let first = page.schema?["minimum"]?.integer == 0 || page.schema?["default"]?.integer == 0 ? 0 : 1
            paging.form = .number(parameter: page.name, size: size?.name, first: first)
            return paging
        }
        guard let offset = parameter(PagingNames.offsets.sorted()), let size else { return nil }
        paging.form = .offset(parameter: offset.name, size: size.name)
        return paging
    }
}

/// The answer of an operation: an example of the document, else one that is made of its schema.
struct APIAnswer {
    let value: JSONValue?
    let isOwn: Bool
    let rowName: String?

    init(_ operation: APIDescription.Operation, in description: APIDescription) {
        let responses = operation.value["responses"]
        let response = ["200", "201", "202", "203", "2XX", "default"].lazy.compactMap { responses?[$0] }.first
        let content = Self.json(description.resolved(response)?["content"])
        let schema = content?["schema"]
        let examples = content?["examples"]?.members?.first.flatMap { description.resolved($0.value)?["value"] }
        let own = content?["example"] ?? examples ?? description.resolved(schema)?["example"]
        isOwn = own != nil
        value = own ?? SchemaSample(description: description).value(of: schema)
        rowName = Self.rowName(schema, description)
    }

    /// The media type that is JSON.
    static func json(_ content: JSONValue?) -> JSONValue? {
        content?["application/json"]
            ?? content?.members?.first { $0.key.has("json") }?.value
    }

    /// Name of the component that the rows are.
    private static func rowName(_ schema: JSONValue?, _ description: APIDescription) -> String? {
        guard let whole = description.resolved(schema) else { return nil }
        if let items = whole["items"] { return APIDescription.name(of: items) }
        for property in whole["properties"]?.members ?? [] {
            if let items = description.resolved(property.value)?["items"], let name = APIDescription.name(of: items) {
                return name
            }
        }
        return APIDescription.name(of: schema)
            ?? (whole["allOf"]?.array ?? []).lazy.compactMap(APIDescription.name(of:)).first
    }
}

extension JSONValue {
    /// The value with another one at a path of members.
    fileprivate func replacing(_ path: ArraySlice<String>, by value: JSONValue) -> JSONValue {
        guard let key = path.first else { return value }
        guard let members else { return self }
        return .object(
            members.map { member in
                member.key == key ? JSONMember(key, member.value.replacing(path.dropFirst(), by: value)) : member
            })
    }
}

extension DraftLines.Member {
    /// A scalar of JSON.
    init(_ key: String, _ value: JSONValue) {
        if let text = value.string {
            self.init(key, text: text)
        } else {
            self.init(key, word: String(decoding: value.serialized(), as: UTF8.self))
        }
    }
}
